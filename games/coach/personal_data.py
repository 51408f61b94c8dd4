"""Export and deletion of the exercises that a user has solved."""

from __future__ import annotations

from typing import Any

from django.db.models import F

from games.accounts.models import User
from games.accounts.signals import person_erased
from games.coach.models import SolvedExercise


def connect() -> None:
    """Connect the receiver, once."""
    person_erased.connect(_on_erased, dispatch_uid="coach")


def _on_erased(*, user: User, **_: Any) -> None:
    SolvedExercise.objects.filter(user=user).delete()


def exercise_data(user: User) -> dict[str, Any]:
    """Return the exercises that a user has solved."""
    solved = SolvedExercise.objects.filter(user=user).order_by("pk")
    return {"solved_exercises": list(solved.values("seat", "turn", "at", table_code=F("table__code")))}
