"""Chats and messages that a visitor may read."""

from __future__ import annotations

from typing import Final

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from games.accounts.models import User
from games.tables.holders import find_seat
from games.tables.models import Room, Table
from games.tables.pages.access import visible_table
from games.talk.access import TalkAccess, is_open, talk_access
from games.talk.models import Message

MOST_DIGITS: Final = 9


def reader_of(request: HttpRequest) -> User | None:
    """Return the signed-in user, or None."""
    return request.user if isinstance(request.user, User) else None


def readable_chats(request: HttpRequest, code: str) -> tuple[Table, TalkAccess]:
    """Return a table and the visitor's access to its chats. Raises Http404 if there are none."""
    table = visible_table(request, code)
    if not (is_open(table) or table.talk_players or table.talk_spectators):
        raise Http404
    seated = find_seat(table.loaded_seats, request.user.pk) is not None
    return table, talk_access(table, reader_of(request), seated=seated)


def readable_message(request: HttpRequest, code: str, room: str, number: int) -> tuple[Table, TalkAccess, Message]:
    """Return a message that the visitor may read, with its table and their access. Raises Http404."""
    table, access = readable_chats(request, code)
    if room not in access.rooms or number >= 10**MOST_DIGITS:
        raise Http404
    messages = Message.objects.in_room(table, Room(room)).select_related("author")
    return table, access, get_object_or_404(messages, number=number)
