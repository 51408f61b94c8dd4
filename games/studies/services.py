"""Writing notes and keeping collections.

All of it raises AccountDeleted for a deleted account, and StudyRefusal for text of a muted user.
"""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Max
from django.utils import timezone

from games.accounts.models import User
from games.accounts.person_lock import lock_person
from games.studies.errors import StudyRefusal, StudyRefusalReason
from games.studies.models import Collection, Entry, Note, Visibility
from games.studies.models.collections import MOST_COLLECTIONS, MOST_ENTRIES
from games.studies.models.notes import MOST_NOTES
from games.studies.positions import NamedPosition
from games.tables.models import Seat, Status, Table


@dataclass(frozen=True, slots=True)
class CollectionFields:
    """Fields of a collection that its keeper fills in."""

    title: str
    words: str = ""
    visibility: str = Visibility.PRIVATE


@dataclass(frozen=True, slots=True)
class SeatTurn:
    """A turn of a game and the viewed seat (0-based)."""

    table: Table
    number: int
    seat: int


def open_collection(*, keeper: User, content: CollectionFields, command_id: UUID | None = None) -> Collection:
    """Create a collection, once per form submission. Raises StudyRefusal."""
    # Two tabs of the same user wait for each other here.
    with lock_person(keeper) as person:
        own = Collection.objects.filter(keeper=keeper)
        same = own.select_for_update().filter(command_id=command_id).first() if command_id else None
        if same and same.is_removed:
            raise StudyRefusal(StudyRefusalReason.REMOVED)
        if same:
            return same
        _require_voice(person)
        if own.count() >= MOST_COLLECTIONS:
            raise StudyRefusal(StudyRefusalReason.COLLECTIONS_FULL)
        return Collection.objects.create(
            keeper=keeper,
            command_id=command_id,
            title=content.title,
            words=content.words,
            visibility=content.visibility,
        )


def change_collection(*, code: str, keeper: User, content: CollectionFields) -> Collection:
    """Edit a collection. Raises Collection.DoesNotExist unless called by its keeper, and StudyRefusal."""
    with lock_person(keeper) as person:
        _require_voice(person)
        collection = _own(code, keeper)
        collection.title, collection.words, collection.visibility = content.title, content.words, content.visibility
        collection.changed_at = timezone.now()
        collection.save(update_fields=["title", "words", "visibility", "changed_at"])
    return collection


def delete_collection(*, code: str, keeper: User) -> bool:
    """Delete a person's collection and its contents; return whether it existed."""
    with lock_person(keeper):
        deleted, _ = Collection.objects.filter(code=code, keeper=keeper).delete()
    return bool(deleted)


def add_entry(*, code: str, keeper: User, turn: SeatTurn, words: str) -> Entry:
    """Append a turn to a person's collection; idempotent. Raises Collection.DoesNotExist, Table.DoesNotExist if the
    game is being deleted, and StudyRefusal. The caller has checked that the keeper may see the game and that it has the
    turn.
    """
    with lock_person(keeper) as person:
        _require_voice(person)
        # Lock the table first: account deletion also locks tables before collections.
        _lock(turn.table)
        return _added(_own(code, keeper), turn, words)


def add_position(*, code: str, keeper: User, position: NamedPosition, words: str) -> Entry:
    """Append a position to a person's collection; idempotent. Raises Collection.DoesNotExist and StudyRefusal."""
    with lock_person(keeper) as person:
        _require_voice(person)
        collection = _own(code, keeper)
        entries = Entry.objects.filter(collection=collection)
        same = entries.filter(game=position.game, position=position.query).first()
        if same and same.words == words:
            return same
        if same:
            raise StudyRefusal(StudyRefusalReason.POSITION_EXISTS)
        what = {"game": position.game, "position": position.query, "turn": 0, "seat": 0}
        return Entry.objects.create(collection=collection, place=_next_place(collection), words=words, **what)


def add_to_new(
    *, keeper: User, content: CollectionFields, command_id: UUID | None, turn: SeatTurn, words: str
) -> Entry:
    """Create a collection and add its first turn atomically."""
    with lock_person(keeper):
        collection = open_collection(keeper=keeper, content=content, command_id=command_id)
        _lock(turn.table)
        return _added(collection, turn, words)


def _require_voice(person: User) -> None:
    """Raise StudyRefusal if a moderator has muted the person."""
    if person.is_muted:
        raise StudyRefusal(StudyRefusalReason.MUTED)


def _lock(table: Table) -> None:
    """Lock a table against deletion until the transaction ends.

    Raises Table.DoesNotExist if it is already deleted.
    """
    Table.objects.locked().get(pk=table.pk)


