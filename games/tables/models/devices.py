"""Device that all players of a table share."""

from __future__ import annotations

from typing import Final

from django.db import models

BROWSER_LENGTH: Final = 22


class SharedDevice(models.Model):
    """Browser in which all players of a table play, and the seat that has it.

    `browser` is the token in the session of that browser: others of the host don't show the game. While the device is
    `covered`, the page shows nothing of the game, and `seat` is the one that had it last. `pins` are the hashes of PINs
    by the number of their seat.
    """

    table = models.OneToOneField("tables.Table", models.CASCADE, primary_key=True, related_name="device")
    browser = models.CharField(max_length=BROWSER_LENGTH, blank=True, editable=False)
    seat = models.PositiveSmallIntegerField(default=0, editable=False)
    covered = models.BooleanField(default=True, editable=False)
    pins = models.JSONField(default=dict, blank=True, editable=False)

    def __str__(self) -> str:
        return f"{self.seat + 1}"
