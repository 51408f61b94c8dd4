"""The pages on which people make sets of their own."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.accounts.access import SeeOther, SignedInRequest
from games.accounts.guests import account_required
from games.accounts.limits import count_use_by_user, too_many_requests
from games.cartographers.models import OwnSet
from games.cartographers.setting_up.set_pages import open_draft_table
from games.cartographers.shelf.trials import draft_of_own_set
from games.cartographers.workshop import own_sets
from games.cartographers.workshop.own_pages import NewSetForm, OwnSetForm, own_page, own_sets_page
from games.catalog import drafts
from games.catalog.errors import CatalogRefusal, CatalogRefusalReason
from games.tables import errors
from games.tables.errors import TableRefusal
from games.tables.lobby.cards import table_url
from games.tables.log.refusals import refusal_words as table_words

_form_methods = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@_form_methods
@account_required
def own_set_list(request: SignedInRequest) -> HttpResponse:
    """One's own sets; a POST makes another."""
    form = NewSetForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        try:
            return SeeOther(own_sets.create_own_set(owner=request.user, name=form.cleaned_data["name"]).url)
        except own_sets.OwnSetRefusal as refusal:
            form.add_error(None, str(refusal))
    page = own_sets_page(request.user, form)
    return render(request, "cartographers/workshop/own_sets.html", {"page": page}, status=422 if form.errors else 200)


@never_cache
@_form_methods
@account_required
def own_set_detail(request: SignedInRequest, key: str) -> HttpResponse:
    """Show one of the viewer's own sets: its form and its other actions.

    Answers 404 for another user's set, 409 if it was saved elsewhere in the meantime, and 422 for invalid or
    unplayable input.
    """
    own_set = get_object_or_404(OwnSet, key=key, owner=request.user)
    if request.method != "POST":
        return _page(request, own_set, OwnSetForm(entry=own_set), 200)
    try:
        return _done(request, own_set)
    except OwnSet.DoesNotExist:
        raise Http404 from None
    except CatalogRefusal as refusal:
        if refusal.reason is CatalogRefusalReason.STALE:
            return _not_saved(request, own_set)
        raise Http404 from None  # deleted in the meantime
    except own_sets.OwnSetRefusal as refusal:
        return _refused(request, own_set, 409, str(refusal))
    except TableRefusal as refusal:
        return _refused(request, own_set, 409, table_words(refusal.reason))
    except ValidationError as error:
        return _refused(request, own_set, 422, *error.messages)


def _refused(request: SignedInRequest, own_set: OwnSet, status: int, *sentences: str) -> HttpResponse:
    for sentence in sentences:
        messages.warning(request, sentence)
    fresh = get_object_or_404(OwnSet, pk=own_set.pk, owner=request.user)
    return _page(request, fresh, OwnSetForm(entry=fresh), status)


def _not_saved(request: SignedInRequest, own_set: OwnSet) -> HttpResponse:
    """Return the page after an edit conflict: the user's choices, ready to overwrite the other save.

    A warning tells the owner about the conflict.
    """
    words = _(
        "This set was saved in another tab or session. Your changes are still here: overwrite the "
        "saved version, or reload the page to use it."
    )
    messages.warning(request, words)
    fresh = get_object_or_404(OwnSet, pk=own_set.pk, owner=request.user)
    data = request.POST.copy()
    data["saves"] = str(fresh.saves)
    return _page(request, fresh, OwnSetForm(data, entry=fresh), 409)


def _page(request: HttpRequest, own_set: OwnSet, form: OwnSetForm, status: int) -> HttpResponse:
    return render(request, "cartographers/workshop/own_set.html", {"page": own_page(own_set, form)}, status=status)


def _done(request: SignedInRequest, own_set: OwnSet) -> HttpResponse:
    """Execute a button of the page and return the response."""
    act, user = request.POST.get("do", ""), request.user
    if "step" in request.POST or act in ("save", "show"):
        return _written(request, own_set, act)
    match act:
        case "play":
            if wait := count_use_by_user(errors.CREATE, request):
                return too_many_requests(request, wait)
            return SeeOther(table_url(open_draft_table(user=user, tried=draft_of_own_set(own_set))))
        case "link":
            drafts.make_link(entry=own_set, by=user)
        case "end_link":
            drafts.end_link(entry=own_set, by=user)
        case "agree":
            own_sets.answer_publish_request(own_set=own_set, owner=user, agreed=True)
            messages.success(request, _("Thank you. A reviewer will check it before it’s published."))
        case "decline":
            own_sets.answer_publish_request(own_set=own_set, owner=user, agreed=False)
        case "throw_away":
            drafts.discard_draft(entry=own_set, by=user)
            messages.success(request, _("“%(name)s” was deleted.") % {"name": own_set.name})
            return SeeOther(reverse("cartographers:own_sets"))
        case _:
            return _refused(request, own_set, 400, _("This page is out of date. Reload it."))
    return SeeOther(own_set.url)


def _written(request: SignedInRequest, own_set: OwnSet, act: str) -> HttpResponse:
    """Return the response to the form: shown again, changed by a step, or saved."""
    data, user = request.POST, request.user
    if "step" in data:
        changed = OwnSetForm.stepped_by(data, data["step"], entry=own_set, user=user)
        return _page(request, own_set, OwnSetForm(changed, entry=own_set), 200)
    form = OwnSetForm(data, entry=own_set)
    if act == "show" or not form.is_valid():
        return _page(request, own_set, form, 200 if act == "show" else 422)
    drafts.save_draft(entry=own_set, saves=form.cleaned_data["saves"], saying=form.saying(), by=user)
    messages.success(request, _("Saved."))
    return SeeOther(own_set.url)
