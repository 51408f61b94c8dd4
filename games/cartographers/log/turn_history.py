"""A game turn by turn: what each closed turn left on every board, and what that was worth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import groupby, takewhile
from operator import or_
from typing import Final

from django.db import connection

from engine.cartographers.cards import AmbushCard, Edict, ScoringCard, Season
from engine.cartographers.events import (
    Event,
    MonstersSpread,
    MonstersWalkedIn,
    MonsterWalkedIn,
    SeasonScored,
    TurnClosed,
)
from engine.cartographers.forecast import forecast
from engine.cartographers.game import RULES
from engine.cartographers.geometry import Mask
from engine.cartographers.position import Position
from engine.cartographers.state import State
from engine.contract import Seat
from games.tables.game_state import MOST_KEPT, Logged, Memory, logs_since
from games.tables.models import Table


@dataclass(frozen=True, slots=True)
class Worth:
    """Stars of a position if scored now: edicts A to D, coins, and stars lost to monsters (not negative)."""

    edicts: tuple[int, ...] = (0, 0, 0, 0)
    coins: int = 0
    losses: int = 0

    def of(self, season: Season) -> int:
        """The stars if a season were scored now."""
        return sum(self.edicts[Edict(letter).number] for letter in season.edicts) + self.coins - self.losses


@dataclass(frozen=True, slots=True)
class ClosedTurn:
    """Closed turn, with one value per seat.

    `changed` are the spaces it changed. `before`, `worth` and `left` are the values of the positions before it, when
    it closed, and after the end of its season. `gained` are the stars it added to its season (0-based), negative for
    a loss.

    `card` is the id of the card that was drawn or whose spaces were chosen. `scored` is True if the season was scored
    with it. `after` is the state once all its consequences have happened.
    """

    number: int
    season: int
    card: str
    ambush: bool
    scored: bool
    changed: tuple[Mask, ...]
    before: tuple[Worth, ...]
    worth: tuple[Worth, ...]
    left: tuple[Worth, ...]
    gained: tuple[int, ...]
    after: State


@dataclass(frozen=True, slots=True)
class TurnHistory:
    """Closed turns up to the event `number`, and the state after that event."""

    number: int
    state: State
    turns: tuple[ClosedTurn, ...] = ()

    def find(self, number: int) -> ClosedTurn | None:
        """One of them by its number, None for another one."""
        return next((closed for closed in self.turns if closed.number == number), None)

    def turn(self, number: int) -> ClosedTurn:
        """The same where it must be among them."""
        closed = self.find(number)
        assert closed is not None, "the turn has closed"
        return closed

    def until(self, turn: int) -> tuple[ClosedTurn, ...]:
        """The turns up to one of them."""
        return tuple(takewhile(lambda closed: closed.number <= turn, self.turns))

    def until_scored(self, season: int) -> tuple[ClosedTurn, ...]:
        """The turns up to that with which a season (0-based) was scored; all where it has not been."""
        ends = (closed.number for closed in self.turns if closed.scored and closed.season == season)
        last = next(ends, None)
        return self.turns if last is None else self.until(last)


_tapes: Final = Memory[TurnHistory](MOST_KEPT)


def tapes_of(tables: Iterable[Table]) -> dict[Table, TurnHistory]:
    """The closed turns of several tables, whose logs are read in one statement where those are not remembered."""
    tapes = {table: _tapes.get(table.code) or TurnHistory(0, RULES.initial) for table in tables}
    logs = logs_since({table: 0 for table, tape in tapes.items() if tape.number < table.number})
    return tapes | {table: tape_of(table.code, log) for table, log in logs.items()}


def tape_of(code: str, log: Sequence[Logged[Event]]) -> TurnHistory:
    """The closed turns of a table (its code), whose log goes at least as far; what is remembered grows by the rest."""
    tape = _tapes.get(code) or TurnHistory(0, RULES.initial)
    closed = [entry for entry in log[tape.number :] if entry.turn <= _last_closed(log)]
    for _, entries in groupby(closed, lambda entry: entry.turn):
        tape = _grown(tape, list(entries))
    # Inside a transaction the log may hold events that are never committed.
    if closed and not connection.in_atomic_block:
        _tapes.keep(code, tape)
    return tape


def _last_closed(log: Sequence[Logged[Event]]) -> int:
    turns = (
        entry.event.turn
        for entry in reversed(log)
        if isinstance(entry.event, TurnClosed | MonsterWalkedIn | MonstersWalkedIn)
    )
    return next(turns, -1)


def _grown(tape: TurnHistory, entries: Sequence[Logged[Event]]) -> TurnHistory:
    """The tape with all that happened in one turn; what comes before the first turn makes none."""
    states = list(_states(tape.state, entries))
    number, state = entries[-1].number, states[-1]
    at = next(
        (
            at
            for at, entry in enumerate(entries)
            if isinstance(entry.event, TurnClosed | MonsterWalkedIn | MonstersWalkedIn)
        ),
        None,
    )
    if at is None:
        return TurnHistory(number, state, tape.turns)
    turn = _turn(tape, entries, states, states[at - 1] if at else tape.state)
    return TurnHistory(number, state, (*tape.turns, turn))


def _turn(
    tape: TurnHistory, entries: Sequence[Logged[Event]], states: Sequence[State], open_state: State
) -> ClosedTurn:
    """Return the closed turn that was open in `open_state`."""
    state, closed = states[-1], _at_scoring(entries, states)
    scored = any(isinstance(entry.event, SeasonScored) for entry in entries)
    task, season = open_state.open or open_state.choice, state.definition.seasons[open_state.season]
    assert task is not None, "a turn has something to draw or to choose"
    before = tape.turns[-1].left if tape.turns else _worths(open_state.positions, state.edicts)
    worth = _worths(closed.positions, state.edicts)
    return ClosedTurn(
        number=entries[-1].turn,
        season=open_state.season,
        card=task.id,
        ambush=isinstance(task, AmbushCard) and open_state.open is not None,
        scored=scored,
        changed=_changed(entries, states),
        before=before,
        worth=worth,
        left=worth if closed.positions == state.positions else _worths(state.positions, state.edicts),
        gained=tuple(now.of(season) - then.of(season) for now, then in zip(worth, before, strict=True)),
        after=state,
    )


def _states(state: State, entries: Sequence[Logged[Event]]) -> Iterator[State]:
    for entry in entries:
        state = RULES.evolve(state, entry.event)
        yield state


def _at_scoring(entries: Sequence[Logged[Event]], states: Sequence[State]) -> State:
    """The state when the season was scored, the last one where it was not."""
    scored = (state for entry, state in zip(entries, states, strict=True) if isinstance(entry.event, SeasonScored))
    return next(scored, states[-1])


def _changed(entries: Sequence[Logged[Event]], states: Sequence[State]) -> tuple[Mask, ...]:
    kinds = TurnClosed | MonsterWalkedIn | MonstersWalkedIn | MonstersSpread
    latest = [state.latest for entry, state in zip(entries, states, strict=True) if isinstance(entry.event, kinds)]
    return tuple(reduce(or_, masks) for masks in zip(*latest, strict=True))


def _worths(positions: Sequence[Position], edicts: Sequence[ScoringCard]) -> tuple[Worth, ...]:
    return tuple(_worth(position, edicts) for position in positions)


def _worth(position: Position, edicts: Sequence[ScoringCard]) -> Worth:
    now = forecast(position, edicts)
    return Worth(tuple(tally.stars for tally in now.edicts), now.coins.total, -now.losses.total)


def brought_in(turns: Sequence[ClosedTurn], seat: Seat, spaces: Mask) -> tuple[int, ...]:
    """The turns that last changed these spaces of a board, in order."""
    numbers = []
    for turn in reversed(turns):
        if turn.changed[seat] & spaces:
            numbers.append(turn.number)
            spaces &= ~turn.changed[seat]
    return tuple(reversed(numbers))
