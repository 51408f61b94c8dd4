"""WebSocket handshakes of the server: a refusal carries the same headers as any other answer.

Daphne sends such refusals without the application: 400 to a handshake that is not valid, 403 where the application
closes a socket before it accepts it. Importing this installs Twisted's reactor.
"""

# ruff: noqa: N802, N803 - Autobahn's names

from collections.abc import Iterable
from http import HTTPStatus

from daphne.ws_protocol import WebSocketProtocol

from carto_site import headers


class SocketProtocol(WebSocketProtocol):  # type: ignore[misc]  # Daphne has no types
    """Daphne's protocol of a socket, which refuses a handshake as the rest of the site refuses a request."""

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
