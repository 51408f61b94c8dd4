"""Views that belong to no app."""

import sys
from http import HTTPStatus
from typing import Final

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from carto_site.health import health
from games.accounts.passwords import HashingOverloaded
from games.tables.pages.metadata import absolute

_READ_ONLY: Final = "25006"


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer 200 if the process and its database respond: `ok`, or `late: ...`.

    The second form means that the timeout worker or the outbox is late. Load balancers call this. A late email is no
    reason to take every process out of service, so only `?deep=1` answers 503 for it, with the delay of each part.
    The answer names no person, table or address, so it is public.
    """
    found = health()
    if request.GET.get("deep") == "1":
        return JsonResponse(found.facts(), status=HTTPStatus.SERVICE_UNAVAILABLE if found.late else HTTPStatus.OK)
    words = f"late: {', '.join(found.late)}" if found.late else "ok"
    return HttpResponse(f"{words}\n", content_type="text/plain; charset=utf-8")


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Serve robots.txt, which allows every page and names the sitemap.

    Private pages opt out of indexing with the X-Robots-Tag header. Crawlers can read that header only if they may
    fetch the page.
    """
    sitemap = absolute(request, reverse("history:sitemap_index"))
    return HttpResponse(f"User-agent: *\nAllow: /\n\nSitemap: {sitemap}\n", content_type="text/plain; charset=utf-8")


def server_error(request: HttpRequest) -> HttpResponse:
    """Respond to an error: 503 with Retry-After if the database is unavailable or read-only, or password hashing is
    overloaded, 500 for all others.
    """
    fault = sys.exc_info()[1]
    if isinstance(fault, HashingOverloaded) or _is_of_database(fault):
        busy = HttpResponse(render_to_string("503.html"), status=HTTPStatus.SERVICE_UNAVAILABLE)
        busy["Retry-After"] = "2"
        return busy
    return HttpResponse(render_to_string("500.html"), status=HTTPStatus.INTERNAL_SERVER_ERROR)


def _is_of_database(fault: BaseException | None) -> bool:
    """Return True if the fault is the database's and may be temporary.

    An example is PostgreSQL refusing writes while another server takes over.
    """
    return isinstance(fault, OperationalError) or getattr(fault and fault.__cause__, "sqlstate", "") == _READ_ONLY
