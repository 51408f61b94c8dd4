"""Commands of the command line.

`Telling` commands return information, `Moving` ones move the drawing in hand, and `Acting` ones change the game. The
meaning of a `Bare` space depends on the seat's task.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.cartographers.cards import Edict
from engine.cartographers.geometry import Space
from engine.cartographers.shapes import ShapeTurn
from engine.cartographers.terrain import Terrain


class LineTopic(StrEnum):
    """Topic that a single word asks about."""

    NOW = "now"
    CARD = "card"
    SHAPES = "shapes"
    SEASON = "season"
    WHO = "who"
    LOG = "log"


class BoardTopic(StrEnum):
    """Topic that a word asks about for a player's map or score sheet."""

    MAP = "map"
    MONSTERS = "monsters"
    RUINS = "ruins"
    MOUNTAINS = "mountains"
    EDICTS = "edicts"
    COINS = "coins"
    SCORE = "score"
    STANDINGS = "standings"


@dataclass(frozen=True, slots=True)
class Describe:
    """Tell what goes on."""

    topic: LineTopic


@dataclass(frozen=True, slots=True)
class DescribeForSeat:
    """Tell something of a seat: `whose` is its name or number as it was typed, "" for the map in sight."""

    topic: BoardTopic
    whose: str = ""


@dataclass(frozen=True, slots=True)
class DescribeRow:
    """Tell a row, 0-based."""

    row: int
    whose: str = ""


@dataclass(frozen=True, slots=True)
class DescribeColumn:
    """Tell a column, 0-based."""

    column: int
    whose: str = ""


@dataclass(frozen=True, slots=True)
class DescribeSpace:
    """Tell what is on a space."""

    space: Space
    whose: str = ""


@dataclass(frozen=True, slots=True)
class DescribeCluster:
    """Tell the cluster that a space belongs to."""

    space: Space
    whose: str = ""


@dataclass(frozen=True, slots=True)
class DescribeEdict:
    """Tell what an edict asks, and what it counts."""

    edict: Edict
    whose: str = ""


@dataclass(frozen=True, slots=True)
class DescribeHelp:
    """Tell what may be typed: all of it, or what one word does."""

    word: str = ""


@dataclass(frozen=True, slots=True)
class Parts:
    """A placement as far as it was typed: `option` is 0-based, `loose` an "f" that may be forest or a flip."""

    option: int | None = None
    terrain: Terrain | None = None
    turn: ShapeTurn | None = None
    anchor: Space | None = None
    loose: bool = False


@dataclass(frozen=True, slots=True)
class DescribeFits:
    """Tell where the shapes may be drawn, those that the parts leave."""

    parts: Parts


@dataclass(frozen=True, slots=True)
class Try:
    """Put the drawing down, not for good."""

    parts: Parts


@dataclass(frozen=True, slots=True)
class NextFit:
    """Put the drawing where it may be drawn next."""


@dataclass(frozen=True, slots=True)
class PlaceShape:
    """Draw."""

    parts: Parts


@dataclass(frozen=True, slots=True)
class Confirm:
    """Draw what is in hand, or destroy the space put forward."""


@dataclass(frozen=True, slots=True)
class Destroy:
    """Choose the space that a monster destroys."""

    space: Space


@dataclass(frozen=True, slots=True)
class Undo:
    """Take the answer to the open turn back."""


@dataclass(frozen=True, slots=True)
class BareSpace:
    """A space and nothing else."""

    space: Space


Telling = (
    Describe
    | DescribeForSeat
    | DescribeRow
    | DescribeColumn
    | DescribeSpace
    | DescribeCluster
    | DescribeEdict
    | DescribeHelp
    | DescribeFits
)
Moving = Try | NextFit
Acting = PlaceShape | Confirm | Destroy | Undo
Plain = Telling | Moving | Acting
"""Commands that mean the same in every state of a game."""
Command = Plain | BareSpace
