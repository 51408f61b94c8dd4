"""Messages: sent by people only, and removed. All of it raises AccountDeleted for a deleted account."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from uuid import UUID

from games import clock
from games.accounts.models import User
from games.accounts.person_lock import lock_person
from games.locks import writing
from games.tables.changes import announce_talk
from games.tables.models import Exclusion, Room, Seat, Table, Talk
from games.talk.access import talk_access
from games.talk.errors import TalkRefusal, TalkRefusalReason
from games.talk.models import Message, Mute, Phrase, TableMute


def find_sent(author: User, command_id: UUID) -> Message | None:
    """Return the message that an author has sent with a form, or None."""
    return Message.objects.filter(author=author, command_id=command_id).first()


def send(*, table: str, author: User, content: Phrase | str, command_id: UUID) -> Message:
    """Store a phrase or a text in the author's chat, once per command.

    The caller has checked that the author may see the table, and that the text is valid. Raises Table.DoesNotExist if
    the table is being deleted, and TalkRefusal.
    """
    with lock_person(author) as person:
        locked = Table.objects.locked().get(code=table)
        if sent := find_sent(person, command_id):
            return sent
        seat = Seat.objects.filter(table=locked, user=person).first()
        _require(locked, person, content, seated=seat is not None)
        room = Room.PLAYERS if seat else Room.SPECTATORS
        number = locked.last_talk(room) + 1
        message = Message.objects.create(
            table=locked,
            room=room,
            number=number,
            author=person,
            seat=seat.index if seat else None,
            phrase=content if isinstance(content, Phrase) else "",
            words="" if isinstance(content, Phrase) else content,
            command_id=command_id,
        )
        _announce(locked, room, number)
    return message


def _require(table: Table, author: User, content: Phrase | str, *, seated: bool) -> None:
    """Raise TalkRefusal unless the author may write that."""
    access = talk_access(table, author, seated=seated)
    if not access.may_send:
        raise TalkRefusal(TalkRefusalReason.MUTED if author.is_muted else TalkRefusalReason.CLOSED)
    if not seated and Exclusion.objects.filter(table=table, user=author).exists():
        raise TalkRefusal(TalkRefusalReason.REMOVED)
    if isinstance(content, Phrase) or access.may_write:
        return
    guests = table.talk == Talk.TEXT
    raise TalkRefusal(TalkRefusalReason.NO_TEXT_OF_GUESTS if guests else TalkRefusalReason.NO_TEXT)


def _announce(table: Table, room: Room, number: int) -> None:
    Table.objects.filter(pk=table.pk).update(**{f"talk_{room}": number})
    announce_talk(table, seated=room == Room.PLAYERS, number=number)


def delete(*, message: Message, author: User) -> None:
    """Remove an own message; idempotent. Raises Message.DoesNotExist for those of others."""
    with lock_person(author) as person:
        if message.author_id != person.pk:
            raise Message.DoesNotExist
        remove([message.pk])


def remove(messages: Iterable[int], *, reason: str = "") -> None:
    """Erase the words of messages, given by key, for everybody."""
    keys = list(messages)
    with writing():
        # Tables before what belongs to them.
        lock_tables(keys)
        left = list(Message.objects.filter(pk__in=keys, removed_at=None).values_list("pk", flat=True))
        erase_words(left, reason=reason)
        mark_changed(left)


def lock_tables(messages: Collection[int]) -> dict[int, Table]:
    """Lock the tables of messages, and return them by key; part of a transaction."""
    tables = Message.objects.filter(pk__in=messages).values_list("table", flat=True)
    return {table.pk: table for table in Table.objects.locked().filter(pk__in=set(tables)).order_by("pk")}


def erase_words(messages: Collection[int], *, reason: str = "") -> None:
    """Erase the words of messages; part of a transaction. Open pages learn of it by `mark_changed`."""
    rows = Message.objects.filter(pk__in=messages, removed_at=None)
    rows.update(phrase="", words="", removal=reason, removed_at=clock.now())


def mark_changed(messages: Collection[int]) -> None:
    """Let open pages load removed messages again."""
    with writing():
        tables = lock_tables(messages)
        rows = Message.objects.filter(pk__in=messages, table__in=tables)
        for pk, name in sorted(set(rows.values_list("table", "room"))):
            table, room = tables[pk], Room(name)
            _announce(table, room, table.last_talk(room) + 1)


def mute(*, user: User, person: User, muted: bool) -> None:
    """Mute a person for a user, or no longer; idempotent."""
    with lock_person(user) as reader:
        rows = Mute.objects.filter(user=reader, person=person)
        if not muted:
            rows.delete()
        elif not rows.exists():
            Mute.objects.create(user=reader, person=person)


def mute_table(*, user: User, table: Table, muted: bool) -> None:
    """Mute everybody at a table for a user, or no longer; idempotent."""
    with lock_person(user) as reader:
        rows = TableMute.objects.filter(user=reader, table=table)
        if not muted:
            rows.delete()
        elif not rows.exists():
            TableMute.objects.create(user=reader, table=table)
