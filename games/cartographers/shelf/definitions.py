"""What a definition must look like: the engine's own readers, with their complaints in plain words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from engine.cartographers import cards
from engine.cartographers.cards import Effect
from engine.cartographers.geometry import SIZE
from games.cartographers.shelf.bounds import SOLO_TARGET, THRESHOLD, TIME
from games.cartographers.shelf.kinds import Kind
from games.cartographers.shelf.sets import set_from_json, set_to_json
from games.catalog.shelves import Data

_STORED_FORM: dict[Kind, Callable[[Mapping[str, Any]], Data]] = {
    Kind.SEASON: lambda data: cards.season_to_json(cards.season_from_json(data)),
    Kind.EXPLORE: lambda data: cards.explore_to_json(cards.explore_from_json(data)),
    Kind.RUINS: lambda data: cards.ruins_to_json(cards.ruins_from_json(data)),
    Kind.AMBUSH: lambda data: cards.ambush_to_json(cards.ambush_from_json(data)),
    Kind.HERO: lambda data: cards.hero_to_json(cards.hero_from_json(data)),
    Kind.SCORING: lambda data: cards.scoring_to_json(cards.scoring_from_json(data)),
    Kind.SHEET: lambda data: cards.sheet_to_json(cards.sheet_from_json(data)),
    Kind.SET: lambda data: set_to_json(set_from_json(data)),
}

_NUMBERS: Final = {"time": TIME, "threshold": THRESHOLD, "solo_target": SOLO_TARGET}
"""Whole numbers that the engine reads as they come."""


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
        stored = _STORED_FORM[kind](data)
    except KeyError as missing:
        raise ValidationError(_("%(key)s: is missing.") % {"key": missing.args[0]}) from None
    except (ValueError, TypeError, AttributeError) as error:
        raise ValidationError(_("The definition cannot be read: %(reason)s") % {"reason": error}) from None
    if unknown := sorted(set(data) - set(stored)):
        raise ValidationError(
            _("%(key)s: there is no such part; there are %(parts)s.")
            % {"key": unknown[0], "parts": ", ".join(sorted(stored))}
        )
    if kind is Kind.AMBUSH:
        _check_initial(stored)
    return stored


def _check_numbers(data: Data) -> None:
    for key, (least, most) in _NUMBERS.items():
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


def _check_initial(stored: Data) -> None:
    """Effects find their monsters on a board by the initial, which is written as one letter."""
    initial = stored["initial"]
    if initial and (len(str(initial)) != 1 or not "A" <= str(initial) <= "Z"):
        raise ValidationError(_("initial: must be one letter from A to Z."))
    if not initial and stored["effect"] != Effect.NONE:
        raise ValidationError(_("initial: an effect finds its monsters by it, so it cannot be left out."))
