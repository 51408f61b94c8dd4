"""Page of a version's balance report. The action that runs it is in `draft_views.py`."""

from __future__ import annotations

from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django_htmx.http import reselect

from games.catalog.balance_reports import BalanceReport, ReportedEditor
from games.catalog.editors import editor_of
from games.catalog.models import CatalogEntry
from games.catalog.pages import REPORT, entry_url, find_entry, may, render_page
from games.catalog.publication import CHANGE, VIEW


@dataclass(frozen=True, slots=True)
class ReportPage:
    """Page of a balance report; `run_url` is "" if the user can't run it, or nothing is left to run."""

    title: str
    entry: CatalogEntry
    entry_url: str
    report_url: str
    run_url: str
    report: BalanceReport


def balance_report(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the balance report of a version as saved; 404 if its type has none."""
    if not may(request, VIEW, CHANGE):
        raise PermissionDenied
    if request.headers.get("HX-Request") and not CatalogEntry.objects.filter(pk=pk).exists():
        # Not an error response: after one, htmx would leave the polling element in place to poll again.
        return reselect(TemplateResponse(request, "admin/catalog/_discarded.html"), "#behind")
    entry = find_entry(request, pk)
    editor = editor_of(entry)
    if not isinstance(editor, ReportedEditor):
        raise Http404
    report = editor.balance_report(entry)
    can_run = may(request, CHANGE) and report.can_run
    page = ReportPage(
        title=_("Balance report: %(name)s") % {"name": entry.shown_name},
        entry=entry,
        entry_url=entry_url(entry),
        report_url=reverse(REPORT, args=[pk]),
        run_url=reverse("admin:catalog_catalogentry_run_report", args=[pk]) if can_run else "",
        report=report,
    )
    return render_page(request, "report", page)
