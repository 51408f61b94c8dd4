"""The record of a game as one JSON document, of any rules, read again. `docs/record.md` describes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from engine.contract import Rules
from engine.randomness import SEED_BYTES

FORMAT, VERSION = "carto-game", 1

EventT = TypeVar("EventT")


class RecordError(ValueError):
    """A document that is no record; the message says why, and `number` which event is at fault, if it is one."""

    def __init__(self, words: str, number: int | None = None) -> None:
        super().__init__(words)
        self.number = number


@dataclass(frozen=True, slots=True)
class Record(Generic[EventT]):
    """A record that has been read: the name of its `game`, `commitment` in hex, `seed` (32 bytes), `seats` the players'
    names in order. Without a seed, or a promise of one, those are None.
    """

    game: str
    commitment: str | None
    seed: bytes | None
    seats: tuple[str, ...]
    events: tuple[EventT, ...]


def read_record(document: Any, games: Mapping[str, Rules[Any, Any, EventT, Any, Any, Any]]) -> Record[EventT]:
    """The record of a parsed JSON document, of one of these games, which are rules by name. Raises RecordError."""
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise RecordError(f'this is no record of a game: its "format" is not "{FORMAT}"')
    if document.get("version") != VERSION:
        raise RecordError(f"the record's version is not {VERSION}")
    game = document.get("game")
    if not isinstance(game, str) or game not in games:
        raise RecordError(f"the game is not {' or '.join(games)}")
    seats = _list(document, "seats")
    if not all(isinstance(seat, str) for seat in seats):
        raise RecordError("seats: must be names")
    events = tuple(_event(entry, number, games[game]) for number, entry in enumerate(_list(document, "events"), 1))
    promised = _hex(document, "commitment")
    return Record(game, promised.hex() if promised else None, _hex(document, "seed"), tuple(seats), events)


def _list(document: dict[str, Any], key: str) -> list[Any]:
    value = document.get(key)
    if not isinstance(value, list):
        raise RecordError(f"{key}: must be a list")
    return value


def _hex(document: dict[str, Any], key: str) -> bytes | None:
    if key not in document:
        return None
    value = document[key]
    try:
        seed = bytes.fromhex(value) if isinstance(value, str) else b""
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES:
        raise RecordError(f"{key}: must be {2 * SEED_BYTES} hex digits")
    return seed


def _event(entry: Any, number: int, rules: Rules[Any, Any, EventT, Any, Any, Any]) -> EventT:
    if not isinstance(entry, dict) or not isinstance(entry.get("data"), dict):
        raise RecordError(f"event {number}: must have a kind and data", number)
    if entry.get("number", number) != number:
        raise RecordError(f"event {number}: is numbered {str(entry['number'])[:20]}", number)
    try:
        return rules.decode(str(entry.get("kind")), entry["data"])
    except ValueError as error:
        raise RecordError(f"event {number}: {error}", number) from None
