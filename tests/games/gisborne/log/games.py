"""Games of Gisborne as logs of a table, without a table."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from engine.contract import Seat, Viewer
from engine.gisborne.events import Event
from engine.gisborne.game import RULES
from engine.gisborne.news import News
from engine.gisborne.state import State
from games.gisborne.log.entries import round_lines
from games.gisborne.log.rounds import fold_rounds
from games.play.people import Person
from games.tables.log.state import DecodedEvent, visible_entries

NAMES = ("Ann", "Ben", "Cas", "Dan", "Eve")
PEOPLE = tuple(Person(Seat(seat), name, "", "", "", me=False) for seat, name in enumerate(NAMES))


def log_of(events: Sequence[Event]) -> list[DecodedEvent[Event]]:
    """Return events as a table stores them."""
    state, log = RULES.initial, []
    for number, event in enumerate(events, 1):
        state = RULES.evolve(state, event)
        log.append(entry(number, event, state.round.number))
    return log


def entry(number: int, event: Any, turn: int = 1) -> DecodedEvent[Any]:
    """Return an event, or its news, as an entry of a log."""
    return DecodedEvent(number, turn, None, datetime(2026, 11, 27, tzinfo=UTC), event)


def news_of(events: Sequence[Event], state: State, viewer: Viewer) -> tuple[DecodedEvent[News], ...]:
    """Return the news of events for a viewer."""
    return visible_entries(RULES, log_of(events), viewer, state)


def lines_of(events: Sequence[Event], state: State, viewer: Viewer) -> list[str]:
    """Return all lines of the log for a viewer, the latest last."""
    rounds = fold_rounds(news_of(events, state, viewer))
    return [line for one in rounds for line in round_lines(one, PEOPLE, state.way, state.box, viewer)]
