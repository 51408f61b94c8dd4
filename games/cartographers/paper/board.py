"""A map as a drawing that stands alone: its unit is a space."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.cartographers.board import Board
from engine.cartographers.geometry import SIZE, Mask, column_of, row_of, spaces
from engine.cartographers.notation import ROW_NAMES
from engine.cartographers.terrain import FILLING, Feature
from games.cartographers.map.boards import COLUMNS, cluster_edges, edges_of, outline, path
from games.cartographers.paper.inks import Palette, Wash


@dataclass(frozen=True, slots=True)
class Kind:
    """Spaces of one kind: its word, colors, one path of their squares, and the places of its symbol."""

    word: str
    wash: Wash
    path: str
    places: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Written:
    """A letter and its middle."""

    text: str
    x: str
    y: str


@dataclass(frozen=True, slots=True)
class BoardDrawing:
    """A map: its kinds, and as paths its grid, the edges of its clusters, the ruins drawn on, the spaces that monsters
    cost a star each, those under attack, and what was drawn last. `initials` are those of its monsters, `rim` is what
    stands around it, and `scale` the path of the dark bars of its frame.
    """

    kinds: tuple[Kind, ...]
    grid: str
    edges: str
    ruins: str
    losses: str
    marked: str
    fresh: str
    initials: tuple[Written, ...]
    rim: tuple[Written, ...]
    scale: str


_KINDS: Final = (Feature.RUINS, *FILLING)
_INSET: Final = 0.12
_BAR: Final = 0.13
"""Width of the scale around a map."""


def board_drawing(board: Board, palette: Palette, fresh: Mask = 0) -> BoardDrawing:
    """A board, drawn; `fresh` are the spaces that its last turn has changed."""
    masks = {feature: board.layers[feature] for feature in FILLING} | {Feature.RUINS: board.empty_ruins}
    return BoardDrawing(
        kinds=tuple(_kind(feature, masks[feature], palette) for feature in _KINDS if masks[feature]),
        grid="".join(f"M0 {at}h{SIZE}M{at} 0v{SIZE}" for at in range(1, SIZE)),
        edges=outline(cluster_edges(board)),
        ruins=_framed(board.layers[Feature.RUINS] & board.filled),
        losses=path(board.monster_losses()),
        marked=_framed(board.marked),
        fresh=outline(edges_of(fresh)),
        initials=tuple(
            Written(initial, f"{column_of(where)}.82", f"{row_of(where)}.92")
            for initial, mask in board.initials
            for where in spaces(mask & ~board.layers[Feature.DESTROYED])
        ),
        rim=_rim(),
        scale=_scale(),
    )


def _kind(feature: Feature, mask: Mask, palette: Palette) -> Kind:
    # A symbol fills two thirds of its space.
    places = tuple((f"{column_of(where) + 0.17:g}", f"{row_of(where) + 0.17:g}") for where in spaces(mask))
    return Kind(feature.word, palette.washes[feature], path(mask), places)


def _framed(mask: Mask) -> str:
    """A square within each space."""
    side = 1 - 2 * _INSET
    return "".join(
        f"M{column_of(where) + _INSET:g} {row_of(where) + _INSET:g}h{side:g}v{side:g}h-{side:g}z"
        for where in spaces(mask)
    )


def _rim() -> tuple[Written, ...]:
    """The numbers of the columns above and below, the letters of the rows on both sides."""
    along = [Written(name, f"{at + 0.5:g}", y) for at, name in enumerate(COLUMNS) for y in ("-0.36", f"{SIZE}.6")]
    down = [Written(name, x, f"{at + 0.62:g}") for at, name in enumerate(ROW_NAMES) for x in ("-0.48", f"{SIZE}.48")]
    return (*along, *down)


def _scale() -> str:
    """Every other bar of the frame, as old maps have them."""
    far, bars = SIZE, range(0, SIZE, 2)
    level = [f"M{at} {y:g}h1v{_BAR}h-1z" for at in bars for y in (-_BAR, far)]
    upright = [f"M{x:g} {at}h{_BAR}v1h-{_BAR}z" for at in bars for x in (-_BAR, far)]
    return "".join([*level, *upright])
