"""Pages of a person's own account: vacations, export and deletion."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.http import JsonResponse
from django.utils.formats import date_format
from django.utils.translation import ngettext, pgettext

from games import clock
from games.accounts.forms import CartoForm, EraseForm
from games.accounts.models import User
from games.accounts.vacations import MOST_DAYS, Vacation, days_by_year, today_of, vacations_of
from games.tables.lobby.cards import TableCard, cards_of
from games.tables.models import Table
from games.tables.people.personal_data import export_user_data


@dataclass(frozen=True, slots=True)
class DeletePage:
    """Page for confirming an account's deletion, with the games in progress that prevent it."""

    form: EraseForm
    is_guest: bool
    running: tuple[TableCard, ...]


def delete_page(viewer: User, form: EraseForm, running: Iterable[Table]) -> DeletePage:
    """Return the account deletion page; `running` are the person's unfinished games with others."""
    return DeletePage(form, viewer.guest, cards_of(running, viewer))


def export_response(user: User) -> JsonResponse:
    """Return a user's data as a file to download."""
    answer = JsonResponse(export_user_data(user), json_dumps_params={"indent": 1, "ensure_ascii": False})
    answer.headers["Content-Disposition"] = f'attachment; filename="carto-{user.username}.json"'
    answer.headers["Cache-Control"] = "no-store"
    return answer


@dataclass(frozen=True, slots=True)
class VacationRow:
    """A vacation that is not over. `key` is its first day, and `least` the earliest day it can be shortened to."""

    key: str
    ends: str
    least: str
    words: str
    is_current: bool


@dataclass(frozen=True, slots=True)
class VacationPage:
    """User's vacations, with the form for announcing one and the number of days `left`."""

    vacations: tuple[VacationRow, ...]
    form: CartoForm
    left: str
    most: int = MOST_DAYS


def vacation_page(user: User, form: CartoForm) -> VacationPage:
    """Return the page of a person's vacations. A form that was sent for another one is shown with its errors."""
    known, today = vacations_of(user), today_of(user, clock.now())
    left = MOST_DAYS - days_by_year(known)[today.year]
    words = ngettext("%(count)d day left in %(year)d.", "%(count)d days left in %(year)d.", left)
    return VacationPage(
        vacations=tuple(_vacation_row(one, today) for one in known if one.ends >= today),
        form=form,
        left=words % {"count": left, "year": today.year},
    )


def _vacation_row(one: Vacation, today: date) -> VacationRow:
    return VacationRow(
        key=one.begins.isoformat(),
        ends=one.ends.isoformat(),
        least=max(one.begins, today).isoformat(),
        words=pgettext("days", "%(first)s to %(last)s")
        % {"first": date_format(one.begins), "last": date_format(one.ends)},
        is_current=one.begins <= today,
    )
