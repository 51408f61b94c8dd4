"""Gisborne as an implementation of the contract, with all that a table needs."""

from __future__ import annotations

from typing import Any, Final, assert_never

from engine.contract import Ask, ForkRules, Level, Progress, RecordRules, Rules, RuleViolation, Seat, Standings, Viewer
from engine.gisborne import codec, fallback
from engine.gisborne.commands import Command, Discard, Give, Keep, Lay, TakeBack, lay_id
from engine.gisborne.errors import Refusal
from engine.gisborne.events import Event
from engine.gisborne.evolution import evolve
from engine.gisborne.news import News, visible_news
from engine.gisborne.players import heuristic
from engine.gisborne.players.player import Budget
from engine.gisborne.players.search import Search
from engine.gisborne.rules import fields, finish, lay, replay, rounds, scoring
from engine.gisborne.rules.setup import Setup, start
from engine.gisborne.state import State
from engine.gisborne.view import View, phase, view
from engine.randomness import Shuffler

PLANNED_PLAYOUTS: Final = 100
"""Playouts of an answer of a bot that looks ahead."""


def answer(state: State, command: Command) -> Event:
    """Return the event that a command results in. Raises RuleViolation."""
    if not 0 <= command.seat < state.seats:
        raise RuleViolation(Refusal.SEATS)
    match command:
        case Lay():
            return lay.lay(state, command)
        case Discard():
            return fields.discard(state, command)
        case Give():
            return fields.give(state, command)
        case Keep():
            return scoring.keep(state, command)
        case TakeBack(seat, ask):
            return _take_back(state, seat, ask)
        case _:
            assert_never(command)


def _take_back(state: State, seat: Seat, ask: str) -> Event:
    if state.over:
        raise RuleViolation(Refusal.GAME_OVER, behind=True)
    if state.round.scoring:
        return scoring.take_back(state, seat, ask)
    if ask != lay_id(state.round.number, seat):
        raise RuleViolation(Refusal.ASK_OVER, behind=True)
    return lay.take_back(state, seat)


def _answer_again(state: State, event: Event) -> Event | None:
    command = replay.command_of(state, event)
    return None if command is None else answer(state, command)


def _question(_state: State, ask: Ask) -> str:
    """Return the id of an ask: a round asks a seat for one play, and for one decision in each of its scorings."""
    return ask.id


def _answer_alike(state: State, ask: Ask, event: Event) -> Event:
    command = replay.command_alike(ask, event)
    if command is None:
        raise RuleViolation(Refusal.NOT_ASKED)
    return answer(state, command)


class Gisborne(Rules[Setup, State, Event, Command, View, News]):
    """Implementation of the contract."""

    initial = State()
    records = RecordRules(replay.decks, replay.start, _answer_again)
    forks = ForkRules(_question, _answer_alike)

    # These are called for every event of every game and don't need an instance.
    next_event = staticmethod(rounds.next_event)
    evolve = staticmethod(evolve)

    def start(self, setup: Setup, seats: int, rng: Shuffler) -> list[Event]:
        """Begin a game. Raises RuleViolation if the box or the number of seats cannot be played."""
        return start(setup, seats, rng)

    def answer(self, state: State, command: Command) -> Event:
        """Return the event that a command results in. Raises RuleViolation."""
        return answer(state, command)

    def asks(self, state: State) -> tuple[Ask, ...]:
        """Return the asks of the open barrier (plays, or a scoring), or the one in mid-move."""
        return rounds.asks(state)

    def view(self, state: State, viewer: Viewer) -> View:
        """Return the game as a viewer may see it."""
        return view(state, viewer)

    def visible(self, event: Event, viewer: Viewer, state: State) -> News | None:
        """Return the news of an event for a viewer, or None if there is none for them."""
        return visible_news(event, viewer, state)

    def fallback(self, view: View, ask: Ask) -> Command:
        """Return the answer of an absent seat."""
        return fallback.answer(view, ask)

    def choose_command(self, view: View, ask: Ask, level: Level = Level.ROYAL) -> Command:
        """Return the command of a bot of this level."""
        return heuristic.choose_command(view, ask, level)

    def plan_command(self, view: View, ask: Ask, level: Level, seconds: float | None) -> Command:
        """Return the command of a bot of this level; the highest looks ahead."""
        if level is not Level.ROYAL:
            return heuristic.choose_command(view, ask, level)
        return Search().choose(view, ask, Budget(seconds, PLANNED_PLAYOUTS))

    def standings(self, state: State) -> Standings:
        """Return the final standings, or the current order of a game in progress."""
        return finish.standings(state)

    def progress(self, state: State) -> Progress:
        """Return the round as the turn, and what is asked as the phase."""
        return Progress(state.round.number, phase(state), state.over)

    def encode(self, event: Event) -> tuple[str, dict[str, Any]]:
        """Return the stored form of an event."""
        return codec.encode(event)

    def decode(self, kind: str, data: dict[str, Any]) -> Event:
        """Build an event from its stored form. Raises ValueError."""
        return codec.decode(kind, data)


RULES = Gisborne()
"""Shared instance; the class is stateless."""
