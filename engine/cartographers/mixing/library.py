"""Library of everything playable: the two boxes, and the edition that changes a few cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType

from engine.cartographers.catalog import Catalog, Edition, cartographers, data_of, heroes, with_full_rows
from engine.cartographers.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Library:
    """Cards and sheets by set; `preview` holds only the scoring cards that its edition changes."""

    cartographers: Catalog
    heroes: Catalog
    preview: Catalog

    def heroes_in_edition(self, edition: Edition) -> Catalog:
        """Return the Heroes box with an edition's scoring cards, in printed order."""
        if edition is Edition.RETAIL:
            return self.heroes
        if edition is Edition.ONLINE:
            return with_full_rows(self.heroes)
        scoring = MappingProxyType({**self.heroes.scoring, **self.preview.scoring})
        return replace(self.heroes, scoring=scoring)

    @property
    def sheets(self) -> Mapping[str, Sheet]:
        """Return the sheets of both boxes by id."""
        return {**self.cartographers.sheets, **self.heroes.sheets}


@lru_cache(maxsize=1)
def published_library() -> Library:
    """Return the published library."""
    preview = Catalog.from_json({"scoring": data_of("heroes")["preview_scoring"]})
    return Library(cartographers(), heroes(), preview)
