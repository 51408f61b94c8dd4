"""The count beside the bell in the head of every page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.accounts.models import User
from games.notices.models import Notice, ReviewNotice

MOST: Final = 99
"""Highest number of notifications that is counted."""


@dataclass(frozen=True, slots=True)
class Bell:
    """Bell in the header: the unread count as text, "" for none, and the accessible name."""

    count: str
    name: str


def bell(request: HttpRequest) -> dict[str, Any]:
    """Give every template the `bell` of who is signed in; what has no head of a page does not count for it."""
    return {"bell": SimpleLazyObject(lambda: _bell_of(request.user))}


def _bell_of(user: User | AnonymousUser) -> Bell:
    if user.is_anonymous:
        return Bell("", _("Notifications"))
    unread = Notice.objects.unread_by(user.pk).values_list("pk")
    reviews = ReviewNotice.objects.unread_by(user).order_by().values_list("pk")
    count = len(unread.union(reviews, all=True)[: MOST + 1])
    shown = "" if not count else str(count) if count <= MOST else f"{MOST}+"
    words = ngettext("Notifications, %(count)s unread", "Notifications, %(count)s unread", count) % {"count": shown}
    return Bell(shown, words if count else _("Notifications"))
