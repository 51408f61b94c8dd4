"""The library that the catalog's definitions make."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.cartographers.catalog import Catalog
from engine.cartographers.mixing.library import Library, published_library
from games.catalog.definitions import SECTIONS
from games.catalog.models import CardSet, Kind

Sections = dict[str, list[dict[str, Any]]]
"""The definitions of one set, under the names of the engine's data."""


def library_of(sections: Mapping[CardSet, Sections]) -> Library:
    """The library of the definitions in play; a set without any is read as published.

    Raises ValueError naming the entry that is wrong.
    """
    known = {of: Catalog.from_json(held) for of, held in sections.items() if any(held.values())}
    as_published = published_library()
    return Library(
        known.get(CardSet.CARTOGRAPHERS) or as_published.cartographers,
        known.get(CardSet.HEROES) or as_published.heroes,
        known.get(CardSet.PREVIEW) or as_published.preview,
    )


def no_sections() -> Sections:
    """A set of nothing."""
    return {SECTIONS[kind]: [] for kind in Kind}
