"""Full state of a game, including secrets. A separate type, `view`, holds the part that a viewer may see."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from operator import itemgetter
from types import MappingProxyType
from typing import NamedTuple, TypedDict, Unpack

from engine.cartographers.board import Board
from engine.cartographers.cards import AmbushCard, DeckCard, ExploreCard, HeroCard, ScoringCard, Season
from engine.cartographers.events import Chosen, Definition, Drawn, SeasonScore
from engine.cartographers.geometry import Mask
from engine.cartographers.position import Position
from engine.cartographers.sheet import Sheet
from engine.cartographers.skills import Skill
from engine.contract import Seat


@dataclass(frozen=True, slots=True)
class IndexedDefinition:
    """Definition with its cards by id."""

    definition: Definition
    cards: Mapping[str, DeckCard] = field(init=False, repr=False, compare=False)
    scoring: Mapping[str, ScoringCard] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        definition = self.definition
        object.__setattr__(self, "cards", MappingProxyType({card.id: card for card in definition.deck}))
        object.__setattr__(self, "scoring", MappingProxyType({card.id: card for card in definition.pool}))

    def __reduce__(self) -> tuple[type[IndexedDefinition], tuple[Definition]]:
        """Pickle and copy the definition only, because read-only mappings can be neither pickled nor copied."""
        return IndexedDefinition, (self.definition,)


@dataclass(frozen=True, slots=True)
class BetweenCards:
    """No open turn: the monsters `acting` (ids) act first, then the next card is revealed or the season scored."""

    acting: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BetweenSeasons:
    """No open turn: the monsters `acting` (ids) act first, then the next season begins or the game ends."""

    acting: tuple[str, ...] = ()


Between = BetweenCards | BetweenSeasons


class DrawPhase(NamedTuple):
    """Open card that seats draw: `answers` by the seat that draws, None if missing. The seats in `peeked` have looked
    at the next card.
    """

    card: ExploreCard | AmbushCard | HeroCard
    answers: tuple[Drawn | None, ...]
    peeked: tuple[Seat, ...] = ()


class ChoosePhase(NamedTuple):
    """Choice of spaces for a monster: `answers` by the seat that chooses; `then` is the next phase."""

    card: AmbushCard
    answers: tuple[Chosen | None, ...]
    then: Between


@dataclass(frozen=True, slots=True)
class OverPhase:
    """End of the game."""


ASKING = (DrawPhase, ChoosePhase)
"""Phases in which seats have to answer."""

Phase = BetweenCards | BetweenSeasons | DrawPhase | ChoosePhase | OverPhase

NOTHING = IndexedDefinition(Definition(Sheet("", "", 0, 0, 0), (), (), (), (), (), ()))
"""Contents of the table before the first event."""


class _Changes(TypedDict, total=False):
    box: IndexedDefinition
    seats: int
    phase: Phase
    edicts: tuple[ScoringCard, ...]
    skills: tuple[Skill, ...]
    ambush_deck: tuple[str, ...]
    hero_deck: tuple[str, ...]
    season: int
    deck: tuple[str, ...]
    column: tuple[str, ...]
    time: int
    ruins_pending: bool
    turn: int
    revealed: tuple[str, ...]
    effects: tuple[str, ...]
    positions: tuple[Position, ...]
    latest: tuple[Mask, ...]
    scores: tuple[tuple[SeasonScore, ...], ...]
    retakes: tuple[tuple[int, Seat], ...]


@dataclass(frozen=True)
class State:
    """Game at one moment. It has no slots, so that `but` can copy it whole.

    `season` is 0-based, -1 before the first. `turn` counts the cards drawn by the seats from 1, 0 before the first.
    `deck` holds the unrevealed cards, top first; `column` the cards revealed this season, and `time` is their sum.

    `revealed` holds the ambushes and heroes (ids) revealed in any season, in that order, and `effects` those of them
    that act at season ends, each one or only the last. `positions` are by seat. `latest` are the spaces last drawn on
    each board by a closed turn. `retakes` holds the turn and seat of every take-back in the game. `skills` are those
    that the seats may use.
    """

    box: IndexedDefinition = NOTHING
    seats: int = 0
    phase: Phase = BetweenSeasons()
    edicts: tuple[ScoringCard, ...] = ()
    ambush_deck: tuple[str, ...] = ()
    hero_deck: tuple[str, ...] = ()
    season: int = -1
    deck: tuple[str, ...] = ()
    column: tuple[str, ...] = ()
    time: int = 0
    ruins_pending: bool = False
    turn: int = 0
    revealed: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()
    positions: tuple[Position, ...] = ()
    latest: tuple[Mask, ...] = ()
    scores: tuple[tuple[SeasonScore, ...], ...] = ()
    retakes: tuple[tuple[int, Seat], ...] = ()
    skills: tuple[Skill, ...] = ()

    def but(self, **changes: Unpack[_Changes]) -> State:
        """Return the state with some fields changed. Five times as fast as `dataclasses.replace`."""
        changed = object.__new__(State)
        object.__setattr__(changed, "__dict__", vars(self) | changes)
        return changed

    @property
    def definition(self) -> Definition:
        """Definition of the game."""
        return self.box.definition

    @property
    def over(self) -> bool:
        """True if the game is over."""
        return isinstance(self.phase, OverPhase)

    @property
    def open(self) -> ExploreCard | AmbushCard | HeroCard | None:
        """Card being drawn."""
        return self.phase.card if isinstance(self.phase, DrawPhase) else None

    @property
    def choice(self) -> AmbushCard | None:
        """Monster for which spaces are being chosen."""
        return self.phase.card if isinstance(self.phase, ChoosePhase) else None

    @property
    def answers(self) -> tuple[Drawn | Chosen | None, ...]:
        """Answers to the open turn by the seat that gives them; all None between turns."""
        return self.phase.answers if isinstance(self.phase, ASKING) else (None,) * self.seats

    @property
    def held(self) -> bool:
        """True if the open turn has been answered in practice and waits for its seat to close it."""
        return self.definition.practice and any(self.answers)

    @property
    def peeked(self) -> tuple[Seat, ...]:
        """Seats that have looked at the next card in the open turn."""
        return self.phase.peeked if isinstance(self.phase, DrawPhase) else ()

    @property
    def boards(self) -> tuple[Board, ...]:
        """Boards by seat."""
        return tuple(position.board for position in self.positions)

    @property
    def coins(self) -> tuple[int, ...]:
        """Coins by seat."""
        return tuple(position.coins for position in self.positions)

    @property
    def season_card(self) -> Season:
        """Current season."""
        return self.definition.seasons[self.season]

    def card(self, card_id: str) -> DeckCard:
        """Return a card of the explore deck by id."""
        return self.box.cards[card_id]

    def monster(self, card_id: str) -> AmbushCard:
        """Return an ambush card by id."""
        card = self.box.cards[card_id]
        assert isinstance(card, AmbushCard), f"{card_id} is no monster"
        return card

    def earlier(self) -> tuple[ExploreCard, ...]:
        """Return the explore cards revealed in this season before the latest card."""
        cards = map(self.card, self.column[:-1])
        return tuple(card for card in cards if isinstance(card, ExploreCard))

    def attempts(self, turn: int, seat: Seat) -> int:
        """Return the number of times that a seat has taken back an answer in a turn."""
        # They are sorted by turn. Counting all of them each time would make the cost quadratic in the length of the
        # log.
        begin = bisect_left(self.retakes, turn, key=itemgetter(0))
        end = bisect_right(self.retakes, turn, begin, key=itemgetter(0))
        return self.retakes[begin:end].count((turn, seat))

    def scored_edicts(self) -> tuple[ScoringCard, ScoringCard]:
        """Return the two cards that the current season scores."""
        one, two = self.season_card.edicts
        return self.edicts[one.number], self.edicts[two.number]

    def total(self, seat: Seat) -> int:
        """Return a seat's stars so far."""
        return sum(season[seat].total for season in self.scores)

    def losses(self, seat: Seat) -> int:
        """Return a seat's stars lost to monsters so far."""
        return sum(season[seat].losses for season in self.scores)
