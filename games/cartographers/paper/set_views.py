"""Printing a set: published sets, one's own, and those that a link shares."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.accounts.access import SeeOther, SignedInRequest
from games.accounts.guests import account_required
from games.cartographers.models import OwnSet
from games.cartographers.paper.printed_set import print_response
from games.cartographers.shelf.followed_sets import find_followed_set
from games.cartographers.shelf.published_sets import PlayableSet, find_set
from games.cartographers.shelf.trials import draft_of_own_set, find_draft_by_link, find_published_set


@require_safe
def print_set(request: HttpRequest, key: str) -> HttpResponse:
    """Show the form that prints a published set, or return its PDF. Raises 404 if no active set has this key."""
    return _print(request, find_set(key))


@require_safe
def print_box_set(request: HttpRequest, key: str) -> HttpResponse:
    """Print a set of the boxes, in the same way."""
    return _print(request, find_set(key, of_box=True))


def _print(request: HttpRequest, one: PlayableSet | None) -> HttpResponse:
    if one is None:
        raise Http404
    return print_response(request, one.filled, one.stored.url)


@never_cache
@require_safe
@account_required
def print_own_set(request: SignedInRequest, key: str) -> HttpResponse:
    """Print one of the viewer's own sets, as saved. Raises 404 for the set of another user."""
    own_set = get_object_or_404(OwnSet, key=key, owner=request.user)
    return print_response(request, draft_of_own_set(own_set).filled(), own_set.url)


@never_cache
@require_safe
@account_required
def print_followed_set(request: SignedInRequest, key: str) -> HttpResponse:
    """Print a set that its owner shares with followers, for these. Raises 404 for everyone else."""
    own_set = find_followed_set(request.user, key)
    if own_set is None:
        raise Http404
    url = reverse("cartographers:followed_set", args=[key])
    return print_response(request, draft_of_own_set(own_set).filled(), url)


@never_cache
@require_safe
def print_trial(request: HttpRequest, link: str) -> HttpResponse:
    """Print an unpublished set by its share link. Redirects to the page of the set once it is published.

    Raises 404 for an unknown or revoked link.
    """
    if url := find_published_set(link):
        return SeeOther(url)
    found = find_draft_by_link(link)
    if found is None:
        raise Http404
    return print_response(request, found.filled(), reverse("cartographers:trial", args=[link]))
