"""Helpers for tests of sets: workshop cards, and sets that contain them."""

from typing import Any

from engine.cartographers.catalog import cartographers
from games.cartographers.shelf.kinds import CatalogBox, EntryKind
from games.catalog.drafts import DraftContent, create_draft
from games.catalog.models import CatalogEntry
from games.catalog.publication import publish, submit
from games.catalog.shelves import Data
from games.catalog.site_cards import load_published
from tests.games.catalog.making import curator, reviewer

LOOP = {"name": "Loop", "time": 1, "terrains": ["forest", "water"], "shapes": [{"drawn": ["##", "##"], "coin": True}]}
FOUR = ("treetower", "canal_lake", "wildholds", "borderlands")
"""Scoring cards of the base game, one of each stack."""


def refs(kind: str, *ids: str, box: str = "cartographers") -> list[str]:
    """Return references to cards of a box, as a set lists them."""
    return [f"{box}/{id}" for id in ids]


def small_set(**changes: Any) -> Data:
    """Return a set without id: base game explore cards and seasons, map sheet B, four scoring cards."""
    base = cartographers()
    return {
        "name": "Riverside",
        "names": {"fr": "Bord de l’eau"},
        "seasons": refs(EntryKind.SEASON, *(season.id for season in base.seasons)),
        "explore": refs(EntryKind.EXPLORE, *base.explore),
        "ruins": [],
        "ambushes": refs(EntryKind.AMBUSH, *base.ambushes),
        "heroes": [],
        "scoring": refs(EntryKind.SCORING, *FOUR),
        "sheets": refs(EntryKind.SHEET, "B"),
        **changes,
    }


def drafted(kind: str, definition: Data, box: str = CatalogBox.WORKSHOP) -> CatalogEntry:
    """Create a draft of a new entry."""
    load_published()
    return create_draft(box=box, kind=kind, content=DraftContent(definition["name"], definition), by=curator())


def published(draft: CatalogEntry) -> CatalogEntry:
    """Publish a draft."""
    submit(entry=draft, by=curator())
    return publish(entry=draft, saves=draft.saves, by=reviewer(), words="Good.")


def published_set(**changes: Any) -> CatalogEntry:
    """Publish a small set with a card of the workshop."""
    loop = published(drafted(EntryKind.EXPLORE, LOOP))
    definition = small_set(**changes)
    return published(
        drafted(EntryKind.SET, {**definition, "explore": [*definition["explore"], f"workshop/{loop.key}"]})
    )
