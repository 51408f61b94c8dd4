"""The catalog that games are made of, and the two ways it changes: an admin's edit, an update of the site."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Count, Max

from engine.cartographers import catalog as engine_catalog
from engine.cartographers.catalog import Catalog
from games.catalog.definitions import SECTIONS, check_playable, stored_form
from games.catalog.models import CatalogEntry, Kind
from games.catalog.published import Published, published


class StaleVersion(Exception):
    """Somebody has saved a newer version in the meantime."""


@dataclass(frozen=True, slots=True)
class Mark:
    """The state of the whole catalog: entries are only ever added, so a later one has another mark."""

    entries: int
    newest: int | None
    changed_at: datetime | None


def catalog() -> Catalog:
    """The cards and sheets in play. A database that holds none at all has the published ones."""
    seen = CatalogEntry.objects.aggregate(entries=Count("pk"), newest=Max("pk"), changed_at=Max("created_at"))
    return _catalog(Mark(**seen)) if seen["entries"] else engine_catalog.cartographers()


@lru_cache(maxsize=2)
def _catalog(_mark: Mark) -> Catalog:
    return Catalog.from_json(_sections())


def _sections() -> dict[str, list[dict[str, Any]]]:
    sections: dict[str, list[dict[str, Any]]] = {section: [] for section in SECTIONS.values()}
    for kind, definition in CatalogEntry.objects.in_play().values_list("kind", "definition"):
        sections[SECTIONS[Kind(kind)]].append(definition)
    return sections


def checked(kind: Kind, key: str, definition: Any) -> dict[str, Any]:
    """The stored form of a definition that may take the place of the one in play. Raises ValidationError."""
    found = stored_form(kind, definition)
    sections = _sections()
    entries = sections[SECTIONS[kind]]
    sections[SECTIONS[kind]] = [found if entry["id"] == key else entry for entry in entries]
    if found["id"] != key:
        raise ValidationError("A definition keeps its id.")
    check_playable(Catalog.from_json(sections))
    return found


def save_version(*, entry: CatalogEntry, name: str, definition: dict[str, Any], user_id: int | None) -> CatalogEntry:
    """Put a new version of an entry in play, or answer with the entry where nothing changed; games that have begun
    keep the one they began with.

    Raises ValidationError for what cannot be played, and StaleVersion where `entry` is no longer in play.
    """
    kind = Kind(entry.kind)
    with transaction.atomic():
        old = CatalogEntry.objects.select_for_update().filter(pk=entry.pk, current=True).first()
        if old is None:
            raise StaleVersion
        found = checked(kind, entry.key, definition)
        if (name, found) == (old.name, old.definition):
            return old
        return _follow(old, name=name, definition=found, created_by_id=user_id)


def load_published() -> tuple[int, int]:
    """Add the published entries that are missing, and new versions of those that changed, unless an admin has edited
    them; returns how many of each. Doing it again changes nothing.
    """
    with transaction.atomic():
        known = {(entry.kind, entry.key): entry for entry in CatalogEntry.objects.select_for_update().in_play()}
        missing = [entry for entry in published() if (entry.kind, entry.key) not in known]
        changed = [
            (known[entry.kind, entry.key], entry)
            for entry in published()
            if (entry.kind, entry.key) in known and _outdated(known[entry.kind, entry.key], entry)
        ]
        CatalogEntry.objects.bulk_create([CatalogEntry(**entry.fields()) for entry in missing])
        for old, new in changed:
            _follow(old, name=new.name, definition=new.definition, position=new.position, published=True)
    return len(missing), len(changed)


def _outdated(old: CatalogEntry, new: Published) -> bool:
    return old.published and (old.name, old.position, old.definition) != (new.name, new.position, new.definition)


def _follow(old: CatalogEntry, **changes: Any) -> CatalogEntry:
    """Let a new version take the place of an entry."""
    # First the old one leaves: at no moment may two be in play.
    CatalogEntry.objects.filter(pk=old.pk).update(current=False)
    kept = {"kind": old.kind, "set": old.set, "key": old.key, "position": old.position}
    return CatalogEntry.objects.create(**{**kept, **changes, "version": old.version + 1})
