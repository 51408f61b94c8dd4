"""Table states, built from events, and the events themselves."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any, Final, Generic, Protocol, TypeVar

from django.db import connection, transaction
from django.db.models import Q, Subquery

from engine.contract import Seat, Viewer
from games.tables.game import AnyRules, game_of
from games.tables.models import Table, TableEvent, join_definition

MOST_KEPT: Final = 256
"""Number of tables whose latest state and log stay in memory."""
_COLUMNS: Final = ("number", "turn", "seat", "at", "kind", "data", "stand_in", "definition__data")


@dataclass(frozen=True, slots=True)
class LoadedState:
    """A state and the number of the last event in it, 0 before the first."""

    state: Any
    number: int


ToldT = TypeVar("ToldT", covariant=True)


@dataclass(frozen=True, slots=True)
class DecodedEvent(Generic[ToldT]):
    """Decoded event of the log, or its news.

    `seat` is the seat whose command caused it. `stand_in` is True if the stand-in gave that command for the seat.
    """

    number: int
    turn: int
    seat: Seat | None
    at: datetime
    event: ToldT
    stand_in: bool = False


@dataclass(frozen=True, slots=True)
class EventLog:
    """Decoded events of a table, from the first on."""

    entries: tuple[DecodedEvent[Any], ...] = ()

    @property
    def number(self) -> int:
        """Number of the last event, 0 before the first."""
        return len(self.entries)


class NumberedSnapshot(Protocol):
    """Protocol for a snapshot of a table after a numbered event."""

    @property
    def number(self) -> int:
        """Number of the last event in it."""


KeptT = TypeVar("KeptT", bound=NumberedSnapshot)


class TableCache(Generic[KeptT]):
    """Cache of the last committed data of recently used tables, shared by a process's threads."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._values: OrderedDict[str, KeptT] = OrderedDict()

    def get(self, code: str) -> KeptT | None:
        """Return the cached value for a table's code, or None if it is not cached."""
        with self._lock:
            value = self._values.get(code)
            if value:
                self._values.move_to_end(code)
            return value

    def keep(self, code: str, value: KeptT) -> None:
        """Cache a committed state unless a later one is cached."""
        with self._lock:
            current = self._values.get(code)
            if current is None or current.number < value.number:
                self._values[code] = value
            self._values.move_to_end(code)
            while len(self._values) > self._most:
                self._values.popitem(last=False)

    def clear(self) -> None:
        """Clear the cache."""
        with self._lock:
            self._values.clear()


class StateCache(TableCache[LoadedState]):
    """Cache of the latest committed states."""


cache: Final = StateCache(MOST_KEPT)
_chronicles: Final = TableCache[EventLog](MOST_KEPT)


def load(table: Table) -> LoadedState:
    """Return the table's state as read, or a newer one. Missing events are read in one statement."""
    known = _cached_state(table)
    if known.number >= table.number:
        return known
    return _loaded(table, known, tuple(_logged(table, known.number)))


def load_all(tables: Iterable[Table]) -> dict[Table, LoadedState]:
    """Return the states of several tables in one statement. Raises UnknownGame."""
    known = {table: _cached_state(table) for table in tables}
    tails = _tails({table: loaded.number for table, loaded in known.items() if loaded.number < table.number})
    return {table: _loaded(table, loaded, tails.get(table, ())) for table, loaded in known.items()}


def logs_since(numbers: Mapping[Table, int]) -> dict[Table, tuple[DecodedEvent[Any], ...]]:
    """Return logs of several tables, each from the start of the turn that contains the event number (0 for all).
    Uncached logs are read in one statement. Raises UnknownGame.
    """
    known = {table: _chronicles.get(table.code) or EventLog() for table in numbers}
    whole = {table: chronicle for table, chronicle in known.items() if chronicle.number >= table.number}
    remembered = {table: _entries_since(chronicle, numbers[table]) for table, chronicle in whole.items()}
    return remembered | _read({table: _since(table, numbers[table]) for table in numbers if table not in whole})


def _since(table: Table, number: int) -> Q:
    its_turn = TableEvent.objects.filter(table=table, number=number).values("turn")
    return Q(table=table, turn__gte=Subquery(its_turn)) if number else Q(table=table)


