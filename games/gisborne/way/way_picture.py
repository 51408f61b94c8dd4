"""The way in ink as a picture of its own: the tiles of the table with plain colors, chips, and pawns with crests."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from django.utils.safestring import SafeString

from engine.gisborne.tiles import COLUMNS, ROWS, Tile
from engine.gisborne.view import View
from games.gisborne.way.tile_drawing import UNIT, tile_contents
from games.gisborne.way.way_view import PawnView, PlaceView, way_view
from games.gisborne.way.winding import seat_color
from games.play.crests import crest_svg
from games.play.ink import Point
from games.play.people import Person
from games.play.picture_colors import DAY
from games.play.sprites import sprite_parts
from games.play.toned_images import Tone

_WIDTH, _HEIGHT = COLUMNS * UNIT, ROWS * UNIT
_GAP: Final = 18
"""Space between tiles."""
_FEW: Final = 6
"""Most tiles that are drawn in rows of two; more are in rows of three."""
_BAR: Final = ((50, 58), (50, 106), (50, 154), (50, 202), (50, 250))
"""Feet of the pawns on the bar."""
_CLOTH: Final = "M11 7q12-4 24 0t25 0L53 25l7 19q-13 4-25 0t-24 0z"
_USE: Final = re.compile(r'<use href="#([\w-]+)" x="(-?\d+)" y="(-?\d+)"/>')
_START: Final = re.compile(r' id="[\w-]+"')


@dataclass(frozen=True, slots=True)
class _Wash:
    """Colors of a kind of ground: wash, light side of pictures, their lines, and the pigment along the edge."""

    ground: str
    light: str
    line: str
    deep: str


# Washes of the light theme in `static/css/gisborne/way.css`, with the inks that `static/css/ink.css` derives from them.
_WASHES: Final = {
    "land": _Wash("#e4ddb4", "#f4eed8", "#363115", "#7e733a"),
    "sand": _Wash("#f2dfae", "#faefd6", "#3b2f0b", "#8c7228"),
    "water": _Wash("#a3d5f2", "#dbebf1", "#103447", "#237399"),
    "wood": _Wash("#d9b384", "#f0ddc5", "#432b06", "#835507"),
    "track": _Wash("#f7ecd2", "#fcf4e4", "#36301f", "#897b58"),
    "plain": _Wash("#efe0bd", "#f9f0dc", "#392f18", "#877343"),
    "viewpoint": _Wash("#f2c469", "#fae5bd", "#402d00", "#886300"),
    "village": _Wash("#eda47a", "#fad8c1", "#502100", "#954400"),
    "swamp": _Wash("#8cd0b1", "#d2e9d6", "#003a27", "#027553"),
    "wolves": _Wash("#dfa8c8", "#f3d9e0", "#452338", "#8b4471"),
}
_BRASS, _BRASS_EDGE, _BRASS_LETTER = "#f0c24a", "#5c3d02", "#2a1c02"


def way_picture(view: View, people: Sequence[Person], side: int) -> SafeString:
    """Return the tiles that lie there as SVG elements in a square of `side` units.

    The crests of pawns refer to symbols that the picture around it must have (`games.play.crests.crest_symbols`).
    """
    way = way_view(view, people)
    in_row = 2 if len(way.tiles) <= _FEW else 3
    rows = -(-len(way.tiles) // in_row)
    across, down = in_row * (_WIDTH + _GAP) - _GAP, rows * (_HEIGHT + _GAP) - _GAP
    scale = min(side / across, side / down)
    parts = [f"<style>{_styles()}</style>"]
    for number, shown in enumerate(way.tiles):
        row, column = divmod(number, in_row)
        tile = _tile(view.definition.tiles[shown.id], f"tile-{number}")
        places = "".join(_place(place) for place in (*shown.fields, *shown.slots))
        bar = "".join(_bar(way.bar.pawns)) if number == 0 else ""
        move = f"translate({column * (_WIDTH + _GAP)} {row * (_HEIGHT + _GAP)})"
        parts.append(f'<g transform="{move}">{tile}{places}{bar}</g>')
    left, top = (side - across * scale) / 2, (side - down * scale) / 2
    # All of it is our own markup, without texts of users.
    return SafeString(f'<g transform="translate({left:.1f} {top:.1f})scale({scale:.4f})">{"".join(parts)}</g>')


@lru_cache(1)
def _styles() -> str:
    rules = [".ink{fill:none;stroke-width:5}.wash{stroke:none}.faint{opacity:.62}.t-track{stroke-linecap:round}"]
    for kind, wash in _WASHES.items():
        rules += [
            f".t-{kind}{{color:{wash.line};stroke:{wash.line}}}",
            f".t-{kind} .wash{{fill:{wash.ground};stroke:none}}.t-{kind} .pool{{stroke:{wash.deep}}}",
            f".t-{kind} .light{{fill:{wash.light}}}.t-{kind} .lit{{stroke:{wash.light}}}",
            f".t-{kind} .track,.t-{kind} .stream{{stroke:{wash.ground}}}",
        ]
    return "".join(rules)


@lru_cache(200)
def _tile(tile: Tile, clip: str) -> str:
    """Return a tile with its frame. Its pictures are copies, as styles don't reach into what a drawing refers to."""
    drawn = _USE.sub(lambda use: _copy(use[1], (int(use[2]), int(use[3]))), tile_contents(tile, ""))
    edge = f"M0 0H{_WIDTH}V{_HEIGHT}H0z"
    return (
        f'<clipPath id="{clip}"><path d="{edge}"/></clipPath><g class="ink" clip-path="url(#{clip})">{drawn}</g>'
        f'<path fill="none" stroke="{DAY.ink}" stroke-width="5" d="{edge}"/>'
    )


