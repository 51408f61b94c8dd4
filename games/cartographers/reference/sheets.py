"""Map sheets on their pages, and the origin of cards and sheets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.urls import reverse
from django.utils.translation import gettext as _

from engine.cartographers.board import Board
from engine.cartographers.sheet import Sheet
from games.accounts.models import User
from games.cartographers.analysis import links
from games.cartographers.map.boards import MapView, Marks, Patch, map_view, patches
from games.cartographers.past.summary import SHEET
from games.cartographers.reference.rule_box import RuleBox
from games.cartographers.shelf.components import active_components
from games.cartographers.shelf.kinds import CatalogBox, EntryKind
from games.cartographers.shelf.published_sets import playable_sets
from games.cartographers.words.names import KEY, card_name, custom_text, sheet_label
from games.cartographers.words.shapes import sheet_counts
from games.catalog.authors import CreditLine, credit_line
from games.catalog.models import CatalogEntry


@dataclass(frozen=True, slots=True)
class SetLink:
    """A published set, and where its page is."""

    name: str
    url: str


@dataclass(frozen=True, slots=True)
class ComponentOrigin:
    """Origin of a component: its box, author, license, and the published sets with it.

    Author and license are "" if they are unknown.
    """

    box: str
    source: str
    licence: str
    sets: tuple[SetLink, ...]


def entry_in_play(kind: EntryKind, ref: str) -> CatalogEntry | None:
    """Return the active catalog entry of a card or map sheet ("box/id"), or None if there is none."""
    box, _slash, key = ref.partition("/")
    return CatalogEntry.objects.in_play().filter(box=box, kind=kind, key=key).first()


def workshop_url(kind: EntryKind, ref: str) -> str:
    """Return the address that leads curators to the version in play of something ("box/id")."""
    box, _slash, key = ref.partition("/")
    return reverse("admin:catalog_catalogentry_of", args=[box, kind.value, key])


def credit_of(kind: EntryKind, ref: str, viewer: User | AnonymousUser | None) -> CreditLine | None:
    """Return the credit of a component for a viewer, None for those of the boxes, which have no author here."""
    box, _slash, key = ref.partition("/")
    return credit_line((box, kind.value, key), viewer) if box == CatalogBox.WORKSHOP else None


def origin_of(kind: EntryKind, ref: str, entry: CatalogEntry | None) -> ComponentOrigin:
    """Return the origin of an active card or map sheet, and the sets that contain it."""
    box = CatalogBox(ref.partition("/")[0])
    # Skills come with the site, but with neither box.
    is_ours = kind is EntryKind.SKILL and box is not CatalogBox.WORKSHOP
    sets_with_it = [one.stored for one in playable_sets().values() if one.stored.card_set.names(kind, ref)]
    return ComponentOrigin(
        box=str(RuleBox.CARTO.label if is_ours else box.label),
        source=entry.source if entry else "",
        licence=entry.licence if entry else "",
        sets=tuple(SetLink(card_name(one.card_set), one.url) for one in sets_with_it),
    )


@dataclass(frozen=True, slots=True)
class SheetLine:
    """Sheet in a list: its picture, its box, and its contents in words."""

    name: str
    url: str
    patches: tuple[Patch, ...]
    box: str
    counts: str


@dataclass(frozen=True, slots=True)
class SheetPage:
    """Page of a map sheet.

    `words` is its custom text, `print` links to the printable version, `figures` to its statistics, `workshop` to its
    page for curators, and `analysis` to the analysis board.
    """

    name: str
    map: MapView
    counts: str
    words: str
    origin: ComponentOrigin
    print: str
    figures: str
    workshop: str
    analysis: str


def sheets_in_play() -> Iterator[tuple[str, Sheet]]:
    """Return every sheet with its ref ("box/id"), in printed order."""
    return ((ref, piece) for (_kind, ref), piece in active_components().items() if isinstance(piece, Sheet))


def sheet_lines() -> Iterator[SheetLine]:
    """Yield the list entry of every sheet."""
    for ref, sheet in sheets_in_play():
        box = str(CatalogBox(ref.partition("/")[0]).label)
        yield SheetLine(sheet_label(sheet), sheet_url(sheet), patches(Board.of_sheet(sheet)), box, sheet_counts(sheet))


def sheet_url(sheet: Sheet) -> str:
    """Return the address of a map sheet's page."""
    return reverse("cartographers:sheet", args=[sheet.id])


def sheet_urls() -> list[str]:
    """Return the addresses of all sheets and of their list."""
    return [reverse("cartographers:sheets"), *(sheet_url(sheet) for _ref, sheet in sheets_in_play())]


def sheet_page(key: str) -> SheetPage | None:
    """Return the page of an active sheet by its id, or None."""
    found = next(((ref, sheet) for ref, sheet in sheets_in_play() if sheet.id == key), None)
    if found is None:
        return None
    ref, sheet = found
    return SheetPage(
        name=sheet_label(sheet),
        map=map_view(Board.of_sheet(sheet), _("Map sheet"), Marks()),
        counts=sheet_counts(sheet),
        words=custom_text(sheet),
        origin=origin_of(EntryKind.SHEET, ref, entry_in_play(EntryKind.SHEET, ref)),
        print=f"{reverse('cartographers:paper_sheet')}?map={key}&edicts=written",
        figures=reverse("history:figures", args=[KEY, SHEET, key]),
        workshop=workshop_url(EntryKind.SHEET, ref),
        analysis=links.sheet_url(key),
    )
