"""The catalog that games are made of, and the two ways it changes: an admin's edit, an update of the site."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Count, Max
from django.utils.translation import gettext as _

from engine.cartographers.catalog import Edition
from engine.cartographers.mixing.library import Library
from engine.cartographers.sheet import Sheet
from games.catalog.definitions import SECTIONS, check_initials, check_playable, check_room, stored_form
from games.catalog.library import Sections, library_of, no_sections
from games.catalog.models import CardSet, CatalogEntry, Kind
from games.catalog.oddities import oddities
from games.catalog.published import Published, published


class StaleVersion(Exception):
    """Somebody has saved a newer version in the meantime."""


@dataclass(frozen=True, slots=True)
class Mark:
    """The state of the whole catalog: entries are only ever added, so a later one has another mark."""

    entries: int
    newest: int | None
    changed_at: datetime | None


_read: Final[ContextVar[list[Library] | None]] = ContextVar("read", default=None)


@contextmanager
def read_once() -> Iterator[None]:
    """Let `library` look at the database once at most, so that all that is said and checked in here is of one state."""
    token = _read.set([])
    try:
        yield
    finally:
        _read.reset(token)


def library() -> Library:
    """The cards and sheets in play. A database that holds none of a set has those published."""
    read = _read.get()
    if read is None:
        return _in_play()
    if not read:
        read.append(_in_play())
    return read[0]


def _in_play() -> Library:
    seen = CatalogEntry.objects.aggregate(entries=Count("pk"), newest=Max("pk"), changed_at=Max("created_at"))
    return _library(Mark(**seen)) if seen["entries"] else library_of({})


@lru_cache(maxsize=2)
def _library(_mark: Mark) -> Library:
    return library_of(_sections())


def _sections() -> dict[CardSet, Sections]:
    sections = {of: no_sections() for of in CardSet}
    for of, kind, definition in CatalogEntry.objects.in_play().values_list("set", "kind", "definition"):
        sections[CardSet(of)][SECTIONS[Kind(kind)]].append(definition)
    return sections


def checked(entry: CatalogEntry, definition: Any) -> dict[str, Any]:
    """The stored form of a definition that may take the place of an entry's in play. Raises ValidationError."""
    kind = Kind(entry.kind)
    found = stored_form(kind, definition)
    if found["id"] != entry.key:
        raise ValidationError(_("A definition keeps its id."))
    sections = _sections()
    held = sections[CardSet(entry.set)]
    held[SECTIONS[kind]] = [found if other["id"] == entry.key else other for other in held[SECTIONS[kind]]]
    shelf = library_of(sections)
    check_room(kind, found, shelf.sheets.values())
    # A sheet is judged by itself; anything else by the roomiest, so that a bad sheet keeps nothing else from mending.
    sheet = shelf.sheets[entry.key] if kind is Kind.SHEET else max(shelf.sheets.values(), key=_room)
    _check_box(CardSet(entry.set), shelf, sheet)
    return found


def _room(sheet: Sheet) -> int:
    return sheet.empty.bit_count()


def odd(entry: CatalogEntry) -> list[str]:
    """What is hardly meant in an entry that is in play, in sentences."""
    return list(oddities(Kind(entry.kind), entry.definition, library_of(_sections())))


def _check_box(changed: CardSet, shelf: Library, sheet: Sheet) -> None:
    """Raise ValidationError where the box that was changed could no longer be played."""
    if changed is CardSet.CARTOGRAPHERS:
        check_playable(shelf.cartographers, sheet)
    else:
        for edition in Edition:
            check_playable(shelf.heroes_as(edition), sheet)
    check_initials([*shelf.cartographers.ambushes.values(), *shelf.heroes.ambushes.values()])


def save_version(*, entry: CatalogEntry, name: str, definition: dict[str, Any], user_id: int | None) -> CatalogEntry:
    """Put a new version of an entry in play, or answer with the entry where nothing changed; games that have begun
    keep the one they began with.

    Raises ValidationError for what cannot be played, and StaleVersion where `entry` is no longer in play.
    """
    with transaction.atomic():
        old = CatalogEntry.objects.select_for_update().filter(pk=entry.pk, current=True).first()
        if old is None:
            raise StaleVersion
        found = checked(old, definition)
        if (name, found) == (old.name, old.definition):
            return old
        return _follow(old, name=name, definition=found, created_by_id=user_id)


def load_published() -> tuple[int, int]:
    """Add the published entries that are missing, and new versions of those that changed, unless an admin has edited
    them; returns how many of each. Doing it again changes nothing.
    """
    with transaction.atomic():
        known = {_place(entry): entry for entry in CatalogEntry.objects.select_for_update().in_play()}
        missing = [entry for entry in published() if _place(entry) not in known]
        changed = [
            (known[_place(entry)], entry)
            for entry in published()
            if _place(entry) in known and _outdated(known[_place(entry)], entry)
        ]
        CatalogEntry.objects.bulk_create([CatalogEntry(**entry.fields()) for entry in missing])
        for old, new in changed:
            _follow(old, name=new.name, definition=new.definition, position=new.position, published=True)
    return len(missing), len(changed)


def _place(entry: CatalogEntry | Published) -> tuple[str, str, str]:
    return str(entry.set), str(entry.kind), entry.key


def _outdated(old: CatalogEntry, new: Published) -> bool:
    return old.published and (old.name, old.position, old.definition) != (new.name, new.position, new.definition)


def _follow(old: CatalogEntry, **changes: Any) -> CatalogEntry:
    """Let a new version take the place of an entry."""
    # First the old one leaves: at no moment may two be in play.
    CatalogEntry.objects.filter(pk=old.pk).update(current=False)
    kept = {"kind": old.kind, "set": old.set, "key": old.key, "position": old.position}
    return CatalogEntry.objects.create(**{**kept, **changes, "version": old.version + 1})
