"""Lessons: games that are explained as they are played, one bubble at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from games.accounts.access import SeeOther, SignedInRequest, sign_in_required
from games.accounts.forms import command_id_of, new_command_id
from games.accounts.guests import user_or_guest_required
from games.accounts.limits import count_use_by_user, too_many_requests
from games.accounts.models import User
from games.play.game import played_at
from games.tables import errors
from games.tables.errors import TableRefusal
from games.tables.lobby.cards import table_url
from games.tables.lobby.filters import PracticeOffer
from games.tables.log.refusals import refusal_words
from games.tables.models import Table


@dataclass(frozen=True, slots=True)
class LessonWay:
    """Link below a bubble: its `id` on the page, its `url`, and its words."""

    id: str
    url: str
    words: str


@dataclass(frozen=True, slots=True)
class Bubble:
    """Bubble of a lesson: a `title` and a `text` of at most 15 words about `target`, a part of the table or "".

    `leave` is the address that ends the lesson. `earned` is a sentence about what the player has just done, "" for
    none. The last bubble has a button that starts a game against bots, `practice`, and `ways` to other pages.
    """

    title: str
    text: str
    target: str
    leave: str
    earned: str = ""
    practice: PracticeOffer | None = None
    ways: tuple[LessonWay, ...] = ()

    @property
    def spaces(self) -> str:
        """Names of the spaces that are highlighted, separated by spaces."""
        return ""


def leave_url(table: Table) -> str:
    """Return the address that ends the lesson at a table."""
    return reverse("play:leave_lesson", args=[table.code])


Start = Callable[[User, UUID | None], Table]
"""Function that returns a user's lesson, a new one once per command id. It raises TableRefusal."""


def learn(request: HttpRequest, template: str, context: Callable[[], dict[str, Any]], start: Start) -> HttpResponse:
    """Show the introduction to a lesson; POST starts it, or continues the one in progress."""
    if request.method == "POST":
        return _start(request, start)
    return render(request, template, context() | {"command_id": new_command_id()})


@user_or_guest_required
def _start(request: SignedInRequest, start: Start) -> HttpResponse:
    if wait := count_use_by_user(errors.CREATE, request):
        return too_many_requests(request, wait)
    try:
        table = start(request.user, command_id_of(request))
    except TableRefusal as refusal:
        messages.error(request, refusal_words(refusal.reason))
        return SeeOther(request.path)
    return SeeOther(table_url(table))


@require_http_methods(["GET", "HEAD", "POST"])
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Leave the lesson and play on; 404 if the user has none there. A GET redirects to the table."""
    return _leave(request, code) if request.method == "POST" else SeeOther(reverse("tables:table", args=[code]))


@sign_in_required
def _leave(request: SignedInRequest, code: str) -> HttpResponse:
    lessons = played_at(get_object_or_404(Table, code=code)).lessons
    if lessons is None:
        raise Http404
    get_object_or_404(lessons, table__code=code, table__seats__user=request.user).leave()
    return SeeOther(reverse("tables:table", args=[code]) + "#desk")
