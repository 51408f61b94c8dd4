"""A finished solo game turn by turn, for the comparison with other games with its deck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.cartographers.events import Event
from engine.contract import Seat
from games.cartographers.log.past_states import turn_history
from games.cartographers.past.stars import score_steps
from games.cartographers.past.turn_navigation import name_of_turn
from games.tables.comparison import ScoredTurn
from games.tables.log.state import DecodedEvent
from games.tables.models import Table


def scored_turns(table: Table, log: Sequence[DecodedEvent[Event]]) -> list[ScoredTurn]:
    """Return the closed turns with the stars before and after each of them."""
    return list(_turns(table, log))


def _turns(table: Table, log: Sequence[DecodedEvent[Event]]) -> Iterator[ScoredTurn]:
    tape, total = turn_history(table.code, log), 0
    for step in score_steps(tape, Seat(0)):
        if step.turn:
            yield ScoredTurn(step.turn.number, name_of_turn(tape, step.turn), total, step.total)
        total = step.total
