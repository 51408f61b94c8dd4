"""Reader for game records, one JSON document each, for any rules. `docs/record.md` describes the format."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, TypeVar

from engine.contract import Rules
from engine.randomness import SEED_BYTES

FORMAT, VERSION = "carto-game", 1

EventT = TypeVar("EventT")


class RecordProblem(StrEnum):
    """Reason why a text is not a game record; the fields in parentheses hold the details."""

    JSON = "json"
    """Not valid JSON. `line` and `column` (both 1-based) give the position of the error."""
    FIGURE = "figure"
    """A number is invalid or too long."""
    CHARACTER = "character"
    """The text contains an invalid character or U+0000."""
    DEPTH = "depth"
    """Lists are nested too deeply."""
    FORMAT = "format"
    VERSION = "version"
    GAME = "game"
    UNCHECKED = "unchecked"
    """The rules of the game don't support record checks."""
    LIST = "list"
    """The value of `key` must be a list."""
    NAMES = "names"
    """The seats must be names."""
    SEATS = "seats"
    """The game can't be played with this many players."""
    HEX = "hex"
    """The value of `key` must be hex digits (`digits`: how many)."""
    PROMISE = "promise"
    """The seed or its commitment is missing."""
    ENTRY = "entry"
    """An event is missing its kind or data."""
    NUMBERED = "numbered"
    """The number of an event is already used by another event."""
    EVENT = "event"
    """An event is not valid for the game. `detail` is the game's message in English, which starts with the names of
    the kind and the field.
    """
    STAND_INS = "stand_ins"
    """The stand-ins must be some of the seats, each once."""
    SEAT = "seat"
    """An event belongs to a seat that doesn't exist."""
    TIME = "time"
    """An event has no time, or one that can't be stored."""


class RecordError(ValueError):
    """Document that is not a valid game file.

    The message gives the reason, and `number` the event at fault, if there is one. `reason` and `details` allow the
    message to be translated. `reason` is None if a game file alone cannot cause the error.
    """

    def __init__(
        self, words: str, number: int | None = None, reason: RecordProblem | None = None, **details: str | int
    ) -> None:
        super().__init__(words)
        self.number, self.reason, self.details = number, reason, details


@dataclass(frozen=True, slots=True)
class Record(Generic[EventT]):
    """Parsed record: `game` is its name, `commitment` hex, `seed` 32 bytes, `seats` the players' names in order.
    `commitment` and `seed` may be None. `stand_ins` are the seats that bots played from the start, in order.
    """

    game: str
    commitment: str | None
    seed: bytes | None
    seats: tuple[str, ...]
    events: tuple[EventT, ...]
    stand_ins: tuple[int, ...] = ()


def read_record(document: Any, games: Mapping[str, Rules[Any, Any, EventT, Any, Any, Any]]) -> Record[EventT]:
    """Build a record from a parsed JSON document; `games` are rules by name. Raises RecordError."""
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise RecordError(f'this is no record of a game: its "format" is not "{FORMAT}"', reason=RecordProblem.FORMAT)
    if document.get("version") != VERSION:
        raise RecordError(f"the record's version is not {VERSION}", reason=RecordProblem.VERSION)
    game = document.get("game")
    if not isinstance(game, str) or game not in games:
        raise RecordError(f"the game is not {' or '.join(games)}", reason=RecordProblem.GAME)
    seats = _list(document, "seats")
    if not all(isinstance(seat, str) for seat in seats):
        raise RecordError("seats: must be names", reason=RecordProblem.NAMES)
    events = tuple(_event(entry, number, games[game]) for number, entry in enumerate(_list(document, "events"), 1))
    promised = _hex(document, "commitment")
    return Record(
        game=game,
        commitment=promised.hex() if promised else None,
        seed=_hex(document, "seed"),
        seats=tuple(seats),
        events=events,
        stand_ins=_stand_ins(document, len(seats)),
    )


def _list(document: dict[str, Any], key: str) -> list[Any]:
    value = document.get(key)
    if not isinstance(value, list):
        raise RecordError(f"{key}: must be a list", reason=RecordProblem.LIST, key=key)
    return value


def _stand_ins(document: dict[str, Any], seats: int) -> tuple[int, ...]:
    if "stand_ins" not in document:
        return ()
    stand_ins = _list(document, "stand_ins")
    known = all(type(seat) is int and seat in range(seats) for seat in stand_ins)
    if not known or len(set(stand_ins)) != len(stand_ins) or len(stand_ins) >= seats:
        words = "stand_ins: must be some of the seats, each once"
        raise RecordError(words, reason=RecordProblem.STAND_INS)
    return tuple(sorted(stand_ins))


def _hex(document: dict[str, Any], key: str) -> bytes | None:
    if key not in document:
        return None
    value = document[key]
    try:
        seed = bytes.fromhex(value) if isinstance(value, str) else b""
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES:
        digits = 2 * SEED_BYTES
        raise RecordError(f"{key}: must be {digits} hex digits", reason=RecordProblem.HEX, key=key, digits=digits)
    return seed


def _event(entry: Any, number: int, rules: Rules[Any, Any, EventT, Any, Any, Any]) -> EventT:
    if not isinstance(entry, dict) or not isinstance(entry.get("data"), dict):
        raise RecordError(f"event {number}: must have a kind and data", number, RecordProblem.ENTRY)
    if entry.get("number", number) != number:
        stated = str(entry["number"])[:20]
        raise RecordError(f"event {number}: is numbered {stated}", number, RecordProblem.NUMBERED)
    try:
        return rules.decode(str(entry.get("kind")), entry["data"])
    except ValueError as error:
        raise RecordError(f"event {number}: {error}", number, RecordProblem.EVENT, detail=str(error)) from None
