"""Pages of a chat: its last messages as a reader may see them, and what can be done with one of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final
from urllib.parse import urlencode

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.accounts.guests import create_account_url
from games.accounts.models import User
from games.accounts.sanctions import mute_words
from games.people.pages import report_url
from games.play.people import seat_css
from games.tables.lobby.cards import table_url
from games.tables.models import Room, Table, Talk
from games.talk.access import TalkAccess
from games.talk.folding import Folding, folding_for
from games.talk.forms import MessageForm
from games.talk.models import Message, Phrase
from games.talk.phrases import phrase_words

SHOWN: Final = 50
"""Number of messages on a page."""


@dataclass(frozen=True, slots=True)
class MessageView:
    """Message as a reader sees it. `day` is the date if the message before it is of another day, "" otherwise.

    `css` is the color class of its seat, "" for spectators. `removal` is a moderator's reason, which only its author
    sees. `options` is the URL of what the reader can do with it, "" for nothing.
    """

    number: int
    name: str
    crest: str
    css: str
    at: datetime
    day: str
    words: str
    is_removed: bool
    removal: str
    is_own: bool
    options: str


@dataclass(frozen=True, slots=True)
class MessageGroup:
    """Messages in a row that are all shown, or all folded, under the words `folded`."""

    folded: str
    messages: tuple[MessageView, ...]


@dataclass(frozen=True, slots=True)
class RoomLink:
    """Link to one of the chats that the reader may read."""

    name: str
    url: str
    current: bool


@dataclass(frozen=True, slots=True)
class PhraseButton:
    """Button that sends a phrase."""

    key: str
    words: str


@dataclass(frozen=True, slots=True)
class RoomPage:
    """A chat as a reader sees it: messages in order up to the last change `number`.

    `earlier` is the URL of the messages before these, "" for none, and `latest` that of the last ones, "" if these are
    the last. `form` is None if the reader can't write here; `hint` says why, or how they could write more.
    """

    code: str
    name: str
    table: str
    url: str
    here: str
    room: str
    title: str
    number: int
    groups: tuple[MessageGroup, ...]
    earlier: str
    latest: str
    rooms: tuple[RoomLink, ...]
    phrases: tuple[PhraseButton, ...]
    form: MessageForm | None
    may_write: bool
    hint: str
    account: str
    sign_in: str
    may_mute: bool
    muted: bool


def room_url(table: Table, access: TalkAccess, room: Room) -> str:
    """Return the URL of a chat; the reader's own has the shorter one."""
    url = reverse("talk:room", args=[table.code])
    return url if room == access.room else f"{url}?room={room}"


def room_page(
    table: Table,
    access: TalkAccess,
    *,
    reader: User | None,
    room: Room,
    before: int | None = None,
    form: MessageForm | None = None,
) -> RoomPage:
    """Return the last messages of a chat, or the last ones before a number."""
    # The table was loaded before its messages, so these can only be newer.
    number = table.last_talk(room)
    rows = Message.objects.in_room(table, room).select_related("author")
    found = list((rows.filter(number__lt=before) if before else rows)[: SHOWN + 1])
    shown = found[:SHOWN][::-1]
    folding = folding_for(reader, table)
    here = room_url(table, access, room)
    mark = "&" if "?" in here else "?"
    writes = access.may_send and room == access.room
    return RoomPage(
        code=table.code,
        name=table.shown_name,
        table=table_url(table),
        url=reverse("talk:room", args=[table.code]),
        here=here,
        room=room,
        title=room_title(room),
        number=number,
        groups=_groups(table, shown, reader, folding),
        earlier=f"{here}{mark}before={shown[0].number}" if len(found) > SHOWN else "",
        latest=here if before else "",
        rooms=_links(table, access, room),
        phrases=tuple(PhraseButton(phrase, phrase_words(phrase, table)) for phrase in Phrase),
        form=(form or MessageForm()) if writes else None,
        may_write=writes and access.may_write,
        hint=_hint(table, access, reader, room),
        account=create_account_url(reader, back=here) if reader and writes and not access.may_write else "",
        sign_in="" if reader else f"{reverse('accounts:sign_in')}?{urlencode({'next': here})}",
        may_mute=reader is not None and bool(shown),
        muted=folding.everybody,
    )


