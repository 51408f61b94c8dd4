"""Reviews of a player's latest games, begun together, and their progress."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from games.accounts.models import User
from games.coach.models import Review
from games.coach.summaries import VERSION, insights_of_game
from games.play.coaching import Coach
from games.play.game import played_game
from games.tables.game import games
from games.tables.models import Table

MOST: Final = 10
"""Most games that are reviewed at once."""
LONGEST: Final = timedelta(hours=1)
"""Time after which a review that makes no progress counts as lost, so that it can be begun again."""


@dataclass(frozen=True, slots=True)
class BatchProgress:
    """Progress of the reviews that were begun lately: games and steps, and how many of each are done."""

    games: int
    games_done: int
    steps: int
    steps_done: int


def coach_of(table: Table) -> Coach:
    """Return the coach of a table's game, which has one."""
    coach = played_game(table.game).coach
    assert coach is not None, "only games with a coach are listed"
    return coach


def latest_unreviewed_games(person: User) -> list[Table]:
    """Return a player's latest finished games that have no finished review, as many as are reviewed at once."""
    wanted = Q(pk__in=[])
    for key in games():
        if insights_of_game(key) and (coach := played_game(key).coach):
            done = Review.objects.filter(table=OuterRef("pk"), version=coach.version, ended_at__isnull=False)
            wanted |= Q(game=key) & ~Q(Exists(done))
    return list(Table.objects.finished().played_here().filter(wanted, seats__user=person)[:MOST])


def batch_progress(person: User) -> BatchProgress | None:
    """Return the progress of the reviews of a player's games that are being made, or None if there are none.

    Those begun at the same time or later that are done are counted too.
    """
    own = Review.objects.filter(table__seats__user=person, failure="")
    lately = own.filter(begun_at__gt=timezone.now() - LONGEST)
    running = lately.filter(ended_at=None).order_by("begun_at").values_list("begun_at", flat=True).first()
    if running is None:
        return None
    # A review that is done was begun before those that wait behind it, within the time of one request.
    batch = list(lately.filter(begun_at__gte=running - _REQUEST).values_list("ended_at", "done", "steps"))
    return BatchProgress(
        len(batch),
        sum(ended_at is not None for ended_at, _done, _steps in batch),
        sum(steps for _ended_at, _done, steps in batch),
        sum(done for _ended_at, done, _steps in batch),
    )


def count_failed(person: User) -> int:
    """Return how many reviews of a player's games stopped because of an error."""
    return Review.objects.filter(table__seats__user=person).exclude(failure="").count()


def count_unsummarized(person: User) -> int:
    """Return how many finished reviews of a player's games will be added to the insights."""
    own = Review.objects.filter(table__seats__user=person, ended_at__isnull=False)
    return own.filter(insights_version__lt=VERSION).count()


_REQUEST: Final = timedelta(seconds=30)
"""Longest time between the first and the last review that one request begins."""
