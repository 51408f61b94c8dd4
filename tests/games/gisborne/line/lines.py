"""Typed lines at tables of Gisborne, by the reader that the page uses and through HTTP."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django.http import QueryDict
from django.test import Client

from engine.contract import Seat
from engine.gisborne.state import State
from games.gisborne.line.line_results import read_line
from games.play.game import CommandReply, PlacementReply, Reading, TypedLine
from games.play.line import UnreadableCommand, submitted_fields
from games.tables import models
from games.tables.game import Seated
from games.tables.models import Table
from tests.games.gisborne.play import state_of
from tests.games.play.typed_lines import HTMX

TELLING = (
    *("now", "who", "order", "hand", "hand ben", "way", "tile", "tile 1", "field 1", "field of 1"),
    *("ahead", "ahead of 2", "chips", "chest", "chest cas", "supplies", "places", "scoring", "score", "score 2"),
    *("standings", "round", "round 1", "log", "help", "help chest"),
)
"""Lines that every visitor of a table may ask at any time."""


def seated_at(table: Table, state: State, seat: int | None) -> Seated:
    """Return a state of a table's game as the player of a seat sees it, or a spectator."""
    viewer = None if seat is None else Seat(seat)
    return Seated(table, viewer, state, table.number, tuple(models.Seat.objects.at(table)))


def read(seated: Seated, line: str, fields: Mapping[str, str] | None = None) -> Reading:
    """Return the result of a line, typed with these fields of the page."""
    query = QueryDict(mutable=True)
    query.update(fields or {})
    return read_line(TypedLine(line, submitted_fields(query), seated, may_write=True))


def told(seated: Seated, line: str, fields: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """Return the sentences of a line, or why it can't be read; nothing for one that plays."""
    try:
        reading = read(seated, line, fields)
    except UnreadableCommand as problem:
        return (str(problem),)
    return reading.words if isinstance(reading, CommandReply | PlacementReply) else ()


def type_line(client: Client, table: Table, line: str, *, script: bool = True, **fields: Any) -> Any:
    """Type a line as the page sends it."""
    sent = {"line": line, "turn": state_of(table).round.number, "command_id": str(uuid4()), **fields}
    return client.post(f"/tables/{table.code}/line", sent, headers=HTMX if script else {})
