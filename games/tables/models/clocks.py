"""Rows of clocks: a proposed time control, and the process that acts on clocks."""

from __future__ import annotations

from datetime import datetime

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.tables.models.choices import Pace


class PaceProposal(models.Model):
    """The latest proposal at a table, by the player of a `seat`. Seats that agree to it say so by its number
    (`Seat.agreed_pace`).

    It stays after it was decided, so that a form that is sent twice is recognised; the next one, with the next number,
    takes its place.
    """

    class State(models.TextChoices):
        """State of the proposal."""

        OPEN = "", pgettext_lazy("state of a proposal", "Open")
        ACCEPTED = "accepted", _("Accepted")
        CLOSED = "closed", _("Declined, withdrawn or expired")

    table = models.OneToOneField("tables.Table", models.CASCADE, related_name="pace_proposal", verbose_name=_("table"))
    number = models.PositiveIntegerField(_("number"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    pace = models.CharField(_("time control"), max_length=4, choices=Pace)
    turn_seconds = models.PositiveIntegerField(_("seconds per turn"))
    reserve_seconds = models.PositiveIntegerField(_("time bank (seconds)"))
    nights_free = models.BooleanField(_("nights paused"))
    state = models.CharField(_("state"), max_length=8, choices=State, blank=True, default=State.OPEN)
    at = models.DateTimeField(_("time"))

    class Meta:
        verbose_name = _("time control proposal")
        verbose_name_plural = _("time control proposals")

    def __str__(self) -> str:
        return f"{self.table_id}: {self.pace}"


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
