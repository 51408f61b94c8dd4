"""The catalog that games are made of, and the two ways it changes: an admin's edit, an update of the site."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any, Final, TypeVar, cast

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Count, Max
from django.utils.translation import gettext as _

from games.catalog.models import CatalogEntry
from games.catalog.shelves import Data, Published, Sections, shelf_of, shelves

Made = TypeVar("Made")


class StaleVersion(Exception):
    """Somebody has saved a newer version in the meantime."""


@dataclass(frozen=True, slots=True)
class CatalogMark:
    """The state of the whole catalog: entries are only ever added, so a later one has another mark."""

    entries: int
    newest: int | None
    changed_at: datetime | None


class _Reading:
    """The catalog as it was found once, and what has been made of it since."""

    def __init__(self) -> None:
        fields = CatalogEntry.objects.aggregate(entries=Count("pk"), newest=Max("pk"), changed_at=Max("created_at"))
        self.mark = CatalogMark(**fields)
        self.results: dict[tuple[tuple[str, ...], Callable[[Sections], Any]], Any] = {}


_read: Final[ContextVar[list[_Reading] | None]] = ContextVar("read", default=None)


@contextmanager
def read_once() -> Iterator[None]:
    """Let `in_play` look at the database once at most, so that all that is said and checked in here is of one state."""
    token = _read.set([])
    try:
        yield
    finally:
        _read.reset(token)


def in_play(sets: tuple[str, ...], make: Callable[[Sections], Made]) -> Made:
    """What a game makes of the definitions in play of its sets, made once for each state of the catalog. `make`, a
    function of a module, gets no set of which nothing is stored.
    """
    reading = _reading()
    if (sets, make) not in reading.results:
        reading.results[sets, make] = _content(reading.mark, sets, make) if reading.mark.entries else make({})
    return cast(Made, reading.results[sets, make])


def _reading() -> _Reading:
    read = _read.get()
    if read is None:
        return _Reading()
    if not read:
        read.append(_Reading())
    return read[0]


# For each of up to eight games the newest state, and the one before it, which a request may still be reading.
@lru_cache(maxsize=16)
def _content(_mark: CatalogMark, sets: tuple[str, ...], make: Callable[[Sections], Any]) -> Any:
    return make(sections(sets))


def sections(sets: Collection[str]) -> dict[str, dict[str, list[Data]]]:
    """The definitions in play of these sets; a set or a kind of which nothing is stored is missing."""
    held: dict[str, dict[str, list[Data]]] = {}
    stored = CatalogEntry.objects.in_play().filter(set__in=sets).values_list("set", "kind", "definition")
    for of, kind, definition in stored:
        held.setdefault(of, {}).setdefault(kind, []).append(definition)
    return held


def checked(entry: CatalogEntry, definition: Any) -> Data:
    """The stored form of a definition that may take the place of an entry's in play. Raises ValidationError, and
    NoShelf where the entry's game is not installed.
    """
    shelf = shelf_of(entry.set, entry.kind)
    stored = shelf.stored_form(entry.kind, definition)
    if stored["id"] != entry.key:
        raise ValidationError(_("A definition keeps its id."))
    held = sections(shelf.sets)
    beside = held[entry.set][entry.kind]
    held[entry.set][entry.kind] = [stored if other["id"] == entry.key else other for other in beside]
    shelf.check(entry.set, entry.kind, stored, held)
    return stored


def odd(entry: CatalogEntry) -> list[str]:
    """What is hardly meant in an entry that is in play, in sentences. Raises NoShelf."""
    shelf = shelf_of(entry.set, entry.kind)
    return list(shelf.oddities(entry.kind, entry.definition, sections(shelf.sets)))


def save_version(*, entry: CatalogEntry, name: str, definition: Data, user_id: int | None) -> CatalogEntry:
    """Put a new version of an entry in play, or answer with the entry where nothing changed; games that have begun
    keep the one they began with.

    Raises ValidationError for what cannot be played, StaleVersion where `entry` is no longer in play, and NoShelf
    where its game is not installed.
    """
    with transaction.atomic():
        old = CatalogEntry.objects.select_for_update().filter(pk=entry.pk, current=True).first()
        if old is None:
            raise StaleVersion
        stored = checked(old, definition)
        if (name, stored) == (old.name, old.definition):
            return old
        return _follow(old, name=name, definition=stored, created_by_id=user_id)


def load_published() -> tuple[int, int]:
    """Add the published entries of every shelf that are missing, and new versions of those that changed, unless an
    admin has edited them; returns how many of each. Doing it again changes nothing.
    """
    published = [entry for shelf in shelves().values() for entry in shelf.published()]
    with transaction.atomic():
        by_place = {_place(entry): entry for entry in CatalogEntry.objects.select_for_update().in_play()}
        missing = [entry for entry in published if _place(entry) not in by_place]
        changed = [
            (by_place[_place(entry)], entry)
            for entry in published
            if _place(entry) in by_place and _outdated(by_place[_place(entry)], entry)
        ]
        CatalogEntry.objects.bulk_create([CatalogEntry(**entry.fields()) for entry in missing])
        for old, new in changed:
            _follow(old, name=new.name, definition=new.definition, position=new.position, published=True)
    return len(missing), len(changed)


def _place(entry: CatalogEntry | Published) -> tuple[str, str, str]:
    return entry.set, entry.kind, entry.key


def _outdated(old: CatalogEntry, new: Published) -> bool:
    return old.published and (old.name, old.position, old.definition) != (new.name, new.position, new.definition)


def _follow(old: CatalogEntry, **changes: Any) -> CatalogEntry:
    """Let a new version take the place of an entry."""
    # First the old one leaves: at no moment may two be in play.
    CatalogEntry.objects.filter(pk=old.pk).update(current=False)
    kept = {"kind": old.kind, "set": old.set, "key": old.key, "position": old.position}
    return CatalogEntry.objects.create(**{**kept, **changes, "version": old.version + 1})
