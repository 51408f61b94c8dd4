"""Mailed links that sign in without a password: the way back for guests, whom only a browser knows otherwise."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import Final

from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.encoding import force_bytes, force_str
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode
from django.utils.translation import gettext as _

from games.accounts import emails, limits
from games.accounts.models import AccountDeleted, User, UserQuerySet
from games.accounts.person_lock import lock_person

_LARGEST_KEY: Final = 2**63 - 1


class _Tokens(PasswordResetTokenGenerator):
    """Tokens good for an hour, and no longer once the person has signed in or changed their address or password."""

    key_salt = "games.accounts.sign_in_links"

    def _make_hash_value(self, user: User, timestamp: int) -> str:
        # Django's own version drops fractions of a second, so a link could be used twice within one second.
        last = user.last_login.isoformat() if user.last_login else ""
        return "\n".join([str(user.pk), user.password, last, str(timestamp), user.email])


_tokens: Final = _Tokens()


def users_with_email(email: str) -> UserQuerySet:
    """Return the people, guests too, who may sign in by a link sent to this confirmed address.

    Members of staff may not: their password stays their first factor.
    """
    return User.objects.with_confirmed_email(email).filter(is_staff=False)


def mail_sign_in_links(*, email: str, site: str) -> list[User]:
    """Email a sign-in link to every user with this address, and return those users.

    The call takes equally long if the address is unknown. `site` is scheme and host, such as `https://carto.example`.
    """
    return mail_links(email=email, people=users_with_email(email), write=partial(build_sign_in_email, site=site))


def mail_links(*, email: str, people: Iterable[User], write: Callable[[User], EmailMessage]) -> list[User]:
    """Send the emails written for these users within the rate limits, and return the recipients."""
    allowed = not limits.count_limited_use(limits.RESET_MAIL, email.lower())
    letters: dict[User, EmailMessage] = {}
    # For an unknown address, write an email without a recipient anyway, so that the response takes as long.
    for user in list(people) or [User(username="nobody")]:
        letter = write(user)
        wait = limits.count_limited_use(limits.RESET_ACCOUNT, str(user.pk or email.lower()))
        if allowed and not wait and user.pk:
            letters[user] = letter
    emails.queue_emails(list(letters.values()))
    return list(letters)


def build_sign_in_email(user: User, *, site: str, was_asked_by_guest: bool = False) -> EmailMessage:
    """Return the letter with a link; `was_asked_by_guest` where a guest gave the address of an existing account."""
    uid = urlsafe_base64_encode(force_bytes(user.pk))
    link = site + reverse("accounts:sign_in_by_link", args=[uid, _tokens.make_token(user)])
    context = {"name": str(user), "link": link, "was_asked_by_guest": was_asked_by_guest}
    with translation.override(user.spoken or translation.get_language()):
        text = render_to_string("accounts/sign_in_link_mail.txt", context)
        return EmailMessage(subject=_("Carto: your sign-in link"), body=text, to=[user.email])


def find_person(uid: str, token: str) -> User | None:
    """Return the person whom the link signs in; None for a link that is forged, late or used up."""
    try:
        key = int(force_str(urlsafe_base64_decode(uid)))
    except ValueError:
        return None
    if not 0 < key <= _LARGEST_KEY:
        return None
    user = User.objects.active().filter(pk=key, is_staff=False).exclude(email="").first()
    return user if user and _tokens.check_token(user, token) else None


def use_link(uid: str, token: str) -> User | None:
    """Use the link up and return the person to sign in; None where it is no good."""
    user = find_person(uid, token)
    if user is None:
        return None
    with suppress(AccountDeleted), lock_person(user) as person:
        # Check again under the lock, because the same link may have been used at the same moment.
        if find_person(uid, token):
            person.last_login = timezone.now()
            person.save(update_fields=["last_login"])
            return person
    return None
