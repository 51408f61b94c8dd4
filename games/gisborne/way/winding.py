"""The way as one winding line with the pawns on it: small in lists, larger in shared pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from django.utils.html import format_html
from django.utils.safestring import SafeString

from engine.contract import Seat
from engine.gisborne.game import RULES
from engine.gisborne.state import State
from engine.gisborne.tiles import Mark
from engine.gisborne.view import View
from games.play.chart import MARKS
from games.play.ink import Point, curve
from games.play.picture_colors import COLORS, PictureColors
from games.play.toned_images import Tone

SIZE: Final = 1800
"""Width and height of the picture in its units."""
_ROWS: Final = 5
_LEAST_IN_ROW: Final = 16
_LEFT, _RIGHT, _TOP, _DOWN = 150, 1650, 300, 285
_RISE: Final = 42
"""Rise of the line between two rows of a tile."""
_BAR, _BEACH = 90, 1700
"""Height of the pawns on the bar and on the beach."""
_APART: Final = 185
"""Distance between pawns there."""


@dataclass(frozen=True, slots=True)
class Winding:
    """Public part of a way: rows of its fields on their tiles, their kinds, its chips, and the fields of pawns by seat.

    `arrived` are the seats on the beach, in order, and `bar` those on the bar.
    """

    rows: tuple[int, ...]
    marks: tuple[Mark, ...]
    chips: tuple[int, ...]
    at: tuple[int, ...]
    bar: tuple[Seat, ...]
    arrived: tuple[Seat, ...]

    def pawns(self) -> list[tuple[Seat, Point]]:
        """Return the centers of the pawns, the hindmost first."""
        places = [(seat, (_LEFT + _APART * number, _BAR)) for number, seat in enumerate(self.bar)]
        points = self.points()
        on_way = [seat for seat in map(Seat, range(len(self.at))) if seat not in (*self.bar, *self.arrived)]
        places += [(seat, points[self.at[seat] - 1]) for seat in sorted(on_way, key=lambda seat: self.at[seat])]
        return places + [(seat, (_RIGHT - _APART * number, _BEACH)) for number, seat in enumerate(self.arrived)]

    def points(self) -> list[Point]:
        """Return the centers of the fields: rows from left to right and back."""
        in_row = max(_LEAST_IN_ROW, -(-len(self.rows) // _ROWS))
        points = []
        for number, tile_row in enumerate(self.rows):
            row, column = divmod(number, in_row)
            along = (_RIGHT - _LEFT) * column // (in_row - 1)
            points.append((_RIGHT - along if row % 2 else _LEFT + along, _TOP + _DOWN * row + _RISE * (tile_row - 1)))
        return points


def winding_of(view: View) -> Winding:
    """Return what the picture of a way shows."""
    tiles = [view.definition.tiles[tile] for tile in view.way.tiles]
    return Winding(
        rows=tuple(row for tile in tiles for row, _ in tile.path),
        marks=view.way.marks,
        chips=tuple(view.on_way),
        at=view.at,
        bar=tuple(seat for seat in view.bar if not view.at[seat] and seat not in view.arrived),
        arrived=view.arrived,
    )


@dataclass(frozen=True, slots=True)
class _Paint:
    """Colors of a picture as SVG takes them; `seats` are those of the pawns."""

    sheet: str
    ink: str
    faint: str
    land: str
    sea: str
    sand: str
    brass: str
    kinds: Mapping[Mark, str]
    seats: Sequence[str]


def _painted(colors: PictureColors, *, night: bool) -> _Paint:
    """Return the colors of a tone: washes as in `static/css/gisborne/way.css`, seats as in `static/css/table.css`."""
    day = ("#e4ddb4", "#a3d5f2", "#f2dfae", "#f0c24a"), ("#f2c469", "#eda47a", "#8cd0b1", "#dfa8c8")
    dark = ("#35331f", "#195a86", "#5b4c24", "#e0aa35"), ("#7d5708", "#8a3d12", "#17604a", "#76305a")
    (land, sea, sand, brass), washes = dark if night else day
    kinds = dict(zip((Mark.VIEWPOINT, Mark.VILLAGE, Mark.SWAMP, Mark.WOLVES), washes, strict=True))
    seats = ("#78bff9", "#f0a276", "#68ceaa", "#ed9ac1", "#cdb760") if night else _DAY_SEATS
    return _Paint(colors.sheet, colors.ink, colors.faint, land, sea, sand, brass, kinds, seats)


_DAY_SEATS: Final = ("#125f94", "#8a4517", "#006e4f", "#873e63", "#6e5900")
_PAINTS: Final = {
    tone: _painted(colors, night=tone in {Tone.NIGHT, Tone.NIGHT_CONTRAST}) for tone, colors in COLORS.items()
}
_ON_PAGE: Final = _Paint(
    sheet="var(--surface)",
    ink="var(--ink)",
    faint="var(--line)",
    land="var(--sunken)",
    sea="light-dark(#a3d5f2, #195a86)",
    sand="light-dark(#f2dfae, #5b4c24)",
    brass="var(--gold)",
    kinds=dict.fromkeys(Mark, "var(--ink-soft)"),
    seats=(),
)


def seat_color(seat: Seat, tone: Tone) -> str:
    """Return the color of a seat in a tone."""
    return _PAINTS[tone].seats[seat % len(_DAY_SEATS)]


def small_way(state: State, seat: Seat, label: str) -> SafeString:
    """Return the way for lists, in the colors of the page, with the pawn of a seat in the accent color."""
    return _small(winding_of(RULES.view(state, None)), seat, label)


@lru_cache(500)
def _small(winding: Winding, seat: Seat, label: str) -> SafeString:
    own = ["var(--accent)" if other == seat else "var(--ink)" for other in range(len(winding.at))]
    return format_html(
        '<svg class="small-way" viewBox="0 0 {size} {size}" role="img" aria-label="{label}">{drawing}</svg>',
        size=SIZE,
        label=label,
        drawing=SafeString(_drawn(winding, _ON_PAGE, own)),
    )


def final_way(state: State, seat: Seat, tone: Tone) -> str:
    """Return the way of a finished game as an image for lists, with the pawn of a seat larger than the others."""
    return _image(winding_of(RULES.view(state, None)), seat, tone)


@lru_cache(200)
def _image(winding: Winding, seat: Seat, tone: Tone) -> str:
    drawing = winding_svg(winding, tone, seat)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="440" height="440" viewBox="0 0 {SIZE} {SIZE}">{drawing}</svg>'
    )


def winding_svg(winding: Winding, tone: Tone, seat: Seat | None = None) -> SafeString:
    """Return the picture in a tone as SVG elements."""
    paint = _PAINTS[tone]
    return SafeString(_drawn(winding, paint, paint.seats, seat))  # our own markup, without texts


def _drawn(winding: Winding, paint: _Paint, colors: Sequence[str], large: Seat | None = None) -> str:
    points = winding.points()
    line = curve([(_LEFT, _BAR + 60), *points]) if points else ""
    kinds = [
        f'<circle cx="{x}" cy="{y}" r="38" fill="{paint.kinds[mark]}"/>'
        for (x, y), mark in zip(points, winding.marks, strict=True)
        if mark is not Mark.PLAIN
    ]
    chips = [_chip(points[chip - 1], paint) for chip in winding.chips]
    pawns = [_pawn(seat, place, colors[seat % len(colors)], paint, large == seat) for seat, place in winding.pawns()]
    return (
        f'<path fill="{paint.land}" d="M0 0H{SIZE}V{SIZE}H0z"/>'
        f'<path fill="{paint.sea}" d="M0 0H{SIZE}V165q-225 40 -450 0t-450 0t-450 0t-450 0z"/>'
        f'<path fill="{paint.sand}" d="M0 {SIZE}H{SIZE}V1600q-225 -40 -450 0t-450 0t-450 0t-450 0z"/>'
        f'<g fill="none" stroke-linecap="round" stroke-linejoin="round"><path stroke="{paint.ink}" stroke-width="62" '
        f'd="{line}"/><path stroke="{paint.sheet}" stroke-width="44" d="{line}"/></g>'
        f'<g stroke="{paint.ink}" stroke-width="9">{"".join(kinds)}{"".join(chips)}</g>'
        f'<g stroke="{paint.sheet}" stroke-linejoin="round">{"".join(pawns)}</g>'
    )


def _chip(place: Point, paint: _Paint) -> str:
    return f'<circle cx="{place[0]}" cy="{place[1]}" r="54" fill="{paint.brass}"/>'


def _pawn(seat: Seat, place: Point, color: str, paint: _Paint, large: bool) -> str:
    scale = 24 if large else 17
    return (
        f'<path transform="translate({place[0]} {place[1]})scale({scale})" stroke-width="2.6" paint-order="stroke" '
        f'fill="{color}" d="{MARKS[seat % len(MARKS)]}"/>'
    )
