"""Puzzles from reviewed games: stored with the review, chosen near a user's rating, and rated."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, Final

from django.db.models import Exists, F, OuterRef, QuerySet

from games.accounts.models import User
from games.accounts.person_lock import lock_person
from games.coach.models import FIRST_RATING, Puzzle, PuzzleAttempt, PuzzleRecord
from games.coach.ratings import updated_rating
from games.play.coaching import Coach
from games.tables.models import Access, Seat, Status, Table

_NEAR: Final = 10
"""Number of puzzles above a user's rating, and as many below, from which the next one is drawn."""


def may_have_puzzles(table: Table) -> bool:
    """Return True if a game is public, played here, and finished."""
    return open_tables().filter(pk=table.pk).exists()


def open_tables() -> QuerySet[Table]:
    """Return the games whose puzzles everyone may see: public, played here, and finished."""
    return Table.objects.played_here().filter(status=Status.FINISHED, access=Access.OPEN)


def store_puzzles(table: Table, coach: Coach, results: Sequence[Any]) -> None:
    """Store the puzzles of a finished review. Those that an earlier version of the coach found too keep their rating.

    The caller has opened a transaction.
    """
    if not may_have_puzzles(table):
        return
    for found in coach.find_puzzles(results):
        values = {"version": coach.version, "move_review": found.move_review}
        Puzzle.objects.update_or_create(table=table, seat=found.seat, turn=found.turn, defaults=values)


def shown_puzzles(game: str, version: int) -> QuerySet[Puzzle]:
    """Return the puzzles of a game that may be shown: found by this version of its coach, and of games still public."""
    tables = open_tables().filter(game=game).order_by()
    return Puzzle.objects.filter(version=version, is_off=False, table__in=tables).select_related("table")


def next_puzzle(game: str, version: int, user: User | None) -> Puzzle | None:
    """Return a puzzle of about the user's rating that they haven't tried and whose game they didn't play, or None."""
    puzzles, rating = shown_puzzles(game, version), FIRST_RATING
    if user is not None:
        rating = record_of(user, game).rating
        tried = PuzzleAttempt.objects.filter(user=user, puzzle=OuterRef("pk"))
        own = Seat.objects.filter(user=user, table=OuterRef("table"))
        puzzles = puzzles.filter(~Exists(tried), ~Exists(own))
    above = puzzles.filter(rating__gte=rating).order_by("rating", "pk")[:_NEAR]
    below = puzzles.filter(rating__lt=rating).order_by("-rating", "pk")[:_NEAR]
    near = sorted([*above, *below], key=lambda puzzle: abs(puzzle.rating - rating))[:_NEAR]
    return secrets.choice(near) if near else None


def record_of(user: User | None, game: str) -> PuzzleRecord:
    """Return a user's record in a game, a new one that isn't stored if there is none."""
    found = PuzzleRecord.objects.filter(user=user, game=game).first() if user else None
    return found or PuzzleRecord(game=game)


def find_attempt(puzzle: Puzzle, user: User | None) -> PuzzleAttempt | None:
    """Return the attempt of a user that counted, or None."""
    return PuzzleAttempt.objects.filter(puzzle=puzzle, user=user).first() if user else None


def is_own_game(puzzle: Puzzle, user: User | None) -> bool:
    """Return True if the user has a seat in the game of a puzzle, so that their attempts don't count."""
    return user is not None and Seat.objects.filter(table=puzzle.table_id, user=user).exists()


def record_attempt(puzzle: Puzzle, user: User, *, loss: float | None, is_solved: bool) -> PuzzleAttempt | None:
    """Rate and store the first attempt of a user, and return it; None for further ones, and for own games.

    `loss` is None if the user asked for the solution. Raises AccountDeleted, and Puzzle.DoesNotExist if the puzzle was
    deleted in the meantime.
    """
    with lock_person(user) as person:
        if find_attempt(puzzle, person) or is_own_game(puzzle, person):
            return None
        locked = Puzzle.objects.select_for_update().get(pk=puzzle.pk)
        record, _is_new = PuzzleRecord.objects.get_or_create(user=person, game=puzzle.table.game)
        before = record.rating
        record.rating = updated_rating(before, record.attempts, locked.rating, won=is_solved)
        record.attempts += 1
        record.solved += is_solved
        record.streak = record.streak + 1 if is_solved else 0
        record.best_streak = max(record.best_streak, record.streak)
        record.save()
        rating = updated_rating(locked.rating, locked.attempts, before, won=not is_solved)
        Puzzle.objects.filter(pk=locked.pk).update(rating=rating, attempts=F("attempts") + 1)
        return PuzzleAttempt.objects.create(
            user=person, puzzle=locked, loss=loss, is_solved=is_solved, rating=record.rating
        )
