"""State of a game after a number of events.

`State` and `Round` are named tuples, as a copy of one with a change is much faster than that of a dataclass, and each
event makes one or two.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from engine.contract import Seat
from engine.gisborne.cards import Cards, Face
from engine.gisborne.definition import Definition
from engine.gisborne.tiles import Mark
from engine.gisborne.way import Way


@dataclass(frozen=True, slots=True)
class Chest:
    """Winnings of a seat: cards put away face down, a point each, and values of chips in the order they were won."""

    cards: Cards = ()
    chips: tuple[int, ...] = ()

    @property
    def points(self) -> int:
        """Points of the chest."""
        return len(self.cards) + sum(self.chips)


@dataclass(frozen=True, slots=True)
class Play:
    """Cards and tent that a seat has laid. `chosen` is False for a tent that lies by itself."""

    cards: Cards
    tent: bool
    chosen: bool = True

    @property
    def size(self) -> int:
        """Number of cards, the tent counted."""
        return len(self.cards) + self.tent


@dataclass(frozen=True, slots=True)
class March:
    """Move of the seat whose turn it is, with `left` steps to go. It stays until the next seat's turn."""

    seat: Seat
    left: int


class Debt(StrEnum):
    """Kind of what a seat owes in mid-move."""

    RIVER = "river"
    WOLVES = "wolves"


@dataclass(frozen=True, slots=True)
class Owed:
    """Cards to discard at a river (`count`), or a chip for the wolves; `number` counts these in the round."""

    kind: Debt
    seat: Seat
    number: int
    count: int


@dataclass(frozen=True, slots=True)
class Scoring:
    """Open position scoring: seats, dealt cards and numbers chosen for the chests (None: not yet), all by rank."""

    number: int
    ranks: tuple[Seat, ...]
    dealt: tuple[tuple[Face, ...], ...]
    has_choice: bool
    choices: tuple[int | None, ...]

    def rank(self, seat: Seat) -> int:
        """Return the 0-based rank of a seat."""
        return self.ranks.index(seat)

    def must_choose(self, seat: Seat) -> bool:
        """Return True if the seat decides about cards."""
        rank = self.rank(seat)
        return self.has_choice and rank + 1 < len(self.ranks) and bool(self.dealt[rank])


class Round(NamedTuple):
    """Round in progress.

    `order` are the seats, most advanced first, `stood` the kind of field under each pawn as the round began (None on
    the bar or beach), `held` the number of cards in each hand then. `plays` are by seat. `begun` counts the seats whose
    moves have begun, `met` the rivers and wolves, `earned` and `scored` the position scorings.
    """

    number: int
    order: tuple[Seat, ...]
    stood: tuple[Mark | None, ...]
    held: tuple[int, ...]
    plays: tuple[Play | None, ...]
    revealed: bool = False
    begun: int = 0
    march: March | None = None
    owes: Owed | None = None
    met: int = 0
    cleared: bool = False
    earned: int = 0
    scored: int = 0
    scoring: Scoring | None = None

    def place(self, seat: Seat) -> int:
        """Return the 0-based place of a seat in the order."""
        return self.order.index(seat)


NO_ROUND: Final = Round(0, (), (), (), ())

_NO_CHIPS: Final[Mapping[int, int]] = {}
_NONE_WITHDRAWN: Final[Mapping[str, int]] = {}


class State(NamedTuple):
    """State of a game.

    `at` is the field of each pawn, 0 on the bar; a pawn on the beach keeps its last one and is in `arrived`, in order.
    `bar` is the bar order. `on_way` maps fields to the chips on them. `draws` are the cards that each seat is still to
    draw. `aside` are chips out of play: the one set aside first, then those of wolves. `withdrawn` counts the answers
    that were taken back, by the id of their ask, in the whole game.
    """

    definition: Definition | None = None
    seats: int = 0
    stack: tuple[str, ...] = ()
    chip_pile: tuple[int, ...] = ()
    aside: tuple[int, ...] = ()
    way: Way = Way()
    on_way: Mapping[int, int] = _NO_CHIPS
    beach_chip: int = 0
    bar: tuple[Seat, ...] = ()
    at: tuple[int, ...] = ()
    arrived: tuple[Seat, ...] = ()
    pile: tuple[Face, ...] = ()
    piles: int = 0
    discards: Cards = ()
    hands: tuple[Cards, ...] = ()
    chests: tuple[Chest, ...] = ()
    draws: tuple[int, ...] = ()
    round: Round = NO_ROUND
    withdrawn: Mapping[str, int] = _NONE_WITHDRAWN
    over: bool = False

    @property
    def box(self) -> Definition:
        """Definition of a game that has started."""
        assert self.definition is not None, "the game has started"
        return self.definition

    @property
    def last_round(self) -> bool:
        """True once a pawn is on the beach."""
        return bool(self.arrived)

    def is_on_way(self, seat: Seat) -> bool:
        """Return True if the pawn of a seat is on a field."""
        return self.at[seat] > 0 and seat not in self.arrived

    def occupied(self, at: int, mover: Seat) -> bool:
        """Return True if another pawn than the mover's stands on a field."""
        return at in self.at and any(
            other == at and seat != mover and seat not in self.arrived for seat, other in enumerate(self.at)
        )

    def ranks(self) -> tuple[Seat, ...]:
        """Return the seats by rank: beach, way, bar. Source: docs/gisborne.md, "Rank"."""
        behind = [seat for seat in self.bar if seat not in self.arrived] if self.arrived else self.bar
        # On the bar, at 0, pawns stay in its order.
        return (*self.arrived, *sorted(behind, key=self.at.__getitem__, reverse=True))
