"""Events: facts in the past tense, enough to rebuild a game without its rules."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.contract import Seat
from engine.gisborne.cards import Cards, Face
from engine.gisborne.definition import Definition


class Reason(StrEnum):
    """Reason for a draw, for staying, or for a move; the kind of winning a chip."""

    DEAL = "deal"
    BACK = "back"
    TENT = "tent"
    SWAMP = "swamp"
    STEPS = "steps"
    PUSH = "push"
    BRIDGE = "bridge"
    LANDED = "landed"
    PASSED = "passed"
    BEACH = "beach"


@dataclass(frozen=True, slots=True)
class GameStarted:
    """Event: the game started."""

    definition: Definition
    seats: int


@dataclass(frozen=True, slots=True)
class TilesShuffled:
    """Event: the path tiles (ids) were shuffled, top first; the last is set aside. Secret."""

    order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ChipsShuffled:
    """Event: the chips were shuffled, top first; the last is set aside. Secret but for the top one."""

    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BarDrawn:
    """Event: the bar order was drawn, most advanced first."""

    order: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class PileShuffled:
    """Event: the discards, at first all cards, were shuffled, and lie below what is left of the pile. Secret cards."""

    number: int
    cards: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Drew:
    """Event: a seat drew cards into its hand. The cards are the seat's secret."""

    seat: Seat
    cards: tuple[Face, ...]
    why: Reason


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """Event: a round (from 1) began, with the seats in order, most advanced first."""

    round: int
    order: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Laid:
    """Event: a seat laid a play, secret until the reveal. `chosen` is False for a tent that lies by itself.

    `attempt` counts the seat's plays in this round from 0. It is above 0 if earlier ones were taken back.
    """

    round: int
    seat: Seat
    cards: Cards
    tent: bool
    attempt: int = 0
    chosen: bool = True


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Event: a seat took back its play."""

    round: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class Revealed:
    """Event: all plays of a round were revealed."""

    round: int


@dataclass(frozen=True, slots=True)
class SetOut:
    """Event: a seat set out for a number of steps, `halved` if from a swamp."""

    seat: Seat
    steps: int
    halved: bool


@dataclass(frozen=True, slots=True)
class Stayed:
    """Event: a pawn stayed, because of the tent or of a swamp."""

    seat: Seat
    why: Reason


@dataclass(frozen=True, slots=True)
class Moved:
    """Event: a pawn moved on to a field, with `left` steps to go; `leg` is steps, push or bridge."""

    seat: Seat
    to: int
    left: int
    leg: Reason


@dataclass(frozen=True, slots=True)
class TileLaid:
    """Event: a tile (id) joined the way, with a chip on its viewpoint, 0 for the end tile."""

    tile: str
    chip: int


@dataclass(frozen=True, slots=True)
class RiverReached:
    """Event: a seat must discard `surplus` cards at a river; `number` counts rivers and wolves of the round."""

    seat: Seat
    number: int
    surplus: int


@dataclass(frozen=True, slots=True)
class Discarded:
    """Event: a seat discarded cards at a river."""

    seat: Seat
    cards: Cards


@dataclass(frozen=True, slots=True)
class WolvesMet:
    """Event: a pawn landed on wolves, so its seat must give up a chip; `number` as in `RiverReached`."""

    seat: Seat
    number: int


@dataclass(frozen=True, slots=True)
class ChipGiven:
    """Event: a seat gave up a chip of a value."""

    seat: Seat
    value: int


@dataclass(frozen=True, slots=True)
class ChipTaken:
    """Event: a seat won the chip of a field (0: of the beach) by landing, passing, or arriving first."""

    seat: Seat
    field: int
    value: int
    how: Reason


@dataclass(frozen=True, slots=True)
class Arrived:
    """Event: a pawn arrived on a slot of the beach."""

    seat: Seat
    slot: int


@dataclass(frozen=True, slots=True)
class Cleared:
    """Event: all plays were cleared; `draws` are the cards that each seat is to draw back."""

    round: int
    draws: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ScoringBegan:
    """Event: cards were dealt in a position scoring (`number` from 1 in its round), by rank. Secret cards.

    Those of the last rank are in its hand. `has_choice` is False in the last round, when all others go into the chests.
    """

    round: int
    number: int
    ranks: tuple[Seat, ...]
    dealt: tuple[tuple[Face, ...], ...]
    has_choice: bool


@dataclass(frozen=True, slots=True)
class Kept:
    """Event: a seat said how many of the cards dealt go into its chest, secret until all have said so.

    `attempt` counts as in `Laid`.
    """

    round: int
    number: int
    seat: Seat
    chest: int
    attempt: int = 0


@dataclass(frozen=True, slots=True)
class KeepTakenBack:
    """Event: a seat took back its number of cards for the chest."""

    round: int
    number: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class ScoringClosed:
    """Event: a position scoring closed.

    By seat, `chests` are the numbers of cards put into the chests, and `kept` the cards taken into the hands, those of
    the last rank too. The latter are each seat's secret.
    """

    round: int
    number: int
    chests: tuple[int, ...]
    kept: tuple[Cards, ...]


@dataclass(frozen=True, slots=True)
class GameEnded:
    """Event: the game ended."""


Event = (
    GameStarted
    | TilesShuffled
    | ChipsShuffled
    | BarDrawn
    | PileShuffled
    | Drew
    | RoundBegan
    | Laid
    | TakenBack
    | Revealed
    | SetOut
    | Stayed
    | Moved
    | TileLaid
    | RiverReached
    | Discarded
    | WolvesMet
    | ChipGiven
    | ChipTaken
    | Arrived
    | Cleared
    | ScoringBegan
    | Kept
    | KeepTakenBack
    | ScoringClosed
    | GameEnded
)
