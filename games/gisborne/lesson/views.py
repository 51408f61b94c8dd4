"""View of the lesson."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from games.accounts.models import User
from games.gisborne.lesson.lesson_game import lesson_under_way, start_lesson
from games.play import lessons
from games.tables.models import Table
from games.tables.pages.metadata import listed


@listed
@require_http_methods(["GET", "HEAD", "POST"])
def learn(request: HttpRequest) -> HttpResponse:
    """Show the introduction to the lesson; POST starts it, or continues the one in progress."""

    def context() -> dict[str, Any]:
        return {"under_way": lesson_under_way(request.user) if request.user.is_authenticated else None}

    return lessons.learn(request, "gisborne/lesson/learn.html", context, _start)


def _start(user: User, command_id: UUID | None) -> Table:
    return start_lesson(user=user, command_id=command_id)
