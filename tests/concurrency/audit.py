"""Audit of a table's log: lost answers, and turns revealed twice or not at all."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any

from engine.cartographers.cards import RuinsCard
from engine.cartographers.events import CardRevealed, Drawn, Event, TakenBack, TurnClosed
from engine.cartographers.game import RULES
from tests.processes.manage import manage

DUMP = """
import json
from games.tables.models import Table
def log_of(table):
    rows = table.events.select_related("definition").order_by("number")
    events = [[row.number, row.kind, row.whole, str(row.command_id)] for row in rows]
    return {"status": table.status, "number": table.number, "events": events}
print("logs", json.dumps({table.code: log_of(table) for table in Table.objects.all()}))
"""


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
    event: Event
    command_id: str


@dataclass(frozen=True, slots=True)
class Log:
    """A table's stored log."""

    status: str
    number: int
    entries: tuple[Entry, ...]


def stored_logs(environment: Mapping[str, str]) -> dict[str, Log]:
    """Load the logs of all tables by code, in a separate process."""
    tables: dict[str, Any] = json.loads(manage("shell", "-c", DUMP, **environment).rpartition("logs ")[2])
    return {
        code: Log(
            table["status"],
            table["number"],
            tuple(Entry(number, RULES.decode(kind, data), id) for number, kind, data, id in table["events"]),
        )
        for code, table in tables.items()
    }


def faults(log: Log, accepted: Iterable[Accepted]) -> list[str]:
    """Return the faults of a log, given the commands that its table accepted; empty if there are none."""
    numbers = [entry.number for entry in log.entries]
    if numbers != list(range(1, log.number + 1)):
        return [f"numbers that are missing or doubled: {sorted(set(range(1, log.number + 1)) ^ set(numbers))}"]
    return [*_lost(log, accepted), *_doubled(log), *_stuck(log)]


def _lost(log: Log, accepted: Iterable[Accepted]) -> list[str]:
    """Accepted commands without an event, or with another seat's."""
    stored = {
        (entry.command_id, entry.event.seat, isinstance(entry.event, TakenBack))
        for entry in log.entries
        if isinstance(entry.event, Drawn | TakenBack)
    }
    return [
        f"lost: {answer}" for answer in accepted if (answer.command_id, answer.seat, answer.withdraws) not in stored
    ]


def _doubled(log: Log) -> list[str]:
    """Turns revealed or closed more than once, and commands stored more than once."""
    state, facts = RULES.initial, Counter[str]()
    for entry in log.entries:
        state = RULES.evolve(state, entry.event)
        match entry.event:
            case CardRevealed(card, turn) if not isinstance(state.card(card), RuinsCard):
                facts[f"turn {turn} revealed"] += 1
            case TurnClosed(turn):
                facts[f"turn {turn} closed"] += 1
            case Drawn() | TakenBack():
                facts[f"command {entry.command_id} stored"] += 1
    return [f"{fact} {times} times" for fact, times in facts.items() if times > 1]


def _stuck(log: Log) -> list[str]:
    """A turn that nobody owes an answer but that is not closed, or an end that the table has not recorded."""
    state = reduce(RULES.evolve, (entry.event for entry in log.entries), RULES.initial)
    stuck = []
    if not state.over and all(ask.answered for ask in RULES.asks(state)):
        stuck.append(f"turn {state.turn} not closed, or nothing revealed after it")
    if state.over != (log.status == "finished"):
        stuck.append(f"{log.status}, but the game is {'over' if state.over else 'not over'}")
    return stuck
