"""Collections of turns: list and detail pages. Unreadable ones are answered like missing ones."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.accounts.access import SeeOther, SignedInRequest
from games.accounts.forms import command_id_of, submitted_data
from games.accounts.guests import account_required
from games.play.navigation import DeleteConfirmation, Key, confirmation_response
from games.studies import services
from games.studies.access import (
    own_collection,
    shown_collection,
    shown_entries,
    viewer_of,
    visible_tables,
)
from games.studies.collection_pages import begin_at, collection_page, collections_page
from games.studies.form_pages import CollectionEdit, address_of, save_form, set_collection_preview, status_of
from games.studies.forms import AddForm, CollectionForm
from games.studies.models import Collection
from games.tables.pages.metadata import listed

_form_methods = require_http_methods(["GET", "HEAD", "POST"])


@listed
@never_cache
@require_safe
def collections(request: HttpRequest) -> HttpResponse:
    """List the visitor's own and the public collections."""
    page = collections_page(viewer=viewer_of(request), after=Key.read(request.GET.get("after", "")))
    return render(request, "studies/collections.html", {"page": page})


@never_cache
@_form_methods
@account_required
def new(request: SignedInRequest) -> HttpResponse:
    """Create a collection."""
    form = CollectionForm(submitted_data(request))

    def begin() -> Collection:
        command_id = command_id_of(request)
        return services.open_collection(keeper=request.user, content=form.collection_fields(), command_id=command_id)

    answer = save_form(request, form, begin)
    if answer is not None:
        return answer
    page = CollectionEdit(form, back=reverse("studies:collections"))
    return render(request, "studies/collection_edit.html", {"page": page}, status=status_of(form))


@never_cache
@require_safe
def collection(request: HttpRequest, code: str) -> HttpResponse:
    """Show a collection, or a page of it."""
    return shown(request, shown_collection(request, code))


def shown(request: HttpRequest, collection: Collection, form: AddForm | None = None) -> HttpResponse:
    """Return the collection page, with the form that its keeper adds turns by."""
    viewer, entries, visible = viewer_of(request), shown_entries(request, collection), visible_tables(request)
    if viewer and viewer.pk == collection.keeper_id:
        form = form or AddForm(keeper=viewer, visible=visible)
    page = collection_page(
        collection,
        entries,
        viewer=viewer,
        visible=visible,
        begin=begin_at(request.GET.get("from", ""), len(entries)),
        form=form,
    )
    set_collection_preview(request, collection, entries)
    return render(request, "studies/collection.html", {"page": page}, status=status_of(form))


@never_cache
@_form_methods
@account_required
def edit(request: SignedInRequest, code: str) -> HttpResponse:
    """Edit one of the visitor's collections."""
    collection = own_collection(request, code)
    form = CollectionForm(submitted_data(request), collection=collection)

    def change() -> Collection:
        return services.change_collection(code=code, keeper=request.user, content=form.collection_fields())

    answer = save_form(request, form, change)
    if answer is not None:
        return answer
    page = CollectionEdit(form, back=address_of(collection), title=collection.title)
    return render(request, "studies/collection_edit.html", {"page": page}, status=status_of(form))


@never_cache
@_form_methods
@account_required
def delete(request: SignedInRequest, code: str) -> HttpResponse:
    """Confirm, then delete one of the visitor's collections."""
    collection = own_collection(request, code)
    if request.method == "POST":
        services.delete_collection(code=code, keeper=request.user)
        messages.success(request, _("The collection was deleted."))
        return SeeOther(reverse("studies:collections"))
    words = _("The collection and all its text are deleted. The games stay.")
    title = _("Delete “%(title)s”?") % {"title": collection.title}
    return confirmation_response(
        request, DeleteConfirmation(title, words, _("Delete"), _("Save"), address_of(collection))
    )


@never_cache
@_form_methods
@account_required
def add(request: SignedInRequest, code: str) -> HttpResponse:
    """Add a turn or a position by its URL; a GET redirects to the collection."""
    collection = own_collection(request, code)
    if request.method != "POST":
        return SeeOther(address_of(collection))
    form = AddForm(submitted_data(request), keeper=request.user, visible=visible_tables(request))

    def add_turn() -> Collection:
        words, position = form.cleaned_data["words"], form.cleaned_data.get("position")
        if position:
            services.add_position(code=code, keeper=request.user, position=position, words=words)
        else:
            services.add_entry(code=code, keeper=request.user, turn=form.turn, words=words)
        messages.success(request, _("Added to your collection."))
        return collection

    return save_form(request, form, add_turn) or shown(request, collection, form)
