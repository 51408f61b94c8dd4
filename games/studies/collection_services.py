"""Keeping collections, and turns in them. All of it raises AccountDeleted for a keeper whose account is gone."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Max
from django.utils import timezone

from games.accounts.models import User
from games.accounts.person_lock import lock_person
from games.studies.errors import Refused, StudyRefusal
from games.studies.models import Collection, Entry, Visibility
from games.studies.models.collections import MOST_COLLECTIONS, MOST_ENTRIES
from games.tables.models import Table


@dataclass(frozen=True, slots=True)
class Told:
    """Fields of a collection that its keeper fills in."""

    title: str
    words: str = ""
    visibility: str = Visibility.PRIVATE


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of a game, and the seat (0-based) that is looked at."""

    table: Table
    number: int
    seat: int


def open_collection(*, keeper: User, told: Told, command_id: UUID | None = None) -> Collection:
    """Begin a collection; a form that comes twice begins one. Raises StudyRefusal."""
    # Two tabs of the same user wait for each other here.
    with lock_person(keeper):
        own = Collection.objects.filter(keeper=keeper)
        same = own.select_for_update().filter(command_id=command_id).first() if command_id else None
        if same and same.is_removed:
            raise StudyRefusal(Refused.REMOVED)
        if same:
            return same
        if own.count() >= MOST_COLLECTIONS:
            raise StudyRefusal(Refused.COLLECTIONS_FULL)
        return Collection.objects.create(
            keeper=keeper, command_id=command_id, title=told.title, words=told.words, visibility=told.visibility
        )


def change_collection(*, code: str, keeper: User, told: Told) -> Collection:
    """Say something else of a collection. Raises Collection.DoesNotExist for anybody else's, and StudyRefusal."""
    with lock_person(keeper):
        collection = _own(code, keeper)
        collection.title, collection.words, collection.visibility = told.title, told.words, told.visibility
        collection.changed_at = timezone.now()
        collection.save(update_fields=["title", "words", "visibility", "changed_at"])
    return collection


def delete_collection(*, code: str, keeper: User) -> bool:
    """Delete an own collection with all that is in it; whether there was one."""
    with lock_person(keeper):
        deleted, _ = Collection.objects.filter(code=code, keeper=keeper).delete()
    return bool(deleted)


def add_entry(*, code: str, keeper: User, turn: Turn, words: str) -> Entry:
    """Put a turn at the end of an own collection; the same sent again is one. Raises Collection.DoesNotExist,
    Table.DoesNotExist where the game goes this moment, and StudyRefusal. Whoever calls this has seen that the keeper
    may know of the game, and that the turn is one of it.
    """
    with lock_person(keeper):
        # Lock the table first: account deletion also locks tables before collections.
        _lock(turn.table)
        return _added(_own(code, keeper), turn, words)


def add_to_new(*, keeper: User, told: Told, command_id: UUID | None, turn: Turn, words: str) -> Entry:
    """The same with a collection that begins with it: both, or neither."""
    with lock_person(keeper):
        collection = open_collection(keeper=keeper, told=told, command_id=command_id)
        _lock(turn.table)
        return _added(collection, turn, words)


def _lock(table: Table) -> None:
    """Lock a table against deletion until the transaction ends.

    Raises Table.DoesNotExist if it is already deleted.
    """
    Table.objects.locked().get(pk=table.pk)


def _added(collection: Collection, turn: Turn, words: str) -> Entry:
    entries = Entry.objects.filter(collection=collection)
    same = entries.filter(table=turn.table, turn=turn.number, seat=turn.seat).first()
    if same and same.words == words:
        return same
    if same:
        raise StudyRefusal(Refused.THERE)
    if entries.count() >= MOST_ENTRIES:
        raise StudyRefusal(Refused.ENTRIES_FULL)
    last = entries.aggregate(last=Max("place"))["last"] or 0
    return Entry.objects.create(
        collection=collection, place=last + 1, table=turn.table, turn=turn.number, seat=turn.seat, words=words
    )


def change_entry(*, code: str, keeper: User, pk: int, words: str) -> Entry:
    """Write something else beside a turn. Raises Collection.DoesNotExist, Entry.DoesNotExist, and StudyRefusal."""
    with lock_person(keeper):
        entry = Entry.objects.get(collection=_own(code, keeper), pk=pk)
        if entry.is_removed:
            raise StudyRefusal(Refused.REMOVED)
        if entry.words != words:
            entry.words, entry.changed_at = words, timezone.now()
            entry.save(update_fields=["words", "changed_at"])
    return entry


def move_entry(*, code: str, keeper: User, pk: int, to: int) -> None:
    """Put a turn at that place of the collection, 1 for the first: sent again it changes nothing. Raises
    Collection.DoesNotExist, Entry.DoesNotExist, and StudyRefusal.
    """
    with lock_person(keeper):
        entries = list(Entry.objects.in_order(_own(code, keeper)))
        moved = next((entry for entry in entries if entry.pk == pk), None)
        if moved is None:
            raise Entry.DoesNotExist
        entries.remove(moved)
        entries.insert(max(to, 1) - 1, moved)
        placed = [(entry, place) for place, entry in enumerate(entries, 1) if entry.place != place]
        for entry, place in placed:
            entry.place = place
        Entry.objects.bulk_update([entry for entry, _ in placed], ["place"])


def remove_entry(*, code: str, keeper: User, pk: int) -> bool:
    """Take a turn out of an own collection; whether it was there. Raises Collection.DoesNotExist."""
    with lock_person(keeper):
        collection = Collection.objects.select_for_update().get(code=code, keeper=keeper)
        deleted, _ = Entry.objects.filter(collection=collection, pk=pk).delete()
    return bool(deleted)


def _own(code: str, keeper: User) -> Collection:
    """The keeper's collection, locked: who adds to it or orders it in two tabs does one after the other."""
    collection = Collection.objects.select_for_update().get(code=code, keeper=keeper)
    if collection.is_removed:
        raise StudyRefusal(Refused.REMOVED)
    return collection
