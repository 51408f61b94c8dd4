"""Pages of players' own sets, and one view for each action on a set."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, Final, ParamSpec

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.accounts.access import SeeOther, SignedInRequest
from games.accounts.guests import account_required
from games.accounts.limits import count_use_by_user, too_many_requests
from games.cartographers.models import OwnSet
from games.cartographers.setting_up.covers import cover_response
from games.cartographers.setting_up.set_pages import open_draft_table
from games.cartographers.shelf.trials import draft_of_own_set
from games.cartographers.workshop import own_reports, own_sets
from games.cartographers.workshop.own_pages import (
    NewSetForm,
    OwnSetForm,
    SuggestionForm,
    filled_as_active,
    own_page,
    own_sets_page,
)
from games.cartographers.workshop.own_reports import own_report_page
from games.catalog import drafts, suggestions
from games.catalog.errors import CatalogRefusal, CatalogRefusalReason, refusal_words
from games.catalog.forms import ToolUse
from games.tables import errors
from games.tables.errors import TableRefusal
from games.tables.lobby.cards import table_url
from games.tables.log.refusals import refusal_words as table_words

P = ParamSpec("P")
View = Callable[..., HttpResponse]
Action = Callable[Concatenate[SignedInRequest, OwnSet, P], HttpResponse]

_STOP_POLLING: Final = 286
"""Status after which htmx no longer polls; after an error, it would go on."""

_form_methods = require_http_methods(["GET", "HEAD", "POST"])


@never_cache
@_form_methods
@account_required
def own_set_list(request: SignedInRequest) -> HttpResponse:
    """List the user's own sets; POST creates one."""
    form = NewSetForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        try:
            return SeeOther(own_sets.create_own_set(owner=request.user, name=form.cleaned_data["name"]).url)
        except own_sets.OwnSetRefusal as refusal:
            form.add_error(None, str(refusal))
    page = own_sets_page(request.user, form)
    return render(request, "cartographers/workshop/own_sets.html", {"page": page}, status=422 if form.errors else 200)


@require_safe
@account_required
def cover(request: SignedInRequest, key: str, version: str, tone: str) -> HttpResponse:
    """Return the cover of one of the viewer's own sets. Raises 404 for another version or an unknown tone."""
    own_set = get_object_or_404(OwnSet, key=key, owner=request.user)
    return cover_response(filled_as_active(own_set), version, tone)


