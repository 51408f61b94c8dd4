"""Record of the process that acts on clocks."""

from __future__ import annotations

from datetime import datetime

from django.db import models


class Sweeper(models.Model):
    """Single row that names the process acting on clocks, and its last heartbeat.

    See `games.tables.timeouts.worker`. `clock_at` repeats `seen_at` as the holder read it from the shared clock. If
    the two differ, something else has written `seen_at`, such as a process of an older release that used its own
    clock.
    """

    holder = models.UUIDField()
    seen_at = models.DateTimeField()
    clock_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return str(self.holder)

    def renew(self, now: datetime) -> None:
        """Note that the holder was there at that moment; does not save."""
        self.seen_at = self.clock_at = now
