"""Views of the lessons."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from games.accounts.access import SeeOther, SignedInRequest, sign_in_required
from games.accounts.forms import command_id_of, new_command_id
from games.accounts.guests import user_or_guest_required
from games.accounts.limits import count_use_by_user, too_many_requests
from games.cartographers.lesson import lesson_game
from games.cartographers.lesson.lesson_kinds import LessonKind
from games.cartographers.models import Lesson
from games.tables import errors
from games.tables.errors import TableRefusal
from games.tables.lobby.cards import table_url
from games.tables.log.refusals import refusal_words
from games.tables.pages.metadata import listed


@listed
@require_http_methods(["GET", "HEAD", "POST"])
def learn(request: HttpRequest) -> HttpResponse:
    """Show the introduction to the first lesson; POST starts it, or continues the one in progress."""
    return _learn(request, LessonKind.FIRST)


@listed
@require_http_methods(["GET", "HEAD", "POST"])
def learn_heroes(request: HttpRequest) -> HttpResponse:
    """Show the introduction to the Heroes lesson; POST starts it, or continues the one in progress."""
    return _learn(request, LessonKind.HEROES)


def _learn(request: HttpRequest, kind: LessonKind) -> HttpResponse:
    if request.method == "POST":
        return _start(request, kind)
    under_way = lesson_game.lesson_under_way(request.user, kind) if request.user.is_authenticated else None
    context = {"heroes": kind is LessonKind.HEROES, "under_way": under_way, "command_id": new_command_id()}
    return render(request, "cartographers/lesson/learn.html", context)


@user_or_guest_required
def _start(request: SignedInRequest, kind: LessonKind) -> HttpResponse:
    if wait := count_use_by_user(errors.CREATE, request):
        return too_many_requests(request, wait)
    try:
        table = lesson_game.start_lesson(user=request.user, kind=kind, command_id=command_id_of(request))
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
    try:
        lesson_game.leave_lesson(table=code, user=request.user)
    except Lesson.DoesNotExist:
        raise Http404 from None
    return SeeOther(reverse("tables:table", args=[code]) + "#desk")
