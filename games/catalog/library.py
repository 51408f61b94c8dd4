"""All that can be played with: the two boxes, and the edition that differs on a few cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from engine.cartographers.catalog import Catalog, Edition
from engine.cartographers.sheet import Sheet
from games.catalog.definitions import SECTIONS
from games.catalog.models import CardSet, Kind
from games.catalog.published import published

Sections = dict[str, list[dict[str, Any]]]
"""The definitions of one set, under the names of the engine's data."""


@dataclass(frozen=True, slots=True)
class Library:
    """The cards and sheets in play, set by set; `preview` holds only the scoring cards that its edition changes."""

    cartographers: Catalog
    heroes: Catalog
    preview: Catalog

    def heroes_as(self, edition: Edition) -> Catalog:
        """The Heroes box, its scoring cards as an edition has them, in printed order."""
        if edition is Edition.RETAIL:
            return self.heroes
        scoring = MappingProxyType({**self.heroes.scoring, **self.preview.scoring})
        return replace(self.heroes, scoring=scoring)

    @property
    def sheets(self) -> Mapping[str, Sheet]:
        """The sheets of both boxes by id."""
        return {**self.cartographers.sheets, **self.heroes.sheets}


def library_of(sections: Mapping[CardSet, Sections]) -> Library:
    """The library of the definitions in play; a set without any is read as published.

    Raises ValueError naming the entry that is wrong.
    """
    known = {of: Catalog.from_json(held) for of, held in sections.items() if any(held.values())}
    return Library(
        known.get(CardSet.CARTOGRAPHERS) or _as_published(CardSet.CARTOGRAPHERS),
        known.get(CardSet.HEROES) or _as_published(CardSet.HEROES),
        known.get(CardSet.PREVIEW) or _as_published(CardSet.PREVIEW),
    )


@lru_cache(maxsize=len(CardSet))
def _as_published(of: CardSet) -> Catalog:
    sections = no_sections()
    for entry in published(of):
        sections[SECTIONS[entry.kind]].append(entry.definition)
    return Catalog.from_json(sections)


def no_sections() -> Sections:
    """A set of nothing."""
    return {SECTIONS[kind]: [] for kind in Kind}
