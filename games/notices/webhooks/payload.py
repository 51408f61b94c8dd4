"""Content and signature of requests to webhooks; no more than a list of tables shows."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, assert_never

from django.conf import settings
from django.utils import timezone, translation
from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from games.accounts.time_zones import zone_of
from games.notices.models import Delivery
from games.notices.webhooks.models import Event, Format, Webhook
from games.tables.lobby.cards import table_url
from games.tables.models import Seat, Status, Table
from games.tables.time_control import deadline_words

_DISCORD_SIGNS: Final = re.compile(r"[\\*_~`|<>\[\]()#@+-]")
_LINK_SIGNS: Final = re.compile(r"[.:/@]")
"""Characters by which chat apps find links, email addresses and mentions in plain text."""
_ZERO_WIDTH_SPACE: Final = "\u200b"


@dataclass(frozen=True, slots=True)
class Request:
    """Request to a webhook, to be sent by POST."""

    url: str
    body: bytes
    headers: dict[str, str]


def awaited_at(table: Table) -> list[Seat]:
    """Return the awaited seats whose users play there themselves, in order."""
    if table.status != Status.PLAYING:
        return []
    waiting = Seat.objects.played_by_people().filter(table=table, awaited=True)
    return list(waiting.select_related("user").order_by("index"))


def build_request(delivery: Delivery, webhook: Webhook, awaited: Sequence[Seat], now: datetime) -> Request:
    """Return the request to a webhook, read with its table and owner, as of now."""
    event = Event(delivery.kind)
    body = json.dumps(_content(event, webhook, awaited, now), ensure_ascii=False).encode()
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Carto",
        "X-Carto-Delivery": str(delivery.key),
        "X-Carto-Signature": signature(webhook.secret, body),
    }
    return Request(webhook.url, body, headers)


def signature(secret: str, body: bytes) -> str:
    """Return the signature by which a receiver who has the secret recognizes an unchanged body of ours."""
    return f"sha256={hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()}"


def _content(event: Event, webhook: Webhook, awaited: Sequence[Seat], now: datetime) -> dict[str, object]:
    """Return the content in the format of the webhook. Names never become links, mentions or formatting."""
    match form := Format(webhook.format):
        case Format.JSON:
            return _facts(event, webhook.table, awaited, now)
        case Format.SLACK:
            return {"text": _sentence(event, webhook, awaited, _for_slack), "mrkdwn": False}
        case Format.DISCORD:
            return {"content": _sentence(event, webhook, awaited, _for_discord), "allowed_mentions": {"parse": []}}
        case _:
            assert_never(form)


def _sentence(event: Event, webhook: Webhook, awaited: Sequence[Seat], escape: Callable[[str], str]) -> str:
    """Return the same as a sentence with the URL of the table, in the language and time zone of the host."""
    owner, table = webhook.owner, webhook.table
    ends = [seat.due_at for seat in awaited if seat.due_at]
    with translation.override(owner.chosen_language or settings.LANGUAGE_CODE), timezone.override(zone_of(owner)):
        names = {
            "table": escape(_without_links(table.shown_name)),
            "names": get_text_list([escape(_without_links(seat.shown_name)) for seat in awaited], _("and")),
            "deadline": deadline_words(min(ends)) if ends else "",
        }
        return f"{_words(event, awaited) % names} {settings.LINKS_ORIGIN}{table_url(table)}"


def _words(event: Event, awaited: Sequence[Seat]) -> str:
    match event:
        case Event.OVER:
            return _("%(table)s: the game is over.")
        case Event.TEST:
            return _("%(table)s: this is a test message from Carto.")
        case Event.AWAITED if any(seat.due_at for seat in awaited):
            return _("%(table)s: waiting for %(names)s, due %(deadline)s.")
        case Event.AWAITED:
            return _("%(table)s: waiting for %(names)s.")
        case _:
            assert_never(event)


def _without_links(name: str) -> str:
    """Return a name that looks the same, but in which no chat finds a link or mention: chats ignore escapes there."""
    return _LINK_SIGNS.sub(rf"\g<0>{_ZERO_WIDTH_SPACE}", name)


def _for_slack(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _for_discord(text: str) -> str:
    return _DISCORD_SIGNS.sub(r"\\\g<0>", text)


def _facts(event: Event, table: Table, awaited: Sequence[Seat], now: datetime) -> dict[str, object]:
    ends = [seat.due_at for seat in awaited if seat.due_at]
    return {
        "event": event.value,
        "table": {"code": table.code, "name": table.shown_name, "url": settings.LINKS_ORIGIN + table_url(table)},
        "game": table.game,
        "turn": table.turn,
        "awaited": [seat.shown_name for seat in awaited],
        "due": min(ends).isoformat() if ends else None,
        "sent_at": now.isoformat(),
    }
