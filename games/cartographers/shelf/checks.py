"""Checks that games can still be played after a change of a card or map sheet."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.cartographers import cards
from engine.cartographers.cards import AmbushCard
from engine.cartographers.catalog import Catalog, Edition
from engine.cartographers.errors import Refusal
from engine.cartographers.events import Definition
from engine.cartographers.mixing.library import Library
from engine.cartographers.rules import setup
from engine.cartographers.shapes import Shape
from engine.cartographers.sheet import Sheet
from engine.cartographers.terrain import DRAWABLE
from engine.contract import RuleViolation
from games.cartographers.shelf.kinds import CatalogBox, Kind
from games.cartographers.shelf.mixes import check_presets
from games.catalog.shelves import Data

LEAST_EMPTY = 30
"""Minimum number of empty spaces of a sheet. The seasons of published games take up to 29 units of time, and each
unit may fill one space.
"""

_UNPLAYABLE: dict[str, str | Promise] = {
    Refusal.SEASONS: gettext_lazy("This change would leave no season, and games couldn’t start."),
    Refusal.SAME_ID: gettext_lazy("This change would give two cards of the box the same ID. Choose another ID."),
    Refusal.POOL: gettext_lazy("This change would leave a stack of scoring cards empty, and games couldn’t start."),
    Refusal.SHORT_DECK: gettext_lazy(
        "This change would leave too few explore cards to finish every season, and games couldn’t start."
    ),
    Refusal.NO_ROOM: gettext_lazy(
        "This change would leave no explore card that can be drawn on a map, and games couldn’t start."
    ),
}


def check(changed: CatalogBox, kind: Kind, definition: Data, library: Library, before: Library) -> None:
    """Raise ValidationError where the box that was changed could no longer be played, or a preset that can be with what
    was in play `before`; `library` holds the stored form that changes it. What curators make is in no box, and judged
    by itself.
    """
    check_room(kind, definition, library.sheets.values())
    if changed is CatalogBox.WORKSHOP:
        return
    # Check a sheet by itself, but anything else with the roomiest sheet, so that a bad sheet doesn't block fixes to
    # other components.
    sheet = library.sheets[definition["id"]] if kind is Kind.SHEET else max(library.sheets.values(), key=_room)
    if changed is CatalogBox.CARTOGRAPHERS:
        check_playable(library.cartographers, sheet)
    else:
        for edition in Edition:
            check_playable(library.heroes_as(edition), sheet)
    check_initials([*library.cartographers.ambushes.values(), *library.heroes.ambushes.values()])
    check_presets(library, before)


def check_whole(library: Library, before: Library) -> None:
    """Raise ValidationError where a box could no longer be played, or a preset that can be with what was in play
    before.
    """
    if not library.sheets:
        raise ValidationError(_("This change would leave no map sheet, and games couldn’t start."))
    sheet = max(library.sheets.values(), key=_room)
    for catalog in (library.cartographers, *(library.heroes_as(edition) for edition in Edition)):
        check_playable(catalog, sheet)
    check_presets(library, before)


def _room(sheet: Sheet) -> int:
    return sheet.empty.bit_count()


def check_initials(ambushes: Iterable[AmbushCard]) -> None:
    """Raise ValidationError where two of these cards, which may be played together, share an initial."""
    by_initial: dict[str, AmbushCard] = {}
    for card in ambushes:
        if card.initial and card.initial in by_initial:
            raise ValidationError(
                _("The initial %(initial)s is already used by %(card)s.")
                % {"initial": card.initial, "card": by_initial[card.initial].name}
            )
        by_initial[card.initial] = card


def check_room(kind: Kind, definition: Data, sheets: Collection[Sheet]) -> None:
    """Raise ValidationError for the stored form of a sheet that is full too soon, or of a card with a shape that fits
    on none of these sheets.
    """
    empty = cards.sheet_from_json(definition).empty.bit_count() if kind is Kind.SHEET else LEAST_EMPTY
    if empty < LEAST_EMPTY:
        raise ValidationError(
            _("A map sheet needs at least %(least)s empty spaces. This one has %(count)s.")
            % {"least": LEAST_EMPTY, "count": empty}
        )
    for number, shape in enumerate(_shapes(kind, definition), 1):
        if not any(shape.fits_somewhere(sheet.empty) for sheet in sheets):
            raise ValidationError(_("Shape %(number)s doesn’t fit on any map sheet.") % {"number": number})


def _shapes(kind: Kind, definition: Data) -> list[Shape]:
    match kind:
        case Kind.EXPLORE:
            return [entry.shape for entry in cards.explore_from_json(definition).shapes]
        case Kind.AMBUSH:
            return [cards.ambush_from_json(definition).shape]
        case _:
            return []


def check_playable(catalog: Catalog, sheet: Sheet) -> None:
    """Raise ValidationError where no game could be played with these cards, those of one box, on a sheet."""
    definition = Definition(
        sheet=sheet,
        seasons=catalog.seasons,
        explore=tuple(catalog.explore.values()),
        ruins=tuple(catalog.ruins.values()),
        ambushes=tuple(catalog.ambushes.values()),
        pool=tuple(catalog.scoring.values()),
        heroes=tuple(catalog.heroes.values()),
        singles=DRAWABLE,
    )
    try:
        setup.check(setup.Setup(definition), 1)
    except RuleViolation as violation:
        raise ValidationError(str(_UNPLAYABLE[violation.code])) from None
