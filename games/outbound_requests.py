"""Requests to user-supplied URLs: validation of addresses, and sending.

DNS answers may change between two look-ups. So a name is resolved once per request, all its addresses must be public,
and the connection uses one of these.
"""

from __future__ import annotations

import http.client
import re
import socket
import ssl
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from queue import Empty, SimpleQueue
from typing import Final
from urllib.parse import urlsplit

import certifi
from django.conf import settings

from games import clock

LONGEST: Final = 2000
"""Maximum length of a URL."""
CONNECT_SECONDS: Final = 5.0
WHOLE_SECONDS: Final = 10.0
LATEST: Final = timedelta(days=1)
"""Longest delay before the next attempt that a response can ask for."""
_HTTPS: Final = 443

# At least one dot, and a last label that no system reads as a number.
_NAME: Final = re.compile(r"(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]")
_INNER_NAME: Final = re.compile(r"[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?")
_PRINTED: Final = re.compile(r"[!-~]+")

# All allocated IPv6 addresses, except the ranges that hide an IPv4 address.
_HANDED_OUT: Final = IPv6Network("2000::/3")
_HIDING: Final = (IPv6Network("2001::/23"), IPv6Network("2002::/16"))
_RELAYS: Final = ("192.88.99.",)


class AddressRefused(Exception):
    """Raised when the site may not send to an address; the message gives the reason in English, for logs."""


class Unreachable(Exception):
    """Raised on a timeout or invalid response; a retry may succeed. The message contains no address."""


@dataclass(frozen=True, slots=True)
class RequestTarget:
    """Target of an address: host, port, and path with query."""

    host: str
    port: int
    path: str

    @property
    def origin(self) -> str:
        """Return scheme, host and port in origin format."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"https://{host}" if self.port == _HTTPS else f"https://{host}:{self.port}"


@dataclass(frozen=True, slots=True)
class OutboundResponse:
    """Response to a request: its status, and the time to wait if it gave one."""

    status: int
    retry_after: timedelta | None = None


def parse_target(url: str) -> RequestTarget:
    """Return the address's target without a DNS lookup. Raises AddressRefused."""
    if len(url) > LONGEST or not _PRINTED.fullmatch(url) or "\\" in url:
        raise AddressRefused("the address is too long, or has characters that none has")
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port or _HTTPS
    except ValueError:
        raise AddressRefused("the address cannot be read") from None
    if parts.scheme != "https" or "@" in parts.netloc or "#" in url:
        raise AddressRefused("only https is spoken, without a user and without a place on the page")
    if not settings.PRIVATE_ADDRESSES and port != _HTTPS:
        raise AddressRefused("only port 443 is spoken to")
    if not _is_name(host):
        raise AddressRefused("the address names no host of the internet")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return RequestTarget(host, port, path)


def is_public(address: str) -> bool:
    """Return True if a numeric address is on the public internet.

    Such an address cannot belong to this machine or to its network.
    """
    try:
        ip = ip_address(address)
    except ValueError:
        return False
    if isinstance(ip, IPv6Address):
        return ip in _HANDED_OUT and ip.is_global and not any(ip in network for network in _HIDING)
    relayed = str(ip).startswith(_RELAYS)
    return ip.is_global and not (ip.is_multicast or ip.is_reserved or relayed)


def send_request(
    url: str,
    *,
    body: bytes,
    headers: Mapping[str, str],
    connect_seconds: float = CONNECT_SECONDS,
    whole_seconds: float = WHOLE_SECONDS,
) -> OutboundResponse:
    """Send a body there. No redirect is followed, and what is answered is not read but for its head.

    Raises AddressRefused, and Unreachable. Not for a transaction: it takes up to `whole_seconds`.
    """
    place, until = parse_target(url), time.monotonic() + whole_seconds
    addresses = _addresses_of(place, min(connect_seconds, whole_seconds))
    try:
        with _connected(addresses, place.port, connect_seconds, until) as plain:
            return _exchanged(plain, place, body, headers)
    except (OSError, http.client.HTTPException) as fault:
        raise Unreachable(f"no answer that can be read: {type(fault).__name__}") from fault


