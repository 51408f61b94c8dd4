"""How a page request gets from the server's event loop to the views."""

from concurrent.futures import ThreadPoolExecutor

from asgiref.sync import sync_to_async
from django.conf import settings
from django.core.handlers.asgi import ASGIHandler
from django.core.handlers.base import BaseHandler
from django.db import close_old_connections
from django.http import HttpRequest
from django.http.response import HttpResponseBase


class OneHop(ASGIHandler):
    """Runs the whole middleware chain and the view in one thread of a few that are kept.

    Django's own handler changes threads twice for each synchronous middleware, which halves what a process can serve,
    and makes a thread for each request, which then opens a connection to the database of its own.
    """

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        # As many as may be worked on, but another is only made where none is idle.
        self._workers = ThreadPoolExecutor(settings.MAX_REQUESTS_IN_FLIGHT, thread_name_prefix="request")

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """Return the response of the synchronous chain, called in one worker thread."""
        return await sync_to_async(self._respond, thread_sensitive=False, executor=self._workers)(request)

    def _respond(self, request: HttpRequest) -> HttpResponseBase:
        try:
            return self.get_response(request)
        finally:
            # Django does so when a request is finished, but in another thread, which has no connection.
            close_old_connections()
