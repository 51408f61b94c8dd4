"""The notes on a turn."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.accounts.access import HtmxHttpRequest, SeeOther, SignedInRequest, redirect_to_sign_in
from games.accounts.forms import submitted_data
from games.accounts.guests import account_required
from games.accounts.limits import count_use_by_user, too_many_requests
from games.play.log import LOOK, turn_address
from games.play.navigation import DeleteConfirmation, confirmation_response
from games.studies import access, services
from games.studies.access import past_table, viewer_of
from games.studies.errors import StudyRefusal, refusal_words
from games.studies.form_pages import status_of
from games.studies.forms import MarkedNoteForm, NoteForm
from games.studies.models import Note
from games.studies.note_pages import game_to_mark, marked_turn, note_edit_page, notes_page
from games.studies.services import BoardMarks
from games.studies.turns import turn_at, viewed_seat
from games.tables.lobby.cards import table_url
from games.tables.models import Table

_form_methods = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@_form_methods
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
@_form_methods
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
@_form_methods
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
