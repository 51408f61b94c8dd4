"""The notes on a turn. Who may not know of the game, or has not written the note, is answered as if there were none."""

from __future__ import annotations

from typing import cast

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.accounts.access import HtmxHttpRequest, SeeOther, SignedInRequest, to_sign_in
from games.accounts.forms_base import sent
from games.accounts.guests import with_account
from games.accounts.limits import spend_by_person, too_many
from games.play.confirm_delete import DeleteConfirmation, sure_answer
from games.play.log import turn_address, turn_name
from games.studies import limits, note_services
from games.studies.access import past_table, viewer_of
from games.studies.addresses import LOOK, looked_at
from games.studies.collection_responses import status_of
from games.studies.errors import StudyRefusal
from games.studies.form_pages import NoteEdit
from games.studies.forms import NoteForm
from games.studies.models import Note
from games.studies.note_pages import notes_page
from games.studies.words import refusal_words
from games.tables.cards import table_url
from games.tables.models import Table

_form_methods = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@_form_methods
def notes(request: HttpRequest, code: str, turn: int) -> HttpResponse:
    """Show the notes on a turn, as a part of its page where a script asks for that; write one."""
    table = past_table(request, code, turn)
    if request.method != "POST":
        return _page(request, table, turn)
    if not request.user.is_authenticated:
        return to_sign_in(cast(HtmxHttpRequest, request))
    return _written(cast(SignedInRequest, request), table, turn)


def _written(request: SignedInRequest, table: Table, turn: int) -> HttpResponse:
    if not note_services.may_write(table=table, user=request.user):
        raise Http404
    form = NoteForm(sent(request))
    if not form.is_valid():
        return _page(request, table, turn, form)
    if wait := spend_by_person(limits.WRITE, request):
        return too_many(request, wait)
    try:
        note_services.write_note(table=table, turn=turn, author=request.user, words=form.cleaned_data["words"])
    except Table.DoesNotExist:  # a record that nobody kept, whose day was over this moment
        raise Http404 from None
    except StudyRefusal as refusal:
        form.add_error(None, refusal_words(refusal.reason))
        return _page(request, table, turn, form)
    messages.success(request, _("Your note was saved. It’s visible to everyone with access to this game."))
    return SeeOther(_back(request, table, turn))


@never_cache
@_form_methods
@with_account
def edit(request: SignedInRequest, code: str, pk: int) -> HttpResponse:
    """Write an own note anew."""
    table, note = _own(request, code, pk)
    form = NoteForm(sent(request), initial={"words": note.words})
    if form.is_valid():
        if wait := spend_by_person(limits.WRITE, request):
            return too_many(request, wait)
        try:
            note_services.change_note(pk=pk, author=request.user, words=form.cleaned_data["words"])
            return SeeOther(_back(request, table, note.turn))
        except Note.DoesNotExist:  # deleted in another tab this moment
            raise Http404 from None
        except StudyRefusal as refusal:
            form.add_error(None, refusal_words(refusal.reason))
    page = NoteEdit(form, back=_back(request, table, note.turn), name=table.name, title=turn_name(note.turn))
    return render(request, "studies/note_edit.html", {"page": page}, status=status_of(form))


@never_cache
@_form_methods
@with_account
def delete(request: SignedInRequest, code: str, pk: int) -> HttpResponse:
    """Ask whether an own note is to be deleted, and delete it."""
    table, note = _own(request, code, pk)
    back = _back(request, table, note.turn)
    if request.method == "POST":
        note_services.delete_note(pk=pk, author=request.user)
        messages.success(request, _("Your note was deleted."))
        return SeeOther(back)
    return sure_answer(request, DeleteConfirmation(_("Delete this note?"), note.words, _("Delete"), _("Save"), back))


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
    seat = looked_at(request.GET.get(LOOK, ""))
    return "" if seat is None else f"?{LOOK}={seat + 1}"
