"""Which process acts on clocks."""

from __future__ import annotations

from django.db import models


class Sweeper(models.Model):
    """The one row that tells which process acts on clocks, and when it last said so: see `games.tables.sweeping`."""

    holder = models.UUIDField()
    seen_at = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.holder)
