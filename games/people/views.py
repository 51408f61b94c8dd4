"""Forms that follow, unfollow, block and unblock a person."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import get_object_or_404, render, resolve_url
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.accounts.access import SeeOther, SignedInRequest, next_or_home, sign_in_required
from games.accounts.guests import account_required
from games.accounts.limits import Limit, count_use_by_user, too_many_requests
from games.accounts.models import User
from games.people import errors, services
from games.people.errors import PeopleRefusal, refusal_words
from games.people.pages import BlockPage, RefusedPage
from games.people.tokens import person_token, read_token

_Command = Callable[[SignedInRequest, User], HttpResponse]


def _command(view: _Command) -> Callable[[SignedInRequest], HttpResponse]:
    """Find the person of a form: 400 without one, 404 if there is none. Without a form, redirect to the list."""

    @wraps(view)
    def gate(request: SignedInRequest) -> HttpResponse:
        sent = request.POST if request.method == "POST" else request.GET
        if request.method != "POST" and "person" not in sent:
            return SeeOther(resolve_url("tables:people"))
        key = read_token(sent.get("person", ""))
        if key is None:
            return HttpResponseBadRequest(_("No user has this name."), content_type="text/plain; charset=utf-8")
        return view(request, get_object_or_404(User.objects.active(), pk=key))

    return gate


def _methods(view: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    return never_cache(require_http_methods(["GET", "HEAD", "POST"])(view))


@_methods
@account_required
@_command
def follow(request: SignedInRequest, person: User) -> HttpResponse:
    """Follow a person; guests create an account first."""
    return _done(
        request,
        lambda: services.follow(follower=request.user, followed=person),
        _("You’re now following %(name)s.") % {"name": person},
        errors.FOLLOW,
    )


@_methods
@sign_in_required
@_command
def unfollow(request: SignedInRequest, person: User) -> HttpResponse:
    """Follow a person no longer."""
    return _done(
        request,
        lambda: services.unfollow(follower=request.user, followed=person),
        _("You no longer follow %(name)s.") % {"name": person},
    )


@_methods
@sign_in_required
@_command
def block(request: SignedInRequest, person: User) -> HttpResponse:
    """Ask the visitor to confirm a block, and by POST block the person."""
    if request.method != "POST" and person.pk != request.user.pk:
        page = BlockPage(str(person), person_token(person), next_or_home(request))
        return render(request, "people/block.html", {"page": page})
    return _done(
        request,
        lambda: services.block(blocker=request.user, blocked=person),
        _("%(name)s is blocked.") % {"name": person},
        errors.BLOCK,
    )


@_methods
@sign_in_required
@_command
def unblock(request: SignedInRequest, person: User) -> HttpResponse:
    """Block a person no longer."""
    return _done(
        request,
        lambda: services.unblock(blocker=request.user, blocked=person),
        _("%(name)s is no longer blocked.") % {"name": person},
    )


def _done(request: SignedInRequest, act: Callable[[], None], words: str, limit: Limit | None = None) -> HttpResponse:
    """Act, say so and go back to the page that the form names; a GET changes nothing."""
    back = SeeOther(next_or_home(request))
    if request.method != "POST":
        return back
    if limit and (wait := count_use_by_user(limit, request)):
        return too_many_requests(request, wait)
    try:
        act()
    except PeopleRefusal as refusal:
        page = RefusedPage(refusal_words(refusal.reason), next_or_home(request))
        return render(request, "people/refused.html", {"page": page}, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    messages.success(request, words)
    return back
