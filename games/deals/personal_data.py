"""Export of a user's daily maps and races."""

from __future__ import annotations

from typing import Any

from django.db.models import F

from games.accounts.models import User
from games.tables.models import Deal, DealEntry

_OF_A_RACE = ("code", "name", "game", "set", "opens_at", "closes_at", "closed_at")


def deal_data(user: User) -> dict[str, Any]:
    """Return the user's counted games on daily maps, in races and on shared decks, and the races that they opened."""
    entries = DealEntry.objects.filter(user=user).order_by("pk")
    columns = {"kind": F("deal__kind"), "day": F("deal__day"), "race": F("deal__name"), "table_code": F("table__code")}
    return {
        "deal_entries": list(entries.values("started_at", "ended_at", "score", "turn_scores", **columns)),
        "races": list(Deal.objects.filter(host=user).order_by("pk").values(*_OF_A_RACE)),
    }