def _copy(name: str, place: Point) -> str:
    part = _START.sub("", sprite_parts("way.svg")[name], count=1)
    part = part.replace('fill="var(--t-light)"', 'class="light"').replace('stroke="var(--t-light)"', 'class="lit"')
    return f'<g transform="translate({place[0]} {place[1]})">{part}</g>'


def _place(place: PlaceView) -> str:
    x, y = (place.column - 1) * UNIT, (place.row - 1) * UNIT
    pawns = "".join(_pawn(pawn, (x + 50, y + 92)) for pawn in place.pawns)
    return (_chip(place.chip, (x + 84, y + 80)) if place.chip else "") + pawns


def _chip(value: int, center: Point) -> str:
    x, y = center
    return (
        f'<circle cx="{x}" cy="{y}" r="30" fill="{_BRASS}" stroke="{_BRASS_EDGE}" stroke-width="5"/>'
        f'<text x="{x}" y="{y + 15}" font-size="44" font-weight="700" text-anchor="middle" fill="{_BRASS_LETTER}">'
        f"{value}</text>"
    )


def _bar(pawns: Sequence[PawnView]) -> Iterator[str]:
    """Yield the pawns on the bar, the most advanced one on top."""
    for pawn, foot in zip(pawns, _BAR, strict=False):
        yield _pawn(pawn, foot)


def _pawn(pawn: PawnView, foot: Point) -> str:
    """Return a flag with the crest of the player, or without one with the mark of the seat; `foot` is below it."""
    color = seat_color(pawn.seat, Tone.DAY)
    sign = (
        f'<g transform="translate(15 12)scale(.5)">{crest_svg(pawn.crest)}</g>'
        if pawn.crest
        else f'<path transform="translate(34 26)scale(2.9)" fill="{DAY.sheet}" d="{pawn.mark}"/>'
    )
    return (
        f'<g transform="translate({foot[0] - 40} {foot[1] - 128})scale(2.1)" stroke-linecap="round">'
        f'<path stroke="{DAY.ink}" stroke-width="5" d="M11 5V61M5 61h12"/>'
        f'<path fill="{color}" stroke="{DAY.sheet}" stroke-width="3" d="{_CLOTH}"/>'
        f"{sign}</g>"
    )
