"""Fixtures for a site whose only game is the toy, with users at its tables."""

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest

from games.accounts.models import User
from games.tables.lobby import services
from games.tables.lobby.services import NewTable
from games.tables.log.state import cache
from games.tables.log.submit import CommandResult, Intent, submit
from games.tables.models import Table
from tests.games.tables.toy_rules import Pick, TakeBack


@pytest.fixture(autouse=True)
def _only_the_toy(settings: Any) -> Iterator[None]:
    settings.CARTO_GAMES = {"toy": "tests.games.tables.toy_features.TOY"}
    settings.ROOT_URLCONF = "tests.games.tables.toy_urls"
    yield
    cache.clear()


@pytest.fixture
def people(db: None) -> list[User]:
    """Users named Ann, Ben, Cas and Dee."""
    return [User.objects.create_user(name.lower(), "chart and compass", display_name=name) for name in _NAMES]


_NAMES = ("Ann", "Ben", "Cas", "Dee")


def gather(
    host: User, *guests: User, turns: int = 3, capacity: int | None = None, calls: bool = False, **fields: Any
) -> Table:
    """Create a table with these users; it is full and starts, unless the capacity is larger."""
    seats, options = capacity or 1 + len(guests), {"turns": turns, **({"calls": True} if calls else {})}
    table = services.create_table(host=host, new=NewTable("toy", "Desk", options, seats, **fields))
    for guest in guests:
        table = services.join(table=table.code, user=guest)
    return Table.objects.get(pk=table.pk)


def pick(table: Table, user: User, turn: int, number: int = 5, command_id: Any = None) -> CommandResult:
    """Submit a user's pick."""
    return submit(
        table=table.code,
        user=user,
        command_id=command_id or uuid4(),
        intent=Intent("toy", lambda _: f"pick:{turn}", lambda seat: Pick(seat, turn, number)),
    )


def take_back(table: Table, user: User, turn: int, command_id: Any = None) -> CommandResult:
    return submit(
        table=table.code,
        user=user,
        command_id=command_id or uuid4(),
        intent=Intent("toy", lambda _: f"pick:{turn}", lambda seat: TakeBack(seat, turn), withdraws=True),
    )
