"""Card sets: cards and map sheets that a curator selected to be played together, referenced as "box/id"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.cartographers.bounds import LONGEST_REF, MOST_REFS
from engine.cartographers.cards import Edict
from engine.labels import Labels, labels_from_json, labels_to_json
from games.cartographers.shelf.kinds import CatalogBox, EntryKind
from games.catalog.schemas import Pattern
from games.catalog.shelves import Data


class Slot(StrEnum):
    """Parts of a set, as named in its definition."""

    SEASONS = "seasons"
    EXPLORE = "explore"
    RUINS = "ruins"
    AMBUSHES = "ambushes"
    HEROES = "heroes"
    SCORING = "scoring"
    SKILLS = "skills"
    SHEETS = "sheets"

    @property
    def kind(self) -> EntryKind:
        """Type of the components in the slot."""
        return _KINDS[self]


_KINDS: Final[Mapping[Slot, EntryKind]] = {
    Slot.SEASONS: EntryKind.SEASON,
    Slot.EXPLORE: EntryKind.EXPLORE,
    Slot.RUINS: EntryKind.RUINS,
    Slot.AMBUSHES: EntryKind.AMBUSH,
    Slot.HEROES: EntryKind.HERO,
    Slot.SCORING: EntryKind.SCORING,
    Slot.SKILLS: EntryKind.SKILL,
    Slot.SHEETS: EntryKind.SHEET,
}
EDICTS: Final = "edicts"
"""Key of the four scoring cards that a set lays as edicts A to D. Other sets leave the edicts to the host or chance."""
REF: Final = Pattern(
    f"^({'|'.join(CatalogBox)})/[^/]+$",
    gettext_lazy("must be a box and an ID, for example cartographers/treetower."),
)
"""Pattern of the name of a card or sheet in a set: its box and its id."""


@dataclass(frozen=True, slots=True)
class CardSet:
    """A set: by slot the refs ("box/id") of what is in it, and the days on which new tables are offered it.

    `edicts` are the refs of the edicts of every game with it, in order, or empty.
    """

    id: str
    name: str
    refs: Mapping[Slot, tuple[str, ...]]
    since: date | None
    until: date | None
    labels: Labels
    edicts: tuple[str, ...] = ()

    def names(self, kind: EntryKind, ref: str) -> bool:
        """Return True if a card or map sheet is in the set."""
        return any(slot.kind is kind and ref in refs for slot, refs in self.refs.items())

    def is_offered(self, today: date) -> bool:
        """Return True if new tables can use the set on a day."""
        return (self.since is None or self.since <= today) and (self.until is None or today <= self.until)


def set_from_json(data: Mapping[str, Any]) -> CardSet:
    """Read a set from its stored form.

    Raises ValueError, KeyError or TypeError if the JSON schema refuses it, or ValidationError in words if only its
    values don't go together.
    """
    id, name = data["id"], data["name"]
    if not (isinstance(id, str) and id and isinstance(name, str) and name):
        raise ValueError("a set needs an id and a name")
    since, until = (date.fromisoformat(data[key]) if data.get(key) is not None else None for key in ("from", "until"))
    if since and until and until < since:
        raise ValidationError(_("until: must not be before the first day."))
    refs = {slot: _refs(data.get(slot, []), once=slot is not Slot.SEASONS) for slot in Slot}
    edicts = _refs(data.get(EDICTS, []), once=True)
    if edicts and (len(edicts) != len(Edict) or not set(edicts) <= set(refs[Slot.SCORING])):
        raise ValidationError(_("edicts: must be four of the scoring cards of the set."))
    return CardSet(id, name, refs, since, until, labels_from_json(data), edicts)


def set_to_json(card_set: CardSet) -> Data:
    """Return the stored form of a set; open dates are left out, and the list of skills if it is empty."""
    days = {"from": card_set.since, "until": card_set.until}
    return {
        "id": card_set.id,
        "name": card_set.name,
        **{slot.value: list(refs) for slot, refs in card_set.refs.items() if refs or slot is not Slot.SKILLS},
        **({EDICTS: list(card_set.edicts)} if card_set.edicts else {}),
        **{key: day.isoformat() for key, day in days.items() if day},
        **labels_to_json(card_set.labels),
    }


def _refs(value: Any, *, once: bool) -> tuple[str, ...]:
    """Return the refs in a list; unless a season, each may be there only `once`."""
    if not isinstance(value, list) or len(value) > MOST_REFS or (once and len(set(value)) < len(value)):
        raise ValueError(value)
    for ref in value:
        if len(ref) > LONGEST_REF or not re.fullmatch(REF, ref):
            raise ValueError(ref)
    return tuple(value)
