"""Commands of the command line.

`Telling` commands return information, `Moving` ones change the play in the making, and `Acting` ones change the game.
The meaning of `BareCards` and `Share` depends on what the seat is asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.gisborne.cards import Cards


class Topic(StrEnum):
    """Topic that a single word asks about."""

    NOW = "now"
    WHO = "who"
    ORDER = "order"
    WAY = "way"
    CHIPS = "chips"
    SUPPLIES = "supplies"
    PLACES = "places"
    SCORING = "scoring"
    STANDINGS = "standings"
    LOG = "log"


class SeatTopic(StrEnum):
    """Topic that a word asks about for a player."""

    HAND = "hand"
    CHEST = "chest"
    SCORE = "score"
    FIELD = "field"
    AHEAD = "ahead"


@dataclass(frozen=True, slots=True)
class Describe:
    """Command that describes the game's state."""

    topic: Topic


@dataclass(frozen=True, slots=True)
class DescribeForSeat:
    """Command that describes a seat, or every seat. `whose` is its name or number as typed, "" for the reader's own."""

    topic: SeatTopic
    whose: str = ""
    every: bool = False


@dataclass(frozen=True, slots=True)
class DescribeTile:
    """Command that describes a tile by its number from 1 or by its name as typed, "" for the reader's own."""

    tile: str = ""


@dataclass(frozen=True, slots=True)
class DescribeField:
    """Command that describes a field."""

    field: int


@dataclass(frozen=True, slots=True)
class DescribeRound:
    """Command that describes a round, 0 for the open one."""

    round: int = 0


@dataclass(frozen=True, slots=True)
class DescribeHelp:
    """Command that lists the commands, or explains one."""

    word: str = ""


@dataclass(frozen=True, slots=True)
class Say:
    """Command that sends the rest of the line to the chat."""


@dataclass(frozen=True, slots=True)
class Reach:
    """Command that describes where a play would lead; without cards and tent, that of the play in the making."""

    cards: Cards = ()
    tent: bool = False


@dataclass(frozen=True, slots=True)
class ReachSteps:
    """Command that describes where a number of steps would lead."""

    steps: int


@dataclass(frozen=True, slots=True)
class Try:
    """Command that selects cards, and the tent, without laying them."""

    cards: Cards = ()
    tent: bool = False


@dataclass(frozen=True, slots=True)
class Clear:
    """Command that puts the selected cards back."""


@dataclass(frozen=True, slots=True)
class LayCards:
    """Command that lays a play."""

    cards: Cards
    tent: bool = False


@dataclass(frozen=True, slots=True)
class DiscardCards:
    """Command that discards cards at a river; without cards, the selected ones."""

    cards: Cards = ()


@dataclass(frozen=True, slots=True)
class GiveChip:
    """Command that gives the wolves a chip of a value."""

    value: int


@dataclass(frozen=True, slots=True)
class Confirm:
    """Command that confirms the selected cards."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Command that undoes the answer in the open round."""


@dataclass(frozen=True, slots=True)
class BareCards:
    """Typed cards without a command: a play, or what is discarded at a river."""

    cards: Cards
    tent: bool = False


@dataclass(frozen=True, slots=True)
class Share:
    """Number of the cards dealt that go into the chest or the hand (`pile`), None for all.

    Where no scoring asks for it, this describes the chest or hand of the seat with that number, or those of all seats.
    """

    pile: SeatTopic
    number: int | None = None


Telling = Describe | DescribeForSeat | DescribeTile | DescribeField | DescribeRound | DescribeHelp | Reach | ReachSteps
Moving = Try | Clear
Acting = LayCards | DiscardCards | GiveChip | Confirm | Undo
PlainCommand = Telling | Moving | Acting | Share | Say
"""Commands that mean the same whatever the seat is asked."""
Command = PlainCommand | BareCards
