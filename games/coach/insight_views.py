"""Page of a player's insights, the turns behind them, and the reviews of their latest games."""

from __future__ import annotations

from datetime import timedelta
from typing import cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRefresh

from games.accounts.access import HtmxHttpRequest, SeeOther
from games.accounts.limits import NO_WAIT, too_many_requests
from games.accounts.models import User
from games.coach.access import count_review
from games.coach.batches import coach_of, latest_unreviewed_games
from games.coach.insight_pages import insight_turns_page, insights_page, insights_url, progress_words
from games.coach.reviews import begin_review
from games.play.words import number_text


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def insights(request: HttpRequest, username: str) -> HttpResponse:
    """Show a player's insights, or with `by` the turns of a row; on POST, have the latest games reviewed.

    Raises Http404 for users who keep their profile private, for other guests, for reviews asked for by anybody else,
    and for unknown rows.
    """
    person = get_object_or_404(User.objects.shown_to(request.user.pk).named(username))
    if person.guest and person.pk != request.user.pk:
        raise Http404
    if request.method == "POST":
        return _review_games(request, person)
    if person.username != username:
        suffix = f"?{query}" if (query := request.GET.urlencode()) else ""
        return SeeOther(insights_url(person) + suffix)
    if cast(HtmxHttpRequest, request).htmx:
        return _progress(request, person)
    if by := request.GET.get("by", ""):
        row = (request.GET.get("game", ""), by, request.GET.get("row", ""))
        turns = insight_turns_page(person, request.user, *row)
        if turns is None:
            raise Http404
        return render(request, "coach/insight_turns.html", {"page": turns})
    return render(request, "coach/insights.html", {"page": insights_page(person, request.user)})


def _progress(request: HttpRequest, person: User) -> HttpResponse:
    """Return the progress of the reviews for a page that waits for them; the page reloads when they are done."""
    progress = progress_words(person) if person.pk == request.user.pk else None
    return render(request, "coach/_progress.html", {"progress": progress}) if progress else HttpResponseClientRefresh()


def _review_games(request: HttpRequest, person: User) -> HttpResponse:
    """Begin the reviews of a player's latest games that have none, as many as the limit allows."""
    if person.pk != request.user.pk:
        raise Http404
    begun, wait = 0, NO_WAIT
    for table in latest_unreviewed_games(person):
        if wait := count_review(request):
            break
        begin_review(table, coach_of(table))
        begun += 1
    if wait and not begun:
        return too_many_requests(request, wait)
    if wait:
        messages.warning(request, _limit_words(begun, wait))
    return SeeOther(insights_url(person))


def _limit_words(begun: int, wait: timedelta) -> str:
    minutes = max(1, -(-int(wait.total_seconds()) // 60))
    text = ngettext(
        "You’ve reached the limit for game reviews (started now: %(count)s). Try again in %(n)s minute.",
        "You’ve reached the limit for game reviews (started now: %(count)s). Try again in %(n)s minutes.",
        minutes,
    )
    return text % {"count": number_text(begun), "n": number_text(minutes)}
