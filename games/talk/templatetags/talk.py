"""Template tag for the chat in the header of a table's pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django import template
from django.urls import reverse

from games.accounts.models import User
from games.tables.models import Room, Table
from games.talk.access import is_open, talk_access

register = template.Library()


@dataclass(frozen=True, slots=True)
class TalkButton:
    """Link to the visitor's chat at a table, with the number of its last change; `form` if they may write there."""

    url: str
    room: str
    number: int


@register.simple_tag(takes_context=True)
def talk_here(context: dict[str, Any]) -> TalkButton | None:
    """Return the chat of the page's table, or None if there is none, or the page is that of the chat."""
    request = context.get("request")
    table: Table | None = getattr(request, "frame_table", None)
    seated: bool | None = getattr(request, "frame_seated", None)
    if request is None or table is None or seated is None or request.resolver_match.app_name == "talk":
        return None
    user = request.user if isinstance(request.user, User) else None
    room = talk_access(table, user, seated=seated).room
    shown = Room if table.is_over else [room]
    if not is_open(table) and not any(table.last_talk(one) for one in shown):
        return None
    return TalkButton(reverse("talk:room", args=[table.code]), room, table.last_talk(room))
