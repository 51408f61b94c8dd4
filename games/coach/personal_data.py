"""Export and deletion of a user's insights, and of the exercises that they have solved."""

from __future__ import annotations

from typing import Any

from django.db.models import F

from games.accounts.models import User
from games.accounts.signals import person_erased
from games.coach.losses import SeatLosses
from games.coach.models import SolvedExercise
from games.coach.summaries import seat_insights


def connect() -> None:
    """Connect the receiver, once."""
    person_erased.connect(_on_erased, dispatch_uid="coach")


def _on_erased(*, user: User, **_: Any) -> None:
    SolvedExercise.objects.filter(user=user).delete()
    seat_insights(user).delete()


def exercise_data(user: User) -> dict[str, Any]:
    """Return the exercises that a user has solved."""
    solved = SolvedExercise.objects.filter(user=user).order_by("pk")
    return {"solved_exercises": list(solved.values("seat", "turn", "at", table_code=F("table__code")))}


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
