"""The sets, to look at and to play: published ones, others by their links, and those of people one follows."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.accounts.access import SeeOther, SignedInRequest, next_or_home
from games.accounts.forms import command_id_of, new_command_id
from games.accounts.guests import account_required, user_or_guest_required
from games.accounts.limits import count_use_by_user, too_many_requests
from games.cartographers.models import OwnSet
from games.cartographers.setting_up import set_ratings
from games.cartographers.setting_up.covers import cover_response
from games.cartographers.setting_up.set_comments import comment_part
from games.cartographers.setting_up.set_pages import (
    TrialPage,
    open_draft_table,
    play_set,
    set_lines,
    set_page,
    trial_page,
)
from games.cartographers.setting_up.set_ratings import RatingForm, rating_part
from games.cartographers.shelf.followed_sets import find_followed_set
from games.cartographers.shelf.published_sets import PlayableSet, find_set
from games.cartographers.shelf.trials import DraftSet, draft_of_own_set, find_draft_by_link, find_published_set
from games.play.navigation import referring_table
from games.tables import errors
from games.tables.errors import TableRefusal
from games.tables.lobby.cards import table_url
from games.tables.log.refusals import refusal_sentence
from games.tables.pages.metadata import listed


@listed
@require_safe
def sets(request: HttpRequest) -> HttpResponse:
    """List all published sets, those of the boxes first, or with `?sort=rating` those with the best ratings."""
    by_rating = request.GET.get("sort") == "rating"
    lines = set_lines(by_rating=by_rating)
    context = {"lines": lines, "by_rating": by_rating, **referring_table(request)}
    return render(request, "cartographers/setting_up/sets.html", context)


@listed
@require_http_methods(["GET", "HEAD", "POST"])
def one_set(request: HttpRequest, key: str) -> HttpResponse:
    """Show the contents of a set; POST starts a solo game with it.

    Raises 404 if no active set has this key.
    """
    return _set(request, find_set(key))


@listed
@require_http_methods(["GET", "HEAD", "POST"])
def box_set(request: HttpRequest, key: str) -> HttpResponse:
    """Show the contents of a set of the boxes, or start a game with it, in the same way."""
    return _set(request, find_set(key, of_box=True))


def _set(request: HttpRequest, one: PlayableSet | None) -> HttpResponse:
    if one is None:
        raise Http404
    if request.method == "POST":
        return _play(request, one)
    rating = rating_part(one.stored.ref, request.user)
    context = {
        "page": set_page(one, request.user),
        "rating": rating,
        "comment": comment_part(one.stored.ref, request.user, request.path, may_write=rating.form is not None),
        "command_id": new_command_id(),
        **referring_table(request),
    }
    return render(request, "cartographers/setting_up/set.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@account_required
def rate(request: SignedInRequest, box: str, key: str) -> HttpResponse:
    """Rate a set; 404 for users who can't, 400 for anything but 1 to 5 stars."""
    ref, form = f"{box}/{key}", RatingForm(request.POST)
    if request.method == "POST":
        if not set_ratings.may_rate(request.user, ref):
            raise Http404
        if not form.is_valid():
            return HttpResponseBadRequest(_("Choose 1 to 5 stars."), content_type="text/plain; charset=utf-8")
        set_ratings.rate(user=request.user, ref=ref, stars=form.cleaned_data["stars"])
        messages.success(request, _("Thank you for your rating."))
    return SeeOther(next_or_home(request))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@account_required
def withdraw_rating(request: SignedInRequest, box: str, key: str) -> HttpResponse:
    """Withdraw the user's rating of a set."""
    if request.method == "POST":
        set_ratings.withdraw(user=request.user, ref=f"{box}/{key}")
    return SeeOther(next_or_home(request))


@require_safe
def set_cover(_request: HttpRequest, key: str, version: str, tone: str) -> HttpResponse:
    """Return the cover of a set. Raises 404 for one that isn't active, another version or an unknown tone."""
    return _cover_of(find_set(key), version, tone)


@require_safe
def box_set_cover(_request: HttpRequest, key: str, version: str, tone: str) -> HttpResponse:
    """Return the cover of a set of the boxes, in the same way."""
    return _cover_of(find_set(key, of_box=True), version, tone)


def _cover_of(one: PlayableSet | None, version: str, tone: str) -> HttpResponse:
    return cover_response(one.filled if one else None, version, tone)


