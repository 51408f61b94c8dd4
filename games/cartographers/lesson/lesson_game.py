"""Lesson: a real solo game with a deck that introduces one topic after another."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from engine.cartographers.mixing.mix import Preset
from engine.cartographers.mixing.presets import PRESETS
from games.accounts.models import User
from games.cartographers.models import Lesson
from games.locks import writing
from games.tables.game import Seated
from games.tables.lobby import services
from games.tables.lobby.services import NewTable
from games.tables.log.state import load
from games.tables.models import Status, Table

EDICTS = ("sentinel_wood", "mages_valley", "great_city", "borderlands")
"""One easily understood edict from each stack. The first shapes earn stars with the first two of them."""
SEED = hashlib.sha256(b"Carto, the first lesson, 2165").digest()
"""With this seed, the first season has two shapes, two terrains, ruins and an ambush, in that order."""


def lesson_under_way(user: User) -> Lesson | None:
    """Return the lesson that a user has started and not left, until its season is scored, or None."""
    lessons = Lesson.objects.filter(table__seats__user=user, table__status=Status.PLAYING, left_at=None)
    lesson = lessons.select_related("table").order_by("-pk").first()
    return lesson if lesson and not load(lesson.table).state.scores else None


def start_lesson(*, user: User, command_id: UUID | None = None) -> Table:
    """Return the user's lesson in progress, or a new one, once per `command_id`. Raises TableRefusal."""
    if lesson := lesson_under_way(user):
        return lesson.table
    options = replace(PRESETS[Preset.CARTOGRAPHERS], preset=Preset.OWN, edicts=EDICTS).as_json()
    with writing():
        new = NewTable("cartographers", _("Lesson"), options, capacity=1, command_id=command_id)
        table = services.create_table(host=user, new=new, seed=SEED)
        Lesson.objects.get_or_create(table=table)
    return table


def leave_lesson(*, table: str, user: User) -> None:
    """Continue the game without explanations. Raises Lesson.DoesNotExist if the user has no lesson there."""
    lesson = Lesson.objects.get(table__code=table, table__seats__user=user)
    if lesson.left_at is None:
        lesson.left_at = timezone.now()
        lesson.save(update_fields=["left_at"])


def is_lesson(seated: Seated) -> bool:
    """Return True if the visitor plays a lesson at this table and hasn't left it."""
    if seated.seat is None or len(seated.seats) > 1:
        return False
    return Lesson.objects.filter(table=seated.table, left_at=None).exists()
