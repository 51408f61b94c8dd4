"""Access control: typed requests, the sign-in requirement, and safe addresses to return to."""

from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from typing import Concatenate, Final, ParamSpec, cast
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.utils.http import url_has_allowed_host_and_scheme
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from games.accounts.models import User

P = ParamSpec("P")

BACKEND: Final = "django.contrib.auth.backends.ModelBackend"
"""Authentication backend that a session records if the user signed in without a password."""


class HtmxHttpRequest(HttpRequest):
    """Request with django-htmx details."""

    htmx: HtmxDetails


class _ProfileRequest(HttpRequest):
    """Request for the page of a public profile."""

    shown_profile_user: User


def set_shown_profile(request: HttpRequest, person: User) -> None:
    """Mark the response as showing a user's profile, for link previews."""
    cast(_ProfileRequest, request).shown_profile_user = person


def shown_profile(request: HttpRequest) -> User | None:
    """Return the user whose profile this response shows, or None for all other pages."""
    return getattr(request, "shown_profile_user", None)


class SignedInRequest(HtmxHttpRequest):
    """Request of a signed-in user."""

    user: User


class SeeOther(HttpResponseRedirect):
    """303 redirect after a successful form submission."""

    status_code = 303


def sign_in_required(
    view: Callable[Concatenate[SignedInRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Decorate a view for signed-in users; redirect others to sign in, and back afterwards."""

    @wraps(view)
    def gate(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.user.is_authenticated:
            return view(cast(SignedInRequest, request), *args, **kwargs)
        return redirect_to_sign_in(cast(HtmxHttpRequest, request))

    return gate


def redirect_to_sign_in(request: HtmxHttpRequest, back: str = "") -> HttpResponse:
    """Redirect to the sign-in page, and from there to `back` or the page the request came from.

    htmx gets a client-side redirect; otherwise the form would be swapped into a part of the page.
    """
    back = back or (_open_page(request) if request.htmx else request.get_full_path())
    url = f"{resolve_url(settings.LOGIN_URL)}?{urlencode({'next': back})}"
    return HttpResponseClientRedirect(url) if request.htmx else SeeOther(url)


def _open_page(request: HtmxHttpRequest) -> str:
    """Return the URL of the page that htmx requests from, or "" if it is not on this site."""
    with suppress(ValueError):  # of an address that is none
        return request.htmx.current_url_abs_path or ""
    return ""


def next_or_home(request: HttpRequest) -> str:
    """Return the form's or link's `next` URL if it is on this host, else the home page."""
    return own_next(request) or resolve_url(settings.LOGIN_REDIRECT_URL)


def own_next(request: HttpRequest) -> str:
    """Return the form's or link's `next` URL if it is on this host, else ""."""
    next_url = request.POST.get("next", request.GET.get("next", ""))
    return next_url if is_own_url(request, next_url) else ""


def is_own_url(request: HttpRequest, url: str) -> bool:
    """Return True if the URL is on this host."""
    return url_has_allowed_host_and_scheme(url, allowed_hosts={request.get_host()}, require_https=request.is_secure())


def site_of(request: HttpRequest) -> str:
    """Return the configured origin of the site, else the requested one, which ALLOWED_HOSTS has checked."""
    return settings.ORIGIN or f"{request.scheme}://{request.get_host()}"


def clear_browser(answer: HttpResponse) -> HttpResponse:
    """Make the browser clear the data stored for the user, and return the response.

    Display and language settings, which are cookies, stay. Browsers honor the header only over HTTPS.
    """
    answer.headers["Clear-Site-Data"] = '"cache", "storage"'
    answer.delete_cookie(settings.INVITATIONS_COOKIE_NAME, samesite="Lax")
    return answer
