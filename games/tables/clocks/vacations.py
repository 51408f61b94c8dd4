"""Vacations: while one lasts, the user's clocks in turn-based games pause."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime, timedelta
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import F
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games import clock
from games.accounts.forms import CartoForm
from games.accounts.models import User
from games.accounts.person_lock import lock_person
from games.accounts.vacations import (
    MOST_DAYS,
    Vacation,
    days_by_year,
    stored_form,
    today_of,
    vacations_of,
)
from games.tables.changes import announce
from games.tables.clocks import clocks
from games.tables.models import Pace, Seat, Status, Table

_SHOWN_AHEAD: Final = timedelta(days=30)
"""Time before a vacation during which it is announced to other players."""


def announce_vacation(*, user: User, vacation: Vacation) -> None:
    """Add a vacation to a person's. One that is sent twice counts once. Raises AccountDeleted and ValidationError."""
    now = clock.now()
    with lock_person(user) as person:
        others = vacations_of(person)
        if vacation in others:
            return
        _require_fit(vacation, others, today_of(person, now))
        changed = _store(person, [*others, vacation], now)
    _announce(changed)


def shorten_vacation(*, user: User, begins: date, ends: date) -> None:
    """Let the vacation that begins on a day end earlier. Raises AccountDeleted and ValidationError."""
    now = clock.now()
    with lock_person(user) as person:
        vacations = vacations_of(person)
        old = _beginning(vacations, begins)
        if ends > old.ends:
            raise ValidationError(_("You can only shorten a vacation. Announce another one for more days."))
        if ends < max(begins, today_of(person, now)):
            raise ValidationError(_("The end date can’t be before today or before the start date."))
        changed = _store(person, [Vacation(begins, ends) if one == old else one for one in vacations], now)
    _announce(changed)


def cancel_vacation(*, user: User, begins: date) -> None:
    """Delete a vacation that has not begun. Raises AccountDeleted and ValidationError."""
    now = clock.now()
    with lock_person(user) as person:
        vacations = vacations_of(person)
        old = _beginning(vacations, begins)
        if begins <= today_of(person, now):
            raise ValidationError(_("This vacation has already started. You can only shorten it."))
        changed = _store(person, [one for one in vacations if one != old], now)
    _announce(changed)


def vacation_words(table: Table, user: User) -> str:
    """Return when somebody at a table by the day is on vacation now or soon, "" if they aren't."""
    if not user.vacations or table.pace != Pace.DAYS or table.status not in {Status.GATHERING, Status.PLAYING}:
        return ""
    today = today_of(user, clock.now())
    one = next((one for one in vacations_of(user) if one.ends >= today), None)
    if one is None or one.begins > today + _SHOWN_AHEAD:
        return ""
    if one.begins <= today:
        return _("on vacation until %(last)s") % {"last": short_date(one.ends)}
    return _("on vacation from %(first)s to %(last)s") % {
        "first": short_date(one.begins),
        "last": short_date(one.ends),
    }


def short_date(day: date) -> str:
    """Return a day as "3 Dec"."""
    # Translators: Django's date format; "M" is a capitalized month, "b" a lowercase one.
    return date_format(day, _("j M"))


def _require_fit(vacation: Vacation, others: Sequence[Vacation], today: date) -> None:
    """Raise ValidationError for a vacation that cannot be announced."""
    if vacation.ends < vacation.begins:
        raise ValidationError(_("The end date can’t be before the start date."))
    if vacation.begins < today:
        raise ValidationError(_("The start date can’t be in the past."))
    if vacation.begins.year > today.year + 1 or vacation.ends.year > today.year + 1:
        raise ValidationError(_("Vacations can be announced until the end of next year."))
    if any(vacation.overlaps(other) for other in others):
        raise ValidationError(_("You’ve already announced a vacation for some of these days."))
    before = days_by_year(others)
    for year, days in days_by_year([vacation]).items():
        if before[year] + days > MOST_DAYS:
            raise ValidationError(_too_long_words(year, MOST_DAYS - before[year]))


def _too_long_words(year: int, left: int) -> str:
    words = ngettext(
        "You have %(count)d day of vacation left in %(year)d. Choose fewer days.",
        "You have %(count)d days of vacation left in %(year)d. Choose fewer days.",
        left,
    )
    return words % {"count": left, "year": year}


def _beginning(vacations: Iterable[Vacation], begins: date) -> Vacation:
    found = next((one for one in vacations if one.begins == begins), None)
    if found is None:
        raise ValidationError(_("This vacation has already been changed or canceled."))
    return found


def _store(person: User, vacations: Iterable[Vacation], now: datetime) -> list[Table]:
    """Store the vacations of a locked person, but those of past years, and return the tables where deadlines moved."""
    before, year = vacations_of(person), today_of(person, now).year
    person.vacations = stored_form(one for one in vacations if one.ends.year >= year)
    person.save(update_fields=["vacations"])
    return _move_deadlines(person, before, now)


def _move_deadlines(person: User, before: Sequence[Vacation], now: datetime) -> list[Table]:
    slow = Table.objects.locked().filter(status=Status.PLAYING, pace=Pace.DAYS, seats__user=person).order_by("pk")
    tables = {table.pk: table for table in slow}
    seats = Seat.objects.filter(table__in=tables, user=person, due_at__isnull=False).select_related("user")
    for seat in seats:
        clocks.recompute_deadline(tables[seat.table_id], seat, before, now)
        seat.save(update_fields=["due_at", "alarm_at"])
    changed = [tables[seat.table_id] for seat in seats]
    Table.objects.filter(pk__in=[table.pk for table in changed]).update(version=F("version") + 1)
    return changed


def _announce(changed: Iterable[Table]) -> None:
    for table in changed:
        announce(table.code, table.version + 1)


def _day(label: Any) -> forms.DateField:
    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    return forms.DateField(label=label, input_formats=["%Y-%m-%d"], widget=widget)


class VacationForm(CartoForm):
    """The days of a vacation that is announced."""

    begins = _day(gettext_lazy("Start date"))
    ends = _day(gettext_lazy("End date"))


class CancelForm(CartoForm):
    """The vacation that is cancelled, by its first day."""

    begins = _day(gettext_lazy("Start date"))
