"""Summaries of finished reviews for the insights of players, written when a review is finished, and by a sweep."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from datetime import timedelta
from time import monotonic
from typing import Final

from django.db.models import F, Q, QuerySet

from games.accounts.models import User
from games.coach.losses import sum_up_moves
from games.coach.models import Review, SeatInsight
from games.locks import writing
from games.play.coaching import Insights
from games.play.game import played_game
from games.tables.game import games
from games.tables.holders import held
from games.tables.log.state import load
from games.tables.log.turns_drawn import find_turns_of_others
from games.tables.models import Bot, Origin, Seat, Table

VERSION: Final = 1
"""Version of the summaries. A change lets the sweep write those of all reviews anew."""
PACE, OPPONENTS = "pace", "opponents"
NOBODY, PEOPLE, BOTS = "alone", "people", "bots"
"""Rows by opponents; those of bots continue with their level, which is empty if their levels differ or are unknown."""

_LONGEST_SWEEP: Final = timedelta(seconds=0.5)
_AT_ONCE: Final = 20
_log: Final = logging.getLogger(__name__)


def insights_of_game(key: str) -> Insights | None:
    """Return the insights that a game of the site provides, or None."""
    coach = played_game(key).coach if key in games() else None
    return coach.insights if coach else None


def _version_of(game: str) -> int:
    coach = played_game(game).coach
    return coach.version if coach else 0


def seat_insights(person: User) -> QuerySet[SeatInsight]:
    """Return the summaries of all reviewed games of a user."""
    # Both conditions refer to the one seat that the user has at a table.
    return SeatInsight.objects.filter(review__table__seats__user=person, review__table__seats__index=F("seat"))


def current_insights(person: User) -> QuerySet[SeatInsight]:
    """Return the same without those of older versions of a coach, whose figures mean something else."""
    current = Q(pk__in=[])
    for key in games():
        if insights_of_game(key):
            current |= Q(review__table__game=key, review__version=_version_of(key))
    return seat_insights(person).filter(current)


def summarize_due_reviews() -> int:
    """Summarize some finished reviews that aren't, such as older ones. Return how many; this is a sweep."""
    begun, count = monotonic(), 0
    due = Review.objects.filter(ended_at__isnull=False, insights_version__lt=VERSION)
    for key in list(due.order_by("-insights_version", "-pk").values_list("pk", flat=True)[:_AT_ONCE]):
        summarize_review(key)
        count += 1
        if monotonic() - begun >= _LONGEST_SWEEP.total_seconds():
            break
    return count


def summarize_review(key: int) -> None:
    """Write the summaries of a finished review with that key. One that fails is logged and gets none."""
    review = Review.objects.select_related("table").filter(pk=key, ended_at__isnull=False).first()
    if review is None:
        return
    try:
        rows = list(_summaries(review))
    except Exception:  # a broken review must not stop the sweep
        _log.exception("a review could not be summarized")
        rows = []
    with writing():
        # The lock keeps two processes from writing the same rows. The review may be gone by now.
        if not Review.objects.select_for_update().filter(pk=key, ended_at__isnull=False).exists():
            return
        SeatInsight.objects.filter(review=key).delete()
        SeatInsight.objects.bulk_create(rows)
        Review.objects.filter(pk=key).update(insights_version=VERSION)


def _summaries(review: Review) -> Iterator[SeatInsight]:
    """Yield the summaries of the seats of users. Uploaded games, forks and games on one device are left out, as in
    statistics.
    """
    table, insights = review.table, insights_of_game(review.table.game)
    if (
        insights is None
        or table.origin != Origin.PLAYED
        or table.on_device
        or review.version != _version_of(table.game)
    ):
        return
    seats = list(Seat.objects.at(table))
    state, others = load(table).state, find_turns_of_others(table, seats)
    for seat in held(seats):
        if seat.user is None or seat.user.erased_at is not None:
            continue
        moves = insights.moves(state, review.results, seat.index)
        own = (move for move in moves if move.turn not in others[seat.index])
        losses = sum_up_moves(own, {PACE: table.pace, OPPONENTS: _opponents(table, seats)})
        yield SeatInsight(review=review, seat=seat.index, losses=losses.to_json())


def _opponents(table: Table, seats: Sequence[Seat]) -> str:
    """Return the row for the opponents at a table. Bots count only if there are no other people."""
    if len(seats) == 1:
        return NOBODY
    if len(held(seats)) > 1:
        return PEOPLE
    levels = {player.level for seat in seats if isinstance(player := seat.player, Bot)}
    return f"{BOTS}-{levels.pop() or ''}" if len(levels) == 1 else f"{BOTS}-"
