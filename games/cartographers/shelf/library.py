"""The library that the catalog's definitions make."""

from __future__ import annotations

from engine.cartographers.catalog import Catalog
from engine.cartographers.mixing.library import Library, published_library
from games.cartographers.shelf.kinds import SECTIONS, CardSet, Kind
from games.catalog.services import in_play
from games.catalog.shelves import Sections


def library() -> Library:
    """The cards and sheets in play. A database that holds none of a set has those published."""
    return in_play(tuple(CardSet.values), library_of)


def library_of(sections: Sections) -> Library:
    """The library of the definitions in play; a set without any is read as published.

    Raises ValueError naming the entry that is wrong.
    """
    catalogs = {
        of: Catalog.from_json({SECTIONS[Kind(kind)]: definitions for kind, definitions in held.items()})
        for of, held in sections.items()
    }
    as_published = published_library()
    return Library(
        catalogs.get(CardSet.CARTOGRAPHERS) or as_published.cartographers,
        catalogs.get(CardSet.HEROES) or as_published.heroes,
        catalogs.get(CardSet.PREVIEW) or as_published.preview,
    )
