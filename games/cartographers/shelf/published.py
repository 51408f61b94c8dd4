"""The cards and sheets that come with the site."""

from __future__ import annotations

from collections.abc import Iterator

from engine.cartographers.catalog import data_of
from games.cartographers.shelf.definitions import stored_form
from games.cartographers.shelf.kinds import SECTIONS, CardSet
from games.catalog.shelves import Data, Published


def published_entries(*sets: CardSet) -> Iterator[Published]:
    """Every published entry of these sets, of all where none is named: kind by kind in printed order."""
    for of in sets or tuple(CardSet):
        data = _data_of(of)
        for kind, section in SECTIONS.items():
            for position, entry in enumerate(data.get(section, ())):
                definition = stored_form(kind, entry)
                name = definition.get("name", definition["id"].title())
                yield Published(of.value, kind.value, definition["id"], name, position, definition)


def _data_of(of: CardSet) -> Data:
    if of is CardSet.PREVIEW:
        return {"scoring": data_of(CardSet.HEROES.value)["preview_scoring"]}
    return data_of(of.value)
