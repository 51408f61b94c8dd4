"""Audit of a table's log: lost answers, and turns revealed twice or not at all."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any, Final

from engine import Rules
from engine.cartographers import events as drawing
from engine.cartographers.cards import RuinsCard
from engine.cartographers.game import RULES as CARTOGRAPHERS
from engine.gisborne import events as laying
from engine.gisborne.game import RULES as GISBORNE
from engine.randomness import SEED_BYTES, Shuffler
from engine.verification import RecordFault, check
from tests.processes.manage import manage

ANY: Final = Shuffler(bytes(SEED_BYTES))
"""For rules that are asked only if something happens by itself."""
DUMP = """
import json
from games.tables.models import Table
def log_of(table):
    rows = table.events.select_related("definition").order_by("number")
    events = [[row.number, row.kind, row.whole, str(row.command_id)] for row in rows]
    return {"game": table.game, "status": table.status, "number": table.number, "events": events}
print("logs", json.dumps({table.code: log_of(table) for table in Table.objects.all()}))
"""


@dataclass(frozen=True, slots=True)
class Audited:
    """One game under audit: its rules, and the events that a command stores and that undo one.

    `once` names what an event says that can't happen again, "" for most events.
    """

    rules: Rules[Any, Any, Any, Any, Any, Any]
    answers: tuple[type[Any], ...]
    withdrawals: tuple[type[Any], ...]
    once: Callable[[Any, Any], str]


def _once_when_drawing(state: Any, event: Any) -> str:
    match event:
        case drawing.CardRevealed(card, turn) if not isinstance(state.card(card), RuinsCard):
            return f"turn {turn} revealed"
        case drawing.TurnClosed(turn):
            return f"turn {turn} closed"
        case _:
            return ""


def _once_when_laying(_state: Any, event: Any) -> str:
    match event:
        case laying.Revealed(turn):
            return f"turn {turn} revealed"
        case laying.Cleared(turn):
            return f"turn {turn} closed"
        case laying.ScoringClosed(turn, number):
            return f"scoring {number} of turn {turn} closed"
        case _:
            return ""


AUDITED: Final = {
    "cartographers": Audited(CARTOGRAPHERS, (drawing.Drawn,), (drawing.TakenBack,), _once_when_drawing),
    "gisborne": Audited(
        GISBORNE,
        (laying.Laid, laying.Discarded, laying.ChipGiven, laying.Kept),
        (laying.TakenBack, laying.KeepTakenBack),
        _once_when_laying,
    ),
}
"""The games by their keys; another game joins the tests that kill servers here."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """A command that the server accepted."""

    command_id: str
    code: str
    seat: int
    withdraws: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """One stored event."""

    number: int
    event: Any
    command_id: str


@dataclass(frozen=True, slots=True)
class Log:
    """A table's stored log."""

    game: str
    status: str
    number: int
    entries: tuple[Entry, ...]

    @property
    def audited(self) -> Audited:
        return AUDITED[self.game]


def stored_logs(environment: Mapping[str, str]) -> dict[str, Log]:
    """Load the logs of all tables by code, in a separate process."""
    tables: dict[str, Any] = json.loads(manage("shell", "-c", DUMP, **environment).rpartition("logs ")[2])
    return {
        code: Log(
            table["game"],
            table["status"],
            table["number"],
            tuple(
                Entry(number, AUDITED[table["game"]].rules.decode(kind, data), id)
                for number, kind, data, id in table["events"]
            ),
        )
        for code, table in tables.items()
    }


def faults(log: Log, accepted: Iterable[Accepted]) -> list[str]:
    """Return the faults of a log, given the commands that its table accepted; empty if there are none."""
    numbers = [entry.number for entry in log.entries]
    if numbers != list(range(1, log.number + 1)):
        return [f"numbers that are missing or doubled: {sorted(set(range(1, log.number + 1)) ^ set(numbers))}"]
    return [*_lost(log, accepted), *_doubled(log)] or _stuck(log) or _refused(log)


def _lost(log: Log, accepted: Iterable[Accepted]) -> list[str]:
    """Accepted commands without an event, or with another seat's."""
    game = log.audited
    stored = {
        (entry.command_id, entry.event.seat, isinstance(entry.event, game.withdrawals))
        for entry in log.entries
        if isinstance(entry.event, game.answers + game.withdrawals)
    }
    return [
        f"lost: {answer}" for answer in accepted if (answer.command_id, answer.seat, answer.withdraws) not in stored
    ]


def _doubled(log: Log) -> list[str]:
    """Turns revealed or closed more than once, commands stored more than once, and what can't follow at all."""
    game, impossible = log.audited, list[str]()
    state, facts = game.rules.initial, Counter[str]()
    for entry in log.entries:
        if fact := game.once(state, entry.event):
            facts[fact] += 1
        try:
            # Rules may give an answer for a seat that has no choice; it is stored with the command before it.
            if isinstance(entry.event, game.answers + game.withdrawals) and game.rules.next_event(state, ANY) is None:
                facts[f"command {entry.command_id} stored"] += 1
            state = game.rules.evolve(state, entry.event)
        except (AssertionError, LookupError, ValueError) as error:
            impossible.append(f"event {entry.number} can't follow: {error!r}")
            break
    return [*(f"{fact} {times} times" for fact, times in facts.items() if times > 1), *impossible]


def _stuck(log: Log) -> list[str]:
    """A turn that nobody owes an answer but that is not closed, or an end that the table has not recorded."""
    rules = log.audited.rules
    state = reduce(rules.evolve, (entry.event for entry in log.entries), rules.initial)
    stuck, now = [], rules.progress(state)
    if not now.over and all(ask.answered for ask in rules.asks(state)):
        stuck.append(f"turn {now.turn} not closed, or nothing revealed after it")
    if now.over != (log.status == "finished"):
        stuck.append(f"{log.status}, but the game is {'over' if now.over else 'not over'}")
    return stuck


def _refused(log: Log) -> list[str]:
    """The first event that the rules would not have written after those before it."""
    try:
        check(log.audited.rules, [entry.event for entry in log.entries])
    except RecordFault as fault:
        return [f"its rules object: {fault}"]
    return []
