"""Replay checks: stored games are replayed by their rules and compared with the stored data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any, Final

from engine.contract import Standing
from engine.records import RecordError
from games.history.processes import begin
from games.history.record import read_record, record_of
from games.history.summaries import build_summary_rows, find_row_difference
from games.play.game import played_game
from games.tables.game import UnknownGame, game_of
from games.tables.log.turns_drawn import mark_absent
from games.tables.models import Origin, Seat, Table, TableEvent, TableQuerySet
from games.tables.results import final_standings

BATCH: Final = 100
"""Number of games that a process checks before it reports its progress."""


@dataclass(frozen=True, slots=True)
class FaultyGame:
    """A game that fails the check: its table's code and the first error."""

    code: str
    words: str


@dataclass(frozen=True, slots=True)
class CheckedBatch:
    """Games that have been checked: their number, the code of the last table, and the wrong ones.

    `checked` is 0 and `last` "" if all of them have been deleted in the meantime.
    """

    checked: int
    last: str
    wrong: tuple[FaultyGame, ...]


def check_in_batches(games: TableQuerySet, processes: int) -> Iterator[CheckedBatch]:
    """Check games in batches, ordered by id, in that many processes; 1 means this one alone."""
    ranges = _ranges(games)
    if processes == 1:
        yield from map(check_range, ranges)
        return
    # Spawned rather than forked, because a database connection can't be shared.
    with ProcessPoolExecutor(processes, get_context("spawn"), begin) as pool:
        yield from pool.map(check_range, ranges)


def _ranges(games: TableQuerySet) -> list[tuple[int, int]]:
    """Return the first and last id of each batch."""
    ids = games.order_by("pk").values_list("pk", flat=True)
    ranges, last = list[tuple[int, int]](), 0
    while some := list(ids.filter(pk__gt=last)[:BATCH]):
        last = some[-1]
        ranges.append((some[0], last))
    return ranges


def check_range(ids: tuple[int, int]) -> CheckedBatch:
    """Check the finished games between two ids, inclusive."""
    lasting = Table.objects.finished().lasting()
    tables = list(lasting.filter(pk__gte=ids[0], pk__lte=ids[1]).order_by("pk"))
    wrong = tuple(FaultyGame(table.code, words) for table in tables if (words := find_fault(table)))
    return CheckedBatch(len(tables), tables[-1].code if tables else "", wrong)


def find_fault(table: Table) -> str:
    """Return the first fault of a finished game, or "" if it is valid."""
    try:
        record = read_record(record_of(table))
        game = played_game(record.game)
        findings = game.findings(record) if game.rules.records else []
        wrong = [finding.words for finding in findings if not finding.good]
    except (RecordError, UnknownGame) as error:
        return f"{type(error).__name__}: {error}"
    return wrong[0] if wrong else _difference(table, record.events)


def _difference(table: Table, events: Sequence[Any]) -> str:
    """Return a difference between the rules and what is stored beside the events, or "".

    Lists and pages use this stored data.
    """
    rules = game_of(table).rules
    state, turns = rules.initial, list[int]()
    for event in events:
        state = rules.evolve(state, event)
        turns.append(rules.progress(state).turn)
    progress = rules.progress(state)
    if (table.number, table.turn, table.phase) != (len(events), progress.turn, progress.phase):
        return f"the table is not at the end of its {len(events)} events"
    if turns != list(TableEvent.objects.filter(table=table).order_by("number").values_list("turn", flat=True)):
        return "the turns of its events are others"
    seats = list(Seat.objects.at(table))
    places = sorted(final_standings(rules.standings(state), seats).places, key=lambda place: place.seat)
    return _of_seats(places, seats) or _of_turns(table, seats) or _of_rows(table, seats, state)


def _of_seats(places: Sequence[Standing], seats: Iterable[Seat]) -> str:
    expected = [(int(place.seat), place.rank, place.score) for place in places]
    stored = [(seat.index, seat.rank, seat.score) for seat in seats]
    return "" if stored == expected else f"seat, rank and score are {stored}, by the rules {expected}"


def _of_turns(table: Table, seats: Sequence[Seat]) -> str:
    stored = [seat.drew_less_than_half for seat in seats]
    mark_absent(table, seats)
    expected = [seat.drew_less_than_half for seat in seats]
    return "" if stored == expected else f"drew less than half is {stored}, by the log {expected}"


def _of_rows(table: Table, seats: Sequence[Seat], state: Any) -> str:
    """Return a fault in the rows behind lists and statistics, or "" for none.

    Games not played here must have no rows.
    """
    try:
        rows = build_summary_rows(table, seats, state) if table.origin == Origin.PLAYED else None
    except Exception as error:  # whatever it was, the other games are checked all the same
        return f"it cannot be summed up: {type(error).__name__}: {error}"
    return find_row_difference(table, rows)
