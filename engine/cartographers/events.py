"""Events: facts in the past tense, enough to rebuild a game without its rules."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cartographers.cards import AmbushCard, DeckCard, ExploreCard, HeroCard, RuinsCard, ScoringCard, Season
from engine.cartographers.geometry import Mask
from engine.cartographers.notation import Placement
from engine.cartographers.placement import Forced, HeroPattern, SingleTerrain
from engine.cartographers.position import Outcome
from engine.cartographers.sheet import Sheet
from engine.cartographers.skills import Skill
from engine.cartographers.terrain import Terrain
from engine.contract import Seat


@dataclass(frozen=True, slots=True)
class Definition:
    """Complete definition of a game: map sheet, seasons, cards and rule options.

    The first event holds all of it, so that a later edit of a card never affects a game that has begun. With
    `practice` (one seat only), an answered turn stays open until the seat closes it. With `monsters_walk`, ambushes
    are placed automatically on every map, for any number of seats. With `destroys_wasteland`, a monster that destroys
    filled spaces may also destroy wasteland. `skills` are those that the skills of a game are drawn from.
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
    skills: tuple[Skill, ...] = ()

    @property
    def deck(self) -> tuple[DeckCard, ...]:
        """Cards of the explore decks."""
        return (*self.explore, *self.ruins, *self.ambushes, *self.heroes)

    def card(self, card_id: str) -> DeckCard:
        """Return a card of the explore deck by id."""
        return next(card for card in self.deck if card.id == card_id)


@dataclass(frozen=True, slots=True)
class GameStarted:
    """Event: the game started."""

    definition: Definition
    seats: int


@dataclass(frozen=True, slots=True)
class EdictsLaid:
    """Event: scoring cards (ids) laid under edicts A to D; `drawn` if random."""

    cards: tuple[str, str, str, str]
    drawn: bool


@dataclass(frozen=True, slots=True)
class SkillsOffered:
    """Event: skills (ids) that the seats may use in this game."""

    skills: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AmbushDeckShuffled:
    """Event: ambush deck (ids), top card first. Secret."""

    deck: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HeroDeckShuffled:
    """Event: hero deck (ids), top card first. Secret."""

    deck: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeasonBegan:
    """Event: a season (0-based) began, with its explore deck (ids, top first), and the ambush and hero shuffled in (""
    for none). All secret.
    """

    season: int
    deck: tuple[str, ...]
    ambush: str = ""
    hero: str = ""


@dataclass(frozen=True, slots=True)
class CardRevealed:
    """Event: the top card of the explore deck was revealed. `turn` counts drawn cards, from 1; ruins cards keep the
    number of the previous turn.
    """

    card: str
    turn: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """Event: a seat drew on the board of `subject`, which is secret until the turn closes.

    `cells` and `terrain` are what was drawn. `mountains` are the mountains it surrounded (one coin each for the owner
    of the board). `coin` is True if the shape earned a coin.

    `marks` are a hero's attack and `destroyed` the spaces it destroyed. `rewards` are the initials of the monsters
    that were surrounded, and `reward_coins` the coins earned for them. `landmarks` and `landmark_coins` are as in
    `Outcome`. `spent` are the coins paid, also for the skill (id) that was used, if any. `replaced` are those of the
    `cells` that held something else before.

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
class SkillUsed:
    """Event: a seat used a skill (id) before drawing, to look at the next card, and paid the `spent` coins at once.

    Everyone sees this event, but not the card. No take-back undoes it.
    """

    turn: int
    seat: Seat
    skill: str
    spent: int


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Event: a seat took back its drawing in the open turn."""

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
    """Event: solo ambush placed automatically; no cells if none fit. Other fields as in `Drawn`."""

    turn: int
    cells: Mask
    mountains: Mask = 0
    initial: str = ""
    destroyed: Mask = 0
    rewards: tuple[str, ...] = ()
    reward_coins: int = 0
    landmarks: Mask = 0
    landmark_coins: int = 0

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
            landmarks=self.landmarks,
            landmark_coins=self.landmark_coins,
        )


