"""Writing notes on the turns of games that are over."""

from __future__ import annotations

from django.utils import timezone

from games.accounts.models import User
from games.accounts.person_lock import lock_person
from games.studies.errors import Refused, StudyRefusal
from games.studies.models import Note
from games.studies.models.notes import MOST_NOTES
from games.tables.models import Seat, Status, Table


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
    with lock_person(author):
        Table.objects.locked_with(table.code, author)
        own = Note.objects.filter(table=table, author=author)
        same = own.filter(turn=turn, words=words, removed_at=None).first()
        if same:
            return same
        if own.count() >= MOST_NOTES:
            raise StudyRefusal(Refused.NOTES_FULL)
        return Note.objects.create(table=table, turn=turn, author=author, words=words)


def change_note(*, pk: int, author: User, words: str) -> Note:
    """Write an own note anew. Raises Note.DoesNotExist, and StudyRefusal where the site has removed it."""
    with lock_person(author):
        note = Note.objects.select_for_update().get(pk=pk, author=author)
        if note.is_removed:
            raise StudyRefusal(Refused.REMOVED)
        if note.words != words:
            note.words, note.changed_at = words, timezone.now()
            note.save(update_fields=["words", "changed_at"])
    return note


def delete_note(*, pk: int, author: User) -> bool:
    """Delete an own note; whether there was one."""
    with lock_person(author):
        deleted, _ = Note.objects.filter(pk=pk, author=author).delete()
    return bool(deleted)
