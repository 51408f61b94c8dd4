"""The record of a game as one JSON document, as `docs/record.md` describes it: written, and read again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.cartographers import codec
from engine.cartographers.events import Event
from engine.randomness import SEED_BYTES
from games.tables.models import Seat, Status, Table, TableEvent

FORMAT, VERSION = "carto-game", 1
GAME = "cartographers"


class NotFinished(Exception):
    """A game under way has no record: it would tell what nobody may know yet."""


class RecordError(ValueError):
    """A document that is no record; the message says why."""


@dataclass(frozen=True, slots=True)
class Record:
    """A record of Cartographers that has been read: `commitment` in hex, `seats` the players' names in order."""

    commitment: str
    seed: bytes
    seats: tuple[str, ...]
    events: tuple[Event, ...]


def record_of(table: Table) -> dict[str, Any]:
    """The record of a finished game, whichever game it is. Raises NotFinished."""
    if table.status != Status.FINISHED:
        raise NotFinished
    events = TableEvent.objects.filter(table=table).order_by("number").values("number", "kind", "data")
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": table.game,
        "commitment": table.commitment,
        "seed": bytes(table.seed or b"").hex(),
        "seats": [str(seat.user) for seat in Seat.objects.at(table)],
        "events": list(events),
    }


def read_record(document: Any) -> Record:
    """The record of a parsed JSON document. Raises RecordError."""
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise RecordError(f'this is no record of a game: its "format" is not "{FORMAT}"')
    if document.get("version") != VERSION:
        raise RecordError(f"the record's version is not {VERSION}")
    if document.get("game") != GAME:
        raise RecordError(f"the game is not {GAME}")
    seats = _list(document, "seats")
    if not all(isinstance(seat, str) for seat in seats):
        raise RecordError("seats: must be names")
    events = tuple(_event(entry, number) for number, entry in enumerate(_list(document, "events"), 1))
    return Record(_hex(document, "commitment").hex(), _hex(document, "seed"), tuple(seats), events)


def _list(document: dict[str, Any], key: str) -> list[Any]:
    found = document.get(key)
    if not isinstance(found, list):
        raise RecordError(f"{key}: must be a list")
    return found


def _hex(document: dict[str, Any], key: str) -> bytes:
    found = document.get(key)
    try:
        given = bytes.fromhex(found) if isinstance(found, str) else b""
    except ValueError:
        given = b""
    if len(given) != SEED_BYTES:
        raise RecordError(f"{key}: must be {2 * SEED_BYTES} hex digits")
    return given


def _event(entry: Any, number: int) -> Event:
    if not isinstance(entry, dict) or not isinstance(entry.get("data"), dict):
        raise RecordError(f"event {number}: must have a kind and data")
    if entry.get("number", number) != number:
        raise RecordError(f"event {number}: is numbered {str(entry['number'])[:20]}")
    try:
        return codec.decode(str(entry.get("kind")), entry["data"])
    except ValueError as error:
        raise RecordError(f"event {number}: {error}") from None
