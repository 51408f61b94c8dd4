"""Printable map: the input data of the Typst template `sheet.typ`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, Final

from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine.cartographers.board import Board
from engine.cartographers.cards import Edict, ScoringCard, Season
from engine.cartographers.geometry import Mask
from engine.cartographers.sheet import Sheet
from engine.cartographers.terrain import Feature
from games.cartographers.paper.board import (
    SEASON_GLYPHS,
    Ink,
    board_drawing,
    legend_of,
    print_palette,
    season_glyph,
)
from games.cartographers.paper.facts import EdictLine, MapFacts, SheetSeason, edict_lines, empty_box
from games.cartographers.paper.picture import only_legible, sums
from games.cartographers.paper.plate import NamePlate, name_plate
from games.cartographers.paper.small_drawings import rose_svg, sign_svg, swatch_svg
from games.cartographers.words.names import sheet_name, terrain_label
from games.cartographers.words.shapes import sheet_notes
from games.play.rendering import replace_unknown_letters


class Size(StrEnum):
    """Paper sizes; the values are those in addresses and forms."""

    A4 = "a4"
    LETTER = "letter"
    A3 = "a3"


PAPERS: Final[Mapping[Size, str]] = {Size.A4: "a4", Size.LETTER: "us-letter", Size.A3: "a3"}
"""Names of the paper sizes in the Typst templates."""

COINS: Final = 14
"""Number of coins on the track of a printed sheet."""


@dataclass(frozen=True, slots=True)
class EmptySheet:
    """Contents of a printable sheet: map, edicts (none for blank lines), seasons, coin track length."""

    sheet: Sheet
    edicts: tuple[ScoringCard, ...]
    seasons: tuple[Season, ...]
    track: int


_ONE_SHEET: Final = b"""
#let page-data = json(bytes(sys.inputs.data))
#set document(title: page-data.label, author: "Carto")
#map-sheet(page-data)
"""


@cache
def sheet_functions() -> bytes:
    """Return the Typst functions that draw a sheet."""
    return Path(__file__).with_name("sheet.typ").read_bytes()


def template() -> bytes:
    """Return the Typst template of a sheet."""
    return sheet_functions() + _ONE_SHEET


def sheet_data(facts: MapFacts, ink: Ink, size: Size, site: str) -> dict[str, Any]:
    """Return the data of a printed map with a player's drawings; `site` is the address in the footer."""
    facts = only_legible(facts)
    plate = name_plate(facts.name, facts.crest, ink)
    return {
        **_common(_map(facts.board, ink, facts.fresh, facts.pieces, plate), ink, size, legend_of(facts.board)),
        "label": _("Map by %(name)s") % {"name": facts.name},
        "table": facts.table,
        "name": facts.name,
        "title": facts.title,
        "standing": replace_unknown_letters(facts.standing or facts.when),
        "date": replace_unknown_letters(facts.date),
        "edicts": [_edict(line) for line in facts.edicts],
        "boxes": [_box(box) for box in facts.boxes],
        "sums": sums(facts.boxes, facts.edicts),
        "total": facts.total,
        "coins": facts.coins,
        "track": facts.track,
        "foot": replace_unknown_letters(site),
    }


def empty_data(empty: EmptySheet, ink: Ink, size: Size, site: str) -> dict[str, Any]:
    """Return the data of a printable empty sheet; `site` is the address in the footer."""
    board = Board.of_sheet(empty.sheet)
    lines = edict_lines(empty.edicts) if empty.edicts else _lines_to_write()
    return {
        **_common(_map(board, ink), ink, size, legend_of(board)),
        "notes": replace_unknown_letters(" ".join(sheet_notes(empty.sheet))),
        "label": _("Printable sheet"),
        "heading": replace_unknown_letters(sheet_name(empty.sheet)),
        "name": "",
        "edicts": [_edict(line) for line in lines],
        "date": "",
        "boxes": [_box(empty_box(season)) for season in empty.seasons],
        "sums": [""] * (len(lines) + 2),
        "total": "",
        "coins": 0,
        "track": empty.track,
        "foot": replace_unknown_letters(site),
    }


def _common(map_svg: str, ink: Ink, size: Size, legend: Sequence[Feature]) -> dict[str, Any]:
    palette = print_palette(ink)
    return {
        "size": PAPERS[size],
        "lang": (get_language() or "en").partition("-")[0],
        "palette": {name: getattr(palette, name) for name in ("ink", "soft", "faint", "accent", "sheet")},
        "map": map_svg,
        "legend": [
            {"name": replace_unknown_letters(terrain_label(kind)), "svg": swatch_svg(kind, ink)} for kind in legend
        ],
        "notes": "",
        "signs": _signs(ink),
        "words": {name: replace_unknown_letters(words) for name, words in _words().items()},
    }


def _words() -> dict[str, str]:
    return {
        "edicts": _("Edicts"),
        "monsters": _("Monsters"),
        "total": _("Reputation"),
        "name": _("Name"),
        "title": _("Title"),
    }


def _map(board: Board, ink: Ink, fresh: Mask = 0, pieces: tuple[Mask, ...] = (), plate: NamePlate | None = None) -> str:
    palette = print_palette(ink)
    context = {"drawing": board_drawing(board, palette, fresh, pieces=pieces), "palette": palette, "plate": plate}
    return render_to_string("cartographers/paper/map.svg", context)


def _signs(ink: Ink) -> dict[str, str]:
    """Return the drawings of the symbols in the text; `paid` is a filled coin."""
    palette = print_palette(ink)
    lines = dict.fromkeys([*SEASON_GLYPHS, "hourglass", "monster", "coin"], (palette.ink, palette.sheet))
    drawn = {name: sign_svg(name, *colours) for name, colours in lines.items()}
    return drawn | {
        "star": sign_svg("star", palette.star, palette.sheet),
        "paid": sign_svg("coin", palette.ink, palette.coin),
        "rose": rose_svg(ink),
    }


def _box(box: SheetSeason) -> dict[str, Any]:
    return {
        "id": season_glyph(box.id),
        "name": replace_unknown_letters(box.name),
        "letters": box.letters,
        "stars": box.stars,
        "total": box.total,
    }


def _edict(line: EdictLine) -> dict[str, Any]:
    return {
        "letter": line.letter,
        "name": replace_unknown_letters(line.name),
        "rule": replace_unknown_letters(line.rule),
    }


def _lines_to_write() -> tuple[EdictLine, ...]:
    """Return blank edict lines to fill in by hand."""
    return tuple(EdictLine(letter, "", "") for letter in Edict)
