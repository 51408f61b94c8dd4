"""The record of a game as one JSON document, as `docs/record.md` describes it, written and read."""

from __future__ import annotations

from typing import Any

from engine import records
from engine.records import FORMAT, VERSION, Record
from games.tables.game import games
from games.tables.models import Seat, Status, Table, TableEvent


class NotFinished(Exception):
    """Raised for the file of a running game, which would reveal hidden information."""


def record_of(table: Table) -> dict[str, Any]:
    """The record of a finished game, whichever game it is. Raises NotFinished."""
    if table.status != Status.FINISHED:
        raise NotFinished
    rows = TableEvent.objects.filter(table=table).select_related("definition").order_by("number")
    # An uploaded game may have neither.
    chance = {"commitment": table.commitment, "seed": bytes(table.seed or b"").hex()}
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": table.game,
        **{key: value for key, value in chance.items() if value},
        "seats": [seat.shown_name for seat in Seat.objects.at(table)],
        "events": [_event(row) for row in rows],
    }


def _event(row: TableEvent) -> dict[str, Any]:
    written = {"number": row.number, "kind": row.kind, "data": row.whole}
    return {**written, "stand_in": True} if row.stand_in else written


def read_record(document: Any) -> Record[Any]:
    """The record of a parsed JSON document, of any installed game. Raises RecordError."""
    return records.read_record(document, {key: game.rules for key, game in games().items()})
