"""Finished games created without playing them, and their entries in lists."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest.mock import patch

from django.test import Client
from django.utils import timezone

from games.accounts.models import User
from games.history.summaries import summarise
from games.play.summary_keys import GameSummary
from games.tables.models import Access, Seat, Status, Table

BACKEND = "django.contrib.auth.backends.ModelBackend"
NOTHING = GameSummary()
LATEST = datetime(2026, 6, 1, 12, tzinfo=UTC)


def person(name: str, **fields: Any) -> User:
    return User.objects.create_user(name.lower(), "chart and compass", display_name=name, **fields)


def ended(
    *scores: tuple[User, int],
    name: str = "Desk",
    days: int = 0,
    played_with: str = "cartographers",
    access: Access = Access.OPEN,
    summary: GameSummary = NOTHING,
    seats: dict[int, dict[str, Any]] | None = None,
    **fields: Any,
) -> Table:
    """Create a game that ended `days` before `LATEST` with these scores; `summary` is its summary."""
    at = LATEST - timedelta(days=days)
    table = Table(
        game="cartographers", name=name, set=played_with, access=access, capacity=len(scores), host=scores[0][0]
    )
    table.status, table.finished_at, table.changed_at = Status.FINISHED, at, at
    for column, value in fields.items():
        setattr(table, column, value)
    table.save()
    best = sorted((score for _user, score in scores), reverse=True)
    rows = [
        Seat(table=table, index=index, user=user, score=score, rank=best.index(score) + 1)
        for index, (user, score) in enumerate(scores)
    ]
    for index, changes in (seats or {}).items():
        for column, value in changes.items():
            setattr(rows[index], column, value)
    Seat.objects.bulk_create(rows)
    summarise_as(table, rows, summary)
    return table


def going_on(*people: User, name: str = "Desk", days: int = 0, access: Access = Access.OPEN, **fields: Any) -> Table:
    """Create a game in progress without a move for this many days."""
    at = timezone.now() - timedelta(days=days)
    table = Table(game="cartographers", name=name, access=access, capacity=len(people), host=people[0], changed_at=at)
    table.status = Status.PLAYING
    for column, value in fields.items():
        setattr(table, column, value)
    table.save()
    Seat.objects.bulk_create(Seat(table=table, index=index, user=user) for index, user in enumerate(people))
    return table


def summarise_as(table: Table, seats: list[Seat], summary_data: GameSummary) -> None:
    """Write a game's summary rows as if its game had returned this summary."""
    with patch("games.cartographers.past.summary.summary", lambda *_, **__: summary_data):
        summarise(table, seats, None)


def listed(client: Client, address: str) -> list[str]:
    """The names of the finished games in a list, in its order."""
    answer = client.get(address)
    assert answer.status_code == 200, answer.status_code
    return re.findall(r'class="past-game">.*?<h3><a [^>]*>([^<]*)<', answer.content.decode(), re.DOTALL)