@user_or_guest_required
def _play(request: SignedInRequest, one: PlayableSet) -> HttpResponse:
    if wait := count_use_by_user(errors.CREATE, request):
        return too_many_requests(request, wait)
    try:
        table = play_set(user=request.user, one=one, command_id=command_id_of(request))
    except TableRefusal as refusal:
        messages.error(request, refusal_sentence(refusal))
        return SeeOther(request.path)
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
        return SeeOther(request.path)
    return SeeOther(table_url(table))


class TrialForm(forms.Form):
    """Form for the number of seats in a game with a draft."""

    seats = forms.TypedChoiceField(
        label=gettext_lazy("Seats"), choices=[(count, str(count)) for count in range(1, 13)], coerce=int, initial=1
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def trial(request: HttpRequest, link: str) -> HttpResponse:
    """Show an unpublished set; a POST opens a table with it, which counts nowhere. Redirects to the page
    of the set once it is published. 404 for a link that there is not, or not any more.
    """
    if url := find_published_set(link):
        return SeeOther(url)
    if request.method == "POST":
        return _try(request, link)
    return _trial_page(request, link, _shared_draft(link), TrialForm(), status=200)


@require_safe
def trial_cover(_request: HttpRequest, link: str, version: str, tone: str) -> HttpResponse:
    """Return the cover of an unpublished set. Raises 404 for an unknown link, another version or an unknown tone."""
    return cover_response(_shared_draft(link).filled(), version, tone)


def _shared_draft(link: str) -> DraftSet:
    found = find_draft_by_link(link)
    if found is None:
        raise Http404
    return found


def _trial_page(request: HttpRequest, link: str, tried: DraftSet, form: TrialForm, *, status: int) -> HttpResponse:
    return _render_trial(request, trial_page(tried, link), tried, form, status)


def _render_trial(
    request: HttpRequest, page: TrialPage, tried: DraftSet, form: TrialForm, status: int = 200
) -> HttpResponse:
    rating = rating_part(tried.ref, request.user) if tried.is_own else None
    may_write = rating is not None and rating.form is not None
    context = {
        "page": page,
        "rating": rating,
        "comment": comment_part(tried.ref, request.user, request.path, may_write=may_write) if rating else None,
        "form": form,
        "command_id": new_command_id(),
    }
    return render(request, "cartographers/setting_up/trial.html", context, status=status)


@user_or_guest_required
def _try(request: SignedInRequest, link: str) -> HttpResponse:
    tried, form = _shared_draft(link), TrialForm(request.POST)
    return _open_trial(request, tried, form, linked=True) or _trial_page(request, link, tried, form, status=422)


def _open_trial(
    request: SignedInRequest, tried: DraftSet, form: TrialForm, *, linked: bool = False, followed: bool = False
) -> HttpResponse | None:
    """Open a table with a draft by a form, or return None to show the form with its errors."""
    if not form.is_valid():
        return None
    if wait := count_use_by_user(errors.CREATE, request):
        return too_many_requests(request, wait)
    seats, command_id = form.cleaned_data["seats"], command_id_of(request)
    try:
        table = open_draft_table(
            user=request.user, tried=tried, seats=seats, linked=linked, followed=followed, command_id=command_id
        )
        return SeeOther(table_url(table))
    except TableRefusal as refusal:
        form.add_error(None, refusal_sentence(refusal))
    except ValidationError as error:
        form.add_error(None, error)
    return None


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@account_required
def followed_set(request: SignedInRequest, key: str) -> HttpResponse:
    """Show a set to people who follow its owner; a POST opens a table with it, which counts nowhere.

    404 for everyone else, and once the owner no longer shares it with followers.
    """
    own_set = _followed_set(request, key)
    tried, form = draft_of_own_set(own_set), TrialForm(request.POST if request.method == "POST" else None)
    is_follower = own_set.owner_id != request.user.pk
    if form.is_bound and (response := _open_trial(request, tried, form, followed=is_follower)):
        return response
    page = trial_page(tried, key, "followed_set", str(own_set.owner))
    return _render_trial(request, page, tried, form, status=422 if form.errors else 200)


@require_safe
@account_required
def followed_set_cover(request: SignedInRequest, key: str, version: str, tone: str) -> HttpResponse:
    """Return the cover of a set that is shared with followers, to them."""
    return cover_response(draft_of_own_set(_followed_set(request, key)).filled(), version, tone)


def _followed_set(request: SignedInRequest, key: str) -> OwnSet:
    found = find_followed_set(request.user, key)
    if found is None:
        raise Http404
    return found
