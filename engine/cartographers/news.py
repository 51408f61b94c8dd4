"""News: the part of an event that one viewer may see.

If an event holds secrets, its news has a separate type without fields for them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from engine.cartographers.events import (
    AmbushDeckShuffled,
    CardRevealed,
    ChoiceAsked,
    Chosen,
    Drawn,
    EdictsLaid,
    EffectPassed,
    Event,
    GameEnded,
    GameStarted,
    HeroDeckShuffled,
    MonstersActed,
    MonstersSpread,
    MonstersWalkedIn,
    MonsterWalkedIn,
    SeasonBegan,
    SeasonScored,
    SkillsOffered,
    SkillUsed,
    TakenBack,
    TurnClosed,
)
from engine.cartographers.geometry import Mask
from engine.cartographers.notation import Placement
from engine.cartographers.placement import Forced
from engine.cartographers.position import Outcome
from engine.cartographers.state import ASKING, State
from engine.cartographers.terrain import Terrain
from engine.contract import Seat, Viewer


@dataclass(frozen=True, slots=True)
class SeasonOpened:
    """News: a season (0-based) began; `SeasonBegan` without secrets."""

    season: int


@dataclass(frozen=True, slots=True)
class DrawingNews:
    """News: a seat drew. Like `Drawn`, but without the number of attempts, which reveals take-backs."""

    turn: int
    seat: Seat
    subject: Seat
    placement: Placement
    cells: Mask
    terrain: Terrain
    coin: bool = False
    mountains: Mask = 0
    forced: Forced = Forced.NO
    initial: str = ""
    marks: Mask = 0
    destroyed: Mask = 0
    rewards: tuple[str, ...] = ()
    reward_coins: int = 0
    landmarks: Mask = 0
    landmark_coins: int = 0
    spent: int = 0
    skill: str = ""
    replaced: Mask = 0

    @property
    def outcome(self) -> Outcome:
        """Outcome on the board of `subject`."""
        return Outcome(
            self.cells,
            self.terrain,
            self.initial,
            self.coin,
            self.mountains,
            self.marks,
            self.destroyed,
            self.rewards,
            self.reward_coins,
            self.landmarks,
            self.landmark_coins,
            self.spent,
        )


@dataclass(frozen=True, slots=True)
class ChoiceNews:
    """News: a seat chose a space for a monster. Like `Chosen`, but without the number of attempts."""

    turn: int
    seat: Seat
    subject: Seat
    card: str
    destroyed: Mask
    mountains: Mask = 0
    rewards: tuple[str, ...] = ()
    reward_coins: int = 0
    grown: Mask = 0
    initial: str = ""
    landmarks: Mask = 0
    landmark_coins: int = 0
    cleared: Mask = 0

    @property
    def chosen(self) -> Mask:
        """Space that was chosen. For a move, all spaces to which the monster moves: the first one was chosen."""
        return self.grown or self.destroyed

    @property
    def outcome(self) -> Outcome:
        """Outcome on the board of `subject`."""
        return Outcome(
            cells=self.grown,
            initial=self.initial,
            mountains=self.mountains,
            destroyed=self.destroyed,
            rewards=self.rewards,
            reward_coins=self.reward_coins,
            landmarks=self.landmarks,
            landmark_coins=self.landmark_coins,
            cleared=self.cleared,
        )


News = (
    GameStarted
    | EdictsLaid
    | SkillsOffered
    | SeasonOpened
    | CardRevealed
    | DrawingNews
    | ChoiceNews
    | SkillUsed
    | TakenBack
    | TurnClosed
    | MonsterWalkedIn
    | MonstersWalkedIn
    | ChoiceAsked
    | MonstersSpread
    | MonstersActed
    | EffectPassed
    | SeasonScored
    | GameEnded
)
"""Visible events of a game. Undone answers are only visible to the seat that undid them."""


def visible_news(event: Event, viewer: Viewer, state: State) -> News | None:
    """Return the news of an event for a viewer in the current state, or None if they may not see it."""
    match event:
        case AmbushDeckShuffled() | HeroDeckShuffled():
            return None
        case SeasonBegan(season):
            return SeasonOpened(season)
        case Drawn() | Chosen():
            return _answer_news(event) if event.seat == viewer or not _sealed(event, state) else None
        case TakenBack(seat=seat):
            return event if seat == viewer else None
        case _:
            return event


def _answer_news(event: Drawn | Chosen) -> DrawingNews | ChoiceNews:
    match event:
        case Drawn():
            # Positional arguments in field order, for speed: the log of a whole game is built again for every page.
            answer = event.turn, event.seat, event.subject, event.placement, event.cells, event.terrain
            gains = event.coin, event.mountains, event.forced, event.initial
            after = event.marks, event.destroyed, event.rewards, event.reward_coins
            more = event.landmarks, event.landmark_coins, event.spent
            return DrawingNews(*answer, *gains, *after, *more, event.skill, event.replaced)
        case Chosen():
            answered = event.turn, event.seat, event.subject, event.card, event.destroyed
            earned = event.mountains, event.rewards, event.reward_coins
            rest = event.landmarks, event.landmark_coins, event.cleared
            return ChoiceNews(*answered, *earned, event.grown, event.initial, *rest)
        case _:
            assert_never(event)


def _sealed(event: Drawn | Chosen, state: State) -> bool:
    """Return True if only its seat may see an answer: in the open turn, or if it was taken back."""
    is_open = event.turn == state.turn and isinstance(state.phase, ASKING)
    return is_open or _withdrawn(event, state)


def _withdrawn(event: Drawn | Chosen, state: State) -> bool:
    return state.attempts(event.turn, event.seat) > event.attempt
