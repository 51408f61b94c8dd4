"""Device that all players of a table share."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games import clock

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


class SeatClaim(models.Model):
    """Question to an account that the host has named whether it plays a seat at the shared device.

    Until it answers, the seat is only a name. A claim that is confirmed waits for the end of the game, when the account
    takes the seat over. One that is denied is deleted.
    """

    seat = models.OneToOneField("tables.Seat", models.CASCADE, related_name="claim", verbose_name=_("seat"))
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", verbose_name=_("user"))
    asked_at = models.DateTimeField(_("asked"), default=clock.now)
    confirmed_at = models.DateTimeField(_("confirmed"), null=True, blank=True)

    class Meta:
        verbose_name = _("claim of a seat")
        verbose_name_plural = _("claims of seats")
        indexes = [
            models.Index(
                fields=["confirmed_at"], condition=Q(confirmed_at__isnull=False), name="tables_claims_confirmed"
            )
        ]

    def __str__(self) -> str:
        return f"{self.seat_id}: {self.user_id}"
