"""Export and deletion of a user's ratings."""

from __future__ import annotations

from typing import Any

from django.db.models import F

from games.accounts.models import User
from games.accounts.signals import person_erased
from games.ratings.models import Rating, RatingResult


def connect() -> None:
    """Connect the receiver, once. Guests have no ratings that could move to an account."""
    person_erased.connect(_on_erased, dispatch_uid="ratings")


def _on_erased(*, user: User, **_: Any) -> None:
    RatingResult.objects.filter(user=user).delete()
    Rating.objects.filter(user=user).delete()


def rating_data(user: User) -> dict[str, Any]:
    """Return the ratings of a user, and the results they come from."""
    ratings = Rating.objects.filter(user=user).order_by("pk").values("game", "kind", "mu", "sigma", "results")
    columns = ("game", "kind", "place", "players", "finished_at", "mu_before", "sigma_before", "mu", "sigma")
    results = RatingResult.objects.filter(user=user).order_by("pk").values(*columns, table_code=F("table__code"))
    return {"ratings": list(ratings), "rating_results": list(results)}
