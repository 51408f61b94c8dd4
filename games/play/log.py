"""The log of a table as a visitor may read it, and the first turn since their last visit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from games.tables.game import Seated
from games.tables.incidents import incident_lines
from games.tables.lobby.previews import turn_at_event
from games.tables.log.state import DecodedEvent, log

LATEST_LINES: Final = 8
"""Number of log lines that an answer of the command line has at most."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A line of the log."""

    turn: int
    text: str


@dataclass(frozen=True, slots=True)
class LogTurn:
    """A turn in the log: its number, name and URL, "" until it has closed."""

    number: int
    title: str
    url: str


@dataclass(frozen=True, slots=True)
class TurnLink:
    """A named turn or group of turns, and its URL, "" if not available yet."""

    title: str
    url: str


@dataclass(frozen=True, slots=True)
class LogLine:
    """A rendered line of the log."""

    turn: LogTurn
    text: str


@dataclass(frozen=True, slots=True)
class LogView:
    """The log, latest first: the open turn and the one before it, then everything earlier.

    `note` tells what the log leaves out, "" for nothing.
    """

    latest: tuple[LogLine, ...]
    earlier: tuple[LogLine, ...]
    note: str = ""


LOOK: Final = "look"
"""Query parameter of a turn for the player whose board is shown, 1 for the first seat."""


def turn_name(turn: int) -> str:
    """Return the name of a turn."""
    return _("Turn %(turn)s") % {"turn": turn}


def turn_address(table: str, turn: int) -> str:
    """Return the URL of a closed turn; `table` is the table's URL."""
    return f"{table}turns/{turn}/"


def log_view(
    entries: Sequence[LogEntry],
    turn: int,
    table: str,
    *,
    over: bool,
    incidents: Sequence[LogEntry] = (),
    name: Callable[[int], str] = turn_name,
    note: str = "",
) -> LogView:
    """Return the log for the page; entries are passed latest first.

    `turn` is the open turn, or the last one of a finished game. `table` is the address of the table. `incidents` holds
    the events outside the game, latest first; they come before the lines of their turn. `name` returns the name of a
    turn. `note` tells what the entries leave out.
    """
    entries = sorted([*incidents, *entries], key=lambda entry: -entry.turn)
    recent = sum(entry.turn >= turn - 1 for entry in entries)
    last = turn if over else turn - 1
    links = {number: turn_address(table, number) for number in range(1, last + 1)}
    turns = {number: LogTurn(number, name(number), links.get(number, "")) for number in range(turn + 1)}
    lines = tuple(LogLine(turns[entry.turn], entry.text) for entry in entries)
    return LogView(lines[:recent], lines[recent:], note)


def latest_entries(entries: Sequence[LogEntry], since: int = 0) -> tuple[LogEntry, ...]:
    """Return the latest lines of no earlier turn than `since`; all of these are latest first."""
    return tuple(entry for entry in entries[:LATEST_LINES] if entry.turn >= since)


def incident_log_lines(seated: Seated) -> tuple[LogEntry, ...]:
    """Return the incidents at the table, latest first."""
    return tuple(LogEntry(line.turn, line.text) for line in reversed(incident_lines(seated.table)))


def whole_log(seated: Seated) -> tuple[DecodedEvent[Any], ...]:
    """Return all events up to the state that the visitor sees, secrets included."""
    return log(seated.table, up_to=seated.number)


def has_unseen_turns(seated: Seated) -> bool:
    """Return True if turns may close while this visitor is away.

    False for spectators, solo players and seats that resigned or were removed.
    """
    return seated.seat is not None and not (seated.is_solo or seated.has_left or seated.ended_early)


def first_unseen_turn(seated: Seated, turn: int) -> int:
    """The first turn that has closed since the visitor looked, 0 for none, and for who comes for the first time or
    misses nothing; `turn` is the open one.
    """
    row = seated.seats[seated.seat] if seated.seat is not None else None
    if row is None or not row.seen or not has_unseen_turns(seated):
        return 0
    seen = turn_at_event(whole_log(seated), row.seen)
    return seen if 0 < seen < turn else 0
