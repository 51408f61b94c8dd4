"""Validation of definitions: the engine's readers, with the site's messages for their errors."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Set
from itertools import islice
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.cartographers import cards
from engine.cartographers.bounds import LANDMARK_COINS, SOLO_TARGET, THRESHOLD, TIME
from engine.cartographers.effects import NO_EFFECT
from engine.cartographers.geometry import SIZE
from engine.cartographers.skills import skill_from_json, skill_to_json
from games.cartographers.shelf.kinds import EntryKind
from games.cartographers.shelf.schema import schema_of
from games.cartographers.shelf.sets import set_from_json, set_to_json
from games.catalog.names import MOST_NAME, name_fault, normalize_names
from games.catalog.schema_words import schema_faults
from games.catalog.shelves import Data
from games.catalog.validation import is_writable

_STORED_FORM: dict[EntryKind, Callable[[Mapping[str, Any]], Data]] = {
    EntryKind.SEASON: lambda data: cards.season_to_json(cards.season_from_json(data)),
    EntryKind.EXPLORE: lambda data: cards.explore_to_json(cards.explore_from_json(data)),
    EntryKind.RUINS: lambda data: cards.ruins_to_json(cards.ruins_from_json(data)),
    EntryKind.AMBUSH: lambda data: cards.ambush_to_json(cards.ambush_from_json(data)),
    EntryKind.HERO: lambda data: cards.hero_to_json(cards.hero_from_json(data)),
    EntryKind.SCORING: lambda data: cards.scoring_to_json(cards.scoring_from_json(data)),
    EntryKind.SKILL: lambda data: skill_to_json(skill_from_json(data)),
    EntryKind.SHEET: lambda data: cards.sheet_to_json(cards.sheet_from_json(data)),
    EntryKind.SET: lambda data: set_to_json(set_from_json(data)),
}

_NUMBERS: Final = {"landmark_coins": LANDMARK_COINS, "time": TIME, "threshold": THRESHOLD, "solo_target": SOLO_TARGET}
"""Bounds of whole numbers that the engine accepts unchecked."""
_MOST_FAULTS: Final = 5
"""Maximum number of errors that are reported per definition."""
_PLACE: Final = re.compile(r"((?:[a-z_]+: |\d+: )+)")
"""Prefix of the engine's error messages: the property and its number in a list."""
_UNSORTED: Final = gettext_lazy("%(place)s: each number must be larger than the one before.")
_SHAPELESS: Final = gettext_lazy("%(place)s: rows must have the same length and contain at least one #.")
_EMPTY_RANGE: Final = gettext_lazy("%(place)s: can’t be smaller than the minimum.")
_REASONS: Final[dict[str, str | Promise]] = {
    "drawn": _SHAPELESS,
    "containing": _SHAPELESS,
    "tiers": _UNSORTED,
    "tolls": gettext_lazy("%(place)s: can only be empty spaces."),
    "regions": gettext_lazy("%(place)s: there can be at most 4."),
    "attack": gettext_lazy("%(place)s: can’t include the hero’s own space."),
    "stamp": gettext_lazy("%(place)s: rows must have the same length and ask for 1 to 9 spaces."),
    "at_most": _EMPTY_RANGE,
    "largest": _EMPTY_RANGE,
    "most_kinds": _EMPTY_RANGE,
    "most_edge_distance": _EMPTY_RANGE,
    "names": gettext_lazy("%(place)s: each must be a single line of visible characters."),
}
"""Messages for errors that only the engine finds because no schema can express them, by property."""


