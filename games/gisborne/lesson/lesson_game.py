"""The lesson: a practice game on a short way with a known deck."""

from __future__ import annotations

from uuid import UUID

from django.utils.translation import gettext as _

from engine.contract import Level, Seat
from engine.gisborne.view import View
from games.accounts.models import User
from games.gisborne.lesson.lesson import WayBubble, build_bubble
from games.gisborne.lesson.lesson_box import OPTIONS, SEED, is_lesson
from games.gisborne.models import Lesson
from games.gisborne.words.names import KEY
from games.play.log import whole_log
from games.tables.game import Seated
from games.tables.lobby import services
from games.tables.lobby.services import NewTable
from games.tables.models import Status, Table

SEATS = 3
"""One player against two bots."""


def lesson_under_way(user: User) -> Lesson | None:
    """Return the lesson that a user has started and not left, or None."""
    lessons = Lesson.objects.filter(table__seats__user=user, table__status=Status.PLAYING, left_at=None)
    return lessons.select_related("table").order_by("-pk").first()


def start_lesson(*, user: User, command_id: UUID | None = None) -> Table:
    """Return the user's lesson in progress, or a new one, once per `command_id`. Raises TableRefusal."""
    if lesson := lesson_under_way(user):
        return lesson.table
    new = NewTable(
        KEY, _("Lesson"), OPTIONS, capacity=SEATS, practice=True, bot_level=Level.ROYAL, command_id=command_id
    )
    # In no transaction, because the bots answer right after the one that opens the table.
    table = services.create_table(host=user, new=new, seed=SEED)
    Lesson.objects.get_or_create(table=table)
    return table


def open_lesson(seated: Seated, view: View) -> WayBubble | None:
    """Return what the lesson that the visitor plays at this table says, or None if they don't or have left it."""
    if view.viewer is None or seated.ended_early or not is_lesson(seated.table.options):
        return None
    if not Lesson.objects.filter(table=seated.table, left_at=None).exists():
        return None
    return build_bubble(seated, view, Seat(view.viewer), [entry.event for entry in whole_log(seated)])