@dataclass(frozen=True, slots=True)
class ChoiceAsked:
    """Event: turn in which a monster (card id) takes a space on each board where it can; seats choose."""

    turn: int
    card: str


@dataclass(frozen=True, slots=True)
class Chosen:
    """Event: a seat chose the space that a monster takes on the board of `subject`; secret until the turn closes.

    `destroyed` is that one space if it is destroyed. If the monster is drawn there, `grown` is the space and `initial`
    the monster's. If the monster moves, `cleared` are the spaces that it leaves and `grown` those that it moves to, of
    which the first one was chosen. The other fields are as in `Drawn`.
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


@dataclass(frozen=True, slots=True)
class Growth:
    """Result of a monster that spreads, appears or acts on one board without a choice.

    `destroyed` are those of `cells` that are under a hero's attack, or the spaces that the monster destroys.
    `reward_coins` includes what the monster gives, and is negative if it costs coins. `cleared` are all spaces of a
    monster that moves, and `cells` those that it moves to. The other fields are as in `Drawn`.
    """

    cells: Mask
    destroyed: Mask = 0
    mountains: Mask = 0
    rewards: tuple[str, ...] = ()
    reward_coins: int = 0
    landmarks: Mask = 0
    landmark_coins: int = 0
    cleared: Mask = 0

    @classmethod
    def of(cls, outcome: Outcome) -> Growth:
        """Return the stored part of an outcome."""
        return cls(
            outcome.cells,
            outcome.destroyed,
            outcome.mountains,
            outcome.rewards,
            outcome.reward_coins,
            outcome.landmarks,
            outcome.landmark_coins,
            outcome.cleared,
        )

    @property
    def outcome(self) -> Outcome:
        """Outcome on the board, without an initial: the initial is that of the monster."""
        return Outcome(
            cells=self.cells,
            mountains=self.mountains,
            destroyed=self.destroyed,
            rewards=self.rewards,
            reward_coins=self.reward_coins,
            landmarks=self.landmarks,
            landmark_coins=self.landmark_coins,
            cleared=self.cleared,
        )


@dataclass(frozen=True, slots=True)
class MonstersWalkedIn:
    """Event: an ambush (card id) was placed automatically on every map; spaces by seat, none if no spot was free."""

    turn: int
    card: str
    growths: tuple[Growth, ...]


@dataclass(frozen=True, slots=True)
class MonstersSpread:
    """Event: a monster (card id) spread without a choice; its new spaces by seat."""

    card: str
    growths: tuple[Growth, ...]


@dataclass(frozen=True, slots=True)
class MonstersActed:
    """Event: a monster (card id) destroyed spaces, moved, or gave or cost coins, without a choice; its results by
    seat.
    """

    card: str
    growths: tuple[Growth, ...]


@dataclass(frozen=True, slots=True)
class EffectPassed:
    """Event: a monster (card id) had no effect on any board, or no further one."""

    card: str


@dataclass(frozen=True, slots=True)
class SeasonScore:
    """Stars of one seat in one season: its two edicts, coins, and stars lost to monsters."""

    edicts: tuple[int, int]
    coins: int
    losses: int

    @property
    def total(self) -> int:
        """Stars of the season."""
        return sum(self.edicts) + self.coins - self.losses


@dataclass(frozen=True, slots=True)
class SeasonScored:
    """Event: a season (0-based) ended, with scores by seat."""

    season: int
    scores: tuple[SeasonScore, ...]


@dataclass(frozen=True, slots=True)
class GameEnded:
    """Event: the game ended."""


Event = (
    GameStarted
    | EdictsLaid
    | SkillsOffered
    | AmbushDeckShuffled
    | HeroDeckShuffled
    | SeasonBegan
    | CardRevealed
    | Drawn
    | SkillUsed
    | TakenBack
    | TurnClosed
    | MonsterWalkedIn
    | MonstersWalkedIn
    | ChoiceAsked
    | Chosen
    | MonstersSpread
    | MonstersActed
    | EffectPassed
    | SeasonScored
    | GameEnded
)
