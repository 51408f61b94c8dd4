"""Game as a visitor of its table may see it, now or after a closed round."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce
from itertools import takewhile

from engine.gisborne.events import Event
from engine.gisborne.game import RULES
from engine.gisborne.state import State
from engine.gisborne.view import View
from games.gisborne.log.rounds import viewer_of
from games.play.log import whole_log
from games.play.standings import with_final_standings
from games.tables.game import Seated
from games.tables.log.state import DecodedEvent


def view_for(seated: Seated) -> View:
    """Return the game as the visitor may see it.

    A player who has left a game in progress sees it as a spectator. In a game that ended early no answers are awaited.
    Once the game is over, seats whose players left rank last.
    """
    view = with_final_standings(RULES.view(seated.state, viewer_of(seated)), seated.seats)
    return replace(view, desk=None) if seated.ended_early else view


def closed_rounds(state: State) -> int:
    """Return the number of the last closed round, 0 for none."""
    return state.round.number if state.over else max(0, state.round.number - 1)


def state_after(log: Iterable[DecodedEvent[Event]], number: int) -> State:
    """Return the state as a round ended, all of its scorings included."""
    events = (entry.event for entry in takewhile(lambda entry: entry.turn <= number, log))
    state: State = reduce(RULES.evolve, events, RULES.initial)
    return state


def view_after(seated: Seated, number: int) -> View | None:
    """Return the game after a round as the visitor may see it, or None if that has not closed."""
    if not 1 <= number <= closed_rounds(seated.state):
        return None
    view = with_final_standings(RULES.view(state_after(whole_log(seated), number), viewer_of(seated)), seated.seats)
    # All position scorings that were earned have been held.
    return replace(view, earned=0, desk=None)
