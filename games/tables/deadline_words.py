"""Deadlines in words: on the reader's clock, and how long there is until then."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.utils import formats, timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import clock

_WEEK: Final = timedelta(days=6)
"""Distance from which on a weekday alone would be ambiguous."""
_HOUR: Final = timedelta(hours=1)
_IN_HOURS: Final = timedelta(hours=48)


def clock_time(moment: datetime) -> str:
    """Return a moment in the current time zone: "Thu 08:40", with the date where it is far away."""
    far = abs(moment - clock.now()) >= _WEEK
    # Translators: Django's date format; "M" is a capitalized month, "b" a lowercase one.
    return formats.date_format(timezone.localtime(moment), _("D j M H:i") if far else "D H:i")


def time_until(moment: datetime) -> str:
    """Return how long there is until a moment: "in 14 h", "" where it is past."""
    left = moment - clock.now()
    if left < timedelta(0):
        return ""
    minutes = left // timedelta(minutes=1)
    if left < _HOUR:
        return _("in %(count)s min") % {"count": max(1, minutes)}
    if left < _IN_HOURS:
        return _("in %(count)s h") % {"count": minutes // 60}
    return ngettext("in %(count)s day", "in %(count)s days", left.days) % {"count": left.days}


def deadline_words(moment: datetime) -> str:
    """Return a deadline on the reader's clock and from now: "Thu 08:40, in 14 h"."""
    left = time_until(moment)
    words = {"time": clock_time(moment), "left": left}
    return _("%(time)s, %(left)s") % words if left else words["time"]


def due_words(moment: datetime | None) -> str:
    """Return a deadline as lists and clocks show it: "due Thu 08:40, in 14 h"; "" where there is none."""
    return _("due %(deadline)s") % {"deadline": deadline_words(moment)} if moment else ""
