"""A map as a drawing of its own in ink or pencil, with the site's symbols."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

from django.conf import settings
from django.utils.safestring import SafeString

from engine.cartographers.board import Board
from engine.cartographers.geometry import SIZE, Mask, column_of, row_of, spaces
from engine.cartographers.notation import ROW_NAMES
from engine.cartographers.terrain import FILLING, Feature
from games.cartographers.map.boards import COLUMNS, cluster_edges, edges_of, outline, path


class Ink(StrEnum):
    """With what a map is drawn."""

    COLOUR = "colour"
    PENCIL = "pencil"


@dataclass(frozen=True, slots=True)
class TerrainColors:
    """Colors of a terrain: its ground, the light side of its symbol, and its lines."""

    ground: str
    light: str
    line: str


@dataclass(frozen=True, slots=True)
class Palette:
    """Colors of a drawing: sheet, text in three strengths, accents, harm, stars, coins and terrains."""

    sheet: str
    ink: str
    soft: str
    faint: str
    accent: str
    harm: str
    star: str
    coin: str
    terrain_colors: Mapping[Feature, TerrainColors]


# Colors of the light theme in `static/css/map.css`, with the inks derived from them there.
_COLOUR: Final = Palette(
    sheet="#fdf9ef",
    ink="#2a241b",
    soft="#6a6152",
    faint="#d8cfbc",
    accent="#0b5c66",
    harm="#97240f",
    star="#c98d0a",
    coin="#f0c24a",
    terrain_colors={
        Feature.FOREST: TerrainColors("#a6dcc3", "#d9f1e6", "#113a2b"),
        Feature.VILLAGE: TerrainColors("#f0b58f", "#fbe4d5", "#5a2409"),
        Feature.FARM: TerrainColors("#f5eb9f", "#fcf8da", "#453f06"),
        Feature.WATER: TerrainColors("#b3dcf4", "#e3f2fb", "#0f3c58"),
        Feature.MONSTER: TerrainColors("#e3b3cf", "#f6e2ed", "#521f42"),
        Feature.HERO: TerrainColors("#f4cd7d", "#fcefd3", "#523806"),
        Feature.MOUNTAIN: TerrainColors("#e9e1cf", "#fbf7ed", "#3d3628"),
        Feature.WASTELAND: TerrainColors("#b8ad9a", "#d9d1c3", "#352e22"),
        Feature.DESTROYED: TerrainColors("#57503f", "#57503f", "#e9dfc9"),
        Feature.RUINS: TerrainColors("none", "#f7f0df", "#7b705c"),
    },
)
_BARE: Final = TerrainColors("#ffffff", "#ffffff", "#222222")
_PENCIL: Final = Palette(
    sheet="#ffffff",
    ink="#1c1c1c",
    soft="#5a5a5a",
    faint="#cfcfcf",
    accent="#1c1c1c",
    harm="#1c1c1c",
    star="#1c1c1c",
    coin="#b4b4b4",
    terrain_colors={
        **dict.fromkeys((Feature.FOREST, Feature.VILLAGE, Feature.FARM, Feature.WATER, Feature.HERO), _BARE),
        Feature.MONSTER: TerrainColors("#e6e6e6", "#ffffff", "#1c1c1c"),
        Feature.MOUNTAIN: _BARE,
        Feature.WASTELAND: TerrainColors("#d9d9d9", "#ffffff", "#222222"),
        Feature.DESTROYED: TerrainColors("#4a4a4a", "#4a4a4a", "#ffffff"),
        Feature.RUINS: TerrainColors("none", "#ffffff", "#6a6a6a"),
    },
)
PALETTES: Final[Mapping[Ink, Palette]] = {Ink.COLOUR: _COLOUR, Ink.PENCIL: _PENCIL}


_SPACE: Final = "http://www.w3.org/2000/svg"
SEASON_GLYPHS: Final = ("spring", "summer", "fall", "winter")


@cache
def _sprite() -> dict[str, str]:
    """The symbols by name, as SVG elements."""
    ElementTree.register_namespace("", _SPACE)
    # The file is our own, and no one else can write to it.
    root = ElementTree.parse(Path(settings.BASE_DIR) / "static" / "img" / "sprite.svg").getroot()  # noqa: S314
    declared = f' xmlns="{_SPACE}"'
    return {
        symbol.attrib["id"]: ElementTree.tostring(symbol, encoding="unicode").replace(declared, "").strip()
        for symbol in root.iter(f"{{{_SPACE}}}symbol")
    }


def season_glyph(season: str) -> str:
    """The symbol of a season by its id; that of time for one that has none."""
    return season if season in SEASON_GLYPHS else "hourglass"


def symbols(names: Iterable[str]) -> SafeString:
    """The symbols of those names; a drawing refers to them by `#` and the name."""
    return SafeString("".join(_sprite()[name] for name in dict.fromkeys(names)))


@dataclass(frozen=True, slots=True)
class SpaceKind:
    """Spaces of one kind: its word, colors, one path of their squares, and the places of its symbol."""

    word: str
    wash: TerrainColors
    path: str
    places: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class MapLetter:
    """Letter and its center."""

    text: str
    x: str
    y: str


@dataclass(frozen=True, slots=True)
class BoardDrawing:
    """Drawing of a map: kinds of spaces and SVG paths. `ruins` are those drawn over, `losses` the spaces that monsters
    cost a star each, `marked` those under attack, `fresh` the last drawing. `initials` belong to monsters, `rim`
    surrounds the map, `scale` has the dark bars of its frame.
    """

    kinds: tuple[SpaceKind, ...]
    grid: str
    edges: str
    ruins: str
    losses: str
    marked: str
    fresh: str
    initials: tuple[MapLetter, ...]
    rim: tuple[MapLetter, ...]
    scale: str


_KINDS: Final = (Feature.RUINS, *FILLING)
_INSET: Final = 0.12
_BAR: Final = 0.13
"""Width of the scale around a map."""


def board_drawing(board: Board, palette: Palette, fresh: Mask = 0) -> BoardDrawing:
    """Return the drawing of a board; `fresh` has the spaces that the last turn changed."""
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
            MapLetter(initial, f"{column_of(where)}.82", f"{row_of(where)}.92")
            for initial, mask in board.initials
            for where in spaces(mask & ~board.layers[Feature.DESTROYED])
        ),
        rim=_rim(),
        scale=_scale(),
    )


def _kind(feature: Feature, mask: Mask, palette: Palette) -> SpaceKind:
    # Symbols fill two thirds of their space.
    places = tuple((f"{column_of(where) + 0.17:g}", f"{row_of(where) + 0.17:g}") for where in spaces(mask))
    return SpaceKind(feature.word, palette.terrain_colors[feature], path(mask), places)


def _framed(mask: Mask) -> str:
    """Return the path of a square inside each space."""
    side = 1 - 2 * _INSET
    return "".join(
        f"M{column_of(where) + _INSET:g} {row_of(where) + _INSET:g}h{side:g}v{side:g}h-{side:g}z"
        for where in spaces(mask)
    )


def _rim() -> tuple[MapLetter, ...]:
    """Return the column numbers above and below, and the row letters on both sides."""
    along = [MapLetter(name, f"{at + 0.5:g}", y) for at, name in enumerate(COLUMNS) for y in ("-0.36", f"{SIZE}.6")]
    down = [MapLetter(name, x, f"{at + 0.62:g}") for at, name in enumerate(ROW_NAMES) for x in ("-0.48", f"{SIZE}.48")]
    return (*along, *down)


def _scale() -> str:
    """Return the path of every other bar of the frame, as on old maps."""
    far, bars = SIZE, range(0, SIZE, 2)
    level = [f"M{at} {y:g}h1v{_BAR}h-1z" for at in bars for y in (-_BAR, far)]
    upright = [f"M{x:g} {at}h{_BAR}v1h-{_BAR}z" for at in bars for x in (-_BAR, far)]
    return "".join([*level, *upright])
