"""Small HTTP client for tests of real servers: pages, forms and receiving WebSocket messages."""

import base64
import json
import re
import secrets
import socket
from email import message_from_string
from email.message import Message
from http.cookies import SimpleCookie
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener


class _NoRedirects(HTTPRedirectHandler):
    def redirect_request(self, *args: Any) -> None:
        return None


_opener = build_opener(_NoRedirects)


def fetch(url: str, form: dict[str, str] | None = None, **headers: str) -> tuple[int, Message, bytes]:
    """Return status, headers and body; a form makes it a POST, and redirects are not followed."""
    data = None if form is None else urlencode(form).encode()
    try:
        with _opener.open(Request(url, data=data, headers=headers), timeout=20) as answer:
            return answer.status, answer.headers, answer.read()
    except HTTPError as error:
        with error:
            return error.code, error.headers, error.read()


class Visitor:
    """A visitor with a cookie jar, who can request any server of the site."""

    def __init__(self) -> None:
        self.cookies: dict[str, str] = {}

    @property
    def cookie_header(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def get(self, url: str) -> tuple[int, str, str]:
        """Return status, Location and text."""
        return self._ask(url, None)

    def post(self, url: str, page: str | None = None, **form: str) -> tuple[int, str, str]:
        """Submit a form with the CSRF token from `page` (by default the same URL)."""
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', self.get(page or url)[2])
        assert token, "the page has no form"
        return self._ask(url, {**form, "csrfmiddlewaretoken": token[1]})

    def _ask(self, url: str, form: dict[str, str] | None) -> tuple[int, str, str]:
        origin = "{0.scheme}://{0.netloc}".format(urlsplit(url))
        status, headers, body = fetch(url, form, Cookie=self.cookie_header, Origin=origin, Referer=url)
        for line in headers.get_all("Set-Cookie", []):
            self.cookies.update({name: morsel.value for name, morsel in SimpleCookie(line).items()})
        return status, headers.get("Location", ""), body.decode()


def open_socket(url: str, path: str, origin: str | None = None, cookie: str = "") -> tuple[socket.socket, str]:
    """Open a WebSocket on the site at `url`; return the connection and the response's status line."""
    connection, status, _ = shake_hands(url, path, origin, cookie)
    return connection, status


def shake_hands(
    url: str, path: str, origin: str | None = None, cookie: str = "", version: str = "13"
) -> tuple[socket.socket, str, Message]:
    """Open a WebSocket on the site at `url`; return the connection, status line and headers."""
    parts = urlsplit(url)
    connection = socket.create_connection((parts.hostname or "", parts.port or 80), timeout=10)
    key = base64.b64encode(secrets.token_bytes(16)).decode()
    connection.sendall(
        f"GET {path} HTTP/1.1\r\nHost: {parts.netloc}\r\nOrigin: {origin or url}\r\nCookie: {cookie}\r\n"
        f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\n"
        f"Sec-WebSocket-Version: {version}\r\n\r\n".encode()
    )
    head = b""
    # Byte by byte, as the first message may follow at once.
    while not head.endswith(b"\r\n\r\n") and (byte := connection.recv(1)):
        head += byte
    status, _, lines = head.decode().partition("\r\n")
    return connection, status, message_from_string(lines)


def next_message(connection: socket.socket) -> Any:
    """Return the next JSON message of an open WebSocket, skipping pings.

    Raises TimeoutError, ConnectionError.
    """
    while True:
        first, second = _exactly(connection, 2)
        length = second & 0x7F
        if length == 126:
            length = int.from_bytes(_exactly(connection, 2), "big")
        payload = _exactly(connection, length)
        if first & 0x0F == 0x1:
            return json.loads(payload)
        if first & 0x0F == 0x8:
            raise ConnectionError(f"closed: {int.from_bytes(payload[:2], 'big')}")


def _exactly(connection: socket.socket, length: int) -> bytes:
    data = b""
    while len(data) < length:
        more = connection.recv(length - len(data))
        if not more:
            raise ConnectionError("the connection ended")
        data += more
    return data
