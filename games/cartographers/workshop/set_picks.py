"""Components available for a set: active cards and map sheets, and drafts of new ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.cartographers.board import Board
from engine.cartographers.cards import ScoringCard, Season, Stack
from engine.cartographers.sheet import Sheet
from games.cartographers.map.boards import Patch, patches
from games.cartographers.reference.card_list import CardEntry, card_entry
from games.cartographers.shelf.components import Piece, Pieces, active_components
from games.cartographers.shelf.kinds import CatalogBox
from games.cartographers.shelf.published_sets import drafted_components
from games.cartographers.shelf.sets import CardSet, Slot
from games.cartographers.words.names import season_name, sheet_label, stack_name

PICKED: Final = (Slot.SHEETS, Slot.EXPLORE, Slot.RUINS, Slot.AMBUSHES, Slot.HEROES, Slot.SCORING)
"""Slots that are picked with one click per component. Seasons are chosen by position."""

TITLES: Final[Mapping[Slot, str | Promise]] = {
    Slot.SHEETS: gettext_lazy("Map sheets"),
    Slot.EXPLORE: gettext_lazy("Explore cards"),
    Slot.RUINS: gettext_lazy("Ruins cards"),
    Slot.AMBUSHES: gettext_lazy("Ambush cards"),
    Slot.HEROES: gettext_lazy("Hero cards"),
    Slot.SCORING: gettext_lazy("Scoring cards"),
}


@dataclass(frozen=True, slots=True)
class Pick:
    """Card or map sheet that can be in a set, with its group.

    `piece` is None if the component no longer exists.
    """

    slot: Slot
    ref: str
    piece: Piece | None
    is_draft: bool

    @property
    def group(self) -> str:
        """The slot; of scoring cards the slot with the stack."""
        return f"{self.slot}-{self.piece.stack}" if isinstance(self.piece, ScoringCard) else self.slot.value

    @property
    def entry(self) -> CardEntry | None:
        """A card as it is listed, None for a sheet."""
        return None if self.piece is None or isinstance(self.piece, Sheet | Season) else card_entry(self.piece)

    @property
    def patches(self) -> tuple[Patch, ...]:
        """A sheet as it is drawn, nothing for a card."""
        return patches(Board.of_sheet(self.piece)) if isinstance(self.piece, Sheet) else ()

    @property
    def name(self) -> str:
        """Name of the component, or its reference if it is gone."""
        if isinstance(self.piece, Sheet):
            return sheet_label(self.piece)
        return self.entry.name if self.entry else self.ref

    @property
    def notes(self) -> tuple[str, ...]:
        """Box of the component, and a note if it is a draft or no longer active."""
        box = str(CatalogBox(self.ref.partition("/")[0]).label)
        if self.piece is None:
            return (box, _("no longer active"))
        return (box, _("draft")) if self.is_draft else (box,)


def picks_of(card_set: CardSet, *, drafts: bool = True) -> tuple[Pick, ...]:
    """Return all components available for a set, in printed order.

    Components that the set names but that no longer exist come last in their slot.
    """
    held: Pieces = active_components()
    drafted: Pieces = drafted_components() if drafts else {}
    found: list[Pick] = []
    for slot in PICKED:
        known = [(ref, piece, False) for (kind, ref), piece in held.items() if kind is slot.kind]
        known += [(ref, piece, True) for (kind, ref), piece in drafted.items() if kind is slot.kind]
        found += [Pick(slot, ref, piece, is_draft) for ref, piece, is_draft in known]
        refs = {ref for ref, _piece, _draft in known}
        found += [Pick(slot, ref, None, is_draft=False) for ref in card_set.refs[slot] if ref not in refs]
    return tuple(found)


def groups() -> Iterator[tuple[str, str]]:
    """The groups in which picks are shown, with their titles."""
    for slot in PICKED:
        if slot is not Slot.SCORING:
            yield slot.value, str(TITLES[slot])
            continue
        for stack in Stack:
            yield f"{slot}-{stack}", _("Scoring cards: %(stack)s") % {"stack": stack_name(stack)}
        # Cards that no longer exist have no stack.
        yield slot.value, str(TITLES[slot])


def season_choices(card_set: CardSet, *, drafts: bool = True) -> list[tuple[str, str]]:
    """The season cards in play and those that are drafts, and what a set names beside them."""
    held = {**active_components(), **(drafted_components() if drafts else {})}
    found = {ref: piece for (_kind, ref), piece in held.items() if isinstance(piece, Season)}
    known = [(ref, _season(ref, season)) for ref, season in found.items()]
    return known + [(ref, ref) for ref in dict.fromkeys(card_set.refs[Slot.SEASONS]) if ref not in found]


def _season(ref: str, season: Season) -> str:
    first, second = season.edicts
    return _("%(box)s, %(season)s: time threshold %(time)s, edicts %(first)s and %(second)s") % {
        "box": CatalogBox(ref.partition("/")[0]).label,
        "season": season_name(season.id),
        "time": season.threshold,
        "first": first,
        "second": second,
    }
