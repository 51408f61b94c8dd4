"""Curators' picks for daily maps."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _


class DailyPick(models.Model):
    """Set that a curator has chosen for the daily map of a day, in place of the calendar's."""

    day = models.DateField(_("day"), unique=True)
    set = models.CharField(_("set"), max_length=32)

    class Meta:
        verbose_name = _("pick for a daily map")
        verbose_name_plural = _("picks for daily maps")
        ordering = ["-day"]

    def __str__(self) -> str:
        return self.day.isoformat()
