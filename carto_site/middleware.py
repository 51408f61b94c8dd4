"""Site-wide middleware, as plain functions to keep the cost per request low."""

from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.core.exceptions import BadRequest, MiddlewareNotUsed, SuspiciousOperation
from django.http import HttpRequest
from django.http.multipartparser import MultiPartParserError
from django.http.response import HttpResponse, HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.shortcuts import render

from carto_site import headers
from games.tables.pages.metadata import is_indexable, is_listed

Handler = Callable[[HttpRequest], HttpResponseBase]


def trusted_proxy(get_response: Handler) -> Handler:
    """Set the client's address from the X-Real-IP header of a configured proxy, and drop the header of anyone else.

    X-Forwarded-For is not read, because its first entry is written by the client.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if request.META.get("REMOTE_ADDR") in settings.PROXY_ADDRESSES:
            request.META["REMOTE_ADDR"] = request.META.get("HTTP_X_REAL_IP") or request.META["REMOTE_ADDR"]
        else:
            request.META.pop("HTTP_X_FORWARDED_PROTO", None)
        return get_response(request)

    return middleware


def baseline_headers(get_response: Handler) -> Handler:
    """Add the security headers that neither Django nor django-csp sets."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        for name, value in headers.ADDED.items():
            response.headers.setdefault(name, value)
        return response

    return middleware


def forbid_indexing(get_response: Handler) -> Handler:
    """Ask search engines not to list a page unless its view is `listed` or its response says so.

    A permanent redirect has no such header: search engines apply what they know of the old address to the new one,
    whose response has its own header.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        match = request.resolver_match
        is_moved = response.status_code in {HTTPStatus.MOVED_PERMANENTLY, HTTPStatus.PERMANENT_REDIRECT}
        if match and not is_moved and not is_listed(match.func) and not is_indexable(request):
            response.headers["X-Robots-Tag"] = "noindex"
        return response

    return middleware


COMPRESSED = {"text/html", "image/svg+xml", "application/json"}


def compress_text(get_response: Handler) -> Handler:
    """Compress pages for browsers that connect directly. A proxy compresses its own responses.

    `GZipMiddleware` adds random padding, because the length of a compressed page can reveal its contents (BREACH).
    Static files are already compressed, so place this after WhiteNoise.
    """
    if settings.PROXY_ADDRESSES:
        raise MiddlewareNotUsed
    compress = GZipMiddleware(get_response).process_response

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        content_type = response.headers.get("Content-Type", "").partition(";")[0]
        if isinstance(response, HttpResponse) and content_type in COMPRESSED:
            return compress(request, response)
        return response

    return middleware


# LookupError is raised for a codec that Python knows but that is not a text encoding.
_UNREADABLE = (BadRequest, SuspiciousOperation, MultiPartParserError, LookupError)


def reject_unreadable(get_response: Handler) -> Handler:
    """Answer 400 to an unreadable query string or form before any other code reads it.

    Django's own error pages read it as well and would fail. Place this after LocaleMiddleware.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        try:
            _ = request.GET, request.POST
        except _UNREADABLE:
            return render(request, "400.html", status=HTTPStatus.BAD_REQUEST)
        return get_response(request)

    return middleware
