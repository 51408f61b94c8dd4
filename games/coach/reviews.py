"""Reviews of finished games: begun on demand, made step by step in background tasks, kept with the game."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import timedelta
from time import monotonic
from typing import Any, Final

from django.db.models import Q
from django_tasks import task

from games import clock
from games.accounts.models import User
from games.accounts.person_lock import lock_person
from games.coach.models import Review, SolvedExercise
from games.coach.puzzles import store_puzzles
from games.coach.summaries import summarize_review
from games.locks import writing
from games.play.coaching import Coach
from games.play.game import played_game
from games.tables.log.state import load, log
from games.tables.models import Seat, Table

LONGEST_TASK: Final = timedelta(seconds=2)
"""Time after which a task begins no other step, so that other tasks don't wait for long."""

STALLED_AFTER: Final = timedelta(minutes=2)
"""Time without progress after which a review's task counts as lost."""

_log: Final = logging.getLogger(__name__)


def find_review(table: Table, version: int) -> Review | None:
    """Return the review of a table without its results, whatever its progress, or None if there is none of the coach's
    version.
    """
    return Review.objects.defer("results").filter(table=table, version=version).first()


def is_stalled(review: Review) -> bool:
    """Return True if an unfinished review has made no progress for so long that its task must be lost."""
    return review.ended_at is None and clock.now() - review.progressed_at > STALLED_AFTER


def settled_or_running() -> Q:
    """Return the condition on reviews that are finished, have failed, or make progress."""
    return Q(ended_at__isnull=False) | ~Q(failure="") | Q(progressed_at__gte=clock.now() - STALLED_AFTER)


def finished_results(table: Table, version: int) -> Sequence[Any] | None:
    """Return the results of a finished review of the coach's version, or None."""
    found = Review.objects.filter(table=table, version=version, ended_at__isnull=False)
    results: Sequence[Any] | None = found.values_list("results", flat=True).first()
    return results


def begin_review(table: Table, coach: Coach) -> Review:
    """Queue the review of a game that is over, or the rest of it; an older version is replaced.

    The review that is already finished is left as it is.
    """
    steps = coach.count_steps(load(table).state)
    with writing():
        Review.objects.filter(table=table).exclude(version=coach.version).delete()
        review, _is_new = Review.objects.get_or_create(table=table, defaults={"version": coach.version, "steps": steps})
        if review.ended_at is None:
            now = clock.now()
            Review.objects.filter(pk=review.pk).update(failure="", begun_at=now, progressed_at=now)
            go_on.enqueue(review.pk)
    return review


@task()
def go_on(review_id: int) -> None:
    """Run the next steps of a review, then enqueue a task for the rest. Running it twice at once is harmless: the
    result is the same and is stored once.

    One that another version of the coach began is left alone, because results of two versions don't fit together.
    """
    review = Review.objects.select_related("table").filter(pk=review_id, ended_at=None, failure="").first()
    if review is None or review.version != _coach_of(review.table).version:
        return
    try:
        results = _run_steps(review)
    except Exception as error:  # a game may fail in any way, and its players wait for the result
        _log.exception("the review of a game failed")
        Review.objects.filter(pk=review.pk, done=review.done).update(failure=type(error).__name__)
        return
    done, now = len(results), clock.now()
    ended_at = now if done == review.steps else None
    with writing():
        mine = Review.objects.filter(pk=review.pk, done=review.done, ended_at=None)
        stored = mine.update(done=done, results=results, progressed_at=now, ended_at=ended_at)
        if stored and ended_at is None:
            go_on.enqueue(review.pk)
        elif stored:
            store_puzzles(review.table, _coach_of(review.table), results)
    if stored and ended_at is not None:
        summarize_review(review.pk)


def _run_steps(review: Review) -> list[Any]:
    """Return all results of a review with those of the next steps."""
    begun, results, table = monotonic(), list(review.results), review.table
    coach = _coach_of(table)
    events = [entry.event for entry in log(table, up_to=table.number)]
    handicaps = [seat.handicap for seat in Seat.objects.at(table)]
    while len(results) < review.steps:
        results.append(coach.run_step(events, len(results), results, handicaps))
        if monotonic() - begun >= LONGEST_TASK.total_seconds():
            break
    return results


def _coach_of(table: Table) -> Coach:
    coach = played_game(table.game).coach
    assert coach is not None, "only games with a coach are reviewed"
    return coach


def mark_solved(table: Table, user: User, seat: int, turn: int) -> None:
    """Remember that a user has solved an exercise."""
    with lock_person(user) as person:
        SolvedExercise.objects.get_or_create(user=person, table=table, seat=seat, turn=turn)


def solved_turns(table: Table, user: User | None, seat: int) -> set[int]:
    """Return the turns of a seat whose exercises a user has solved."""
    if user is None:
        return set()
    return set(SolvedExercise.objects.filter(user=user, table=table, seat=seat).values_list("turn", flat=True))
