"""Views of the lessons."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from games.accounts.models import User
from games.cartographers.lesson import lesson_game
from games.cartographers.lesson.lesson_kinds import LessonKind
from games.play import lessons
from games.tables.models import Table
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
    def start(user: User, command_id: UUID | None) -> Table:
        return lesson_game.start_lesson(user=user, kind=kind, command_id=command_id)

    def context() -> dict[str, object]:
        under_way = lesson_game.lesson_under_way(request.user, kind) if request.user.is_authenticated else None
        return {"heroes": kind is LessonKind.HEROES, "under_way": under_way}

    return lessons.learn(request, "cartographers/lesson/learn.html", context, start)
