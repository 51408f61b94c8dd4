"""The notes on a turn, and reports of notes, collections and messages."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.accounts.access import HtmxHttpRequest, SeeOther, SignedInRequest, redirect_to_sign_in, sign_in_required
from games.accounts.forms import submitted_data
from games.accounts.guests import account_required
from games.accounts.limits import count_use_by_user, too_many_requests
from games.play.log import LOOK, turn_address
from games.play.navigation import DeleteConfirmation, confirmation_response
from games.studies import access, services
from games.studies.access import past_table, shown_collection, shown_note, viewer_of
from games.studies.errors import StudyRefusal, refusal_words
from games.studies.form_pages import ReportPage, status_of
from games.studies.forms import MarkedNoteForm, NoteForm, ReportForm
from games.studies.models import Content, Entry, Note
from games.studies.note_pages import game_to_mark, marked_turn, note_edit_page, notes_page
from games.studies.services import BoardMarks
from games.studies.turns import turn_at, viewed_seat
from games.tables.lobby.cards import table_url
from games.tables.models import Room, Table
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


def _report(request: SignedInRequest, content: Content, back: str) -> HttpResponse:
    if content.written_by == request.user.pk:
        raise Http404
    form = ReportForm(submitted_data(request))
    if form.is_valid():
        if wait := count_use_by_user(access.REPORT, request):
            return too_many_requests(request, wait)
        try:
            services.report(content=content, reporter=request.user, **form.cleaned_data)
            messages.success(request, _("Thank you. A moderator will review it."))
            return SeeOther(back)
        except StudyRefusal as refusal:
            form.add_error(None, refusal_words(refusal.reason))
    reported = not form.is_bound and services.is_reported(content=content, reporter=request.user)
    page = ReportPage(form, back=back, text=content.text, reported=reported)
    return render(request, "studies/report.html", {"page": page}, status=status_of(form))


_note_views_form_methods = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@_note_views_form_methods
def notes(request: HttpRequest, code: str, turn: int) -> HttpResponse:
    """Show the notes on a turn, as a fragment if a script asks; add a note on POST."""
    table = past_table(request, code, turn)
    if request.method != "POST":
        return _page(request, table, turn)
    if not request.user.is_authenticated:
        return redirect_to_sign_in(cast(HtmxHttpRequest, request))
    return _save_note(cast(SignedInRequest, request), table, turn)


def _save_note(request: SignedInRequest, table: Table, turn: int) -> HttpResponse:
    if not services.may_write(table=table, user=request.user):
        raise Http404
    form = NoteForm(submitted_data(request))
    if not form.is_valid():
        return _page(request, table, turn, form)
    if wait := count_use_by_user(access.WRITE, request):
        return too_many_requests(request, wait)
    try:
        note = services.write_note(table=table, turn=turn, author=request.user, words=form.cleaned_data["words"])
    except Table.DoesNotExist:  # a record that nobody kept, whose day was over this moment
        raise Http404 from None
    except StudyRefusal as refusal:
        form.add_error(None, refusal_words(refusal.reason))
        return _page(request, table, turn, form)
    messages.success(request, _("Your note was saved. It’s visible to everyone with access to this game."))
    if "mark" in request.POST:
        return SeeOther(reverse("studies:edit_note", args=[table.code, note.pk]) + _look(request))
    return SeeOther(_back(request, table, turn))


@never_cache
@_note_views_form_methods
@account_required
def edit(request: SignedInRequest, code: str, pk: int) -> HttpResponse:
    """Edit one of the visitor's notes, and its marks on the board that they look at."""
    table, note = _own(request, code, pk)
    look = turn_at(table, note.turn, viewed_seat(request.GET.get(LOOK, "")), request.user)
    turn = marked_turn(note, table, look.seat)
    form = MarkedNoteForm(submitted_data(request), content=note, game=game_to_mark(turn))
    if form.is_valid():
        if wait := count_use_by_user(access.WRITE, request):
            return too_many_requests(request, wait)
        try:
            marks = None if form.marks is None else BoardMarks(form.marks, turn.seat)
            services.change_note(pk=pk, author=request.user, words=form.cleaned_data["words"], marks=marks)
            return SeeOther(_back(request, table, note.turn))
        except Note.DoesNotExist:  # deleted in another tab this moment
            raise Http404 from None
        except StudyRefusal as refusal:
            form.add_error(None, refusal_words(refusal.reason))
    page = note_edit_page(turn, form, _back(request, table, note.turn))
    return render(request, "studies/note_edit.html", {"page": page}, status=status_of(form))


@never_cache
@_note_views_form_methods
@account_required
def delete(request: SignedInRequest, code: str, pk: int) -> HttpResponse:
    """Confirm, then delete one of the visitor's notes."""
    table, note = _own(request, code, pk)
    back = _back(request, table, note.turn)
    if request.method == "POST":
        services.delete_note(pk=pk, author=request.user)
        messages.success(request, _("Your note was deleted."))
        return SeeOther(back)
    return confirmation_response(
        request, DeleteConfirmation(_("Delete this note?"), note.words, _("Delete"), _("Save"), back)
    )


def _own(request: SignedInRequest, code: str, pk: int) -> tuple[Table, Note]:
    table = past_table(request, code)
    return table, get_object_or_404(Note, table=table, pk=pk, author=request.user)


def _page(request: HttpRequest, table: Table, turn: int, form: NoteForm | None = None) -> HttpResponse:
    page = notes_page(table, turn, viewer=viewer_of(request), form=form, look=_look(request))
    part = cast(HtmxHttpRequest, request).htmx and request.method == "GET"
    template = "studies/_notes.html" if part else "studies/notes.html"
    return render(request, template, {"page": page}, status=status_of(form))


def _back(request: HttpRequest, table: Table, turn: int) -> str:
    return f"{turn_address(table_url(table), turn)}{_look(request)}#notes"


def _look(request: HttpRequest) -> str:
    """Return the URL query for the viewed board, or "" for none."""
    seat = viewed_seat(request.GET.get(LOOK, ""))
    return "" if seat is None else f"?{LOOK}={seat + 1}"