def action(act: Action[P]) -> View:
    """Pass one of the viewer's own sets to a view that changes it, and turn refusals into its page with an explanation.

    Answers 404 for the set of another user. A GET, such as after signing in, leads to the page of the set.
    """

    def view(request: SignedInRequest, /, key: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        own_set = get_object_or_404(OwnSet, key=key, owner=request.user)
        if request.method != "POST":
            return SeeOther(own_set.url)
        try:
            return act(request, own_set, *args, **kwargs)
        except CatalogRefusal as refusal:
            if refusal.reason is CatalogRefusalReason.NOT_OPEN:
                raise Http404 from None  # deleted in the meantime
            return _explain(request, own_set, refusal.reason.status, refusal_words(refusal))
        except OwnSet.DoesNotExist:
            raise Http404 from None
        except own_sets.OwnSetRefusal as refusal:
            return _explain(request, own_set, 409, str(refusal))
        except TableRefusal as refusal:
            return _explain(request, own_set, 409, table_words(refusal.reason))
        except ValidationError as error:
            return _explain(request, own_set, 422, *error.messages)

    return wraps(act)(never_cache(_form_methods(account_required(view))))


def _explain(request: SignedInRequest, own_set: OwnSet, status: int, *sentences: str) -> HttpResponse:
    """Return the page of the stored set with warnings."""
    for sentence in sentences:
        messages.warning(request, sentence)
    fresh = get_object_or_404(OwnSet, pk=own_set.pk, owner=request.user)
    return _show(request, fresh, OwnSetForm(entry=fresh), status)


def _show(
    request: HttpRequest,
    own_set: OwnSet,
    form: OwnSetForm,
    status: int = 200,
    *,
    suggestion: SuggestionForm | None = None,
) -> HttpResponse:
    page = own_page(own_set, form, suggestion)
    return render(request, "cartographers/workshop/own_set.html", {"page": page}, status=status)


@never_cache
@_form_methods
@account_required
def own_set_detail(request: SignedInRequest, key: str) -> HttpResponse:
    """Show one of the viewer's own sets: its form and its other actions."""
    if request.method == "POST":
        return refuse_outdated(request, key)
    own_set = get_object_or_404(OwnSet, key=key, owner=request.user)
    return _show(request, own_set, OwnSetForm(entry=own_set))


@action
def refuse_outdated(request: SignedInRequest, own_set: OwnSet) -> HttpResponse:
    """Answer a form from before an update, when the page itself took all forms; keep what was typed."""
    if "name" in request.POST:
        messages.warning(request, _("Your changes are still here but not saved."))
        return _show(request, own_set, OwnSetForm(request.POST, entry=own_set), 409)
    return _explain(request, own_set, 409, _("This page is out of date. Reload it."))


@action
def preview(request: SignedInRequest, own_set: OwnSet) -> HttpResponse:
    """Show the result of the form without saving it."""
    return _show(request, own_set, OwnSetForm(request.POST, entry=own_set))


@action
def use_tool(request: SignedInRequest, own_set: OwnSet, name: str) -> HttpResponse:
    """Change the form with one of its tools, and show it again without saving it."""
    if name not in OwnSetForm.tools:
        return refuse_outdated(request, own_set.key)
    data = OwnSetForm.tools[name](ToolUse(request.POST, own_set, request.user))
    return _show(request, own_set, OwnSetForm(data, entry=own_set))


@action
def save(request: SignedInRequest, own_set: OwnSet) -> HttpResponse:
    """Save a set; 422 for invalid data, 409 if it was saved elsewhere in the meantime."""
    form = OwnSetForm(request.POST, entry=own_set)
    if not form.is_valid():
        return _show(request, own_set, form, 422)
    try:
        drafts.save_draft(
            entry=own_set, saves=form.cleaned_data["saves"], content=form.draft_content(), by=request.user
        )
    except CatalogRefusal as refusal:
        if refusal.reason is not CatalogRefusalReason.STALE:
            raise
        return _show_conflict(request, own_set)
    messages.success(request, _("Saved."))
    return SeeOther(own_set.url)


def _show_conflict(request: SignedInRequest, own_set: OwnSet) -> HttpResponse:
    """Return the page after an edit conflict: the user's choices, ready to overwrite the other save."""
    words = _(
        "This set was saved in another tab or session. Your changes are still here: overwrite the "
        "saved version, or reload the page to use it."
    )
    messages.warning(request, words)
    fresh = get_object_or_404(OwnSet, pk=own_set.pk, owner=request.user)
    data = request.POST.copy()
    data["saves"] = str(fresh.saves)
    return _show(request, fresh, OwnSetForm(data, entry=fresh), 409)


@action
def play(request: SignedInRequest, own_set: OwnSet) -> HttpResponse:
    """Start a solo game with a set as saved."""
    if wait := count_use_by_user(errors.CREATE, request):
        return too_many_requests(request, wait)
    return SeeOther(table_url(open_draft_table(user=request.user, tried=draft_of_own_set(own_set))))


@action
def share(request: SignedInRequest, own_set: OwnSet) -> HttpResponse:
    """Create the link with which others play a set."""
    drafts.make_link(entry=own_set, by=request.user)
    return SeeOther(own_set.url)


@action
def unshare(request: SignedInRequest, own_set: OwnSet) -> HttpResponse:
    """Revoke the link with which others play a set."""
    drafts.end_link(entry=own_set, by=request.user)
    return SeeOther(own_set.url)


@action
def share_with_followers(request: SignedInRequest, own_set: OwnSet) -> HttpResponse:
    """Let people who follow the owner play with a set."""
    own_sets.share_with_followers(own_set=own_set, owner=request.user, shared=True)
    return SeeOther(own_set.url)


@action
def unshare_with_followers(request: SignedInRequest, own_set: OwnSet) -> HttpResponse:
    """No longer let people who follow the owner play with a set."""
    own_sets.share_with_followers(own_set=own_set, owner=request.user, shared=False)
    return SeeOther(own_set.url)


@action
def publish(request: SignedInRequest, own_set: OwnSet) -> HttpResponse:
    """Agree to the publication of a set, and submit it for review."""
    own_sets.answer_publish_request(own_set=own_set, owner=request.user, agreed=True)
    messages.success(request, _("Thank you. A reviewer will check it before it’s published."))
    return SeeOther(own_set.url)


@action
def decline(request: SignedInRequest, own_set: OwnSet) -> HttpResponse:
    """Decline the publication of a set."""
    own_sets.answer_publish_request(own_set=own_set, owner=request.user, agreed=False)
    return SeeOther(own_set.url)


@action
def suggest(request: SignedInRequest, own_set: OwnSet) -> HttpResponse:
    """Suggest a set for publication, as it is when a reviewer accepts it; 422 if it can't be published."""
    form = SuggestionForm(request.POST)
    if form.is_valid():
        if wait := count_use_by_user(suggestions.SUGGEST, request):
            return too_many_requests(request, wait)
        try:
            suggestions.suggest(entry=own_set, owner=request.user, note=form.cleaned_data["note"])
            messages.success(request, _("Thank you. You’ll be notified of the answer."))
            return SeeOther(own_set.url)
        except CatalogRefusal as refusal:
            if refusal.reason is not CatalogRefusalReason.MUTED:
                raise
            form.add_error("note", refusal_words(refusal))
        except ValidationError as error:
            form.add_error(None, error)
    return _show(request, own_set, OwnSetForm(entry=own_set), 422, suggestion=form)


@action
def withdraw(request: SignedInRequest, own_set: OwnSet) -> HttpResponse:
    """Withdraw the suggestion of a set."""
    suggestions.withdraw(entry=own_set, owner=request.user)
    messages.success(request, _("Suggestion withdrawn."))
    return SeeOther(own_set.url)


@never_cache
@require_safe
@account_required
def report(request: SignedInRequest, key: str) -> HttpResponse:
    """Show the balance report of one of the viewer's own sets as saved."""
    own_set = OwnSet.objects.filter(key=key, owner=request.user).first()
    if own_set is None:
        if request.headers.get("HX-Request"):
            return HttpResponse(status=_STOP_POLLING)  # deleted in another tab
        raise Http404
    page = own_report_page(own_set)
    return render(request, "cartographers/workshop/own_report.html", {"page": page})


@action
def run_report(request: SignedInRequest, own_set: OwnSet) -> HttpResponse:
    """Queue the games of a balance report; 409 while another one of the user's runs, 422 if none can be played."""
    own_reports.check_report(own_set=own_set, owner=request.user)
    if wait := count_use_by_user(own_reports.RUN, request):
        return too_many_requests(request, wait, _("You can run 3 balance reports a day."))
    own_reports.run_own_report(own_set=own_set, owner=request.user)
    return SeeOther(reverse("cartographers:own_set_report", args=[own_set.key]))


@action
def delete(request: SignedInRequest, own_set: OwnSet) -> HttpResponse:
    """Delete a set."""
    own_sets.delete_own_set(own_set=own_set, owner=request.user)
    messages.success(request, _("“%(name)s” was deleted.") % {"name": own_set.name})
    return SeeOther(reverse("cartographers:own_sets"))
