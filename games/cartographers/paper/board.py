"""A map as a drawing of its own in ink or pencil, with the site's symbols."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import Final

from django.utils.safestring import SafeString

from engine.cartographers.board import Board
from engine.cartographers.geometry import SIZE, Mask, column_of, row_of, spaces
from engine.cartographers.notation import ROW_NAMES
from engine.cartographers.terrain import FILLING, Feature
from games.cartographers.map.boards import COLUMNS
from games.cartographers.map.ink.drawing import ink_drawing
from games.cartographers.map.ink.outlines import outline
from games.play.picture_colors import DAY, NIGHT
from games.play.sprites import sprite_parts


class Ink(StrEnum):
    """With what a map is drawn."""

    COLOUR = "colour"
    PENCIL = "pencil"
    NIGHT = "night"


@dataclass(frozen=True, slots=True)
class TerrainColors:
    """Colors of a terrain: its wash, the light side of its pictures, their lines, and the pigment along its edge."""

    ground: str
    light: str
    line: str
    deep: str


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
    **asdict(DAY),
    harm="#97240f",
    star="#c98d0a",
    coin="#f0c24a",
    terrain_colors={
        Feature.FOREST: TerrainColors("#8cd0b1", "#d2e9d6", "#003a27", "#007750"),
        Feature.VILLAGE: TerrainColors("#eda47a", "#fad8c1", "#502100", "#9d3c00"),
        Feature.FARM: TerrainColors("#f4e88f", "#faf3cb", "#3a3000", "#8c7800"),
        Feature.WATER: TerrainColors("#a3d5f2", "#dbebf1", "#103447", "#247399"),
        Feature.MONSTER: TerrainColors("#dfa8c8", "#f3d9e0", "#452338", "#8b4471"),
        Feature.HERO: TerrainColors("#f2c469", "#fae5bd", "#472900", "#995a00"),
        Feature.MOUNTAIN: TerrainColors("#e3d9c3", "#f4edde", "#363022", "#7d7053"),
        Feature.LANDMARK: TerrainColors("#c9bfe6", "#e9e2ee", "#2c2247", "#6a569c"),
        Feature.WASTELAND: TerrainColors("#a89c88", "#dbd3c5", "#372f22", "#5e4e33"),
        Feature.DESTROYED: TerrainColors("#57503f", "#b8b2a5", "#e9dfc9", "#2e250c"),
    },
)
_BARE: Final = TerrainColors("#ffffff", "#ffffff", "#222222", "#b4b4b4")
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
        Feature.MONSTER: TerrainColors("#e6e6e6", "#ffffff", "#1c1c1c", "#9a9a9a"),
        Feature.MOUNTAIN: _BARE,
        Feature.LANDMARK: TerrainColors("#ececec", "#ffffff", "#222222", "#b4b4b4"),
        Feature.WASTELAND: TerrainColors("#d9d9d9", "#ffffff", "#222222", "#9a9a9a"),
        Feature.DESTROYED: TerrainColors("#4a4a4a", "#4a4a4a", "#ffffff", "#2a2a2a"),
    },
)
# Colors of the dark theme there.
_NIGHT: Final = Palette(
    **asdict(NIGHT),
    harm="#f4a79a",
    star="#e8c374",
    coin="#9a6a08",
    terrain_colors={
        Feature.FOREST: TerrainColors("#17604a", "#182c22", "#c6e7d9", "#53a487"),
        Feature.VILLAGE: TerrainColors("#8a3d12", "#3c2011", "#ffd3be", "#dd7c4d"),
        Feature.FARM: TerrainColors("#6b6212", "#312c12", "#e4e0bc", "#b6ac55"),
        Feature.WATER: TerrainColors("#195a86", "#182a37", "#c4e2fc", "#559ed5"),
        Feature.MONSTER: TerrainColors("#76305a", "#351c28", "#fbd0e6", "#bf679a"),
        Feature.HERO: TerrainColors("#7d5708", "#372910", "#f0dbba", "#ce9e4e"),
        Feature.MOUNTAIN: TerrainColors("#4d473a", "#26231c", "#e1ded6", "#877f6f"),
        Feature.LANDMARK: TerrainColors("#4d3f78", "#27203b", "#e0d7fb", "#8b78bd"),
        Feature.WASTELAND: TerrainColors("#332f28", "#1d1a15", "#e0ded9", "#5d574f"),
        Feature.DESTROYED: TerrainColors("#0d0c0a", "#0e0d0a", "#e9dfc9", "#1e1d1b"),
    },
)
PALETTES: Final[Mapping[Ink, Palette]] = {Ink.COLOUR: _COLOUR, Ink.PENCIL: _PENCIL, Ink.NIGHT: _NIGHT}


def print_palette(ink: Ink) -> Palette:
    """Return the palette of an ink on white paper."""
    return replace(PALETTES[ink], sheet="#ffffff")  # the paper has a colour of its own


SEASON_GLYPHS: Final = ("spring", "summer", "fall", "winter")


def season_glyph(season: str) -> str:
    """The symbol of a season by its id; that of time for one that has none."""
    return season if season in SEASON_GLYPHS else "hourglass"


_REFERENCE: Final = re.compile(r'href="#([\w-]+)"')
_LEGEND: Final = (*(feature for feature in FILLING if feature is not Feature.LANDMARK), Feature.RUINS)
_KIND_OF: Final = {"boat": "water", "serpent": "water", "stones": "mountain", "arch": "mountain", "toll": "farm"}


def pictures(names: Iterable[str], palette: Palette) -> SafeString:
    """Return the pictures of an ink drawing in the colors of a palette; other names are skipped.

    A picture comes with those that it is made of.
    """
    parts = sprite_parts("map.svg")
    named = [name for name in names if name in parts]
    inside = [part for name in named for part in _REFERENCE.findall(parts[name])]
    return SafeString("".join(_colored(name, parts[name], palette) for name in dict.fromkeys([*named, *inside])))


def legend_of(board: Board) -> tuple[Feature, ...]:
    """Return the kinds of spaces that the legend of a map explains: landmarks and coin spaces only if it has some."""
    return (*_LEGEND, *(feature for feature in (Feature.LANDMARK, Feature.TOLL) if board.layers[feature]))


def legend_picture(kind: Feature) -> str:
    """Return the name of the picture that stands for a kind of space in a legend."""
    return kind.word if kind in (Feature.RUINS, Feature.TOLL) else f"{kind.word}-0"


def ink_colors(palette: Palette) -> tuple[tuple[str, TerrainColors], ...]:
    """Return the terrains with their colors."""
    return tuple((feature.word, colors) for feature, colors in palette.terrain_colors.items())


def _colored(name: str, part: str, palette: Palette) -> str:
    word = name.partition("-")[0]
    kind = _KIND_OF.get(word, word)
    known = dict(ink_colors(palette))
    if kind in known:
        part = part.replace("var(--t-light)", known[kind].light).replace("var(--t-deep)", known[kind].deep)
    return part.replace("var(--surface)", palette.sheet).replace("var(--ink)", palette.ink)


@dataclass(frozen=True, slots=True)
class MapLetter:
    """Letter and its center."""

    text: str
    x: str
    y: str


@dataclass(frozen=True, slots=True)
class BoardDrawing:
    """Drawing of a map: in `ink` with its `pictures`, and paths.

    `kinds` have the colors of the terrains. `losses` are the spaces that cost a star each because of monsters,
    `marked` those under attack. `initials` belong to monsters, `rim` surrounds the map, `scale` has the dark bars of
    its frame.
    """

    ink: SafeString
    pictures: SafeString
    kinds: tuple[tuple[str, TerrainColors], ...]
    losses: str
    marked: str
    initials: tuple[MapLetter, ...]
    rim: tuple[MapLetter, ...]
    scale: str


_INSET: Final = 0.12
_BAR: Final = 0.13
"""Width of the scale around a map."""


def board_drawing(
    board: Board,
    palette: Palette,
    fresh: Mask = 0,
    *,
    pieces: tuple[Mask, ...] = (),
    legend: Iterable[Feature] = (),
) -> BoardDrawing:
    """Return the drawing of a board, with the pictures of a legend.

    `fresh` has the spaces that the last turn changed, `pieces` those of each turn.
    """
    ink = ink_drawing(board, fresh, "", pieces=pieces)
    named = [*_REFERENCE.findall(ink), *map(legend_picture, legend)]
    return BoardDrawing(
        ink=ink,
        pictures=pictures(named, palette),
        kinds=ink_colors(palette),
        losses=outline(board.monster_losses(), board.filled),
        marked=_framed(board.marked),
        initials=tuple(
            MapLetter(initial, f"{column_of(where)}.82", f"{row_of(where)}.92")
            for initial, mask in board.initials
            for where in spaces(mask & ~board.layers[Feature.DESTROYED])
        ),
        rim=_rim(),
        scale=_scale(),
    )


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
