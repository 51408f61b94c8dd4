"""Limits of the server for connections without a complete request: time, memory and number.

Daphne and Twisted wait as long as data arrives, and keep it however long it is. nginx has the same limits; these
protect a site without nginx. Importing this module installs Twisted's reactor.
"""

# ruff: noqa: N802 - Twisted's names

from collections import Counter
from collections.abc import Collection, Mapping
from http import HTTPStatus
from typing import Any, Final, cast

from daphne import server
from daphne.http_protocol import HTTPFactory, WebRequest
from django.conf import settings
from twisted.protocols.policies import WrappingFactory
from twisted.web.http import HTTPChannel

from carto_site import headers
from carto_site.handshakes import SocketProtocol
from carto_site.request_limits import TOO_LONG, most_bytes
from games.accounts.client_address import network_of

_UNREADABLE: Final = b"That request cannot be read. Go back, reload the page and try once more.\n"
_TOO_SLOW: Final = b"That request took too long to arrive. Please try again.\n"
_LINGER: Final = 2
"""Seconds that the client has to read a refusal. Closing a connection while data is still arriving would lose the
response.
"""


class Request(WebRequest):  # type: ignore[misc]  # Daphne has no types
    """Daphne request with a limited body, whose form is parsed by Django only."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{**kwargs, "parsePOSTFormSubmission": False})
        self.received = 0

    def handleContentChunk(self, data: bytes) -> None:
        """Store a chunk of the body, or refuse it."""
        self.received += len(data)
        if self.received > self.channel.longest:
            self.channel.refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, TOO_LONG)
        else:
            super().handleContentChunk(data)

    def process(self) -> Any:
        """Process the request without the header that only Daphne's own proxy may set."""
        self.requestHeaders.removeHeader(b"daphne-root-path")
        return super().process()

    def basic_error(self, status: int, status_text: bytes, body: str) -> None:
        """Respond in plain text with the site's headers, instead of Daphne's own error page."""
        text = _UNREADABLE if status == HTTPStatus.BAD_REQUEST else status_text + b"\n"
        self.handle_reply({"type": "http.response.start", "status": status, "headers": headers.of_refusal(text)})
        self.handle_reply({"type": "http.response.body", "body": text})


class LimitedChannel(HTTPChannel):
    """Connection with a deadline for each complete request, counted from its first byte, or for the first request from
    when the connection opens.
    """

    factory: "_Channels"
    transport: Any
    _deadline: Any = None
    _refused = False

    @property
    def longest(self) -> int:
        """Maximum length of the current request's body, in bytes."""
        path = cast(Any, self)._path.partition(b"?")[0].decode("latin-1")
        return most_bytes(path, self.factory.larger, self.factory.max_body)

    def connectionMade(self) -> None:
        """Start the first deadline."""
        super().connectionMade()
        self._start_deadline()

    def dataReceived(self, data: bytes) -> None:
        """Receive data, unless the request has been refused."""
        if not self._refused and not self._handlingRequest:
            self._start_deadline()
        if not self._refused:
            super().dataReceived(data)

    def lineReceived(self, line: bytes) -> None:
        """Receive a header line, unless the request that it arrived with has been refused."""
        if not self._refused:
            super().lineReceived(line)

    def rawDataReceived(self, data: bytes) -> None:
        """Receive body data, unless refused."""
        if not self._refused:
            super().rawDataReceived(data)

    def allHeadersReceived(self) -> None:
        """Refuse a body announced as too long before reading it or sending `100 Continue`."""
        if self.length is not None and self.length > self.longest:
            self.refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, TOO_LONG)
        else:
            super().allHeadersReceived()

    def allContentReceived(self) -> None:
        """Process a complete request."""
        if not self._refused:
            self._cancel_deadline()
            super().allContentReceived()

    def connectionLost(self, reason: Any = None) -> None:
        """Cancel the deadline."""
        self._cancel_deadline()
        super().connectionLost(reason)

    def lineLengthExceeded(self, line: bytes) -> None:
        """Refuse an overlong header line."""
        self.refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, TOO_LONG)

    def refuse(self, status: HTTPStatus, text: bytes) -> None:
        """Respond early, ignore further data and close the connection."""
        if self._refused:
            return
        self._refused = True
        self._cancel_deadline()
        self.setTimeout(None)
        pairs = headers.of_refusal(text, {"Connection": "close"})
        head = b"".join(b"%s: %s\r\n" % pair for pair in pairs)
        self.transport.write(b"HTTP/1.1 %d %s\r\n%s\r\n%s" % (status, status.phrase.encode(), head, text))
        self.transport.loseWriteConnection()
        self._deadline = self.callLater(_LINGER, self.forceAbortClient)

    def _respondToBadRequestAndDisconnect(self) -> None:
        self.refuse(HTTPStatus.BAD_REQUEST, _UNREADABLE)

    def _start_deadline(self) -> None:
        if self._deadline is None:
            self._deadline = self.callLater(self.factory.seconds, self._on_timeout)

    def _on_timeout(self) -> None:
        self._deadline = None
        if self.requests:
            self.refuse(HTTPStatus.REQUEST_TIMEOUT, _TOO_SLOW)
        else:
            self.loseConnection()

    def _cancel_deadline(self) -> None:
        if self._deadline is not None and self._deadline.active():
            self._deadline.cancel()
        self._deadline = None


