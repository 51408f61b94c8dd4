"""Published tile sets and their components: the active versions, or else the last ones that were active."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Q

from games.catalog.active_catalog import in_play
from games.catalog.models import KEPT, CatalogEntry
from games.catalog.shelves import Data, Sections
from games.gisborne.shelf.components import (
    EVERY_BOX,
    Pieces,
    active_components,
    components_of,
    missing_refs,
    sets_among,
    shown_name,
)
from games.gisborne.shelf.kinds import EntryKind
from games.gisborne.shelf.problems import set_problems
from games.gisborne.shelf.sets import TileSet, set_of


@dataclass(frozen=True, slots=True)
class StoredSet:
    """A set that is or was active, in its newest version; `is_playable` is True if new tables can use it."""

    ref: str
    definition: Data
    is_playable: bool

    @property
    def tile_set(self) -> TileSet:
        """The set."""
        return set_of(self.definition)

    @property
    def name(self) -> str:
        """Name in the page's language."""
        return shown_name(self.definition)


def stored_sets() -> Mapping[str, StoredSet]:
    """Return all sets that are or were active by ref ("box/id"), the active ones first."""
    return in_play(EVERY_BOX, _read_sets)


# The result is computed again when the catalog changes; then some set may have been retired.
def _read_sets(sections: Sections) -> Mapping[str, StoredSet]:
    held = components_of(sections)
    found = {
        placed.ref: StoredSet(placed.ref, placed.definition, not set_problems(placed.tile_set, held))
        for placed in sets_among(held)
    }
    stored = CatalogEntry.objects.filter(kind=EntryKind.SET, box__in=EVERY_BOX, state__in=KEPT).order_by("version")
    older = {f"{entry.box}/{entry.key}": entry.definition for entry in stored} if sections else {}
    return found | {ref: StoredSet(ref, data, is_playable=False) for ref, data in older.items() if ref not in found}


def components_for(tile_set: TileSet) -> Pieces:
    """Return the active components, and those of the set that have been retired since, in their last version."""
    held = active_components()
    gone = missing_refs(tile_set, held)
    if not gone:
        return held
    condition = Q()
    for ref in gone:
        box, _slash, key = ref.partition("/")
        condition |= Q(box=box, key=key)
    stored = CatalogEntry.objects.filter(condition, kind__in=EntryKind.values, state__in=KEPT).order_by("version")
    return {**{(EntryKind(entry.kind), f"{entry.box}/{entry.key}"): entry.definition for entry in stored}, **held}
