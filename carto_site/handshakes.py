"""WebSocket handshakes whose refusals carry the same headers as any other response.

Daphne sends refusals without the application: 400 for an invalid handshake, and 403 if the application closes a socket
before accepting it. Importing this module installs Twisted's reactor.
"""

# ruff: noqa: N802, N803 - Autobahn's names

from collections.abc import Iterable
from http import HTTPStatus

from daphne.ws_protocol import WebSocketProtocol

from carto_site import headers


class SocketProtocol(WebSocketProtocol):  # type: ignore[misc]  # Daphne has no types
    """Daphne's WebSocket protocol, with refusals like those of other requests."""

    def sendHttpErrorResponse(
        self, code: int, reason: str, responseHeaders: Iterable[tuple[str, str]] | None = None
    ) -> None:
        """Refuse the handshake in plain text. `reason` may quote the client's headers, so it is not sent back."""
        phrase = HTTPStatus(code).phrase
        text = f"{phrase}.\n".encode()
        more = {name: str(value) for name, value in responseHeaders or ()}
        pairs = headers.of_refusal(text, {**more, "Connection": "close"})
        head = b"".join(b"%s: %s\r\n" % pair for pair in pairs)
        self.sendData(b"HTTP/1.1 %d %s\r\n%s\r\n%s" % (code, phrase.encode(), head, text))