def stored_form(kind: EntryKind, data: Any) -> Data:
    """Return the complete definition as the engine stores it. Raises ValidationError that names what is missing,
    unknown or out of bounds.
    """
    if not isinstance(data, dict):
        raise ValidationError(_("The definition must be a JSON object."))
    data = normalize_names(data)
    if kind is EntryKind.HERO:
        _check_attack(data.get("attack"))
    try:
        _require_bounds(data)
        stored = _STORED_FORM[kind](data)
    except (LookupError, ValueError, TypeError, AttributeError) as error:
        faults = list(islice(schema_faults(schema_of(kind), data), _MOST_FAULTS))
        raise ValidationError(faults or [_unexplained_fault(data, str(error))]) from None
    if more := set(data) - set(stored):
        _check_known(kind, more)
    if kind is EntryKind.SHEET:
        _check_regions(stored)
    if kind is EntryKind.AMBUSH:
        _check_blocks(stored)
        _check_initial(stored)
    return stored


def _check_regions(stored: Data) -> None:
    """Raise ValidationError for the name of a region that can't be shown, or is too long."""
    for number, region in enumerate(stored.get("regions", ()), 1):
        for name in (region["name"], *region.get("names", {}).values()):
            fault = name_fault(name) if name else ""
            if len(name) > MOST_NAME:
                fault = _("A name has at most %(most)s characters.") % {"most": MOST_NAME}
            if fault:
                raise ValidationError(_("regions, %(number)s: %(fault)s") % {"number": number, "fault": fault})


def _check_known(kind: EntryKind, keys: Set[str]) -> None:
    """Raise ValidationError for unknown properties. Known but empty ones aren't stored either."""
    parts = schema_of(kind)["properties"]
    if unknown := sorted(keys - parts.keys()):
        words = {"key": unknown[0][:40], "parts": ", ".join(sorted(parts))}
        raise ValidationError(_("%(key)s: unknown property. Allowed: %(parts)s.") % words)


def _unexplained_fault(data: Data, reason: str) -> str:
    """Return a message for a definition that the schema allows but the engine refuses.

    The engine's own `reason` is written for programmers.
    """
    if not is_writable(data):
        return _("The definition contains a character that can’t be stored.")
    keys = place[1].removesuffix(": ").split(": ") if (place := _PLACE.match(reason)) else [""]
    if keys[-1] not in _REASONS:
        return _("The definition is invalid.")
    named = "".join(f" {key}" if key.isdecimal() else f", {key}" for key in keys).removeprefix(", ")
    return str(_REASONS[keys[-1]]) % {"place": named}


def _require_bounds(data: Data) -> None:
    """Raise ValueError for a number that the engine would accept unchecked; the schema tells what it must be."""
    for key, (least, most) in _NUMBERS.items():
        value = data.get(key, least)
        if type(value) is not int or not least <= value <= most:
            raise ValueError(key)


def _check_attack(attack: Any) -> None:
    """Raise ValidationError unless the attack lists distinct, relative spaces within a map's reach."""
    if attack is None:
        return
    cells = attack if isinstance(attack, list) else [attack]
    for cell in cells:
        if not (isinstance(cell, list) and len(cell) == 2 and all(type(part) is int for part in cell)):
            raise ValidationError(_("attack: must be a list of pairs of integers, each [rows down, columns right]."))
        if any(abs(part) >= SIZE for part in cell):
            raise ValidationError(
                _("attack: spaces can be at most %(most)s rows or columns away.") % {"most": SIZE - 1}
            )
    if len(set(map(tuple, cells))) < len(cells):
        raise ValidationError(_("attack: lists a space twice."))


def _check_initial(stored: Data) -> None:
    """Raise ValidationError for a bad initial. Effects find their monsters by it."""
    initial = stored["initial"]
    if initial and (len(str(initial)) != 1 or not "A" <= str(initial) <= "Z"):
        raise ValidationError(_("initial: must be one letter from A to Z."))
    if not initial and stored["effect"] != NO_EFFECT:
        raise ValidationError(_("initial: required, because the effect uses it to identify its monsters."))


def _check_blocks(stored: Data) -> None:
    """Raise ValidationError for an effect of blocks that the schema refuses; the engine has fewer bounds."""
    if isinstance(stored["effect"], dict):
        faults = list(islice(schema_faults(schema_of(EntryKind.AMBUSH), stored), _MOST_FAULTS))
        if faults:
            raise ValidationError(faults)
