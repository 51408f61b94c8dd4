"""Export, transfer and deletion of a user's insights, and of the exercises and puzzles that they have solved."""

from __future__ import annotations

from typing import Any

from django.db.models import Exists, F, OuterRef
from django.utils.translation import gettext as _

from games.accounts.models import User
from games.accounts.signals import person_erased
from games.coach.losses import SeatLosses
from games.coach.models import PuzzleAttempt, PuzzleRecord, SolvedExercise
from games.coach.summaries import seat_insights
from games.tables.signals import guest_moved, guest_returned


def connect() -> None:
    """Connect the receivers, once."""
    person_erased.connect(_on_erased, dispatch_uid="coach")
    guest_moved.connect(_on_guest_moved, dispatch_uid="coach")
    guest_returned.connect(_on_guest_returned, dispatch_uid="coach")


def _on_erased(*, user: User, **_: Any) -> None:
    for model in (SolvedExercise, PuzzleAttempt, PuzzleRecord):
        model._default_manager.filter(user=user).delete()
    seat_insights(user).delete()


def _on_guest_returned(*, old: User, **_options: Any) -> str:
    # Every user who has tried a puzzle has a record.
    has_any = any(model._default_manager.filter(user=old).exists() for model in (SolvedExercise, PuzzleRecord))
    return _("Puzzle results and solved exercises will be moved.") if has_any else ""


def _on_guest_moved(*, old: User, new: User, **_: Any) -> None:
    """Move what the account doesn't have yet. It keeps its own rating and streak; the numbers are added up."""
    done = SolvedExercise.objects.filter(
        user=new, table=OuterRef("table"), seat=OuterRef("seat"), turn=OuterRef("turn")
    )
    SolvedExercise.objects.filter(~Exists(done), user=old).update(user=new)
    tried = PuzzleAttempt.objects.filter(user=new, puzzle=OuterRef("puzzle"))
    PuzzleAttempt.objects.filter(~Exists(tried), user=old).update(user=new)
    for record in PuzzleRecord.objects.filter(user=old):
        own = PuzzleRecord.objects.filter(user=new, game=record.game).first()
        if own is None:
            PuzzleRecord.objects.filter(pk=record.pk).update(user=new)
            continue
        own.attempts += record.attempts
        own.solved += record.solved
        own.best_streak = max(own.best_streak, record.best_streak)
        own.save(update_fields=["attempts", "solved", "best_streak"])
        record.delete()


def exercise_data(user: User) -> dict[str, Any]:
    """Return the exercises that a user has solved, and the puzzles that they have tried, with their ratings."""
    solved = SolvedExercise.objects.filter(user=user).order_by("pk")
    attempts = PuzzleAttempt.objects.filter(user=user).order_by("pk")
    records = PuzzleRecord.objects.filter(user=user).order_by("pk")
    return {
        "solved_exercises": list(solved.values("seat", "turn", "at", table_code=F("table__code"))),
        "puzzle_attempts": list(attempts.values("loss", "is_solved", "rating", "at", "puzzle")),
        "puzzle_ratings": list(records.values("game", "rating", "attempts", "solved", "streak", "best_streak")),
    }


def insight_data(user: User) -> dict[str, Any]:
    """Return the insights from the games of a user: the number of moves and the sum of losses, whole and by row."""
    rows = seat_insights(user).order_by("pk").values_list("review__table__code", "seat", "losses")
    return {"insights": [_insight(code, seat, SeatLosses.from_json(data)) for code, seat, data in rows]}


def _insight(code: str, seat: int, losses: SeatLosses) -> dict[str, Any]:
    groups = {
        group: {row: {"moves": each.moves, "lost": each.lost} for row, each in rows.items()}
        for group, rows in losses.rows.items()
    }
    whole = {"moves": losses.whole.moves, "lost": losses.whole.lost}
    return {"table_code": code, "seat": seat, **losses.game, **whole, "rows": groups}
