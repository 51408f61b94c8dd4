"""The cards and sheets that come with the site."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.cartographers.catalog import data_of
from games.catalog.definitions import SECTIONS, stored_form
from games.catalog.models import CardSet, Kind


@dataclass(frozen=True, slots=True)
class Published:
    """One entry as published; `position` counts from 0 within its set and kind."""

    set: CardSet
    kind: Kind
    key: str
    name: str
    position: int
    definition: dict[str, Any]

    def fields(self) -> dict[str, Any]:
        """What an entry of the catalog holds of it, but for its version."""
        return {
            "kind": self.kind.value,
            "set": self.set.value,
            "key": self.key,
            "name": self.name,
            "position": self.position,
            "definition": self.definition,
            "published": True,
        }


def published(*sets: CardSet) -> Iterator[Published]:
    """Every published entry of these sets, of all where none is named: kind by kind in printed order."""
    for of in sets or tuple(CardSet):
        data = _data_of(of)
        for kind, section in SECTIONS.items():
            for position, entry in enumerate(data.get(section, ())):
                definition = stored_form(kind, entry)
                name = definition.get("name", definition["id"].title())
                yield Published(of, kind, definition["id"], name, position, definition)


def _data_of(of: CardSet) -> dict[str, Any]:
    if of is CardSet.PREVIEW:
        return {"scoring": data_of(CardSet.HEROES.value)["preview_scoring"]}
    return data_of(of.value)
