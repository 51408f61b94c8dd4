"""Events: facts in the past tense, enough to rebuild a game without its rules."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cartographers.cards import AmbushCard, DeckCard, ExploreCard, HeroCard, RuinsCard, ScoringCard, Season
from engine.cartographers.geometry import Mask
from engine.cartographers.notation import Placement
from engine.cartographers.placement import Forced, HeroPattern, SingleTerrain
from engine.cartographers.position import Outcome
from engine.cartographers.sheet import Sheet
from engine.cartographers.terrain import Terrain
from engine.contract import Seat


@dataclass(frozen=True, slots=True)
class Definition:
    """Complete definition of a game: map sheet, seasons, cards and rule options.

    The first event holds all of it, so that a later edit of a card never affects a game that has begun. With
    `practice` (one seat only), an answered turn stays open until the seat closes it. With `monsters_walk`, ambushes
    are placed automatically on every map, for any number of seats. With `destroys_wasteland`, a monster that destroys
    filled spaces may also destroy wasteland.
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
    heroes: tuple[HeroCard, ...] = ()
    hero_pattern: HeroPattern = HeroPattern.TURNABLE
    practice: bool = False
    monsters_walk: bool = False
    destroys_wasteland: bool = False

    @property
    def deck(self) -> tuple[DeckCard, ...]:
        """The cards that the explore decks are made of."""
        return (*self.explore, *self.ruins, *self.ambushes, *self.heroes)

    def card(self, card_id: str) -> DeckCard:
        """A card of the explore deck by its id."""
        return next(card for card in self.deck if card.id == card_id)


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
class HeroDeckShuffled:
    """The hero deck (ids), top first. Secret."""

    deck: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeasonBegan:
    """A season (0-based) with its explore deck (ids), top first, and the ambush and the hero that were shuffled in (""
    for none). All secret.
    """

    season: int
    deck: tuple[str, ...]
    ambush: str = ""
    hero: str = ""


@dataclass(frozen=True, slots=True)
class CardRevealed:
    """The top card of the explore deck was turned up. `turn` counts the cards that are drawn, from 1; ruins belong to
    the turn before them.
    """

    card: str
    turn: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """Event: a seat drew on the board of `subject`, which is secret until the turn closes.

    `cells` and `terrain` are what was drawn. `mountains` are the mountains it surrounded (one coin each for the owner
    of the board). `coin` is True if the shape earned a coin.

    `marks` are a hero's attack and `destroyed` the spaces it destroyed. `rewards` are the initials of the monsters
    that were surrounded, and `reward_coins` the coins earned for them.

    `attempt` counts the seat's answers in this turn from 0. It is above 0 if earlier answers were taken back.
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
    marks: Mask = 0
    destroyed: Mask = 0
    rewards: tuple[str, ...] = ()
    reward_coins: int = 0

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
        )


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A seat took its drawing of the open turn back."""

    turn: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class TurnClosed:
    """Event: a turn closed, so its answers are on the boards and visible to everyone.

    It follows once all seats have answered; in practice, once the seat also closes the turn.
    """

    turn: int


@dataclass(frozen=True, slots=True)
class MonsterWalkedIn:
    """Alone, the ambush drew itself; no cells where it found no place. The rest is as in `Drawn`."""

    turn: int
    cells: Mask
    mountains: Mask = 0
    initial: str = ""
    destroyed: Mask = 0
    rewards: tuple[str, ...] = ()
    reward_coins: int = 0

    @property
    def outcome(self) -> Outcome:
        """Outcome on the board."""
        return Outcome(
            cells=self.cells,
            initial=self.initial,
            mountains=self.mountains,
            destroyed=self.destroyed,
            rewards=self.rewards,
            reward_coins=self.reward_coins,
        )


@dataclass(frozen=True, slots=True)
class ChoiceAsked:
    """A monster (card id) destroys a space of every board that it can: a turn of its own, in which seats choose."""

    turn: int
    card: str


@dataclass(frozen=True, slots=True)
class Chosen:
    """A seat chose the space that a monster destroys on the board of `subject`: secret until the turn closes.

    `destroyed` is the one space; the rest is as in `Drawn`.
    """

    turn: int
    seat: Seat
    subject: Seat
    card: str
    destroyed: Mask
    mountains: Mask = 0
    rewards: tuple[str, ...] = ()
    attempt: int = 0
    reward_coins: int = 0

    @property
    def outcome(self) -> Outcome:
        """Outcome on the board of `subject`."""
        return Outcome(
            mountains=self.mountains,
            destroyed=self.destroyed,
            rewards=self.rewards,
            reward_coins=self.reward_coins,
        )


@dataclass(frozen=True, slots=True)
class Growth:
    """Spread of a monster on one board.

    `destroyed` are those of `cells` that are under a hero's attack. The other fields are as in `Drawn`.
    """

    cells: Mask
    destroyed: Mask = 0
    mountains: Mask = 0
    rewards: tuple[str, ...] = ()
    reward_coins: int = 0

    @classmethod
    def of(cls, outcome: Outcome) -> Growth:
        """Return the stored part of a spread's outcome."""
        return cls(outcome.cells, outcome.destroyed, outcome.mountains, outcome.rewards, outcome.reward_coins)

    @property
    def outcome(self) -> Outcome:
        """Outcome on the board, without an initial: the initial is that of the spreading monster."""
        return Outcome(
            cells=self.cells,
            mountains=self.mountains,
            destroyed=self.destroyed,
            rewards=self.rewards,
            reward_coins=self.reward_coins,
        )


@dataclass(frozen=True, slots=True)
class MonstersWalkedIn:
    """An ambush (card id) drew itself on the map of every seat: by seat, where; no cells where it found no place."""

    turn: int
    card: str
    growths: tuple[Growth, ...]


@dataclass(frozen=True, slots=True)
class MonstersSpread:
    """A monster (card id) spread by one step: by seat, where on its board."""

    card: str
    growths: tuple[Growth, ...]


@dataclass(frozen=True, slots=True)
class EffectPassed:
    """A monster (card id) found nothing to do on any board."""

    card: str


@dataclass(frozen=True, slots=True)
class SeasonScore:
    """Stars of one seat in one season: its two edicts, coins, and stars lost to monsters."""

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
    | HeroDeckShuffled
    | SeasonBegan
    | CardRevealed
    | Drawn
    | TakenBack
    | TurnClosed
    | MonsterWalkedIn
    | MonstersWalkedIn
    | ChoiceAsked
    | Chosen
    | MonstersSpread
    | EffectPassed
    | SeasonScored
    | GameEnded
)
