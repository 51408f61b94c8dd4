"""Descriptions of a table's pace in a few words."""

from __future__ import annotations

from typing import Final

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.accounts.time_zones import zone_words
from games.tables.hours import MORNING, NIGHTFALL
from games.tables.models import Pace, Status, Table
from games.tables.time_control import TimeControl

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
WEEK: Final = 7 * 24 * HOUR


def pace_words(table: Table) -> str:
    """Return the time control of a table, or "" for solo games, in which nobody waits."""
    return "" if table.capacity == 1 else tempo_words(TimeControl.of(table))


def tempo_words(tempo: TimeControl) -> str:
    """Return a pace in a few words, as a title of its own."""
    if tempo.pace == Pace.LIVE:
        return _live(tempo)
    if tempo.pace == Pace.DAYS:
        turn = hours_words(tempo.turn_seconds // HOUR)
        return _("%(turn)s, nights paused") % {"turn": turn} if tempo.nights_free else turn
    return _("No time limit")


def new_pace_sentence(tempo: TimeControl) -> str:
    """Return the log's sentence about a pace that the players agreed on."""
    if tempo.pace == Pace.NONE:
        return _("The players agreed to play without a time limit.")
    return _("New time control: %(pace)s.") % {"pace": tempo_words(tempo)}


def running_pace_words(table: Table) -> str:
    """Return the pace of a game in progress, and when it is night for the viewer where nights don't count; "" where
    nobody has a clock.
    """
    pace = pace_words(table)
    if table.status != Status.PLAYING or table.pace == Pace.NONE or not pace:
        return ""
    return f"{pace}. {nights_words()}" if table.nights_free else f"{pace}."


def nights_words() -> str:
    """Return when it is night for the viewer: "Nights are 22:00 to 08:00 in your time zone, Europe/Berlin."."""
    words = {
        "from": time_format(NIGHTFALL, "H:i"),
        "until": time_format(MORNING, "H:i"),
        "zone": zone_words(timezone.get_current_timezone_name()),
    }
    return _("Nights are %(from)s to %(until)s in your time zone, %(zone)s.") % words


def hours_words(hours: int) -> str:
    """A turn of so many hours, as "24 hours a turn"."""
    if hours * HOUR == WEEK:
        return _("1 week per turn")
    return ngettext("%(count)d hour per turn", "%(count)d hours per turn", hours) % {"count": hours}


def _live(tempo: TimeControl) -> str:
    turn = _("Real time: %(turn)s") % {"turn": _turn(tempo.turn_seconds)}
    if not tempo.reserve_seconds:
        return turn
    minutes = tempo.reserve_seconds // MINUTE
    return _("%(turn)s, %(minutes)d min time bank") % {"turn": turn, "minutes": minutes}


def _turn(seconds: int) -> str:
    if seconds > MINUTE and seconds % MINUTE == 0:
        return _("%(count)d min per turn") % {"count": seconds // MINUTE}
    return _("%(count)d s per turn") % {"count": seconds}
