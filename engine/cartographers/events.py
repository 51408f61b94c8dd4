"""What happened: facts, in the past tense, enough to rebuild a game without its rules."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cartographers.cards import AmbushCard, ExploreCard, RuinsCard, ScoringCard, Season
from engine.cartographers.geometry import Mask
from engine.cartographers.notation import Placement
from engine.cartographers.placement import Forced, SingleTerrain
from engine.cartographers.sheet import Sheet
from engine.cartographers.terrain import Terrain
from engine.contract import Seat


@dataclass(frozen=True, slots=True)
class Definition:
    """All that a game is played with. The first event holds it whole, so that no later edit of a card reaches a game
    that has begun.
    """

    sheet: Sheet
    seasons: tuple[Season, ...]
    explore: tuple[ExploreCard, ...]
    ruins: tuple[RuinsCard, ...]
    ambushes: tuple[AmbushCard, ...]
    pool: tuple[ScoringCard, ...]
    singles: tuple[Terrain, ...]
    single_terrain: SingleTerrain = SingleTerrain.ANY
    coin_track: int = 14


@dataclass(frozen=True, slots=True)
class GameStarted:
    """The seats sat down to this."""

    definition: Definition
    seats: int


@dataclass(frozen=True, slots=True)
class EdictsLaid:
    """The scoring cards (ids) under edicts A to D; `drawn` where chance chose them."""

    cards: tuple[str, str, str, str]
    drawn: bool


@dataclass(frozen=True, slots=True)
class AmbushDeckShuffled:
    """The ambush deck (ids), top first. Secret."""

    deck: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeasonBegan:
    """A season (0-based) with its explore deck (ids), top first, and the ambush that was shuffled in ("" for none).
    Both secret.
    """

    season: int
    deck: tuple[str, ...]
    ambush: str = ""


@dataclass(frozen=True, slots=True)
class CardRevealed:
    """The top card of the explore deck was turned up. `turn` counts the cards that are drawn, from 1; ruins belong to
    the turn to come.
    """

    card: str
    turn: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """A seat drew on the board of `subject`: secret until the turn closes.

    `cells` and `terrain` are what was drawn, `mountains` those it surrounded (one coin each to the board's owner),
    `coin` whether the shape brought one. `attempt` counts the seat's drawings of the turn from 0: more than one where
    some were taken back.
    """

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
    attempt: int = 0

    @property
    def coins(self) -> int:
        """The coins it brings to the owner of the board."""
        return self.coin + self.mountains.bit_count()


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A seat took its drawing of the open turn back."""

    turn: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class TurnClosed:
    """All have drawn: what was drawn is on the boards and for all to see."""

    turn: int


@dataclass(frozen=True, slots=True)
class MonsterWalkedIn:
    """Alone, the ambush drew itself; no cells where it found no place."""

    turn: int
    cells: Mask
    mountains: Mask = 0
    initial: str = ""


@dataclass(frozen=True, slots=True)
class SeasonScore:
    """What one seat earned in one season: stars for its two edicts, stars for coins, stars lost to monsters."""

    edicts: tuple[int, int]
    coins: int
    losses: int

    @property
    def total(self) -> int:
        """The stars of the season."""
        return sum(self.edicts) + self.coins - self.losses


@dataclass(frozen=True, slots=True)
class SeasonScored:
    """A season (0-based) ended: the scores by seat."""

    season: int
    scores: tuple[SeasonScore, ...]


@dataclass(frozen=True, slots=True)
class GameEnded:
    """Winter is over."""


Event = (
    GameStarted
    | EdictsLaid
    | AmbushDeckShuffled
    | SeasonBegan
    | CardRevealed
    | Drawn
    | TakenBack
    | TurnClosed
    | MonsterWalkedIn
    | SeasonScored
    | GameEnded
)
