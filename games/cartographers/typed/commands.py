"""Commands of the command line.

`Telling` commands return information, `Coaching` ones that of the coach. `Moving` ones move the drawing in hand, and
`Acting` ones change the game. The meaning of a `Bare` space depends on the seat's task.
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
    """Command that describes the game's state."""

    topic: LineTopic


@dataclass(frozen=True, slots=True)
class DescribeForSeat:
    """Command that describes a seat. `whose` is its name or number as typed, "" for the map shown."""

    topic: BoardTopic
    whose: str = ""


@dataclass(frozen=True, slots=True)
class DescribeRow:
    """Command that describes a row (0-based)."""

    row: int
    whose: str = ""


@dataclass(frozen=True, slots=True)
class DescribeColumn:
    """Command that describes a column (0-based)."""

    column: int
    whose: str = ""


@dataclass(frozen=True, slots=True)
class DescribeSpace:
    """Command that describes a space."""

    space: Space
    whose: str = ""


@dataclass(frozen=True, slots=True)
class DescribeCluster:
    """Command that describes the cluster of a space."""

    space: Space
    whose: str = ""


@dataclass(frozen=True, slots=True)
class DescribeEdict:
    """Command that describes an edict's rule and what it counts."""

    edict: Edict
    whose: str = ""


@dataclass(frozen=True, slots=True)
class DescribeHints:
    """Command that describes good answers to the reader's task, or the best one `only`."""

    only: bool = False


@dataclass(frozen=True, slots=True)
class DescribeReview:
    """Command that describes a seat's review of a finished game, or of one `turn`. "" means the reader's own seat."""

    turn: int | None = None
    whose: str = ""


@dataclass(frozen=True, slots=True)
class ChooseSkill:
    """Command that selects the first shape of a skill, by the beginning of its name. "" lists the skills."""

    name: str = ""


@dataclass(frozen=True, slots=True)
class DescribeHelp:
    """Command that lists the commands, or explains one."""

    word: str = ""


@dataclass(frozen=True, slots=True)
class Say:
    """Command that sends the rest of the line to the chat."""


@dataclass(frozen=True, slots=True)
class Parts:
    """Typed part of a placement: `option` is 0-based, `loose` an "f" that may be forest or a flip."""

    option: int | None = None
    terrain: Terrain | None = None
    turn: ShapeTurn | None = None
    anchor: Space | None = None
    loose: bool = False


@dataclass(frozen=True, slots=True)
class DescribeFits:
    """Command that lists the spots of the shapes that match the parts."""

    parts: Parts


@dataclass(frozen=True, slots=True)
class Try:
    """Command that places the shape without confirming it."""

    parts: Parts


@dataclass(frozen=True, slots=True)
class NextFit:
    """Command that moves the shape to its next legal spot."""


@dataclass(frozen=True, slots=True)
class PlaceShape:
    """Command that places a shape and confirms it."""

    parts: Parts


@dataclass(frozen=True, slots=True)
class Confirm:
    """Command that confirms the current placement or the selected space."""


@dataclass(frozen=True, slots=True)
class Destroy:
    """Command that chooses the space that a monster destroys."""

    space: Space


@dataclass(frozen=True, slots=True)
class Undo:
    """Command that undoes the answer to the open turn."""


@dataclass(frozen=True, slots=True)
class BareSpace:
    """Typed space without a command."""

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
Coaching = DescribeHints | DescribeReview
Moving = Try | NextFit
Acting = PlaceShape | Confirm | Destroy | Undo
Plain = Telling | Coaching | Moving | Acting | ChooseSkill | Say
"""Commands that mean the same in every state of a game."""
Command = Plain | BareSpace
