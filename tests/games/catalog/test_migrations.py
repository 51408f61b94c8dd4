"""Catalog migrations: any earlier database ends up loadable, with no data lost."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.cartographers.catalog import Edition, cartographers, heroes
from games.cartographers.shelf.kinds import CatalogBox
from games.cartographers.shelf.published import library, published_entries
from games.catalog.models import CatalogEntry
from games.catalog.shelves import PublishedEntry
from games.catalog.site_cards import load_published
from tests.running.empty_database import empty_database
from tests.running.old_migrations import migrate_to

pytestmark = pytest.mark.django_db(transaction=True)

BEGINNINGS = (
    None,
    "0001_initial",
    "0002_published_cards",
    "0003_boxes",
    "0004_heroes_cards",
    "0005_shelves",
    "0006_workshop",
    "0007_mark",
    "0008_changes_kept_whole",
    "0009_wording",
    "0010_private_entries",
    "0011_shared_sets",
)
LAST = BEGINNINGS[-1]


def migrate(to: str | None) -> Any:
    """Migrate the catalog and return the historical models."""
    return migrate_to("catalog", to)


@pytest.fixture(autouse=True)
def _empty_database(transactional_db: None, tmp_path: Path) -> Iterator[None]:
    with empty_database(tmp_path):
        yield


def as_it_was(entry: PublishedEntry) -> dict[str, Any]:
    """Return an entry's fields from before boxes and examples existed."""
    fields = {name: getattr(entry, name) for name in ("kind", "key", "name", "position", "definition")}
    return {**fields, "set": entry.box, "published": True}


def expect_all() -> None:
    """Check that all printed cards are published."""
    shelf = library()
    assert (shelf.cartographers, shelf.heroes) == (cartographers(), heroes())
    assert shelf.heroes_in_edition(Edition.PREVIEW) == heroes(Edition.PREVIEW)


@pytest.mark.parametrize("beginning", BEGINNINGS, ids=str)
def test_every_earlier_state_comes_to_all_that_is_published(beginning: str | None) -> None:
    migrate(None)
    migrate(beginning)
    migrate(LAST)
    expect_all()
    load_published()
    expect_all()
    assert load_published() == (0, 0), "nothing was left to add"


def test_no_migration_knows_the_cards_and_columns_of_today(monkeypatch: pytest.MonkeyPatch) -> None:
    migrate(None)
    monkeypatch.setattr(PublishedEntry, "fields", lambda entry: {"column_of_tomorrow": entry.key})
    migrate(LAST)


def test_what_admins_made_of_the_base_box_stays_as_it_is() -> None:
    migrate(None)
    entries = migrate("0002_published_cards").get_model("catalog", "CatalogEntry").objects
    entries.bulk_create(entries.model(**as_it_was(entry)) for entry in published_entries(CatalogBox.CARTOGRAPHERS))
    old = entries.get(key="treetower")
    entries.filter(pk=old.pk).update(current=False)
    fields = {"kind": old.kind, "set": old.set, "key": old.key, "position": old.position, "version": 2}
    entries.create(**fields, name="Tree Keep", definition={**old.definition, "name": "Tree Keep"})
    kept = ("pk", "kind", "key", "version", "name", "position", "definition", "current", "created_at", "created_by")
    before = list(entries.order_by("pk").values(*kept))
    migrate(LAST)
    assert library().cartographers.scoring["treetower"].name == "Tree Keep", "what is there is read before any loading"
    load_published()
    assert list(CatalogEntry.objects.filter(box="cartographers").order_by("pk").values(*kept)) == before
    assert library().cartographers.scoring["treetower"].name == "Tree Keep"
    assert library().heroes == heroes()


def test_entries_of_heroes_that_are_there_already_are_left_alone() -> None:
    migrate(None)
    entries = migrate("0003_boxes").get_model("catalog", "CatalogEntry").objects
    definition = {"id": "spring", "threshold": 9, "edicts": ["A", "B"]}
    mine = entries.create(kind="season", set="heroes", key="spring", position=0, name="Spring", definition=definition)
    migrate(LAST)
    load_published()
    assert CatalogEntry.objects.get(box="heroes", kind="season", key="spring").pk == mine.pk
    assert library().heroes.seasons[0].threshold == 9


def test_the_way_back_leaves_the_base_box(settings: Any) -> None:
    settings.CARTO_SHELVES = {"cartographers": settings.CARTO_SHELVES["cartographers"]}
    migrate(LAST)
    load_published()
    entries = migrate("0002_published_cards").get_model("catalog", "CatalogEntry").objects
    assert set(entries.values_list("set", flat=True)) == {"cartographers"}
    assert entries.filter(kind="season").count() == 4