def _added(collection: Collection, turn: SeatTurn, words: str) -> Entry:
    entries = Entry.objects.filter(collection=collection)
    same = entries.filter(table=turn.table, turn=turn.number, seat=turn.seat).first()
    if same and same.words == words:
        return same
    if same:
        raise StudyRefusal(StudyRefusalReason.EXISTS)
    what = {"table": turn.table, "turn": turn.number, "seat": turn.seat}
    return Entry.objects.create(collection=collection, place=_next_place(collection), words=words, **what)


def _next_place(collection: Collection) -> int:
    """Return the place of one more entry. Raises StudyRefusal if the collection is full."""
    entries = Entry.objects.filter(collection=collection)
    if entries.count() >= MOST_ENTRIES:
        raise StudyRefusal(StudyRefusalReason.ENTRIES_FULL)
    return (entries.aggregate(last=Max("place"))["last"] or 0) + 1


def change_entry(*, code: str, keeper: User, pk: int, words: str, marks: str | None = None) -> Entry:
    """Edit a turn's text, and its marks unless None. Raises Collection.DoesNotExist, Entry.DoesNotExist, and
    StudyRefusal.
    """
    with lock_person(keeper) as person:
        _require_voice(person)
        entry = Entry.objects.get(collection=_own(code, keeper), pk=pk)
        if entry.is_removed:
            raise StudyRefusal(StudyRefusalReason.REMOVED)
        content = (words, entry.marks if marks is None else marks)
        if (entry.words, entry.marks) != content:
            (entry.words, entry.marks), entry.changed_at = content, timezone.now()
            entry.save(update_fields=["words", "marks", "changed_at"])
    return entry


def move_entry(*, code: str, keeper: User, pk: int, to: int) -> None:
    """Move a turn to a position (1-based) in the collection; idempotent. Raises Collection.DoesNotExist,
    Entry.DoesNotExist, and StudyRefusal.
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
    """Remove a turn from a person's collection; return whether it was there. Raises Collection.DoesNotExist."""
    with lock_person(keeper):
        collection = Collection.objects.select_for_update().get(code=code, keeper=keeper)
        deleted, _ = Entry.objects.filter(collection=collection, pk=pk).delete()
    return bool(deleted)


def _own(code: str, keeper: User) -> Collection:
    """Return the keeper's locked collection, so that changes from two tabs run one after the other."""
    collection = Collection.objects.select_for_update().get(code=code, keeper=keeper)
    if collection.is_removed:
        raise StudyRefusal(StudyRefusalReason.REMOVED)
    return collection


def may_write(*, table: Table, user: User) -> bool:
    """Return True if the user may write notes: a player with an account, once the game is finished."""
    is_over = table.status == Status.FINISHED
    return is_over and not user.guest and Seat.objects.filter(table=table, user=user).exists()


def write_note(*, table: Table, turn: int, author: User, words: str) -> Note:
    """Write a note on a turn; resending the same note returns the existing one.

    Raises Table.DoesNotExist if the author no longer sits at the table or the table is deleted, AccountDeleted if the
    account is deleted, and StudyRefusal if the author has too many notes there.
    """
    # Two tabs of the same user wait for each other here, so that both count the same notes.
    with lock_person(author) as person:
        _require_voice(person)
        Table.objects.locked_with(table.code, author)
        own = Note.objects.filter(table=table, author=author)
        same = own.filter(turn=turn, words=words, removed_at=None).first()
        if same:
            return same
        if own.count() >= MOST_NOTES:
            raise StudyRefusal(StudyRefusalReason.NOTES_FULL)
        return Note.objects.create(table=table, turn=turn, author=author, words=words)


@dataclass(frozen=True, slots=True)
class BoardMarks:
    """Marks on the board of a seat (0-based), as `Marks` writes them; "" for none."""

    text: str
    seat: int


def change_note(*, pk: int, author: User, words: str, marks: BoardMarks | None = None) -> Note:
    """Edit an own note's text, and its marks unless None.

    Raises Note.DoesNotExist, and StudyRefusal if moderators have removed it.
    """
    with lock_person(author) as person:
        _require_voice(person)
        note = Note.objects.select_for_update().get(pk=pk, author=author)
        if note.is_removed:
            raise StudyRefusal(StudyRefusalReason.REMOVED)
        content = (words, note.marks, note.seat)
        if marks is not None:
            content = (words, marks.text, marks.seat if marks.text else None)
        if (note.words, note.marks, note.seat) != content:
            (note.words, note.marks, note.seat), note.changed_at = content, timezone.now()
            note.save(update_fields=["words", "marks", "seat", "changed_at"])
    return note


def delete_note(*, pk: int, author: User) -> bool:
    """Delete an own note; whether there was one."""
    with lock_person(author):
        deleted, _ = Note.objects.filter(pk=pk, author=author).delete()
    return bool(deleted)
