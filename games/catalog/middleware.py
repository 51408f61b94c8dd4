"""The catalog as one request sees it."""

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from games.catalog.active_catalog import read_once

Handler = Callable[[HttpRequest], HttpResponseBase]


def one_catalog(get_response: Handler) -> Handler:
    """Let a request ask for the catalog once, however many tables its page describes."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        with read_once():
            return get_response(request)

    return middleware