def room_title(room: Room) -> str:
    """Return the heading of a chat."""
    return _("Chat") if room == Room.PLAYERS else _("Spectators’ chat")


def _links(table: Table, access: TalkAccess, room: Room) -> tuple[RoomLink, ...]:
    if len(access.rooms) == 1:
        return ()
    return tuple(RoomLink(str(one.label), room_url(table, access, one), one == room) for one in Room)


def _hint(table: Table, access: TalkAccess, reader: User | None, room: Room) -> str:
    if reader is None:
        return ""
    if room != access.room:
        return _("You can’t write in this chat.")
    if reader.is_muted:
        return mute_words(reader)
    if not access.may_send:
        return _("This chat is closed.")
    if not access.may_write and table.talk == Talk.TEXT:
        return _("Guests can only send phrases here.")
    return ""


def _groups(
    table: Table, messages: Sequence[Message], reader: User | None, folding: Folding
) -> tuple[MessageGroup, ...]:
    runs: list[tuple[bool, list[MessageView]]] = []
    day = timezone.localdate()
    for message in messages:
        written = timezone.localdate(message.written_at)
        view = _message(table, message, reader, date_format(written, "DATE_FORMAT") if written != day else "")
        day, hidden = written, folding.hides(message) and not message.is_removed
        if not runs or runs[-1][0] != hidden:
            runs.append((hidden, []))
        runs[-1][1].append(view)
    return tuple(MessageGroup(_folded(len(views)) if hidden else "", tuple(views)) for hidden, views in runs)


def _folded(count: int) -> str:
    return ngettext("%(count)d muted message", "%(count)d muted messages", count) % {"count": count}


def _message(table: Table, message: Message, reader: User | None, day: str) -> MessageView:
    own = reader is not None and message.author_id == reader.pk
    return MessageView(
        number=message.number,
        name=str(message.author),
        crest=message.author.shown_crest,
        css="" if message.seat is None else seat_css(message.seat),
        at=message.written_at,
        day=day,
        words=phrase_words(Phrase(message.phrase), table) if message.phrase else message.words,
        is_removed=message.is_removed,
        removal=message.removal if own else "",
        is_own=own,
        options="" if reader is None or message.is_removed else message_url(table, message),
    )


def message_url(table: Table, message: Message, route: str = "message") -> str:
    """Return the URL of a page or an action of a message."""
    return reverse(f"talk:{route}", args=[table.code, message.room, message.number])


@dataclass(frozen=True, slots=True)
class MessagePage:
    """A message, and the URLs of what the reader can do with it, each "" if they can't.

    `muted` is True if the reader has muted the author. `report_author` is "" too if their profile is shown.
    """

    shown: MessageView
    code: str
    name: str
    back: str
    delete: str
    mute: str
    muted: bool
    report: str
    report_author: str
    moderate: str


def message_page(table: Table, access: TalkAccess, message: Message, reader: User) -> MessagePage:
    """Return what a reader can do with a message."""
    own = message.author_id == reader.pk
    back = room_url(table, access, Room(message.room))
    is_listed = bool(message.author.profile_url_for(reader))
    return MessagePage(
        shown=replace(_message(table, message, reader, ""), options=""),
        code=table.code,
        name=table.shown_name,
        back=back,
        delete=message_url(table, message, "delete") if own else "",
        mute="" if own else message_url(table, message, "mute"),
        muted=message.author_id in folding_for(reader, table).muted,
        report="" if own else reverse("studies:report_message", args=[table.code, message.room, message.number]),
        report_author="" if own or is_listed or not message.author.is_active else report_url(message.author, back),
        moderate="" if own else _moderation_url(message, reader),
    )


def _moderation_url(message: Message, reader: User) -> str:
    """Return the URL where a moderator removes a message, "" for other readers."""
    if not (reader.is_staff and reader.has_perm("studies.moderate_words")):
        return ""
    return reverse("admin:studies_case_open", args=["message", message.pk])
