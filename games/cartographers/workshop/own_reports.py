"""Balance reports of players' own sets, which only their owners see: the page, and the limits of running one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils.translation import gettext as _

from games.accounts.limits import Limit
from games.accounts.models import User
from games.accounts.person_lock import lock_person
from games.cartographers.models import OwnSet
from games.cartographers.workshop.own_sets import OwnSetRefusal
from games.cartographers.workshop.set_report import run_set_report, set_balance_report
from games.catalog.balance_reports import BalanceReport
from games.catalog.balance_tests import is_trial_running
from games.catalog.models import CatalogEntry

RUN: Final = Limit("own-set-report", 3, timedelta(days=1))


@dataclass(frozen=True, slots=True)
class OwnReportPage:
    """Page of a balance report. `run_url` is "" if nothing is left to run, or a report of the owner is running."""

    name: str
    url: str
    report_url: str
    run_url: str
    report: BalanceReport


def own_report_page(own_set: OwnSet) -> OwnReportPage:
    """Return the page of the balance report of a set as saved."""
    report = set_balance_report(own_set)
    can_run = report.can_run and not report.progress.running
    return OwnReportPage(
        name=own_set.shown_name,
        url=own_set.url,
        report_url=reverse("cartographers:own_set_report", args=[own_set.key]),
        run_url=reverse("cartographers:run_own_set_report", args=[own_set.key]) if can_run else "",
        report=report,
    )


def check_report(*, own_set: OwnSet, owner: User) -> None:
    """Raise OwnSetRefusal or ValidationError if a report can't be run now."""
    report = set_balance_report(own_set)
    if report.progress.running or is_trial_running(CatalogEntry.every.filter(owner=owner)):
        raise OwnSetRefusal(_("One of your balance reports is still running. Wait until it’s finished."))
    if report.problems:
        raise ValidationError(list(report.problems))
    if not report.can_run:
        words = _(
            "The balance report for the saved version is already finished. Change and save the set to run another one."
        )
        raise OwnSetRefusal(words)


def run_own_report(*, own_set: OwnSet, owner: User) -> None:
    """Queue the games left to play of a report.

    Raises AccountDeleted, OwnSet.DoesNotExist, and everything `check_report` raises.
    """
    with lock_person(owner):
        found = OwnSet.objects.select_for_update().get(pk=own_set.pk, owner=owner)
        check_report(own_set=found, owner=owner)
        run_set_report(found)