def _entries_since(chronicle: EventLog, number: int) -> tuple[DecodedEvent[Any], ...]:
    turn = chronicle.entries[number - 1].turn if number else 0
    return tuple(entry for entry in chronicle.entries if entry.turn >= turn)


def _tails(numbers: Mapping[Table, int]) -> dict[Table, tuple[DecodedEvent[Any], ...]]:
    """Return the events after those numbers in one statement; none for no tables."""
    return _read({table: Q(table=table, number__gt=after) for table, after in numbers.items()})


def _read(conditions: Mapping[Table, Q]) -> dict[Table, tuple[DecodedEvent[Any], ...]]:
    """Return the matching events in order, in one statement; none for no tables."""
    tables = {table.pk: table for table in conditions}
    tails: dict[Table, list[DecodedEvent[Any]]] = {table: [] for table in conditions}
    if tables:
        rows = TableEvent.objects.filter(reduce(or_, conditions.values())).order_by("table", "number")
        for pk, *row in rows.values_list("table", *_COLUMNS):
            tails[tables[pk]].append(_entry(game_of(tables[pk]).rules, *row))
    return {table: tuple(tail) for table, tail in tails.items()}


def _cached_state(table: Table) -> LoadedState:
    return cache.get(table.code) or LoadedState(game_of(table).rules.initial, 0)


def _loaded(table: Table, known: LoadedState, tail: tuple[DecodedEvent[Any], ...]) -> LoadedState:
    if not tail:
        return known
    rules = game_of(table).rules
    loaded = LoadedState(apply_events(rules, known.state, [entry.event for entry in tail]), tail[-1].number)
    # Inside a transaction the tail may hold events that are never committed.
    if not connection.in_atomic_block:
        cache.keep(table.code, loaded)
        _remember(table, tail)
    return loaded


def _remember(table: Table, tail: tuple[DecodedEvent[Any], ...]) -> None:
    """Append these events to the cached log if they follow it."""
    chronicle = _chronicles.get(table.code) or EventLog()
    if tail[0].number == chronicle.number + 1:
        _chronicles.keep(table.code, EventLog((*chronicle.entries, *tail)))


def apply_events(rules: AnyRules, state: Any, events: list[Any]) -> Any:
    """Return the state after those events."""
    return reduce(rules.evolve, events, state)


def keep_after_commit(table: Table, loaded: LoadedState, tail: tuple[DecodedEvent[Any], ...]) -> None:
    """Cache the state and its events once the transaction is committed."""

    def keep() -> None:
        cache.keep(table.code, loaded)
        _remember(table, tail)

    transaction.on_commit(keep)


def log(table: Table, *, up_to: int) -> tuple[DecodedEvent[Any], ...]:
    """Return the events up to number `up_to`, in order; `readable` gives those a viewer may see."""
    chronicle = _chronicles.get(table.code) or EventLog()
    if chronicle.number < up_to:
        chronicle = EventLog((*chronicle.entries, *_logged(table, chronicle.number)))
        if not connection.in_atomic_block:
            _chronicles.keep(table.code, chronicle)
    return chronicle.entries[:up_to]


def visible_entries(
    rules: AnyRules, entries: Iterable[DecodedEvent[Any]], viewer: Viewer, state: Any
) -> tuple[DecodedEvent[Any], ...]:
    """Return the log news visible to a viewer, based on a game state."""
    pairs = ((entry, rules.visible(entry.event, viewer, state)) for entry in entries)
    return tuple(
        DecodedEvent(entry.number, entry.turn, entry.seat, entry.at, news, entry.stand_in)
        for entry, news in pairs
        if news is not None
    )


def _logged(table: Table, after: int) -> Iterator[DecodedEvent[Any]]:
    rules = game_of(table).rules
    for row in TableEvent.objects.filter(table=table).after(after).values_list(*_COLUMNS):
        yield _entry(rules, *row)


def _entry(
    rules: AnyRules,
    number: int,
    turn: int,
    seat: int | None,
    at: datetime,
    kind: str,
    data: Any,
    stand_in: bool,
    shared: Any,
) -> DecodedEvent[Any]:
    event = rules.decode(kind, join_definition(shared, data))
    return DecodedEvent(number, turn, None if seat is None else Seat(seat), at, event, stand_in)
