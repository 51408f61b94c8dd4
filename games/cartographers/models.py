"""What the site remembers of a game of Cartographers besides its table."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.tables.models import Table


class Lesson(models.Model):
    """A game alone that is explained while its first season is played; `left_at` is when its player had enough."""

    table = models.OneToOneField(Table, models.CASCADE, related_name="lesson", verbose_name=_("table"))
    left_at = models.DateTimeField(_("left"), null=True, blank=True)

    class Meta:
        verbose_name = _("lesson")
        verbose_name_plural = _("lessons")

    def __str__(self) -> str:
        return str(self.table)
