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
from games.accounts.guests import with_account
from games.accounts.limits import spend_by_person, too_many
from games.cartographers.models import OwnSet
from games.cartographers.setting_up.set_tables import play_trial
from games.cartographers.shelf.trials import tried_own
from games.cartographers.workshop import own_sets
from games.cartographers.workshop.own_pages import NewSetForm, OwnSetForm, as_entry, own_page, own_sets_page
from games.cartographers.workshop.own_words import refusal_words
from games.tables import errors
from games.tables.errors import TableRefusal
from games.tables.lobby.cards import table_url
from games.tables.log.refusals import refusal_words as table_words

_form_methods = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@_form_methods
@with_account
def own(request: SignedInRequest) -> HttpResponse:
    """One's own sets; a POST makes another."""
    form = NewSetForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        try:
            return SeeOther(_address(own_sets.make(owner=request.user, name=form.cleaned_data["name"])))
        except own_sets.OwnSetRefusal as refusal:
            form.add_error(None, refusal_words(refusal.reason))
    page = own_sets_page(request.user, form)
    return render(request, "cartographers/workshop/own_sets.html", {"page": page}, status=422 if form.errors else 200)


def _address(own_set: OwnSet) -> str:
    return reverse("cartographers:own_set", args=[own_set.pk])


@never_cache
@_form_methods
@with_account
def own_one(request: SignedInRequest, pk: int) -> HttpResponse:
    """Show one of the viewer's own sets: its form and its other actions.

    Answers 404 for another user's set, 409 if it was saved elsewhere in the meantime, and 422 for invalid or
    unplayable input.
    """
    own_set = get_object_or_404(OwnSet, pk=pk, owner=request.user)
    if request.method != "POST":
        return _page(request, own_set, OwnSetForm(entry=as_entry(own_set)), 200)
    try:
        return _done(request, own_set)
    except OwnSet.DoesNotExist:
        raise Http404 from None
    except own_sets.OwnSetRefusal as refusal:
        if refusal.reason is own_sets.Refused.STALE:
            return _not_saved(request, own_set)
        return _refused(request, own_set, 409, refusal_words(refusal.reason))
    except TableRefusal as refusal:
        return _refused(request, own_set, 409, table_words(refusal.reason))
    except ValidationError as error:
        return _refused(request, own_set, 422, *error.messages)


def _refused(request: SignedInRequest, own_set: OwnSet, status: int, *sentences: str) -> HttpResponse:
    for sentence in sentences:
        messages.warning(request, sentence)
    fresh = get_object_or_404(OwnSet, pk=own_set.pk, owner=request.user)
    return _page(request, fresh, OwnSetForm(entry=as_entry(fresh)), status)


def _not_saved(request: SignedInRequest, own_set: OwnSet) -> HttpResponse:
    """Return the page after an edit conflict: the user's choices, ready to overwrite the other save.

    A warning tells the owner about the conflict.
    """
    messages.warning(request, refusal_words(own_sets.Refused.STALE))
    fresh = get_object_or_404(OwnSet, pk=own_set.pk, owner=request.user)
    data = request.POST.copy()
    data["saves"] = str(fresh.saves)
    return _page(request, fresh, OwnSetForm(data, entry=as_entry(fresh)), 409)


def _page(request: HttpRequest, own_set: OwnSet, form: OwnSetForm, status: int) -> HttpResponse:
    return render(request, "cartographers/workshop/own_set.html", {"page": own_page(own_set, form)}, status=status)


def _done(request: SignedInRequest, own_set: OwnSet) -> HttpResponse:
    """Execute a button of the page and return the response."""
    act, user, pk = request.POST.get("do", ""), request.user, own_set.pk
    if "step" in request.POST or act in ("save", "show"):
        return _written(request, own_set, act)
    match act:
        case "play":
            if wait := spend_by_person(errors.CREATE, request):
                return too_many(request, wait)
            return SeeOther(table_url(play_trial(user=user, tried=tried_own(own_set))))
        case "link" | "end_link":
            own_sets.share(pk=pk, owner=user, shared=act == "link")
        case "agree":
            own_sets.answer(pk=pk, owner=user, agreed=True)
            messages.success(request, _("Thank you. A reviewer will check it before it’s published."))
        case "decline":
            own_sets.answer(pk=pk, owner=user, agreed=False)
        case "throw_away":
            own_sets.throw_away(pk=pk, owner=user)
            messages.success(request, _("“%(name)s” was deleted.") % {"name": own_set.name})
            return SeeOther(reverse("cartographers:own_sets"))
        case _:
            return _refused(request, own_set, 400, _("This page is out of date. Reload it."))
    return SeeOther(_address(own_set))


def _written(request: SignedInRequest, own_set: OwnSet, act: str) -> HttpResponse:
    """Return the response to the form: shown again, changed by a step, or saved."""
    entry, data = as_entry(own_set), request.POST
    if "step" in data:
        changed = OwnSetForm.stepped_by(data, data["step"], entry=entry, user=request.user)
        return _page(request, own_set, OwnSetForm(changed, entry=entry), 200)
    form = OwnSetForm(data, entry=entry)
    if act == "show" or not form.is_valid():
        return _page(request, own_set, form, 200 if act == "show" else 422)
    saying, saves = form.saying(), form.cleaned_data["saves"]
    definition = saying.definition
    own_sets.save(pk=own_set.pk, owner=request.user, saves=saves, name=saying.name, definition=definition)
    messages.success(request, _("Saved."))
    return SeeOther(_address(own_set))
