"""Export of a person's messages and mutes, their deletion with the account, and a guest's move to an account."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import Q

from games.accounts.models import User
from games.accounts.signals import person_erased
from games.tables.signals import guest_moved
from games.talk.models import Message, Mute, TableMute
from games.talk.services import erase_words, mark_changed


def connect() -> None:
    """Listen; each receiver once, however often this is called."""
    person_erased.connect(_on_erased, dispatch_uid="talk")
    guest_moved.connect(_on_moved, dispatch_uid="talk")


def _on_erased(*, user: User, **_: Any) -> None:
    messages = list(Message.objects.filter(author=user).values_list("pk", flat=True))
    erase_words(messages)
    Message.objects.filter(pk__in=messages).exclude(removal="").update(removal="")
    # No more tables may be locked here. The words are gone already; this only tells open pages.
    transaction.on_commit(lambda: mark_changed(messages), robust=True)
    Mute.objects.filter(Q(user=user) | Q(person=user)).delete()
    TableMute.objects.filter(user=user).delete()


def _on_moved(*, old: User, new: User, **_: Any) -> None:
    """Move a guest's messages and mutes to their account, as far as it doesn't have the same ones."""
    Message.objects.filter(author=old).update(author=new)
    Mute.objects.filter(user=old).exclude(person__in=_muted_by(new)).exclude(person=new).update(user=new)
    Mute.objects.filter(person=old).exclude(user__in=_muters_of(new)).exclude(user=new).update(person=new)
    known = TableMute.objects.filter(user=new).values_list("table", flat=True)
    TableMute.objects.filter(user=old).exclude(table__in=list(known)).update(user=new)


def _muted_by(user: User) -> list[int]:
    return list(Mute.objects.filter(user=user).values_list("person", flat=True))


def _muters_of(user: User) -> list[int]:
    return list(Mute.objects.filter(person=user).values_list("user", flat=True))


def talk_data(user: User) -> dict[str, Any]:
    """Return a person's messages and mutes, without anything that others wrote."""
    messages = Message.objects.filter(author=user).select_related("table").order_by("pk")
    muted = Mute.objects.filter(user=user).select_related("person").order_by("pk")
    chats = TableMute.objects.filter(user=user).select_related("table").order_by("pk")
    return {
        "messages": [_message(message) for message in messages],
        "muted_people": [{"username": row.person.username, "since": row.at} for row in muted],
        "muted_chats": [row.table.code for row in chats],
    }


def _message(message: Message) -> dict[str, Any]:
    return {
        "table": message.table.code,
        "chat": message.room,
        "phrase": message.phrase,
        "text": message.words,
        "written_at": message.written_at,
        "removed_at": message.removed_at,
        "removal": message.removal,
    }
