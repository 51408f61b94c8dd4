"""Helpers that write messages and read chats."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

from django.test import Client
from django.utils import timezone

from games.accounts.models import User
from games.tables.models import Room, Status, Table
from games.talk import services
from games.talk.models import Message, Phrase
from tests.games.tables.clients import signed_in, text_of

LIST = {"HX-Request": "true", "HX-Target": "talk-list"}
BODY = {"HX-Request": "true", "HX-Target": "talk-body"}


def url(table: Table) -> str:
    return f"/tables/{table.code}/talk/"


def say(table: Table, author: User, content: Phrase | str = "Good morning") -> Message:
    """Store a message without its form."""
    return services.send(table=table.code, author=author, content=content, command_id=uuid4())


def post(client: Client, table: Table, text: str = "", *, headers: Any = None, **fields: Any) -> Any:
    """Send the form of a chat."""
    return client.post(url(table), {"text": text, "command_id": str(uuid4()), **fields}, headers=headers)


def chat(reader: User | Client | None, table: Table, query: str = "", status: int = 200) -> str:
    """Return the page of a chat as text."""
    client = reader if isinstance(reader, Client) else signed_in(reader)
    answer = client.get(f"{url(table)}{query}")
    assert answer.status_code == status, answer.status_code
    return text_of(answer)


def words_in(page: str) -> list[str]:
    """Return the words of the messages on a page, folded ones too."""
    return re.findall(r'<span class="talk-words" dir="auto">(.*?)</span>', page)


def messages(table: Table, room: Room = Room.PLAYERS) -> list[str]:
    """Return the stored messages of a chat, first to last."""
    return [message.text for message in Message.objects.in_room(table, room)][::-1]


def finish(table: Table) -> None:
    """End a game without playing it."""
    Table.objects.filter(pk=table.pk).update(status=Status.FINISHED, finished_at=timezone.now())
    table.refresh_from_db()
