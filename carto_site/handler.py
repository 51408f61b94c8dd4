"""How a page request gets from the server's event loop to the views."""

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.core.handlers.base import BaseHandler
from django.http import HttpRequest
from django.http.response import HttpResponseBase


class OneHop(ASGIHandler):
    """Runs the whole middleware chain and the view in one thread.

    Django's own handler changes threads twice for each synchronous middleware, which halves what a process can serve.
    """

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """Return the response of the synchronous chain, called in one worker thread."""
        return await sync_to_async(self.get_response, thread_sensitive=True)(request)
