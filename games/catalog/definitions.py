"""What a definition must look like: the engine's own readers, with their complaints in plain words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.cartographers import cards
from engine.cartographers.cards import AmbushCard, Effect
from engine.cartographers.catalog import Catalog
from engine.cartographers.errors import Refusal
from engine.cartographers.events import Definition
from engine.cartographers.geometry import SIZE
from engine.cartographers.rules import setup
from engine.cartographers.shapes import Shape
from engine.cartographers.sheet import Sheet
from engine.cartographers.terrain import DRAWABLE
from engine.contract import RuleViolation
from games.catalog.models import Kind

Data = dict[str, Any]

SECTIONS: dict[Kind, str] = {
    Kind.SEASON: "seasons",
    Kind.EXPLORE: "explore",
    Kind.RUINS: "ruins",
    Kind.AMBUSH: "ambush",
    Kind.HERO: "heroes",
    Kind.SCORING: "scoring",
    Kind.SHEET: "sheets",
}
"""Where a set's data keeps the entries of each kind."""

_STORED_FORM: dict[Kind, Callable[[Mapping[str, Any]], Data]] = {
    Kind.SEASON: lambda data: cards.season_to_json(cards.season_from_json(data)),
    Kind.EXPLORE: lambda data: cards.explore_to_json(cards.explore_from_json(data)),
    Kind.RUINS: lambda data: cards.ruins_to_json(cards.ruins_from_json(data)),
    Kind.AMBUSH: lambda data: cards.ambush_to_json(cards.ambush_from_json(data)),
    Kind.HERO: lambda data: cards.hero_to_json(cards.hero_from_json(data)),
    Kind.SCORING: lambda data: cards.scoring_to_json(cards.scoring_from_json(data)),
    Kind.SHEET: lambda data: cards.sheet_to_json(cards.sheet_from_json(data)),
}

_BOUNDS: dict[str, tuple[int, int]] = {"time": (0, 9), "threshold": (1, 60), "solo_target": (0, 99)}
"""Whole numbers that the engine reads as they come."""

LEAST_EMPTY = 30
"""Empty spaces that a sheet needs: the published years take up to 29 steps of time, and a step may fill a space."""

_UNPLAYABLE: dict[str, str | Promise] = {
    Refusal.SEASONS: gettext_lazy("With this change there would be no season, and no game could begin."),
    Refusal.SAME_ID: gettext_lazy("With this change two cards of the box would have the same id. Choose another one."),
    Refusal.POOL: gettext_lazy("With this change a stack of scoring cards would be empty, and no game could begin."),
    Refusal.SHORT_DECK: gettext_lazy(
        "With this change the explore cards' time would be too short to end every season, and no game could begin."
    ),
    Refusal.NO_ROOM: gettext_lazy("With this change no explore card could be drawn, and no game could begin."),
}


def stored_form(kind: Kind, data: Any) -> Data:
    """The definition with everything written out, as the engine stores it. Raises ValidationError naming what is
    missing, unknown or out of bounds.
    """
    if not isinstance(data, dict):
        raise ValidationError(_("The definition must be one JSON object, in curly brackets."))
    _check_numbers(data)
    if kind is Kind.HERO:
        _check_attack(data.get("attack"))
    try:
        found = _STORED_FORM[kind](data)
    except KeyError as missing:
        raise ValidationError(_("%(key)s: is missing.") % {"key": missing.args[0]}) from None
    except (ValueError, TypeError, AttributeError) as error:
        raise ValidationError(_("The definition cannot be read: %(reason)s") % {"reason": error}) from None
    if unknown := sorted(set(data) - set(found)):
        raise ValidationError(
            _("%(key)s: there is no such part; there are %(parts)s.")
            % {"key": unknown[0], "parts": ", ".join(sorted(found))}
        )
    if kind is Kind.AMBUSH:
        _check_initial(found)
    return found


def _check_numbers(data: Data) -> None:
    for key, (least, most) in _BOUNDS.items():
        value = data.get(key, least)
        if type(value) is not int or not least <= value <= most:
            raise ValidationError(
                _("%(key)s: must be a whole number from %(least)s to %(most)s.")
                % {"key": key, "least": least, "most": most}
            )


def _check_attack(attack: Any) -> None:
    """Spaces relative to the hero's own, each of them once and none so far off that no sheet could hold it."""
    if attack is None:
        return
    cells = attack if isinstance(attack, list) else [attack]
    for cell in cells:
        if not (isinstance(cell, list) and len(cell) == 2 and all(type(part) is int for part in cell)):
            raise ValidationError(
                _("attack: must be a list of pairs of whole numbers, each [rows down, columns to the right].")
            )
        if any(abs(part) >= SIZE for part in cell):
            raise ValidationError(
                _("attack: no space may be more than %(most)s rows or columns away.") % {"most": SIZE - 1}
            )
    if len(set(map(tuple, cells))) < len(cells):
        raise ValidationError(_("attack: names a space twice."))


def _check_initial(found: Data) -> None:
    """Effects find their monsters on a board by the initial, which is written as one letter."""
    initial = found["initial"]
    if initial and (len(str(initial)) != 1 or not "A" <= str(initial) <= "Z"):
        raise ValidationError(_("initial: must be one letter from A to Z."))
    if not initial and found["effect"] != Effect.NONE:
        raise ValidationError(_("initial: an effect finds its monsters by it, so it cannot be left out."))


def check_initials(ambushes: Iterable[AmbushCard]) -> None:
    """Raise ValidationError where two of these cards, which may be played together, share an initial."""
    seen: dict[str, AmbushCard] = {}
    for card in ambushes:
        if card.initial and card.initial in seen:
            raise ValidationError(
                _("initial: %(initial)s is that of %(card)s already.")
                % {"initial": card.initial, "card": seen[card.initial].name}
            )
        seen[card.initial] = card


def check_room(kind: Kind, definition: Data, sheets: Collection[Sheet]) -> None:
    """Raise ValidationError for the stored form of a sheet that is full too soon, or of a card with a shape that fits
    on none of these sheets.
    """
    empty = cards.sheet_from_json(definition).empty.bit_count() if kind is Kind.SHEET else LEAST_EMPTY
    if empty < LEAST_EMPTY:
        raise ValidationError(
            _("rows: a sheet needs at least %(least)s empty spaces, and this one has %(count)s.")
            % {"least": LEAST_EMPTY, "count": empty}
        )
    for number, shape in enumerate(_shapes(kind, definition), 1):
        if not any(shape.fits_somewhere(sheet.empty) for sheet in sheets):
            raise ValidationError(_("Shape %(number)s fits on no map sheet.") % {"number": number})


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