def _is_name(host: str) -> bool:
    if settings.PRIVATE_ADDRESSES:
        return bool(_INNER_NAME.fullmatch(host)) or _is_number(host)
    return bool(_NAME.fullmatch(host))


def _is_number(host: str) -> bool:
    with suppress(ValueError):
        return isinstance(ip_address(host), IPv4Address | IPv6Address)
    return False


def _addresses_of(place: RequestTarget, seconds: float) -> list[str]:
    """Return the addresses of the host, each once, in the system's order.

    Raises AddressRefused if one is not public (unless private addresses are allowed), and Unreachable if there are
    none.
    """
    addresses = list(dict.fromkeys(_looked_up(place.host, place.port, seconds)))
    if not addresses:
        raise Unreachable("the name leads nowhere")
    if not settings.PRIVATE_ADDRESSES and not all(is_public(address) for address in addresses):
        raise AddressRefused("the name leads to an address that is not public")
    return addresses


def _looked_up(host: str, port: int, seconds: float) -> list[str]:
    """Resolve a name with the system resolver, which has no timeout, in a thread that is abandoned if it takes too
    long.
    """
    answers: SimpleQueue[list[str]] = SimpleQueue()
    threading.Thread(target=lambda: answers.put(_lookup(host, port)), daemon=True).start()
    try:
        return answers.get(timeout=seconds)
    except Empty:
        raise Unreachable("the name was not looked up in time") from None


def _lookup(host: str, port: int) -> list[str]:
    with suppress(OSError, UnicodeError):
        return [str(entry[4][0]) for entry in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    return []


@contextmanager
def _connected(addresses: list[str], port: int, seconds: float, until: float) -> Iterator[socket.socket]:
    """Connect to the first address that accepts; the connection is cut after the total time, even if the peer keeps
    sending.
    """
    plain = _connection(addresses, port, seconds, until)
    plain.settimeout(max(0.1, until - time.monotonic()))
    guard = plain.dup()  # as the original becomes the one that TLS is spoken on
    timer = threading.Timer(max(0.0, until - time.monotonic()), _cut, [guard])
    timer.daemon = True
    timer.start()
    try:
        yield plain
    finally:
        timer.cancel()
        guard.close()
        plain.close()


def _connection(addresses: list[str], port: int, seconds: float, until: float) -> socket.socket:
    fault: OSError = TimeoutError()
    for address in addresses:
        left = min(seconds, until - time.monotonic())
        if left <= 0:
            break
        try:
            return socket.create_connection((address, port), timeout=left)
        except OSError as refused:
            fault = refused
    raise fault


def _cut(connection: socket.socket) -> None:
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)


def _exchanged(plain: socket.socket, place: RequestTarget, body: bytes, headers: Mapping[str, str]) -> OutboundResponse:
    """Start TLS on an open connection; the certificate must match the name."""
    context = ssl.create_default_context(cafile=settings.CA_BUNDLE or certifi.where())
    speaker = http.client.HTTPSConnection(place.host, place.port, context=context)
    speaker.sock = context.wrap_socket(plain, server_hostname=place.host)
    try:
        speaker.request("POST", place.path, body, {"User-Agent": "Carto", **headers, "Connection": "close"})
        response = speaker.getresponse()
        return OutboundResponse(response.status, _wait(response.headers.get("Retry-After", "")))
    finally:
        speaker.close()


def _wait(text: str) -> timedelta | None:
    """Return the wait that an answer asks for, in seconds or until a date, or None if unreadable.

    It is at most `LATEST`, and never negative.
    """
    if text.isascii() and text.isdigit():
        return min(timedelta(seconds=int(text[:9])), LATEST)
    with suppress(ValueError, TypeError):
        moment: datetime = parsedate_to_datetime(text)
        aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        return max(timedelta(0), min(aware - clock.now(), LATEST))
    return None
