"""ASGI wrapper that rejects large bodies and floods of requests before they reach a view."""

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from typing import Any

from carto_site import headers
from carto_site.request_queue import RequestQueue, RetrySchedule

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]


TOO_LONG = b"That is more than this site accepts.\n"
BUSY = "The site is busy. {} in {} seconds.\n"


def most_bytes(path: str, larger: Mapping[str, int], otherwise: int) -> int:
    """Return the maximum length, in bytes, of a body sent to a path.

    The first pattern of `larger` that matches the whole path decides, else `otherwise`.
    """
    return next((most for pattern, most in larger.items() if re.fullmatch(pattern, path)), otherwise)


class BodyTooLarge(Exception):
    """Error for a body that is longer than allowed."""


class BodyLimiter:
    """ASGI wrapper that refuses long bodies with 413, and requests with 503 while the site is overloaded.

    A body may have `max_body` bytes, or the length that `larger` gives for its path. A request is refused if
    `max_requests` are waiting or being answered, or if it has waited too long for its turn. The wrapper runs in the
    server's one event loop, so its counter needs no lock.
    """

    def __init__(
        self,
        application: Application,
        *,
        max_body: int,
        max_requests: int,
        turns: RequestQueue,
        larger: Mapping[str, int] | None = None,
    ) -> None:
        self.application = application
        self.max_body = max_body
        self.larger = larger or {}
        self.max_requests = max_requests
        self.turns = turns
        self.in_flight = 0
        self._retries = RetrySchedule()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request, or refuse it."""
        if scope["type"] != "http":
            await self.application(scope, receive, send)
        elif self.in_flight >= self.max_requests:
            await self._refuse_busy(scope, send)
        elif _announced_length(scope["headers"]) > self._most(scope):
            await _refuse(send, 413, TOO_LONG)
        else:
            self.in_flight += 1
            try:
                await self._answer_in_turn(scope, receive, send)
            finally:
                self.in_flight -= 1

    def _most(self, scope: Scope) -> int:
        return most_bytes(scope.get("path", ""), self.larger, self.max_body)

    async def _answer_in_turn(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not (turn := await self.turns.take()):
            await self._refuse_busy(scope, send)
            return
        try:
            await self.application(scope, _counting(receive, self._most(scope)), _with_headers(send))
        except BodyTooLarge:
            await _refuse(send, 413, TOO_LONG)
        finally:
            turn.end()
            self._retries.answered()

    async def _refuse_busy(self, scope: Scope, send: Send) -> None:
        """Say when to retry. Browsers load a page again by themselves, but never send a form again."""
        seconds = str(self._retries.next_delay())
        if scope["method"] == "GET" and not any(name.lower() == b"hx-request" for name, _ in scope["headers"]):
            text, more = BUSY.format("This page tries again", seconds), {"Retry-After": seconds, "Refresh": seconds}
        else:
            text, more = BUSY.format("Please try again", seconds), {"Retry-After": seconds}
        await _refuse(send, 503, text.encode(), more)


def _announced_length(pairs: Iterable[tuple[bytes, bytes]]) -> int:
    """Return the largest Content-Length among the headers, or 0 if there is none or it is invalid."""
    values = [value for name, value in pairs if name.lower() == b"content-length"]
    return max((int(value) for value in values if value.isdigit() and len(value) < 20), default=0)


def _counting(receive: Receive, limit: int) -> Receive:
    received = 0

    async def counted() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > limit:
            raise BodyTooLarge
        return message

    return counted


def _with_headers(send: Send) -> Send:
    """Add missing headers to responses that bypass Django's middleware."""

    async def completed(message: Message) -> None:
        if message["type"] == "http.response.start":
            present = {name.lower() for name, _ in message["headers"]}
            missing = [pair for pair in headers.encoded(headers.fallback()) if pair[0] not in present]
            message = {**message, "headers": [*message["headers"], *missing]}
        await send(message)

    return completed


async def _refuse(send: Send, status: int, text: bytes, more: Mapping[str, str] | None = None) -> None:
    """Respond in plain text, with more headers."""
    await send({"type": "http.response.start", "status": status, "headers": headers.of_refusal(text, more)})
    await send({"type": "http.response.body", "body": text})
