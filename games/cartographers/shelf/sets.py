"""Sets: cards and map sheets that are played together, as a curator has picked them. A set names them ("box/id")."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from engine.cartographers.labels import Labels, labels_from_json, labels_to_json
from games.cartographers.shelf.bounds import LONGEST_REF, MOST_REFS
from games.cartographers.shelf.kinds import CatalogBox, Kind
from games.catalog.shelves import Data


class Slot(StrEnum):
    """The parts of a set, as its definition calls them."""

    SEASONS = "seasons"
    EXPLORE = "explore"
    RUINS = "ruins"
    AMBUSHES = "ambushes"
    HEROES = "heroes"
    SCORING = "scoring"
    SHEETS = "sheets"

    @property
    def kind(self) -> Kind:
        """Type of the components in the slot."""
        return _KINDS[self]


_KINDS: Final[Mapping[Slot, Kind]] = {
    Slot.SEASONS: Kind.SEASON,
    Slot.EXPLORE: Kind.EXPLORE,
    Slot.RUINS: Kind.RUINS,
    Slot.AMBUSHES: Kind.AMBUSH,
    Slot.HEROES: Kind.HERO,
    Slot.SCORING: Kind.SCORING,
    Slot.SHEETS: Kind.SHEET,
}
_PARTS: Final = frozenset({"id", "name", "names", "words", "from", "until", *Slot})


@dataclass(frozen=True, slots=True)
class CardSet:
    """A set: by slot the refs ("box/id") of what is in it, and the days on which new tables are offered it."""

    id: str
    name: str
    refs: Mapping[Slot, tuple[str, ...]]
    since: date | None
    until: date | None
    labels: Labels

    def names(self, kind: Kind, ref: str) -> bool:
        """Return True if a card or map sheet is in the set."""
        return any(slot.kind is kind and ref in refs for slot, refs in self.refs.items())

    def is_offered(self, today: date) -> bool:
        """Return True if new tables can use the set on a day."""
        return (self.since is None or self.since <= today) and (self.until is None or today <= self.until)


def set_from_json(data: Mapping[str, Any]) -> CardSet:
    """A set from its stored form. Raises ValidationError in words, and ValueError or KeyError for its name."""
    if unknown := sorted(set(data) - _PARTS):
        raise ValidationError(
            _("%(key)s: unknown property. Allowed: %(parts)s.")
            % {"key": unknown[0], "parts": ", ".join(sorted(_PARTS))}
        )
    id, name = data["id"], data["name"]
    if not (isinstance(id, str) and id and isinstance(name, str) and name):
        raise ValidationError(_("A set needs an ID and a name."))
    since, until = _day(data, "from"), _day(data, "until")
    if since and until and until < since:
        raise ValidationError(_("until: must not be before the first day."))
    refs = {slot: _refs(slot, data.get(slot, [])) for slot in Slot}
    return CardSet(id, name, refs, since, until, labels_from_json(data))


def set_to_json(card_set: CardSet) -> Data:
    """The stored form of a set; days that are open are left out."""
    days = {"from": card_set.since, "until": card_set.until}
    return {
        "id": card_set.id,
        "name": card_set.name,
        **{slot.value: list(refs) for slot, refs in card_set.refs.items()},
        **{key: day.isoformat() for key, day in days.items() if day},
        **labels_to_json(card_set.labels),
    }


def _refs(slot: Slot, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(map(_is_ref, value)):
        raise ValidationError(
            _("%(slot)s: must be a list of boxes and IDs, for example cartographers/treetower.") % {"slot": slot}
        )
    if len(value) > MOST_REFS:
        raise ValidationError(_("%(slot)s: %(most)s at most.") % {"slot": slot, "most": MOST_REFS})
    # A season may occur more than once.
    if slot is not Slot.SEASONS and len(set(value)) < len(value):
        twice = next(ref for ref in value if value.count(ref) > 1)
        raise ValidationError(_("%(slot)s: %(ref)s is listed twice.") % {"slot": slot, "ref": twice})
    return tuple(value)


def _is_ref(value: Any) -> bool:
    if not isinstance(value, str) or len(value) > LONGEST_REF:
        return False
    box, _slash, key = value.partition("/")
    return box in set(CatalogBox) and bool(key) and "/" not in key


def _day(data: Mapping[str, Any], key: str) -> date | None:
    value = data.get(key)
    if value is None:
        return None
    try:
        return date.fromisoformat(value)
    except (TypeError, ValueError):
        raise ValidationError(_("%(key)s: must be a date, for example 2026-12-24.") % {"key": key}) from None
