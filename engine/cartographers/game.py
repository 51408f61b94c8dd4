"""Cartographers as an implementation of the contract, with all that a table needs."""

from __future__ import annotations

from typing import Any, Final, assert_never

from engine.cartographers import codec, stand_in
from engine.cartographers.cards import AmbushCard, HeroCard
from engine.cartographers.commands import Choose, Close, Command, Draw, TakeBack, UseSkill, ask_id, closing_id
from engine.cartographers.events import Event, GameEnded, SkillUsed, TurnClosed
from engine.cartographers.evolution import evolve
from engine.cartographers.news import News, visible_news
from engine.cartographers.players.one_ply import OnePly
from engine.cartographers.players.player import Budget
from engine.cartographers.players.search import Search
from engine.cartographers.rules import draw, effects, explore, finish, replay, season, solo
from engine.cartographers.rules.setup import Setup, start
from engine.cartographers.state import ASKING, BetweenCards, ChoosePhase, DrawPhase, OverPhase, State
from engine.cartographers.view import View, view
from engine.contract import Ask, ForkRules, Level, Progress, RecordRules, Rules, Seat, Standings, Viewer
from engine.randomness import Shuffler

PLANNED_PLAYOUTS: Final = 120
"""Playouts of an answer of a bot that looks ahead."""
LEAST_PLANNING: Final = 0.03
"""Minimum seconds for a bot to look ahead. With less time it samples too few futures to beat one ply."""


def next_event(state: State, rng: Shuffler) -> Event | None:
    """Return the next automatic event, or None if a seat must act or the game is over.

    Source: docs/rules.md, "A turn".
    """
    phase = state.phase
    if isinstance(phase, ASKING):
        if isinstance(phase.card, AmbushCard) and isinstance(phase, DrawPhase) and solo.has_automatic_ambushes(state):
            return solo.place_ambush(state, phase.card)
        return TurnClosed(state.turn) if draw.all_answered(state, phase) and not state.held else None
    if isinstance(phase, OverPhase):
        return None
    if phase.acting:
        return effects.next_monster_event(state, state.monster(phase.acting[0]))
    if isinstance(phase, BetweenCards):
        return season.score(state) if season.is_season_over(state) else explore.reveal(state)
    last = state.season + 1 == len(state.definition.seasons)
    return GameEnded() if last else season.begin(state, rng)


def _kind(phase: DrawPhase | ChoosePhase) -> str:
    """Return the kind of the open turn's ask: "draw", "ambush", "hero" or "destroy"."""
    match phase:
        case ChoosePhase():
            return "destroy"
        case DrawPhase(AmbushCard()):
            return "ambush"
        case DrawPhase(HeroCard()):
            return "hero"
        case _:
            return "draw"


def _question(state: State, ask: Ask) -> str:
    """Return the season, the card and the kind of an ask, and the number of choices that are left for its monster.

    The turn number would not identify the ask, because it depends on the spaces that monsters find to destroy.
    """
    phase = state.phase
    assert isinstance(phase, ASKING), "something is asked"
    left = phase.then.acting.count(phase.card.id) if isinstance(phase, ChoosePhase) else 0
    return f"{state.season}.{phase.card.id}.{ask.kind}{f'.{left}' if left else ''}"


def _answer_alike(state: State, ask: Ask, event: Event) -> Event:
    return replay.answer_alike(state, ask.seat, event)


def _aside(event: Event) -> Seat | None:
    """Return the seat of a skill that was used before drawing, or None."""
    return event.seat if isinstance(event, SkillUsed) else None


class Cartographers(Rules[Setup, State, Event, Command, View, News]):
    """Implementation of the contract."""

    initial = State()
    records = RecordRules(replay.decks, replay.start, replay.answer)
    forks = ForkRules(_question, _answer_alike, _aside)

    # These are called for every event of every game and don't need an instance.
    next_event = staticmethod(next_event)
    evolve = staticmethod(evolve)

    def start(self, setup: Setup, seats: int, rng: Shuffler) -> list[Event]:
        """Begin a game. Raises RuleViolation if the setup cannot be played."""
        return start(setup, seats, rng)

    def answer(self, state: State, command: Command) -> Event:
        """Return the event that a command results in. Raises RuleViolation."""
        match command:
            case Draw() | Choose():
                return draw.answer(state, command)
            case TakeBack():
                return draw.take_back(state, command)
            case Close():
                return draw.close(state, command)
            case UseSkill():
                return draw.use_skill(state, command)
            case _:
                assert_never(command)

    def automatic_answer(self, state: State) -> Command | None:
        """Return a choice owed after winter was scored, which changes no score, or the close of its practice turn."""
        return effects.automatic_answer(state)

    def asks(self, state: State) -> tuple[Ask, ...]:
        """Return an ask for each seat that draws in the open turn; in practice mode also one to close it."""
        if not isinstance(state.phase, ASKING):
            return ()
        kind = _kind(state.phase)
        seats = [Seat(seat) for seat in range(state.seats) if draw.must_answer(state, Seat(seat))]
        asks = [self._ask(state, seat, kind) for seat in seats]
        return (*asks, self._closing(state.turn)) if state.held else tuple(asks)

    def _ask(self, state: State, seat: Seat, kind: str) -> Ask:
        turn = state.turn
        return Ask(
            id=ask_id(turn, seat),
            seat=seat,
            kind=kind,
            subject=draw.subject(state, seat),
            turn=turn,
            group=str(turn),
            sealed=True,
            withdrawable=True,
            answered=state.answers[seat] is not None,
        )

    def _closing(self, turn: int) -> Ask:
        seat = Seat(0)
        return Ask(closing_id(turn, seat), seat, "close", seat, turn, group=str(turn))

    def view(self, state: State, viewer: Viewer) -> View:
        """Return the game as a viewer may see it."""
        return view(state, viewer)

    def visible(self, event: Event, viewer: Viewer, state: State) -> News | None:
        """Return the news of an event for a viewer, or None if there is none for them."""
        return visible_news(event, viewer, state)

    def fallback(self, view: View, ask: Ask) -> Command:
        """Return the stand-in's command for an absent seat."""
        return stand_in.answer(view, ask)

    def choose_command(self, view: View, ask: Ask, level: Level = Level.ROYAL) -> Command:
        """Return the command of a bot of this level."""
        return stand_in.answer(view, ask, level)

    def plan_command(self, view: View, ask: Ask, level: Level, seconds: float | None) -> Command:
        """Return the command of a bot of this level; the highest looks ahead, if there is time for it."""
        if level is not Level.ROYAL:
            return stand_in.answer(view, ask, level)
        if seconds is not None and seconds < LEAST_PLANNING:
            return OnePly().choose(view, ask)
        return Search().choose(view, ask, Budget(seconds, PLANNED_PLAYOUTS))

    def standings(self, state: State) -> Standings:
        """Return the final standings, or the current order of a game in progress."""
        return finish.standings(state)

    def progress(self, state: State) -> Progress:
        """Return the turn, and the season as the phase."""
        return Progress(state.turn, state.season_card.id if state.season >= 0 else "", state.over)

    def encode(self, event: Event) -> tuple[str, dict[str, Any]]:
        """Return the stored form of an event."""
        return codec.encode(event)

    def decode(self, kind: str, data: dict[str, Any]) -> Event:
        """Build an event from its stored form. Raises ValueError."""
        return codec.decode(kind, data)


RULES = Cartographers()
"""Shared instance; the class is stateless."""
