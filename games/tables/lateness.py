"""Tells how late the sweeper is; for the people who run the site."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.tables.models import Seat, Sweeper


def sweeper_lateness(now: datetime) -> timedelta:
    """Return for how long no process has said that it sweeps; as long as none ever did, as late as the oldest alarm."""
    seen = Sweeper.objects.filter(pk=1).values_list("seen_at", flat=True).first()
    return deadline_lateness(now) if seen is None else abs(now - seen)


def deadline_lateness(now: datetime) -> timedelta:
    """Return the delay of the most overdue seat alarm, or zero."""
    alarm = Seat.objects.alarming(now).values_list("alarm_at", flat=True).first()
    return now - alarm if alarm else timedelta(0)
