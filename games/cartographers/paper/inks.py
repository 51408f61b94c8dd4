"""Inks for a map on paper: in color, or pencil only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.cartographers.terrain import Feature


class Ink(StrEnum):
    """With what a map is drawn."""

    COLOUR = "colour"
    PENCIL = "pencil"


@dataclass(frozen=True, slots=True)
class Wash:
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
    washes: Mapping[Feature, Wash]


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
    washes={
        Feature.FOREST: Wash("#a6dcc3", "#d9f1e6", "#113a2b"),
        Feature.VILLAGE: Wash("#f0b58f", "#fbe4d5", "#5a2409"),
        Feature.FARM: Wash("#f5eb9f", "#fcf8da", "#453f06"),
        Feature.WATER: Wash("#b3dcf4", "#e3f2fb", "#0f3c58"),
        Feature.MONSTER: Wash("#e3b3cf", "#f6e2ed", "#521f42"),
        Feature.HERO: Wash("#f4cd7d", "#fcefd3", "#523806"),
        Feature.MOUNTAIN: Wash("#e9e1cf", "#fbf7ed", "#3d3628"),
        Feature.WASTELAND: Wash("#b8ad9a", "#d9d1c3", "#352e22"),
        Feature.DESTROYED: Wash("#57503f", "#57503f", "#e9dfc9"),
        Feature.RUINS: Wash("none", "#f7f0df", "#7b705c"),
    },
)
_BARE: Final = Wash("#ffffff", "#ffffff", "#222222")
_PENCIL: Final = Palette(
    sheet="#ffffff",
    ink="#1c1c1c",
    soft="#5a5a5a",
    faint="#cfcfcf",
    accent="#1c1c1c",
    harm="#1c1c1c",
    star="#1c1c1c",
    coin="#b4b4b4",
    washes={
        **dict.fromkeys((Feature.FOREST, Feature.VILLAGE, Feature.FARM, Feature.WATER, Feature.HERO), _BARE),
        Feature.MONSTER: Wash("#e6e6e6", "#ffffff", "#1c1c1c"),
        Feature.MOUNTAIN: _BARE,
        Feature.WASTELAND: Wash("#d9d9d9", "#ffffff", "#222222"),
        Feature.DESTROYED: Wash("#4a4a4a", "#4a4a4a", "#ffffff"),
        Feature.RUINS: Wash("none", "#ffffff", "#6a6a6a"),
    },
)
PALETTES: Final[Mapping[Ink, Palette]] = {Ink.COLOUR: _COLOUR, Ink.PENCIL: _PENCIL}
