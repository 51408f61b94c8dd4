"""Page of a game's review: its start, its progress, and the finished review."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRefresh

from games.accounts.access import HtmxHttpRequest, SeeOther
from games.accounts.limits import too_many_requests
from games.coach.access import count_review, reviewed_table
from games.coach.models import Review
from games.coach.reviews import begin_review, find_review, finished_results, is_stalled
from games.play.log import LOOK
from games.tables.lobby.cards import table_url
from games.tables.models import Table
from games.tables.pages.access import seated


@dataclass(frozen=True, slots=True)
class ReviewProgress:
    """Page of a review that isn't finished: the name and URL of the table, the page's own URL, and the review, None
    before it was asked for.
    """

    name: str
    table: str
    here: str
    review: Review | None

    @property
    def is_stalled(self) -> bool:
        """True if the review must be queued anew, because its task is lost."""
        return self.review is not None and not self.review.failure and is_stalled(self.review)

    @property
    def running(self) -> bool:
        """True if the page asks again by itself."""
        return self.review is not None and not self.review.failure and not self.is_stalled


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def review(request: HttpRequest, code: str) -> HttpResponse:
    """Show the review of a finished game or its progress; on POST, have it made.

    Raises Http404 for a game in progress, for one without a coach, and if the visitor may not see the table.
    """
    table, coach = reviewed_table(request, code)
    place = seated(request, table)
    if not place.number:
        raise Http404
    found = find_review(table, coach.version)
    if request.method == "POST":
        if found is None or found.ended_at is None:
            if wait := count_review(request):
                return too_many_requests(request, wait)
            begin_review(table, coach)
        return SeeOther(_own_url(request, table))
    page = ReviewProgress(table.shown_name, table_url(table), _own_url(request, table), found)
    is_over = found is not None and found.ended_at is not None
    if cast(HtmxHttpRequest, request).htmx and (is_over or not page.running):
        # Only the progress is swapped. All else, such as the styles of the game, needs the page anew.
        return HttpResponseClientRefresh()
    results = finished_results(table, coach.version) if is_over else None
    if results is not None:
        return coach.page(request, place, results)
    return render(request, "coach/review.html", {"page": page})


def _own_url(request: HttpRequest, table: Table) -> str:
    look = request.GET.get(LOOK, "")
    query = f"?{urlencode({LOOK: look})}" if look.isascii() and look.isdigit() and len(look) < 3 else ""
    return reverse("coach:review", args=[table.code]) + query
