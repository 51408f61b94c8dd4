"""Cartographers behind the contract: decide, evolve, and everything a table asks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, assert_never

from engine.cartographers import codec
from engine.cartographers.cards import AmbushCard, HeroCard
from engine.cartographers.commands import Choose, Command, Draw, TakeBack
from engine.cartographers.events import Event, GameEnded, TurnClosed
from engine.cartographers.evolution import evolve
from engine.cartographers.geometry import first
from engine.cartographers.rules import draw, effects, explore, finish, season, setup, solo
from engine.cartographers.rules.setup import Setup
from engine.cartographers.state import State
from engine.cartographers.view import View, view, visible
from engine.contract import Ask, Progress, Seat, Standings, Viewer
from engine.randomness import Shuffler


class Run:
    """Events as they happen, with the state that they lead to."""

    __slots__ = ("events", "state")

    def __init__(self, state: State, events: Iterable[Event] = ()) -> None:
        self.state = state
        self.events: list[Event] = []
        for event in events:
            self.add(event)

    def add(self, event: Event) -> None:
        """Let an event happen."""
        self.events.append(event)
        self.state = evolve(self.state, event)


def begin(setting: Setup, seats: int, rng: Shuffler) -> Run:
    """A new game, up to its first ask. Raises RuleViolation."""
    run = Run(State(), setup.start(setting, seats, rng))
    run.add(season.begin(run.state, rng))
    _run_on(run, rng)
    return run


def advance(state: State, command: Command, rng: Shuffler) -> Run:
    """What a command leads to, up to the next ask. Raises RuleViolation."""
    match command:
        case Draw() | Choose():
            run = Run(state, [draw.answer(state, command)])
            if draw.all_drawn(run.state):
                run.add(TurnClosed(state.turn))
                _run_on(run, rng)
            return run
        case TakeBack():
            return Run(state, [draw.take_back(state, command)])
        case _:
            assert_never(command)


def _run_on(run: Run, rng: Shuffler) -> None:
    """Go on from a closed turn until some seat must act or the game is over. Source: docs/rules.md, "A turn"."""
    while not run.state.over:
        state = run.state
        if state.open or state.choice:
            if state.seats == 1 and isinstance(state.open, AmbushCard):
                run.add(solo.walk_in(state, state.open))
            elif draw.all_drawn(state):
                run.add(TurnClosed(state.turn))
            else:
                return
        elif state.queue:
            run.add(effects.happens(state))
        elif len(state.scores) > state.season:
            _leave_season(run, rng)
        elif season.ends(state):
            run.add(season.score(state))
        else:
            run.add(explore.reveal(state))


def _leave_season(run: Run, rng: Shuffler) -> None:
    if run.state.season + 1 == len(run.state.definition.seasons):
        run.add(GameEnded())
    else:
        run.add(season.begin(run.state, rng))


def _kind(state: State) -> str:
    """What the open turn asks: "draw", "ambush", "hero" or "destroy"."""
    if state.choice:
        return "destroy"
    match state.open:
        case AmbushCard():
            return "ambush"
        case HeroCard():
            return "hero"
        case _:
            return "draw"


class Cartographers:
    """The rules as the contract has them."""

    initial = State()

    def start(self, setup: Setup, seats: int, rng: Shuffler) -> list[Event]:
        """Begin a game. Raises RuleViolation for a set-up that cannot be played."""
        return begin(setup, seats, rng).events

    def decide(self, state: State, command: Command, rng: Shuffler) -> list[Event]:
        """Answer a command with events. Raises RuleViolation."""
        return advance(state, command, rng).events

    def evolve(self, state: State, event: Event) -> State:
        """The state after an event."""
        return evolve(state, event)

    def asks(self, state: State) -> tuple[Ask, ...]:
        """One ask a seat that has, or had, to draw in the open turn."""
        if not (state.open or state.choice):
            return ()
        kind = _kind(state)
        seats = [Seat(seat) for seat in range(state.seats) if draw.must_draw(state, Seat(seat))]
        return tuple(self._ask(state, seat, kind) for seat in seats)

    def _ask(self, state: State, seat: Seat, kind: str) -> Ask:
        turn = state.turn
        answered = state.drawings[seat] is not None
        return Ask(f"{turn}.{seat}", seat, kind, draw.subject(state, seat), str(turn), turn, answered)

    def view(self, state: State, viewer: Viewer) -> View:
        """What a viewer may know."""
        return view(state, viewer)

    def visible(self, event: Event, viewer: Viewer, state: State) -> Event | None:
        """An event as a viewer may read it."""
        return visible(event, viewer, state)

    def fallback(self, state: State, ask: Ask) -> Command:
        """An absent seat draws the first legal placement, or chooses the first space."""
        if state.choice:
            board = state.boards[ask.subject]
            return Choose(ask.seat, ask.turn, first(effects.targets(state.choice, board)))
        offer = draw.offer(state, state.boards[ask.subject])
        assert offer is not None, "a full board is asked nothing"
        return Draw(ask.seat, ask.turn, next(offer.placements()))

    def standings(self, state: State) -> Standings:
        """Who stands where."""
        return finish.standings(state)

    def progress(self, state: State) -> Progress:
        """The turn, and the season as the phase."""
        return Progress(state.turn, state.season_card.id if state.season >= 0 else "", state.over)

    def encode(self, event: Event) -> tuple[str, dict[str, Any]]:
        """The stored form of an event."""
        return codec.encode(event)

    def decode(self, kind: str, data: dict[str, Any]) -> Event:
        """The event of a stored form. Raises ValueError."""
        return codec.decode(kind, data)


RULES = Cartographers()
"""The one instance: it has no state."""
