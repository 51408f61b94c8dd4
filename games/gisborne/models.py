"""Data stored for a game of Gisborne in addition to its table."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.play.taught_table import TaughtTable
from games.tables.models import Table


class Lesson(TaughtTable):
    """Practice game that is explained as it is played."""

    table = models.OneToOneField(Table, models.CASCADE, related_name="gisborne_lesson", verbose_name=_("table"))
