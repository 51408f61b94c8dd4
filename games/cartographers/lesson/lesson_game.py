"""Lessons: real solo games with decks that introduce one topic after another."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID, uuid5

from django.utils.translation import gettext as _

from engine.cartographers.news import News
from engine.cartographers.view import View
from games.accounts.models import User
from games.cartographers.lesson.heroes_lesson import heroes_lesson_view
from games.cartographers.lesson.lesson import LessonView, lesson_view
from games.cartographers.lesson.lesson_kinds import SEEDS, LessonKind, is_heroes_lesson, lesson_options
from games.cartographers.models import Lesson
from games.locks import writing
from games.tables.game import Seated
from games.tables.lobby import services
from games.tables.lobby.services import NewTable
from games.tables.log.state import DecodedEvent, load
from games.tables.models import Status, Table


def lesson_under_way(user: User, kind: LessonKind = LessonKind.FIRST) -> Lesson | None:
    """Return the lesson of a kind that a user has started and not left, or None.

    The first lesson ends when its season is scored, the Heroes lesson with its game.
    """
    lessons = Lesson.objects.filter(table__seats__user=user, table__status=Status.PLAYING, left_at=None)
    for lesson in lessons.select_related("table").order_by("-pk"):
        if is_heroes_lesson(lesson.table.options) == (kind is LessonKind.HEROES):
            return lesson if kind is LessonKind.HEROES or not load(lesson.table).state.scores else None
    return None


def start_lesson(*, user: User, kind: LessonKind = LessonKind.FIRST, command_id: UUID | None = None) -> Table:
    """Return the user's lesson in progress, or a new one, once per `command_id`. Raises TableRefusal."""
    if lesson := lesson_under_way(user, kind):
        return lesson.table
    name = _("Heroes lesson") if kind is LessonKind.HEROES else _("Lesson")
    # One form has the buttons of both lessons, and a page that the browser brings back can send it twice.
    command = uuid5(command_id, kind) if command_id else None
    with writing():
        new = NewTable("cartographers", name, lesson_options(kind), capacity=1, command_id=command)
        table = services.create_table(host=user, new=new, seed=SEEDS[kind])
        Lesson.objects.get_or_create(table=table)
    return table


def open_lesson(seated: Seated, view: View, log: Sequence[DecodedEvent[News]]) -> LessonView | None:
    """Return the texts of the lesson that the visitor plays at this table, or None if they don't or have left it.

    `log` is what the viewer may see.
    """
    if seated.ended_early or not _is_lesson(seated):
        return None
    build = heroes_lesson_view if is_heroes_lesson(seated.table.options) else lesson_view
    return build(seated, view, log)


def _is_lesson(seated: Seated) -> bool:
    if seated.seat is None or len(seated.seats) > 1:
        return False
    return Lesson.objects.filter(table=seated.table, left_at=None).exists()