class _Channels(HTTPFactory):  # type: ignore[misc]
    """Factory for a server's connections; `seconds` is the time limit per request, `max_body` is in bytes, `larger` its
    value for some paths.
    """

    protocol = LimitedChannel

    def __init__(self, server: Any, *, seconds: float, max_body: int, larger: Mapping[str, int]) -> None:
        super().__init__(server)
        self.seconds = seconds
        self.max_body = max_body
        self.larger = larger

    def buildProtocol(self, addr: Any) -> LimitedChannel:
        channel: LimitedChannel = super().buildProtocol(addr)
        channel.requestFactory = Request
        return channel

    def log(self, request: Any) -> None:
        """Suppress Twisted's own request log line, which nobody reads and which is kept in memory."""


class ConnectionLimiter(WrappingFactory[Any]):
    """Limit on concurrent connections per address, including WebSockets. Proxies are not limited."""

    def __init__(
        self,
        server: Any,
        *,
        seconds: float,
        max_body: int,
        per_address: int,
        proxies: Collection[str] = (),
        larger: Mapping[str, int] | None = None,
    ) -> None:
        super().__init__(_Channels(server, seconds=seconds, max_body=max_body, larger=larger or {}))
        self.per_address = per_address
        self.proxies = proxies
        self.open: Counter[str] = Counter()

    def buildProtocol(self, addr: Any) -> Any:
        """Return the connection's protocol, or None to close it if there are too many."""
        if addr.host not in self.proxies and self.open[network_of(addr.host)] >= self.per_address:
            return None
        return super().buildProtocol(addr)

    def registerProtocol(self, p: Any) -> None:
        """Count an opened connection."""
        super().registerProtocol(p)
        self.open[network_of(p.getPeer().host)] += 1

    def unregisterProtocol(self, p: Any) -> None:
        """Count a closed connection."""
        super().unregisterProtocol(p)
        self.open[network_of(p.getPeer().host)] -= 1
        self.open += Counter()


class Server(server.Server):  # type: ignore[misc]
    """Daphne server with the connection limits of the settings."""

    @property
    def http_factory(self) -> ConnectionLimiter:
        """Protocol factory that Daphne listens with."""
        return self._door

    @http_factory.setter
    def http_factory(self, _: Any) -> None:
        # Daphne assigns its own factory on startup and offers no way to pass another.
        self._door = ConnectionLimiter(
            self,
            seconds=settings.REQUEST_SECONDS,
            max_body=settings.MAX_BODY_BYTES,
            larger=settings.LARGE_BODIES,
            per_address=settings.CONNECTIONS_PER_ADDRESS,
            proxies=settings.PROXY_ADDRESSES,
        )

    @property
    def ws_factory(self) -> Any:
        """Factory for the WebSocket protocol that Daphne uses."""
        return self._sockets

    @ws_factory.setter
    def ws_factory(self, factory: Any) -> None:
        factory.protocol = SocketProtocol
        self._sockets = factory
