"""The cards and sheets that come with the site."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.cartographers.catalog import data_of
from games.catalog.definitions import SECTIONS, stored_form
from games.catalog.models import Kind

SET = "cartographers"


@dataclass(frozen=True, slots=True)
class Published:
    """One entry as published; `position` counts from 0 within its kind."""

    kind: Kind
    key: str
    name: str
    position: int
    definition: dict[str, Any]

    def fields(self) -> dict[str, Any]:
        """What an entry of the catalog holds of it, but for its version."""
        return {
            "kind": self.kind.value,
            "set": SET,
            "key": self.key,
            "name": self.name,
            "position": self.position,
            "definition": self.definition,
            "published": True,
        }


def published() -> Iterator[Published]:
    """Every published entry, kind by kind in printed order."""
    data = data_of(SET)
    for kind, section in SECTIONS.items():
        for position, entry in enumerate(data[section]):
            definition = stored_form(kind, entry)
            name = definition.get("name", definition["id"].title())
            yield Published(kind, definition["id"], name, position, definition)
