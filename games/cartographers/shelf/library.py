"""The library that the catalog's definitions make."""

from __future__ import annotations

from engine.cartographers.catalog import Catalog
from engine.cartographers.mixing.library import Library, published_library
from games.cartographers.shelf.kinds import BOXES, SECTIONS, CatalogBox, EntryKind
from games.catalog.active_catalog import in_play
from games.catalog.shelves import Sections


def library() -> Library:
    """The cards and sheets in play. A database that holds none of a box has those published."""
    return in_play(tuple(box.value for box in BOXES), library_of)


def library_of(sections: Sections) -> Library:
    """The library of the definitions in play; a box without any is read as published.

    Raises ValueError naming the entry that is wrong.
    """
    catalogs = {
        of: Catalog.from_json(
            {SECTIONS[EntryKind(kind)]: definitions for kind, definitions in held.items() if kind in SECTIONS}
        )
        for of, held in sections.items()
        if of in BOXES
    }
    as_published = published_library()
    return Library(
        catalogs.get(CatalogBox.CARTOGRAPHERS) or as_published.cartographers,
        catalogs.get(CatalogBox.HEROES) or as_published.heroes,
        catalogs.get(CatalogBox.PREVIEW) or as_published.preview,
    )
