"""What a game gives to the tests that play it from many threads at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from games.accounts.models import User
from games.tables.log.submit import Stored
from games.tables.models import Table

Submit = Callable[..., Stored]
"""`games.tables.log.submit.submit`, or the control that lacks its lock."""


class Scenario(Protocol):
    """One game under test."""

    games: Mapping[str, str]
    """The setting CARTO_GAMES under which it is played."""

    def open_table(self, people: Sequence[User]) -> Table:
        """A game that has begun, with those people seated in their order."""

    def reveals(self, table: Table) -> Counter[int]:
        """How often each turn of a table was revealed; none should be there twice."""
