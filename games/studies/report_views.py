"""Reports of notes, collections, messages, people and names of tables."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.accounts.access import SeeOther, SignedInRequest, sign_in_required
from games.accounts.forms import submitted_data
from games.accounts.limits import count_use_by_user, too_many_requests
from games.accounts.models import User
from games.play.log import turn_address
from games.studies import access, reports
from games.studies.access import shown_collection, shown_note
from games.studies.errors import StudyRefusal, refusal_words
from games.studies.form_pages import ReportPage, status_of
from games.studies.forms import ReportForm
from games.studies.models import Entry, Subject
from games.studies.models.reports import subject_text
from games.tables.lobby.cards import table_url
from games.tables.models import Room
from games.tables.pages.access import visible_table
from games.talk.lookup import readable_message
from games.talk.pages import room_url

_form_methods = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@_form_methods
@sign_in_required
def note(request: SignedInRequest, code: str, pk: int) -> HttpResponse:
    """Report a note."""
    shown = shown_note(request, code, pk)
    return _report(request, shown, f"{turn_address(table_url(shown.table), shown.turn)}#notes")


@never_cache
@_form_methods
@sign_in_required
def collection(request: SignedInRequest, code: str) -> HttpResponse:
    """Report a collection."""
    return _report(request, shown_collection(request, code), reverse("studies:collection", args=[code]))


@never_cache
@_form_methods
@sign_in_required
def entry(request: SignedInRequest, code: str, pk: int) -> HttpResponse:
    """Report what is said of a turn in a collection."""
    collection = shown_collection(request, code)
    shown = Entry.objects.shown_to(collection, request.user.pk).select_related("collection")
    return _report(request, get_object_or_404(shown, pk=pk), reverse("studies:collection", args=[code]))


@never_cache
@_form_methods
@sign_in_required
def message(request: SignedInRequest, code: str, room: str, number: int) -> HttpResponse:
    """Report a message in a chat."""
    table, access, shown = readable_message(request, code, room, number)
    if shown.is_removed:
        raise Http404
    return _report(request, shown, room_url(table, access, Room(room)))


@never_cache
@_form_methods
@sign_in_required
def person(request: SignedInRequest, username: str) -> HttpResponse:
    """Report a person."""
    shown = get_object_or_404(User.objects.shown_to(request.user.pk).named(username))
    return _report(request, shown, reverse("accounts:person", args=[shown.username]))


@never_cache
@_form_methods
@sign_in_required
def table(request: SignedInRequest, code: str) -> HttpResponse:
    """Report the name of a table."""
    shown = visible_table(request, code)
    if shown.is_default_name:
        raise Http404
    return _report(request, shown, table_url(shown))


def _report(request: SignedInRequest, content: Subject, back: str) -> HttpResponse:
    if reports.author_of(content) == request.user.pk:
        raise Http404
    form = ReportForm(submitted_data(request), kind=reports.kind_of(content))
    if form.is_valid():
        if wait := count_use_by_user(access.REPORT, request):
            return too_many_requests(request, wait)
        try:
            reports.report(content=content, reporter=request.user, **form.cleaned_data)
            messages.success(request, _("Thank you. A moderator will review it."))
            return SeeOther(back)
        except StudyRefusal as refusal:
            form.add_error(None, refusal_words(refusal.reason))
    reported = not form.is_bound and reports.is_reported(content=content, reporter=request.user)
    page = ReportPage(form, back=back, text=subject_text(content), reported=reported)
    return render(request, "studies/report.html", {"page": page}, status=status_of(form))
