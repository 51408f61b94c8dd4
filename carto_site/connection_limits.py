"""The door of the server: what a connection may cost before a request on it has arrived, in time, in memory, in number.

nginx sees to the same; here it holds for a site without it. Daphne and Twisted wait as long as anything arrives, and
keep what arrives however long it is. Importing this installs Twisted's reactor.
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
    """Daphne's request, whose body may only be so long, and whose form Django alone reads."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{**kwargs, "parsePOSTFormSubmission": False})
        self.received = 0

    def handleContentChunk(self, data: bytes) -> None:
        """Keep a piece of the body, or refuse it."""
        self.received += len(data)
        if self.received > self.channel.longest:
            self.channel.refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, TOO_LONG)
        else:
            super().handleContentChunk(data)

    def process(self) -> Any:
        """Hand the request on, without what only a proxy of Daphne's own may say."""
        self.requestHeaders.removeHeader(b"daphne-root-path")
        return super().process()

    def basic_error(self, status: int, status_text: bytes, body: str) -> None:
        """Answer in plain text with the site's headers where Daphne would in a page of its own."""
        text = _UNREADABLE if status == HTTPStatus.BAD_REQUEST else status_text + b"\n"
        self.handle_reply({"type": "http.response.start", "status": status, "headers": headers.of_refusal(text)})
        self.handle_reply({"type": "http.response.body", "body": text})


class LimitedChannel(HTTPChannel):
    """A connection on which each request has to arrive whole within some seconds, counted from its first byte, and the
    first one from the opening.
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
        """Wait for the first request."""
        super().connectionMade()
        self._start_deadline()

    def dataReceived(self, data: bytes) -> None:
        """Take what arrives, unless a refusal is on its way."""
        if not self._refused and not self._handlingRequest:
            self._start_deadline()
        if not self._refused:
            super().dataReceived(data)

    def lineReceived(self, line: bytes) -> None:
        """Take a line of the head; one that has arrived together with what was refused is passed over."""
        if not self._refused:
            super().lineReceived(line)

    def rawDataReceived(self, data: bytes) -> None:
        """Take a piece of the body, likewise."""
        if not self._refused:
            super().rawDataReceived(data)

    def allHeadersReceived(self) -> None:
        """Refuse an announced long body before any of it is read, or asked for by `100 Continue`."""
        if self.length is not None and self.length > self.longest:
            self.refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, TOO_LONG)
        else:
            super().allHeadersReceived()

    def allContentReceived(self) -> None:
        """Hand on a request that has arrived."""
        if not self._refused:
            self._cancel_deadline()
            super().allContentReceived()

    def connectionLost(self, reason: Any = None) -> None:
        """Forget the request that was waited for."""
        self._cancel_deadline()
        super().connectionLost(reason)

    def lineLengthExceeded(self, line: bytes) -> None:
        """Refuse a line that no header of ours needs."""
        self.refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, TOO_LONG)

    def refuse(self, status: HTTPStatus, text: bytes) -> None:
        """Answer in place of the request that arrives, take no more, and let go of the connection."""
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
    """Makes the connections of a server; `seconds` is what a request has, `max_body` is in bytes, `larger` what it is
    for some paths.
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
    """Lets in only so many connections at once from one address, its sockets among them; from a proxy any number."""

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
        """Return what serves a connection, None for one too many, which is then closed."""
        if addr.host not in self.proxies and self.open[network_of(addr.host)] >= self.per_address:
            return None
        return super().buildProtocol(addr)

    def registerProtocol(self, p: Any) -> None:
        """Count a connection that opens."""
        super().registerProtocol(p)
        self.open[network_of(p.getPeer().host)] += 1

    def unregisterProtocol(self, p: Any) -> None:
        """Count a connection that ends."""
        super().unregisterProtocol(p)
        self.open[network_of(p.getPeer().host)] -= 1
        self.open += Counter()


class Server(server.Server):  # type: ignore[misc]
    """Daphne's server behind the door, with the limits of the settings."""

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
