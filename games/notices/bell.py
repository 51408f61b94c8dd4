"""The count beside the bell in the head of every page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.notices.models import Notice

MOST: Final = 99
"""More are not counted."""


@dataclass(frozen=True, slots=True)
class Bell:
    """How many notices somebody has not read, as text, "" for none, and what the bell is called."""

    count: str
    name: str


def bell(request: HttpRequest) -> dict[str, Any]:
    """Give every template the `bell` of who is signed in; what has no head of a page does not count for it."""
    return {"bell": SimpleLazyObject(lambda: _bell_of(request.user.pk))}


def _bell_of(user_id: int | None) -> Bell:
    if user_id is None:
        return Bell("", _("Notices"))
    count = len(Notice.objects.unread_by(user_id).values_list("pk", flat=True)[: MOST + 1])
    shown = "" if not count else str(count) if count <= MOST else f"{MOST}+"
    words = ngettext("Notices, %(count)s unread", "Notices, %(count)s unread", count) % {"count": shown}
    return Bell(shown, words if count else _("Notices"))
