"""People who play before they have an account: made when they first act, known by their session alone."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, cast
from urllib.parse import urlencode

from django import forms
from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.accounts import limits, names, services
from games.accounts.access import (
    BACKEND,
    HtmxHttpRequest,
    SeeOther,
    SignedInRequest,
    next_or_home,
    signed_in,
    to_sign_in,
)
from games.accounts.forms_base import CartoForm, command_id_of, new_command_id
from games.accounts.guest_names import guest_name
from games.accounts.models import User
from games.accounts.time_zones import browser_zone

P = ParamSpec("P")

WANTED: Final = "guest"
"""Form field that asks for a guest account if the visitor has no account yet."""
_LEFT: Final = "left-guest"


class GuestForm(CartoForm):
    """Display name of a guest. Made without data, the form suggests a name."""

    prefix = WANTED
    name = forms.CharField(
        label=gettext_lazy("Your display name"),
        max_length=names.DISPLAY_NAME_MAX,
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )

    def __init__(self, data: Any = None, *, taken: tuple[str, ...] = ()) -> None:
        super().__init__(data, initial={"name": guest_name(taken)})
        self.command_id = new_command_id()

    def clean_name(self) -> str:
        """Bring the name to its one written form."""
        return names.clean_shown_name(self.cleaned_data["name"], most=names.DISPLAY_NAME_MAX)


def guest_form(request: HttpRequest, taken: tuple[str, ...] = ()) -> GuestForm | None:
    """Return the form by which a visitor becomes a guest, filled in where it was sent; None for who is signed in."""
    if request.user.is_authenticated:
        return None
    return GuestForm(request.POST if asks_for_name(request) else None, taken=taken)


def asks_for_name(request: HttpRequest) -> bool:
    """Return True if a visitor who is not signed in submits a guest name."""
    return not request.user.is_authenticated and f"{WANTED}-name" in request.POST


def come_in(request: HttpRequest, display_name: str = "") -> HttpResponse | None:
    """Make a new guest of the visitor and sign them in; an answer only where too many came from that address. A form
    that comes twice makes one guest.
    """
    guest = came_in(request)
    if guest is None and (wait := limits.spend_here(limits.guest_limit(), request)):
        reason = _("Too many guests from your network in the last hour. Sign in with an account instead.")
        return limits.too_many(request, wait, reason)
    user = guest or services.make_guest(
        display_name=display_name or guest_name(),
        command_id=command_id_of(request),
        time_zone=browser_zone(request),
    )
    login(request, user, backend=BACKEND)
    return None


def came_in(request: HttpRequest) -> User | None:
    """Return the guest whom the same form has just made, where it comes a second time."""
    return services.guest_made_by(command_id_of(request))


def keep_url(user: User | AnonymousUser, *, back: str = "") -> str:
    """Return where a guest makes an account, to go `back` from there; "" for anybody else."""
    if not isinstance(user, User) or not user.guest:
        return ""
    return reverse("accounts:keep") + (f"?{urlencode({'next': back})}" if back else "")


def leave_behind(request: HttpRequest, guest: User) -> str:
    """Remember, for who has signed in by an account, which guest they were; return where to bring the games over."""
    request.session[_LEFT] = guest.pk
    return f"{resolve_url(settings.GUEST_LEFT_URL)}?{urlencode({'next': next_or_home(request)})}"


def left_behind(request: HttpRequest) -> User | None:
    """Return the guest that this browser used before signing in, or None.

    The guest is returned until the user has decided what happens to its games.
    """
    return User.objects.guests().filter(pk=request.session.get(_LEFT, 0)).first()


def forget_left(request: HttpRequest) -> None:
    """Let go of the guest that was left."""
    request.session.pop(_LEFT, None)


def signed_in_or_guest(
    view: Callable[Concatenate[SignedInRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Decorate a view for signed-in users and guests; redirect other visitors to sign in.

    A form that contains the field `guest` creates a new guest. Forms rendered for a session that has since ended lack
    the field, so they create none.
    """

    @wraps(view)
    def gate(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if not request.user.is_authenticated:
            if request.method != "POST" or WANTED not in request.POST:
                return to_sign_in(cast(HtmxHttpRequest, request))
            if refused := come_in(request):
                return refused
        return view(cast(SignedInRequest, request), *args, **kwargs)

    return gate


def with_account(
    view: Callable[Concatenate[SignedInRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Let only those through who have an account; guests are sent to where they make one, and from there back."""

    @wraps(view)
    def gate(request: SignedInRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.user.guest:
            return SeeOther(keep_url(request.user, back=request.path))
        return view(request, *args, **kwargs)

    return signed_in(gate)
