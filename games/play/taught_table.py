"""Tables with a lesson."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from games.tables.models import Table


def taught_tables() -> list[models.QuerySet[Any]]:
    """Return the ids of the tables with a lesson, one query set for each game that has lessons."""
    lessons: list[type[Any]] = TaughtTable.__subclasses__()
    return [lesson.objects.values("table") for lesson in lessons]


class TaughtTable(models.Model):
    """Table with a lesson; `left_at` is when its player left the lesson. Each game's own model adds the `table`."""

    table: models.ForeignKey[Table, Table]
    left_at = models.DateTimeField(_("closed at"), null=True, blank=True)

    class Meta:
        abstract = True
        verbose_name = _("lesson")
        verbose_name_plural = _("lessons")

    def __str__(self) -> str:
        return str(self.table)

    def leave(self) -> None:
        """Continue the game without explanations."""
        if self.left_at is None:
            self.left_at = timezone.now()
            self.save(update_fields=["left_at"])
