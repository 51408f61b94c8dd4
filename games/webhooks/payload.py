"""Content and signature of webhook calls; no more than a list of tables shows."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.conf import settings
from django.utils import timezone, translation
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from games.accounts.time_zones import zone_of
from games.tables.lobby.cards import table_url
from games.tables.models import Seat, Status, Table
from games.tables.time_control import deadline_words
from games.webhooks.models import Call, Event, Format

_DISCORD_SIGNS: Final = re.compile(r"[\\*_~`|<>\[\]()#@+-]")
_LINK_SIGNS: Final = re.compile(r"[.:/@]")
"""Characters by which chat apps find links, email addresses and mentions in plain text."""
_ZERO_WIDTH_SPACE: Final = "\u200b"


@dataclass(frozen=True, slots=True)
class Letter:
    """Request of a webhook call: body and headers."""

    body: bytes
    headers: dict[str, str]


def awaited_at(table: Table) -> list[Seat]:
    """Return the awaited seats whose users play there themselves, in order."""
    if table.status != Status.PLAYING:
        return []
    waiting = Seat.objects.played_by_people().filter(table=table, awaited=True)
    return list(waiting.select_related("user").order_by("index"))


def letter(call: Call, awaited: Sequence[Seat], now: datetime) -> Letter:
    """Return what a call, read with its webhook and table, says at that moment."""
    body = json.dumps(_content(call, awaited, now), ensure_ascii=False).encode()
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Carto",
        "X-Carto-Delivery": str(call.key),
        "X-Carto-Signature": signature(call.webhook.secret, body),
    }
    return Letter(body, headers)


def signature(secret: str, body: bytes) -> str:
    """Return by what a reader who has the secret knows that the body is ours, and as we sent it."""
    return f"sha256={hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()}"


def _content(call: Call, awaited: Sequence[Seat], now: datetime) -> dict[str, object]:
    """Return what is sent in the form that the address takes. Names never become links, mentions or formatting."""
    match call.webhook.format:
        case Format.SLACK:
            return {"text": _sentence(call, awaited, _for_slack), "mrkdwn": False}
        case Format.DISCORD:
            return {"content": _sentence(call, awaited, _for_discord), "allowed_mentions": {"parse": []}}
    return _said(call, awaited, now)


def _sentence(call: Call, awaited: Sequence[Seat], escape: Callable[[str], str]) -> str:
    """Return the same in a sentence with the table's address, in the language and on the clock of the host."""
    owner, table = call.webhook.owner, call.webhook.table
    ends = [seat.due_at for seat in awaited if seat.due_at]
    with translation.override(owner.spoken or settings.LANGUAGE_CODE), timezone.override(zone_of(owner)):
        names = {
            "table": escape(_without_links(table.name)),
            "names": get_text_list([escape(_without_links(seat.shown_name)) for seat in awaited], _("and")),
            "deadline": deadline_words(min(ends)) if ends else "",
        }
        return f"{_words(call, awaited) % names} {settings.LINKS_ORIGIN}{table_url(table)}"


def _words(call: Call, awaited: Sequence[Seat]) -> str:
    if call.event == Event.OVER:
        return _("%(table)s: the game is over.")
    if call.event == Event.TEST:
        return _("%(table)s: this is a test message from Carto.")
    if any(seat.due_at for seat in awaited):
        return _("%(table)s: waiting for %(names)s, due %(deadline)s.")
    return _("%(table)s: waiting for %(names)s.")


def _without_links(name: str) -> str:
    """Return a name that looks the same, but in which no chat finds a link or mention: chats ignore escapes there."""
    return _LINK_SIGNS.sub(rf"\g<0>{_ZERO_WIDTH_SPACE}", name)


def _for_slack(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _for_discord(text: str) -> str:
    return _DISCORD_SIGNS.sub(r"\\\g<0>", text)


def _said(call: Call, awaited: Sequence[Seat], now: datetime) -> dict[str, object]:
    table = call.webhook.table
    ends = [seat.due_at for seat in awaited if seat.due_at]
    return {
        "event": Event(call.event).value,
        "table": {"code": table.code, "name": table.name, "url": settings.LINKS_ORIGIN + table_url(table)},
        "game": table.game,
        "turn": table.turn,
        "awaited": [seat.shown_name for seat in awaited],
        "due": min(ends).isoformat() if ends else None,
        "sent_at": now.isoformat(),
    }
