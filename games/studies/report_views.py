"""Reports of notes, collections, messages, people and names of tables."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.accounts.access import SeeOther, SignedInRequest, next_or_home, sign_in_required
from games.accounts.forms import submitted_data
from games.accounts.guests import account_required
from games.accounts.limits import count_use_by_user, too_many_requests
from games.accounts.models import User
from games.catalog.comments import find_received
from games.people.pages import report_url
from games.people.tokens import read_token
from games.play.log import turn_address
from games.studies import access, reports
from games.studies.access import shown_collection, shown_note
from games.studies.errors import StudyRefusal, refusal_words
from games.studies.form_pages import ReportLink, ReportPage, status_of
from games.studies.forms import ReportForm
from games.studies.models import Entry, Subject
from games.studies.models.reports import subject_text
from games.tables.deal_links import deal_url
from games.tables.lobby.cards import may_report_name, reportable_people, table_url
from games.tables.models import Deal, DealKind, Room, Seat
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
@account_required
def comment(request: SignedInRequest, pk: int) -> HttpResponse:
    """Let the author or a curator report a comment."""
    shown = find_received(request.user, pk)
    if shown is None:
        raise Http404
    return _report(request, shown, next_or_home(request))


@never_cache
@_form_methods
@sign_in_required
def person(request: SignedInRequest, username: str) -> HttpResponse:
    """Report a person on their profile."""
    shown = get_object_or_404(User.objects.shown_to(request.user.pk).named(username))
    return _report(request, shown, reverse("accounts:person", args=[shown.username]))


@never_cache
@_form_methods
@sign_in_required
def person_by_token(request: SignedInRequest) -> HttpResponse:
    """Report a person named by a token, where only their name is shown: guests, and people who hide their profile."""
    key = read_token(request.GET.get("person", ""))
    return _report(request, get_object_or_404(User.objects.active(), pk=key), next_or_home(request))


@never_cache
@_form_methods
@sign_in_required
def table(request: SignedInRequest, code: str) -> HttpResponse:
    """Report the name of a table; links to the reports of its players."""
    shown = visible_table(request, code)
    here = table_url(shown)
    others = reportable_people(shown, Seat.objects.at(shown), request.user)
    people = tuple(ReportLink(str(other), report_url(other, here)) for other in others)
    if may_report_name(shown, request.user):
        return _report(request, shown, here, people)
    if not people or request.method == "POST":
        raise Http404
    page = ReportPage(None, back=here, text="", reported=False, people=people)
    return render(request, "studies/report.html", {"page": page})


@never_cache
@_form_methods
@sign_in_required
def race(request: SignedInRequest, code: str) -> HttpResponse:
    """Report the name of a race, also one whose host is gone."""
    shown = get_object_or_404(Deal.objects.exclude(name=""), code=code, kind=DealKind.RACE)
    return _report(request, shown, deal_url(shown))


def _report(request: SignedInRequest, content: Subject, back: str, people: tuple[ReportLink, ...] = ()) -> HttpResponse:
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
    page = ReportPage(form, back=back, text=_shown_text(content, request.user), reported=reported, people=people)
    return render(request, "studies/report.html", {"page": page}, status=status_of(form))


def _shown_text(content: Subject, reporter: User) -> str:
    """Return what a reporter sees of what they report: not the username of a person who hides the profile."""
    if isinstance(content, User) and not content.profile_url_for(reporter):
        return str(content)
    return subject_text(content)
