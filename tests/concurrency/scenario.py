"""What a game gives to the tests that play it from many threads at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol
from uuid import UUID

from engine.contract import Seat
from games.accounts.models import User
from games.tables.models import Table
from games.tables.submit import Outcome

Submit = Callable[..., Outcome]
"""`games.tables.submit.submit`, or the control that lacks its lock."""


class Scenario(Protocol):
    """One game under test."""

    games: Mapping[str, str]
    """The setting CARTO_GAMES under which it is played."""

    def open_table(self, people: Sequence[User]) -> Table:
        """A game that has begun, with those people seated in their order."""

    def answer(self, state: Any, seat: Seat) -> tuple[str, Any]:
        """Any legal answer of a seat that is awaited: the id of the ask, and the command."""

    def reveals(self, table: Table) -> Counter[int]:
        """How often each turn of a table was revealed; every turn that was reached should be there once."""


def send(submit: Submit, table: Table, user: User, seat: Seat, command_id: UUID, answer: tuple[str, Any]) -> Outcome:
    """Submit an answer made by a scenario."""
    ask, command = answer
    return submit(table=table.code, user=user, command_id=command_id, ask=ask, build=lambda _seat: command)
