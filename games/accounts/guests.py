"""Guests: users without an account, known by their session, and the email address that lets them sign in again."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, cast
from urllib.parse import urlencode

from django import forms
from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.models import Session
from django.core import signing
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from games.accounts import emails, limits, names, services
from games.accounts.access import (
    BACKEND,
    HtmxHttpRequest,
    SeeOther,
    SignedInRequest,
    next_or_home,
    redirect_to_sign_in,
    sign_in_required,
)
from games.accounts.emails import build_sign_in_email, users_with_email
from games.accounts.forms import CartoForm, command_id_of, new_command_id
from games.accounts.models import AccountDeleted, User
from games.accounts.person_lock import lock_person
from games.accounts.time_zones import browser_zone

_ADJECTIVES: Final = (
    *("Able", "Amber", "Autumn", "Bold", "Brave", "Bright", "Brisk", "Calm", "Careful", "Cheerful", "Clever", "Copper"),
    *("Coral", "Curious", "Dapper", "Daring", "Distant", "Eager", "Early", "Earnest", "Gentle", "Glad", "Golden"),
    *("Hardy", "Hidden", "Honest", "Humble", "Hushed", "Ivory", "Jolly", "Keen", "Kind", "Lively", "Lucky", "Mellow"),
    *("Merry", "Mighty", "Misty", "Modest", "Nimble", "Noble", "Northern", "Patient", "Placid", "Polite", "Proud"),
    *("Quick", "Quiet", "Roaming", "Rustic", "Silent", "Silver", "Snowy", "Sober", "Steady", "Sturdy", "Sunny"),
    *("Swift", "Tidy", "Tireless", "Tranquil", "Trusty", "Upland", "Wakeful", "Wandering", "Watchful", "Wily"),
)
_ANIMALS: Final = (
    *("Adder", "Auk", "Badger", "Bear", "Beaver", "Bison", "Bittern", "Boar", "Buzzard", "Carp", "Chough", "Crane"),
    *("Cricket", "Crow", "Curlew", "Deer", "Dipper", "Dove", "Dunlin", "Eagle", "Egret", "Elk", "Falcon", "Ferret"),
    *("Finch", "Fox", "Goose", "Grouse", "Hare", "Hawk", "Hedgehog", "Heron", "Ibex", "Jackdaw", "Jay", "Kestrel"),
    *("Kite", "Lapwing", "Lark", "Linnet", "Lynx", "Magpie", "Marmot", "Marten", "Mole", "Moth", "Newt", "Otter"),
    *("Owl", "Perch", "Pike", "Plover", "Rabbit", "Raven", "Robin", "Salmon", "Seal", "Snipe", "Sparrow", "Squirrel"),
    *("Stoat", "Stork", "Swallow", "Swan", "Swift", "Tern", "Thrush", "Toad", "Trout", "Vole", "Weasel", "Wren"),
)
# All nouns are masculine so that the adjectives agree. In French the animal comes first.
_ANIMAUX: Final = (
    *("Aigle", "Blaireau", "Bouquetin", "Bouvreuil", "Brochet", "Campagnol", "Canard", "Castor", "Cerf", "Chamois"),
    *("Chardonneret", "Chevreuil", "Choucas", "Coq", "Corbeau", "Coucou", "Courlis", "Crapaud", "Cygne", "Daim"),
    *("Écureuil", "Élan", "Épervier", "Étourneau", "Faisan", "Faucon", "Freux", "Furet", "Geai", "Goéland", "Grillon"),
    *("Grimpereau", "Hanneton", "Harle", "Héron", "Hérisson", "Hibou", "Lapin", "Lézard", "Lièvre", "Loir", "Loriot"),
    *("Loup", "Lynx", "Merle", "Milan", "Moineau", "Mulot", "Ours", "Papillon", "Phoque", "Pinson", "Pluvier"),
    *("Renard", "Roitelet", "Sanglier", "Saumon", "Tarin", "Triton", "Vanneau", "Verdier"),
)
_ADJECTIFS: Final = (
    *("Adroit", "Agile", "Aimable", "Alerte", "Ambré", "Argenté", "Attentif", "Audacieux", "Avisé", "Bavard", "Boréal"),
    *("Brave", "Calme", "Cuivré", "Curieux", "Discret", "Doré", "Doux", "Endurant", "Errant", "Espiègle", "Fidèle"),
    *("Fier", "Furtif", "Gai", "Habile", "Hardi", "Honnête", "Humble", "Joyeux", "Loyal", "Malin", "Matinal"),
    *("Modeste", "Montagnard", "Noble", "Nomade", "Paisible", "Patient", "Placide", "Poli", "Prudent", "Rapide"),
    *(
        "Rêveur",
        "Robuste",
        "Rusé",
        "Sage",
        "Serein",
        "Silencieux",
        "Sincère",
        "Sobre",
        "Solide",
        "Tenace",
        "Tranquille",
    ),
    *("Vaillant", "Vif", "Vigilant", "Voyageur"),
)
_NAMES: Final = {"en": (_ADJECTIVES, _ANIMALS), "fr": (_ANIMAUX, _ADJECTIFS)}
_TRIES: Final = 20


def guest_name(taken: Collection[str] = ()) -> str:
    """Return a display name such as "Wandering Heron" in the language of the visit, as a rule none of those taken."""
    first, last = _NAMES.get((get_language() or "")[:2], _NAMES["en"])
    for _attempt in range(_TRIES):
        name = f"{secrets.choice(first)} {secrets.choice(last)}"
        if name not in taken:
            return name
    return name


P = ParamSpec("P")

WANTED: Final = "guest"
"""Form field that asks for a guest account if the visitor has no account yet."""
_LEFT: Final = "left-guest"


class GuestForm(CartoForm):
    """Display name of a guest. Made without data, the form suggests a name."""

    prefix = WANTED
    name = forms.CharField(
        label=gettext_lazy("Your name"),
        max_length=names.DISPLAY_NAME_MAX,
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )

    def __init__(self, data: Any = None, *, taken: tuple[str, ...] = ()) -> None:
        super().__init__(data, initial={"name": guest_name(taken)})
        self.command_id = new_command_id()

    def clean_name(self) -> str:
        """Normalize the display name."""
        return names.clean_shown_name(self.cleaned_data["name"], most=names.DISPLAY_NAME_MAX)


def guest_form(request: HttpRequest, taken: tuple[str, ...] = ()) -> GuestForm | None:
    """Return the guest form for a visitor, filled in if submitted; None if signed in."""
    if request.user.is_authenticated:
        return None
    return GuestForm(request.POST if submits_guest_name(request) else None, taken=taken)


def submits_guest_name(request: HttpRequest) -> bool:
    """Return True if a visitor who is not signed in submits a guest name."""
    return not request.user.is_authenticated and f"{WANTED}-name" in request.POST


def sign_in_as_guest(request: HttpRequest, display_name: str = "") -> HttpResponse | None:
    """Create a guest and sign them in. Returns a response only if the address has too many. A resubmitted form creates
    no second guest.
    """
    guest = find_created_guest(request)
    if guest is None and (wait := limits.count_use_by_address(limits.guest_limit(), request)):
        reason = _("Too many guests from your network in the last hour. Sign in with an account instead.")
        return limits.too_many_requests(request, wait, reason)
    user = guest or services.make_guest(
        display_name=display_name or guest_name(),
        command_id=command_id_of(request),
        time_zone=browser_zone(request),
    )
    login(request, user, backend=BACKEND)
    return None


def find_created_guest(request: HttpRequest) -> User | None:
    """Return the guest that an earlier submission of the same form created."""
    return services.guest_made_by(command_id_of(request))


def create_account_url(user: User | AnonymousUser, *, back: str = "") -> str:
    """Return the URL where a guest creates an account, returning to `back`; "" for others."""
    if not isinstance(user, User) or not user.guest or user.on_device:
        return ""
    return reverse("accounts:create_account") + (f"?{urlencode({'next': back})}" if back else "")


def remember_former_guest(request: HttpRequest, guest: User) -> str:
    """Remember which guest a user was before signing in; return the URL for transferring the games."""
    request.session[_LEFT] = guest.pk
    return f"{resolve_url(settings.GUEST_LEFT_URL)}?{urlencode({'next': next_or_home(request)})}"


def former_guest(request: HttpRequest) -> User | None:
    """Return the guest that this browser used before signing in, or None.

    The guest is returned until the user has decided what happens to its games.
    """
    return User.objects.guests().filter(pk=request.session.get(_LEFT, 0)).first()


def forget_former_guest(request: HttpRequest) -> None:
    """Forget the guest from before sign-in."""
    request.session.pop(_LEFT, None)


def user_or_guest_required(
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
                return redirect_to_sign_in(cast(HtmxHttpRequest, request))
            if refused := sign_in_as_guest(request):
                return refused
        return view(cast(SignedInRequest, request), *args, **kwargs)

    return gate


def account_required(
    view: Callable[Concatenate[SignedInRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Decorate a view for users with an account; redirect guests to create one, and back."""

    @wraps(view)
    def gate(request: SignedInRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if request.user.guest:
            return SeeOther(create_account_url(request.user, back=request.path))
        return view(request, *args, **kwargs)

    return sign_in_required(gate)


GOOD_FOR: Final = timedelta(days=2)
_SALT: Final = "games.accounts.guest_emails"
_DISMISSED: Final = "email-offer-dismissed"


@dataclass(frozen=True, slots=True)
class EmailOffer:
    """A form in which a guest may give an address, sent to `post`; `next` is where to go from there."""

    post: str
    next: str


def build_offer(request: HttpRequest, *, back: str) -> EmailOffer | None:
    """Return the offer to a guest without an address, until they have answered it in this browser; else None."""
    user = request.user
    if not isinstance(user, User) or not user.guest or user.on_device or user.email or request.session.get(_DISMISSED):
        return None
    return EmailOffer(reverse("accounts:guest_email"), back)


def dismiss_offer(request: HttpRequest) -> None:
    """Make the offer no more in this browser, which is the only one that a guest without an address has."""
    request.session[_DISMISSED] = True


def send_links(*, guest: User, email: str, site: str) -> None:
    """Email a link that confirms the address, or a sign-in link to each user who already has it.

    The caller must answer both cases alike, so that nobody can probe for known addresses. `site` is scheme and host.
    """
    email = User.objects.normalize_email(email)
    own = _build_link_email(guest, email, site)
    known = [
        build_sign_in_email(user, site=site, was_asked_by_guest=True)
        for user in users_with_email(email).exclude(pk=guest.pk)
    ]
    emails.queue_emails(known or [own])


def confirmation_token(guest: User, email: str) -> str:
    """Return a token that carries the address; it is used up once the guest has an address or an account."""
    return signing.dumps([guest.pk, email, _mark(guest, email)], salt=_SALT)


def find_guest(token: str) -> tuple[User, str] | None:
    """Return the guest and the address that the token confirms; None for one that is forged, late or used up."""
    try:
        pk, email, mark = signing.loads(token, salt=_SALT, max_age=GOOD_FOR)
    except (signing.BadSignature, ValueError):
        return None
    guest = User.objects.active().guests().filter(pk=pk, email="").first()
    return (guest, email) if guest and constant_time_compare(mark, _mark(guest, email)) else None


def confirm_email(*, token: str) -> User | None:
    """Store the address and return the guest; None where the token is no good."""
    found = find_guest(token)
    if found is None:
        return None
    with suppress(AccountDeleted, ValidationError), lock_person(found[0]) as guest:
        # Check again under the lock, because another tab may have confirmed it or created an account.
        if find_guest(token):
            guest.email = found[1]
            guest.full_clean()
            guest.save(update_fields=["email"])
            return guest
    return None


def remove_email(*, guest: User) -> None:
    """Forget the address of a guest, and end all their sessions but the one renewed by the caller.

    Raises AccountDeleted.
    """
    with lock_person(guest) as person:
        if not person.guest:
            return
        person.email = ""
        # Set a new unusable password, so that the link that confirmed this address can't confirm it again.
        person.set_unusable_password()
        person.save(update_fields=["email", "password"])
        Session.objects.filter(usersession__user=person).delete()
        transaction.on_commit(lambda: services.end_sockets(user_id=person.pk))


def _mark(guest: User, email: str) -> str:
    return salted_hmac(_SALT, "\n".join([str(guest.pk), guest.email, email, guest.password])).hexdigest()


def _build_link_email(guest: User, email: str, site: str) -> EmailMessage:
    link = site + reverse("accounts:guest_email_confirm", args=[confirmation_token(guest, email)])
    with translation.override(guest.chosen_language or translation.get_language()):
        text = render_to_string("accounts/guest_email_mail.txt", {"name": str(guest), "link": link})
        return EmailMessage(subject=_("Carto: confirm your email address"), body=text, to=[email])
