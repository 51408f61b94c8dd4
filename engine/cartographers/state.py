"""The whole truth about a game, secrets included. What a viewer may know of it is another type: `view`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from engine.cartographers.board import Board
from engine.cartographers.cards import AmbushCard, DeckCard, Effect, ExploreCard, HeroCard, ScoringCard, Season
from engine.cartographers.events import Chosen, Definition, Drawn, SeasonScore
from engine.cartographers.geometry import Mask
from engine.contract import Seat


@dataclass(frozen=True, slots=True)
class Box:
    """A definition with its cards by id."""

    definition: Definition
    cards: Mapping[str, DeckCard] = field(init=False, repr=False, compare=False)
    scoring: Mapping[str, ScoringCard] = field(init=False, repr=False, compare=False)
    rewarding: tuple[str, ...] = field(init=False, repr=False, compare=False)
    """The initials of monsters that bring coins when they are closed in."""

    def __post_init__(self) -> None:
        made = self.definition
        object.__setattr__(self, "cards", MappingProxyType({card.id: card for card in made.deck}))
        object.__setattr__(self, "scoring", MappingProxyType({card.id: card for card in made.pool}))
        rewarding = tuple(card.initial for card in made.ambushes if card.effect is Effect.REWARD and card.initial)
        object.__setattr__(self, "rewarding", rewarding)


@dataclass(frozen=True)
class State:
    """A game at one moment. It has no slots, so that `but` can copy it whole.

    `season` is 0-based, -1 before the first; `turn` counts the cards drawn by the seats from 1, 0 before the first.
    `deck` is unrevealed, top first; `column` is what is revealed this season and `time` its sum. `open` is the card
    whose drawings are being made, None between turns; `choice` is the monster for which spaces are being chosen,
    `effects` are the revealed ones that act at the end of a season, `queue` those whose turn it is to act; `rewarded`
    names, by board, those that have paid for being closed in. `drawings` are those of the open turn by the seat that
    draws. `latest` is what was last drawn on each board by a turn that closed. `retakes` names, for every take-back
    of the game, its turn and seat.
    """

    box: Box | None = None
    seats: int = 0
    edicts: tuple[ScoringCard, ...] = ()
    ambush_deck: tuple[str, ...] = ()
    hero_deck: tuple[str, ...] = ()
    season: int = -1
    deck: tuple[str, ...] = ()
    column: tuple[str, ...] = ()
    time: int = 0
    ruins_pending: bool = False
    turn: int = 0
    open: ExploreCard | AmbushCard | HeroCard | None = None
    choice: AmbushCard | None = None
    effects: tuple[str, ...] = ()
    queue: tuple[str, ...] = ()
    boards: tuple[Board, ...] = ()
    coins: tuple[int, ...] = ()
    rewarded: tuple[tuple[str, ...], ...] = ()
    drawings: tuple[Drawn | Chosen | None, ...] = ()
    latest: tuple[Mask, ...] = ()
    scores: tuple[tuple[SeasonScore, ...], ...] = ()
    retakes: tuple[tuple[int, Seat], ...] = ()
    over: bool = False

    def but(self, **changes: Any) -> State:
        """This state with some fields changed: what `dataclasses.replace` does, five times as fast."""
        changed = object.__new__(State)
        object.__setattr__(changed, "__dict__", vars(self) | changes)
        return changed

    @property
    def definition(self) -> Definition:
        """What the game is played with."""
        assert self.box is not None, "the game has not started"
        return self.box.definition

    @property
    def season_card(self) -> Season:
        """The present season."""
        return self.definition.seasons[self.season]

    def card(self, card_id: str) -> DeckCard:
        """A card of the explore deck by its id."""
        assert self.box is not None, "the game has not started"
        return self.box.cards[card_id]

    def scored_edicts(self) -> tuple[ScoringCard, ScoringCard]:
        """The two cards that the present season scores."""
        one, two = ("ABCD".index(letter) for letter in self.season_card.edicts)
        return self.edicts[one], self.edicts[two]

    def total(self, seat: Seat) -> int:
        """A seat's stars so far."""
        return sum(season[seat].total for season in self.scores)

    def losses(self, seat: Seat) -> int:
        """A seat's stars lost to monsters so far."""
        return sum(season[seat].losses for season in self.scores)
