"""What looking back asks of a game."""

from __future__ import annotations

from typing import Any, Protocol, cast

from engine.records import Record
from games.history.checking import Finding
from games.tables.game import Game, game_named


class Verifiable(Game, Protocol):
    """A game whose records can be checked."""

    def findings(self, record: Record[Any]) -> list[Finding]:
        """Everything that was checked of a record of this game, in the order of the game. Raises RecordError where seed
        or commitment is missing.
        """


def findings(record: Record[Any]) -> list[Finding]:
    """What the record's own game, which is an installed one, finds. Raises RecordError as that does."""
    return cast(Verifiable, game_named(record.game)).findings(record)
