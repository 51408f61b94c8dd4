"""Map as a single picture, with its owner and score on the right."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine.cartographers.terrain import Feature
from engine.contract import Seat
from games.cartographers.paper.board import (
    PALETTES,
    BoardDrawing,
    Ink,
    Palette,
    board_drawing,
    legend_of,
    season_glyph,
)
from games.cartographers.paper.facts import EdictLine, MapFacts, SheetSeason
from games.cartographers.paper.plate import NamePlate, name_plate
from games.cartographers.words.names import terrain_label
from games.play.game import BoardPicture
from games.play.rendering import (
    Lettering,
    embedded_fonts,
    fit_line,
    legible_name,
    remove_invalid_xml,
    replace_unknown_letters,
)
from games.play.sprites import symbols
from games.play.words import figure

WIDTH: Final = 1240
HEIGHT: Final = 840
"""Size of a picture in its own units. PNGs have more pixels."""
_PANEL: Final = 350
_NAMES: Final = 122


@dataclass(frozen=True, slots=True)
class ScoreSheetRow:
    """Row of the score sheet: letter or symbol, name, stars by season, and total; `y` is its center."""

    letter: str
    glyph: str
    name: Lettering
    cells: tuple[tuple[str, str], ...]
    total: str
    y: int


@dataclass(frozen=True, slots=True)
class Swatch:
    """Kind of space in the legend, with its position."""

    word: str
    name: Lettering
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class MapPicture:
    """Context of the picture's template."""

    drawing: BoardDrawing
    palette: Palette
    label: str
    table: Lettering
    plate: NamePlate
    title: Lettering
    standing: Lettering
    heads: tuple[tuple[str, str], ...]
    rows: tuple[ScoreSheetRow, ...]
    totals: tuple[tuple[str, str], ...]
    total: str
    legend: tuple[Swatch, ...]
    foot: Lettering
    symbols: SafeString
    fonts: tuple[tuple[str, str], ...]


def board_picture(code: str, seat: Seat) -> BoardPicture:
    """Return the address and size of the picture of a seat's map in a finished game, by table code."""
    return BoardPicture(reverse("cartographers:board_svg", args=[code, seat + 1]), WIDTH, HEIGHT)


def picture_svg(facts: MapFacts, ink: Ink, site: str, *, rendered: bool = False) -> str:
    """Return the picture as a self-contained SVG.

    With `rendered`, for conversion to pixels on the server, it omits the fonts, and has dots for the characters that
    no font has. `site` is the address printed at the bottom.
    """
    facts = only_legible(facts) if rendered else facts
    return render_to_string("cartographers/paper/picture.svg", {"page": _picture(facts, ink, site, rendered=rendered)})


def only_legible(facts: MapFacts) -> MapFacts:
    """Return the facts with names as the fonts can write them.

    A player whose name has no character that they have is called by the number of their place.
    """

    seats = tuple(
        replace(place, name=legible_name(place.name, _("Cartographer %(number)s") % {"number": number}))
        for number, place in enumerate(facts.places, 1)
    )
    return replace(
        facts,
        name=legible_name(facts.name, _("Cartographer")),
        title=replace_unknown_letters(facts.title),
        table=replace_unknown_letters(facts.table),
        places=seats,
    )


def _picture(facts: MapFacts, ink: Ink, site: str, *, rendered: bool) -> MapPicture:
    palette = PALETTES[ink]
    drawing = board_drawing(facts.board, palette, facts.fresh, pieces=facts.pieces, legend=legend_of(facts.board))
    columns = [_PANEL - 72 - 37 * (len(facts.boxes) - 1 - at) for at in range(len(facts.boxes))]
    glyphs = [season_glyph(box.id) for box in facts.boxes] + ["star", "coin", "monster"]
    return MapPicture(
        drawing=drawing,
        palette=palette,
        label=_("Map by %(name)s") % {"name": remove_invalid_xml(facts.name)},
        table=fit_line(facts.table, 30, _PANEL),
        plate=name_plate(facts.name, facts.crest, ink),
        title=fit_line(facts.title, 22, _PANEL),
        standing=fit_line(facts.standing or facts.when, 34, _PANEL),
        heads=tuple((season_glyph(box.id), str(x)) for box, x in zip(facts.boxes, columns, strict=True)),
        rows=_rows(facts, columns),
        totals=tuple((str(x), box.total) for box, x in zip(facts.boxes, columns, strict=True)),
        total=facts.total,
        legend=_legend(legend_of(facts.board)),
        foot=fit_line(" · ".join(part for part in (facts.date, site) if part), 18, _PANEL),
        symbols=symbols(glyphs),
        fonts=() if rendered else tuple(embedded_fonts().items()),
    )


def _rows(facts: MapFacts, columns: Sequence[int]) -> tuple[ScoreSheetRow, ...]:
    """Return a row for each edict, one for coins and one for monsters."""
    lines: list[tuple[str, str, str, Callable[[SheetSeason], str]]] = [
        (edict.letter, "", edict.name, _of_edict(edict)) for edict in facts.edicts
    ]
    lines.append(("", "coin", _("Coins"), _of_coins))
    lines.append(("", "monster", _("Monsters"), _of_monsters))
    return tuple(
        ScoreSheetRow(
            letter,
            glyph,
            fit_line(name, 20, _NAMES),
            tuple((str(x), of(box)) for x, box in zip(columns, facts.boxes, strict=True)),
            _sum(of(box) for box in facts.boxes),
            273 + 34 * at,
        )
        for at, (letter, glyph, name, of) in enumerate(lines)
    )


def _of_edict(edict: EdictLine) -> Callable[[SheetSeason], str]:
    def stars(box: SheetSeason) -> str:
        return box.stars[box.letters.index(edict.letter)] if edict.letter in box.letters else ""

    return stars


def sums(boxes: Sequence[SheetSeason], edicts: Sequence[EdictLine]) -> list[str]:
    """Return the total stars for each edict, coins and monsters, "" for those not scored yet."""
    of = [*map(_of_edict, edicts), _of_coins, _of_monsters]
    return [_sum(each(box) for box in boxes) for each in of]


def _of_coins(box: SheetSeason) -> str:
    return box.stars[2]


def _of_monsters(box: SheetSeason) -> str:
    return box.stars[3]


def _sum(texts: Iterable[str]) -> str:
    numbers = [int(text.replace("−", "-")) for text in texts if text]
    return figure(sum(numbers)) if numbers else ""


def _legend(kinds: Sequence[Feature]) -> tuple[Swatch, ...]:
    """Return the legend in two columns of five lines or, if that isn't enough, in three."""
    columns, lines = (2, 5) if len(kinds) <= 10 else (3, 4)
    return tuple(
        Swatch(
            kind.word,
            fit_line(terrain_label(kind), 18, _PANEL / columns - 44),
            _PANEL // columns * (at // lines),
            548 + 36 * (at % lines),
        )
        for at, kind in enumerate(kinds)
    )
