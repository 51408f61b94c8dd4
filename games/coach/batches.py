"""Reviews of a player's latest games, begun together, and their progress."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from functools import reduce
from operator import or_
from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet

from games import clock
from games.accounts.models import User
from games.coach.models import Review
from games.coach.reviews import settled_or_running
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
    """Return a player's latest finished games to review, as many as are reviewed at once.

    They have no review of the present version that is finished, running or failed. One that failed can be tried again
    on its own page; here, ten of them would keep all others from being reviewed.
    """
    unwanted = Exists(_present_reviews().filter(settled_or_running(), table=OuterRef("pk")))
    keys = [key for key in games() if insights_of_game(key)]
    tables = Table.objects.finished().played_here().filter(~unwanted, game__in=keys, seats__user=person)
    return list(tables[:MOST])


def failed_games(person: User) -> list[Table]:
    """Return a player's latest games whose review stopped because of an error."""
    failed = Exists(_present_reviews().exclude(failure="").filter(table=OuterRef("pk")))
    return list(Table.objects.over().filter(failed, seats__user=person)[:MOST])


def _present_reviews() -> QuerySet[Review]:
    """Return the reviews by the present version of each game's coach."""
    coaches = [(key, coach) for key in games() if (coach := played_game(key).coach)]
    present = [Q(table__game=key, version=coach.version) for key, coach in coaches]
    return Review.objects.filter(reduce(or_, present, Q(pk__in=[])))


def batch_progress(person: User) -> BatchProgress | None:
    """Return the progress of the reviews of a player's games that are being made, or None if there are none.

    Those begun at the same time or later that are done are counted too.
    """
    own = Review.objects.filter(table__seats__user=person, failure="")
    lately = own.filter(begun_at__gt=clock.now() - LONGEST)
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


def count_unsummarized(person: User) -> int:
    """Return how many finished reviews of a player's games will be added to the insights."""
    own = Review.objects.filter(table__seats__user=person, ended_at__isnull=False)
    return own.filter(insights_version__lt=VERSION).count()


_REQUEST: Final = timedelta(seconds=30)
"""Longest time between the first and the last review that one request begins."""
