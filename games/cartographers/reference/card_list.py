"""The cards in play as a list: those that are looked for, box by box and kind by kind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeGuard

from django.utils.translation import ngettext

from engine.cartographers.cards import Season
from engine.cartographers.sheet import Sheet
from games.cartographers.cards.faces import Card
from games.cartographers.reference.card_filter import ANY, Wanted
from games.cartographers.reference.entries import CardEntry, CardsOfKind, card_entry, shelves_of
from games.cartographers.shelf.components import Piece, pieces
from games.cartographers.shelf.kinds import CatalogBox, Kind


@dataclass(frozen=True, slots=True)
class FoundCard:
    """A card in play with the box that it is from; `ref` is its "box/id"."""

    box: CatalogBox
    kind: Kind
    ref: str
    card: Card


@dataclass(frozen=True, slots=True)
class BoxOfCards:
    """The cards of one box; `anchor` is where it begins on the page."""

    title: str
    anchor: str
    shelves: tuple[CardsOfKind, ...]


@dataclass(frozen=True, slots=True)
class CardsPage:
    """The cards that are looked for, and how many these are."""

    boxes: tuple[BoxOfCards, ...]
    count: str


def cards_in_play() -> Iterator[FoundCard]:
    """Every card, in printed order; how another edition reads one stands on its own page."""
    for (kind, ref), piece in pieces().items():
        box = CatalogBox(ref.partition("/")[0])
        if box is not CatalogBox.PREVIEW and _is_card(piece):
            yield FoundCard(box, kind, ref, piece)


def _is_card(piece: Piece) -> TypeGuard[Card]:
    return not isinstance(piece, Season | Sheet)


def find_card(key: str) -> FoundCard | None:
    """The card in play of that id."""
    return next((found for found in cards_in_play() if found.card.id == key), None)


def boxes_in_play() -> list[CatalogBox]:
    """The boxes that cards are from."""
    return list(dict.fromkeys(found.box for found in cards_in_play()))


def cards_page(wanted: Wanted = ANY) -> CardsPage:
    """The cards that are looked for."""
    found = list(_found(wanted))
    shown = [(box, [each.card for each in found if each.box is box]) for box in CatalogBox]
    boxes = [BoxOfCards(str(box.label), box.value, shelves_of(cards)) for box, cards in shown if cards]
    count = ngettext("%(count)d card", "%(count)d cards", len(found)) % {"count": len(found)}
    return CardsPage(tuple(boxes), count)


def _found(wanted: Wanted) -> Iterator[FoundCard]:
    for found in cards_in_play():
        if not wanted.takes(found.box, found.kind, found.card):
            continue
        if not wanted.words or wanted.reads(_written(found, card_entry(found.card))):
            yield found


def _written(found: FoundCard, entry: CardEntry) -> list[str]:
    """Return the searchable texts of a card in the page's language, including its printed name."""
    grounds = [ground.label for ground in entry.grounds]
    return [entry.name, found.card.name, str(found.kind.label), *grounds, *entry.lines, entry.time]
