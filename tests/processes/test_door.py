"""Connection limits of a real server without nginx: slow, numerous and oversized requests."""

import socket
from collections.abc import Callable
from contextlib import ExitStack
from urllib.parse import urlsplit

import pytest

from tests.processes.site import Site

StartSite = Callable[..., Site]
HEAD = b"POST /accounts/theme/ HTTP/1.1\r\nHost: localhost\r\n"


def connected(site: Site, stack: ExitStack) -> socket.socket:
    parts = urlsplit(site.url)
    return stack.enter_context(socket.create_connection((parts.hostname, parts.port), timeout=10))


def received(connection: socket.socket) -> bytes:
    """Return all data received until the other side closes."""
    data = b""
    try:
        while piece := connection.recv(65536):
            data += piece
    except ConnectionResetError:
        pass
    return data


def dripped(connection: socket.socket) -> bytes:
    """Return the reply to a request header sent line by line without end."""
    connection.sendall(HEAD)
    connection.settimeout(0.1)
    while True:
        try:
            return connection.recv(65536)
        except TimeoutError:
            connection.sendall(b"X-More: 1\r\n")


def asked_again(connection: socket.socket) -> bytes:
    """Return the response on a connection left open, empty if the server refused it."""
    try:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return connection.recv(65536)
    except (BrokenPipeError, ConnectionResetError):
        return b""


@pytest.mark.usefixtures("migrated_folder")
def test_what_is_slow_or_long_or_too_many_is_shown_out(start_site: StartSite) -> None:
    site = start_site(CARTO_REQUEST_SECONDS="1", CARTO_CONNECTIONS_PER_ADDRESS="30")
    with ExitStack() as stack:
        slow, announced, pieces = (connected(site, stack) for _ in range(3))
        announced.sendall(HEAD + b"Content-Length: 150000000\r\n\r\n")
        assert received(announced).startswith(b"HTTP/1.1 413 ")
        pieces.sendall(HEAD + b"Transfer-Encoding: chunked\r\n\r\n")
        for _ in range(9):
            pieces.sendall(b"2000\r\n" + b"x" * 0x2000 + b"\r\n")
        assert received(pieces).startswith(b"HTTP/1.1 413 ")
        assert dripped(slow).startswith(b"HTTP/1.1 408 ")
        many = [asked_again(connected(site, stack)) for _ in range(31)]
        assert many[0].startswith(b"HTTP/1.1 200 ")
        assert many[-1] == b""
        assert site.stop() == 0
