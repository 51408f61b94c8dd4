"""The map sheets as a reader looks them up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from engine.cartographers.board import Board
from engine.cartographers.sheet import Sheet
from games.cartographers.map.boards import MapView, Marks, Patch, map_view, patches
from games.cartographers.past.summary import SHEET
from games.cartographers.reference.origin import Origin, entry_in_play, origin_of, workshop_url
from games.cartographers.shelf.components import pieces
from games.cartographers.shelf.kinds import CatalogBox, Kind
from games.cartographers.words.names import KEY, own_words, sheet_label
from games.cartographers.words.sheets import sheet_counts


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A sheet in a list: its picture, the box that it is from, and what is on it in words."""

    name: str
    url: str
    patches: tuple[Patch, ...]
    box: str
    counts: str


@dataclass(frozen=True, slots=True)
class SheetPage:
    """Page of a map sheet.

    `words` is its custom text, `print` links to the printable version, `figures` to its statistics, and `workshop` to
    its page for curators.
    """

    name: str
    map: MapView
    counts: str
    words: str
    origin: Origin
    print: str
    figures: str
    workshop: str


def sheets_in_play() -> Iterator[tuple[str, Sheet]]:
    """Every sheet after its ref ("box/id"), in printed order."""
    return ((ref, piece) for (_kind, ref), piece in pieces().items() if isinstance(piece, Sheet))


def sheet_lines() -> Iterator[SheetLine]:
    """Every sheet, small."""
    for ref, sheet in sheets_in_play():
        box = str(CatalogBox(ref.partition("/")[0]).label)
        yield SheetLine(sheet_label(sheet), sheet_url(sheet), patches(Board.of_sheet(sheet)), box, sheet_counts(sheet))


def sheet_url(sheet: Sheet) -> str:
    """Return the address of a map sheet's page."""
    return reverse("cartographers:sheet", args=[sheet.id])


def sheet_urls() -> list[str]:
    """The addresses of all sheets, and of their list."""
    return [reverse("cartographers:sheets"), *(sheet_url(sheet) for _ref, sheet in sheets_in_play())]


def sheet_page(key: str) -> SheetPage | None:
    """The page of a sheet in play by its id, None where there is none."""
    found = next(((ref, sheet) for ref, sheet in sheets_in_play() if sheet.id == key), None)
    if found is None:
        return None
    ref, sheet = found
    return SheetPage(
        name=sheet_label(sheet),
        map=map_view(Board.of_sheet(sheet), _("Map sheet"), Marks()),
        counts=sheet_counts(sheet),
        words=own_words(sheet),
        origin=origin_of(Kind.SHEET, ref, entry_in_play(Kind.SHEET, ref)),
        print=f"{reverse('cartographers:paper_sheet')}?map={key}&edicts=written",
        figures=reverse("history:figures", args=[KEY, SHEET, key]),
        workshop=workshop_url(Kind.SHEET, ref),
    )
