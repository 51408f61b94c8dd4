"""Turns in collections: save, view and reorder."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.accounts.access import SeeOther, SignedInRequest
from games.accounts.forms import command_id_of, submitted_data
from games.accounts.guests import account_required
from games.play.log import LOOK
from games.play.navigation import DeleteConfirmation, confirmation_response
from games.studies import services
from games.studies.access import (
    own_collection,
    past_table,
    shown_collection,
    shown_entries,
    viewer_of,
    visible_tables,
)
from games.studies.entry_pages import entry_name, entry_page, game_of_entry
from games.studies.errors import StudyRefusal, refusal_words
from games.studies.form_pages import KeepPage, address_of, place_of, save_form, set_collection_preview, status_of
from games.studies.forms import NEW, EntryTextForm, KeepForm, MoveForm
from games.studies.models import Collection, Entry
from games.studies.services import CollectionFields, SeatTurn
from games.studies.turns import glimpse_of, seat_to_look_at, turn_url, viewed_seat
from games.tables.models import Seat, Table
from games.tables.turn_words import turn_label

_form_methods = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@_form_methods
@account_required
def save_turn(request: SignedInRequest, code: str, turn: int) -> HttpResponse:
    """Save a turn in one of the visitor's collections or in a new one."""
    table = past_table(request, code, turn)
    seats = list(Seat.objects.at(table))
    own = list(Collection.objects.owned_by(request.user.pk).filter(removed_at=None))
    seat = viewed_seat(request.GET.get(LOOK, ""))
    looked = seat if seat is not None and seat < len(seats) else seat_to_look_at(seats, request.user)
    form = KeepForm(submitted_data(request), own=own, seats=seats, seat=looked)
    seat_turn = SeatTurn(table, turn, looked)
    if glimpse_of(seat_turn) is None:
        raise Http404
    answer = save_form(request, form, lambda: _save_turn_in(request, form, table, turn))
    if answer is not None:
        return answer
    page = KeepPage(form, back=turn_url(seat_turn), title=turn_label(table, turn), name=table.shown_name)
    return render(request, "studies/keep.html", {"page": page}, status=status_of(form))


def _save_turn_in(request: SignedInRequest, form: KeepForm, table: Table, number: int) -> Collection:
    cleaned = form.cleaned_data
    turn = SeatTurn(table, number, cleaned["seat"])
    if cleaned["collection"] == NEW:
        content, command_id = CollectionFields(cleaned["title"]), command_id_of(request)
        entry = services.add_to_new(
            keeper=request.user, content=content, command_id=command_id, turn=turn, words=cleaned["words"]
        )
    else:
        code = cleaned["collection"]
        entry = services.add_entry(code=code, keeper=request.user, turn=turn, words=cleaned["words"])
    messages.success(request, _("Added to your collection."))
    return entry.collection


@never_cache
@require_safe
def entry(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Show a turn of a collection, large, with its text."""
    collection = shown_collection(request, code)
    entries = shown_entries(request, collection)
    if not 1 <= number <= len(entries):
        raise Http404
    page = entry_page(collection, entries, number, viewer=viewer_of(request), visible=visible_tables(request))
    set_collection_preview(request, collection, entries)
    return render(request, "studies/entry.html", {"page": page})


@never_cache
@_form_methods
@account_required
def edit(request: SignedInRequest, code: str, pk: int) -> HttpResponse:
    """Edit the text and the marks of a turn in one of the visitor's collections."""
    collection = own_collection(request, code)
    entries, number = _place(request, collection, pk)
    edited, visible = entries[number - 1], visible_tables(request)
    game = game_of_entry(edited, visible)
    form = EntryTextForm(submitted_data(request), content=edited, game=game)

    def change() -> Collection:
        words = form.cleaned_data["words"]
        services.change_entry(code=code, keeper=request.user, pk=pk, words=words, marks=form.marks)
        return collection

    answer = save_form(request, form, change)
    if answer is not None:
        return answer
    page = entry_page(collection, entries, number, viewer=request.user, visible=visible, form=form)
    return render(request, "studies/entry_edit.html", {"page": page}, status=status_of(form))


@_form_methods
@account_required
def move(request: SignedInRequest, code: str, pk: int) -> HttpResponse:
    """Move a turn in one of the visitor's collections; a GET or an invalid position redirects to the collection."""
    collection = own_collection(request, code)
    form = MoveForm(submitted_data(request))
    if not form.is_valid():
        return SeeOther(address_of(collection))
    to = form.cleaned_data["to"]
    try:
        services.move_entry(code=code, keeper=request.user, pk=pk, to=to)
    except (Collection.DoesNotExist, Entry.DoesNotExist):
        raise Http404 from None
    except StudyRefusal as refusal:
        messages.error(request, refusal_words(refusal.reason))
    return SeeOther(place_of(collection, to))


@never_cache
@_form_methods
@account_required
def remove(request: SignedInRequest, code: str, pk: int) -> HttpResponse:
    """Confirm, then remove a turn from one of the visitor's collections."""
    collection = own_collection(request, code)
    entries, number = _place(request, collection, pk)
    if request.method == "POST":
        services.remove_entry(code=code, keeper=request.user, pk=pk)
        messages.success(request, _("Removed from your collection."))
        return SeeOther(address_of(collection))
    entry = entries[number - 1]
    turn = turn_label(entry.table, entry.turn) if entry.table else entry_name(entry)
    title = _("Remove “%(turn)s” from the collection?") % {"turn": turn}
    return confirmation_response(
        request, DeleteConfirmation(title, entry.words, _("Remove"), _("Save"), address_of(collection))
    )


def _place(request: SignedInRequest, collection: Collection, pk: int) -> tuple[list[Entry], int]:
    """Return all entries of an own collection, and the place of one, counted from 1.

    Raises Http404 if the entry is not in the collection.
    """
    entries = shown_entries(request, collection)
    places = [place for place, one in enumerate(entries, 1) if one.pk == pk]
    if not places:
        raise Http404
    return entries, places[0]
