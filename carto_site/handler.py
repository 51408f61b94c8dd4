"""Handler that passes page requests from the server's event loop to the views."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from contextvars import copy_context
from typing import IO, Any, TypeVar, cast

from asgiref.sync import ThreadSensitiveContext
from django.conf import settings
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.core.signals import request_started
from django.http import FileResponse
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

from games.accounts.sockets import server_loop

ResultT = TypeVar("ResultT")
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]


class SingleThreadHandler(ASGIHandler):
    """ASGI handler that runs each request in a single thread of a small pool.

    Signals, the whole middleware chain and the view all run in that thread. Django's own handler switches threads twice
    for each synchronous middleware and for each signal, which costs more than most views. It also creates a thread per
    request, and each thread opens its own database connection.

    Unlike Django's, this handler does not stop when the client disconnects: a thread cannot be stopped, and it takes up
    its place in the pool until it has ended.
    """

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        # Sized for all requests in flight. The pool only starts another thread if none is idle.
        self._workers = ThreadPoolExecutor(settings.MAX_REQUESTS_IN_FLIGHT, thread_name_prefix="request")

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Handle one request."""
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        with closing(body):
            response = await self._in_thread(lambda: self._respond(scope, body))
            if not response.streaming:
                await self.send_response(response, send)
                return
            try:
                async with ThreadSensitiveContext():  # a thread of its own to read what it is made of
                    await self.send_response(response, send)
            finally:
                await self._in_thread(response.close)

    async def _in_thread(self, work: Callable[[], ResultT]) -> ResultT:
        loop = asyncio.get_running_loop()
        # Copy the context so that no request inherits the language of an earlier one.
        context = copy_context()
        context.run(server_loop.set, loop)
        future = loop.run_in_executor(self._workers, context.run, work)
        try:
            return await asyncio.shield(future)
        except asyncio.CancelledError:
            # Wait until the thread has ended. Until then, the body that it reads must stay open and the request still
            # counts.
            while not future.done():
                with suppress(asyncio.CancelledError):
                    await asyncio.wait([future])
            raise

    def _respond(self, scope: Message, body: IO[bytes]) -> HttpResponseBase:
        set_script_prefix(get_script_prefix(scope))
        request_started.send(sender=self.__class__, scope=scope)
        request, unreadable = self.create_request(scope, body)
        response = self.get_response(request) if request else cast(HttpResponseBase, unreadable)
        response.__dict__["_handler_class"] = self.__class__  # the sender of the signal that `close` sends
        if isinstance(response, FileResponse):
            response.block_size = self.chunk_size
        if not response.streaming:
            response.close()
        return response
