"""A guest's email address, by which they can sign in again: stored once the link sent there has been opened."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.contrib.sessions.models import Session
from django.core import signing
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.db import transaction
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from games.accounts import mail, services
from games.accounts.errors import AccountDeleted
from games.accounts.models import User
from games.accounts.person_lock import lock_person
from games.accounts.sign_in_links import people_at, sign_in_letter

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
    if not isinstance(user, User) or not user.guest or user.email or request.session.get(_DISMISSED):
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
    own = _letter(guest, email, site)
    known = [sign_in_letter(user, site=site, was_asked_by_guest=True) for user in people_at(email).exclude(pk=guest.pk)]
    mail.post(known or [own])


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


def _letter(guest: User, email: str, site: str) -> EmailMessage:
    link = site + reverse("accounts:guest_email_confirm", args=[confirmation_token(guest, email)])
    with translation.override(guest.spoken or translation.get_language()):
        text = render_to_string("accounts/guest_email_mail.txt", {"name": str(guest), "link": link})
        return EmailMessage(subject=_("Carto: confirm your email address"), body=text, to=[email])
