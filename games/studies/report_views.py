"""Telling the moderators of what others have written: of what one may read and has not written oneself."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.accounts.access import SeeOther, SignedInRequest, signed_in
from games.accounts.forms_base import sent
from games.accounts.limits import spend_by_person, too_many
from games.play.log import turn_address
from games.studies import limits, report_services
from games.studies.access import shown_collection, shown_note
from games.studies.collection_responses import status_of
from games.studies.errors import StudyRefusal
from games.studies.form_pages import ReportPage
from games.studies.forms import ReportForm
from games.studies.models import Entry, Written
from games.studies.words import refusal_words
from games.tables.cards import table_url

_form_methods = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@_form_methods
@signed_in
def note(request: SignedInRequest, code: str, pk: int) -> HttpResponse:
    """Report a note."""
    told = shown_note(request, code, pk)
    return _report(request, told, f"{turn_address(table_url(told.table), told.turn)}#notes")


@never_cache
@_form_methods
@signed_in
def collection(request: SignedInRequest, code: str) -> HttpResponse:
    """Report a collection."""
    return _report(request, shown_collection(request, code), reverse("studies:collection", args=[code]))


@never_cache
@_form_methods
@signed_in
def entry(request: SignedInRequest, code: str, pk: int) -> HttpResponse:
    """Report what is said of a turn in a collection."""
    kept = shown_collection(request, code)
    shown = Entry.objects.shown_to(kept, request.user.pk).select_related("collection")
    return _report(request, get_object_or_404(shown, pk=pk), reverse("studies:collection", args=[code]))


def _report(request: SignedInRequest, thing: Written, back: str) -> HttpResponse:
    if thing.written_by == request.user.pk:
        raise Http404
    form = ReportForm(sent(request))
    if form.is_valid():
        if wait := spend_by_person(limits.REPORT, request):
            return too_many(request, wait)
        try:
            report_services.report(thing=thing, reporter=request.user, **form.cleaned_data)
            messages.success(request, _("Thank you. A moderator will review it."))
            return SeeOther(back)
        except StudyRefusal as refusal:
            form.add_error(None, refusal_words(refusal.reason))
    reported = not form.is_bound and report_services.is_reported(thing=thing, reporter=request.user)
    page = ReportPage(form, back=back, text=thing.text, reported=reported)
    return render(request, "studies/report.html", {"page": page}, status=status_of(form))
