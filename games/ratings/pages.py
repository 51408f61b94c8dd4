"""Ratings on profile pages, and in the list of seats of a table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.accounts.models import User
from games.accounts.pages import PersonPart
from games.history.charts import LineChart, line_chart
from games.play.words import number_text
from games.ratings.models import Rating, RatingKind, RatingResult
from games.ratings.skill import SETTLED_AFTER, Skill
from games.tables.game import games

LATEST: Final = 30
"""Number of latest results on a chart."""


@dataclass(frozen=True, slots=True)
class RatedResultView:
    """Rated result: its rank among the players, and the rating after it."""

    at: datetime
    place: str
    number: str


@dataclass(frozen=True, slots=True)
class RatingView:
    """Rating of a user: `game` is "" if the site has no other, `provisional` is "" for a settled rating.

    `course` are the latest results, latest first, and `chart` the same as a line, None for a single one.
    """

    game: str
    kind: str
    number: str
    provisional: str
    results: str
    course: tuple[RatedResultView, ...]
    chart: LineChart | None


@dataclass(frozen=True, slots=True)
class PersonRatings:
    """Ratings on a profile page; `mine` if it is the viewer's, and `is_shown` if others see them too."""

    ratings: tuple[RatingView, ...]
    mine: bool
    is_shown: bool


def person_part(person: User, viewer: User | AnonymousUser) -> PersonPart | None:
    """Return a user's ratings for their profile, or None if they have none or keep them to themselves."""
    mine = person.pk == viewer.pk
    if person.guest or not (mine or person.shows_rating):
        return None
    by_game = {(rating.game, rating.kind): rating for rating in Rating.objects.filter(user=person)}
    ordered = [by_game[key, kind] for key in games() for kind in RatingKind if (key, kind) in by_game]
    if not ordered:
        return None
    content = PersonRatings(tuple(_view(rating) for rating in ordered), mine, person.shows_rating)
    return PersonPart("ratings/_person.html", "css/history.css", content)


def _view(rating: Rating) -> RatingView:
    results = RatingResult.objects.filter(user=rating.user_id, game=rating.game, kind=rating.kind, mu__isnull=False)
    latest = list(results.order_by("-pk")[:LATEST])
    words = ngettext("%(count)s result", "%(count)s results", rating.results)
    return RatingView(
        game=str(games()[rating.game].name) if len(games()) > 1 else "",
        kind=str(RatingKind(rating.kind).label),
        number=number_text(rating.skill.number),
        provisional=_provisional_words(rating),
        results=words % {"count": number_text(rating.results)},
        course=tuple(_result_view(result) for result in latest),
        chart=_chart(latest[::-1]) if latest else None,
    )


def _provisional_words(rating: Rating) -> str:
    if rating.results >= SETTLED_AFTER:
        return ""
    return _("provisional, ±%(margin)s") % {"margin": number_text(rating.skill.margin)}


def _result_view(result: RatingResult) -> RatedResultView:
    place = {"rank": number_text(result.place), "count": number_text(result.players)}
    return RatedResultView(result.finished_at, _("%(rank)s of %(count)s") % place, number_text(_after(result)))


def _chart(results: list[RatingResult]) -> LineChart:
    """Return the ratings from before the first of these results to after the last."""
    first = Skill(results[0].mu_before or 0, results[0].sigma_before or 0).number
    return line_chart([("", first), *((_day(result), _after(result)) for result in results)])


def _after(result: RatingResult) -> int:
    return Skill(result.mu or 0, result.sigma or 0).number


def _day(result: RatingResult) -> str:
    return date_format(localtime(result.finished_at), "SHORT_DATE_FORMAT")


def seat_rating_words(game: str, people: Iterable[User]) -> dict[int, str]:
    """Return by key the ratings in games with others, in words, of those users who show theirs."""
    shown = [person.pk for person in people if person.shows_rating and not person.guest]
    ratings = Rating.objects.filter(user__in=shown, game=game, kind=RatingKind.TABLES) if shown else ()
    return {rating.user_id: _seat_words(rating) for rating in ratings}


def _seat_words(rating: Rating) -> str:
    words = _("Rating %(number)s") if rating.results >= SETTLED_AFTER else _("Rating %(number)s (provisional)")
    return words % {"number": number_text(rating.skill.number)}
