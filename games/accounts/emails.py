"""Email addresses of users, links by email to confirm or sign in, and sending email after the response."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import Final

from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core import signing
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.encoding import force_bytes, force_str
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode
from django.utils.translation import gettext as _

from games import clock
from games.accounts import limits
from games.accounts.models import AccountDeleted, User, UserQuerySet
from games.accounts.person_lock import lock_person

_log: Final = logging.getLogger(__name__)
# One thread without database access: a slow mail server must not slow down a response or reveal that an email was
# sent.
_postman: Final = ThreadPoolExecutor(max_workers=1, thread_name_prefix="mail")


def queue_emails(messages: Sequence[EmailMessage]) -> Future[None]:
    """Send these later, one after the other; what fails is logged."""
    return _postman.submit(_send, tuple(messages))


def _send(messages: tuple[EmailMessage, ...]) -> None:
    for message in messages:
        try:
            message.send()
        except OSError:  # smtplib's errors are OSErrors
            _log.exception("failed to send an email")


def wait_until_sent(seconds: float = 10) -> None:
    """Return when everything posted so far has gone; raises TimeoutError."""
    queue_emails(()).result(timeout=seconds)


GOOD_FOR: Final = timedelta(days=2)
_SALT: Final = "games.accounts.emails"


def wait_before_writing(*, user: User, email: str) -> timedelta:
    """Count one email by this user and to this address; return the wait, zero if it may be sent."""
    return limits.count_limited_use(limits.EMAIL_MAIL, str(user.pk)) or limits.count_limited_use(
        limits.EMAIL_MAIL, email.lower()
    )


def change_email(*, user: User, email: str) -> None:
    """Let a new address wait to be confirmed, while the old one stays in force and is told. No address, or the present
    one, counts at once. Raises AccountDeleted and ValidationError.
    """
    new = User.objects.normalize_email(email)
    with lock_person(user) as person:
        before = person.email
        if new in ("", before):
            person.email, person.pending_email, person.email_refused_at = new, "", None
        else:
            person.pending_email = new
        person.full_clean()
        person.save(update_fields=["email", "pending_email", "email_refused_at"])
    if before not in ("", new):
        queue_emails([_warning(user, before)])


def send_link(*, user: User, site: str) -> None:
    """Send to the address that waits a link by which it is confirmed; `site` is scheme and host. Raises
    AccountDeleted.
    """
    with lock_person(user):  # which reads the address again
        pass
    link = site + reverse("accounts:email_confirm", args=[confirmation_token(user)])
    with translation.override(user.chosen_language or translation.get_language()):
        text = render_to_string("accounts/email_confirm_mail.txt", {"username": user.username, "link": link})
        queue_emails([EmailMessage(subject=_("Carto: confirm your email address"), body=text, to=[user.pending_email])])


def confirmation_token(user: User) -> str:
    """Return the token that confirms the pending address. It expires once used, or if either address or the password
    changes.
    """
    return signing.dumps([user.pk, _email_state_hash(user)], salt=_SALT)


def person_to_confirm(token: str) -> User | None:
    """Return the user whose address a token confirms, or None if it is forged, expired or used."""
    try:
        pk, mark = signing.loads(token, salt=_SALT, max_age=GOOD_FOR)
    except (signing.BadSignature, ValueError):
        return None
    user = User.objects.active().exclude(pending_email="").filter(pk=pk).first()
    return user if user and constant_time_compare(mark, _email_state_hash(user)) else None


def confirm_email(*, token: str) -> User | None:
    """Make the pending address the current one. Returns the user, or None if the token is invalid."""
    user = person_to_confirm(token)
    if user is None:
        return None
    with suppress(AccountDeleted), lock_person(user) as person:
        # Check again under the lock, because another tab may have confirmed or changed the address.
        if person_to_confirm(token):
            person.email, person.pending_email, person.email_refused_at = person.pending_email, "", None
            person.save(update_fields=["email", "pending_email", "email_refused_at"])
            return person
    return None


def note_refusal(*, user: User, email: str) -> None:
    """Note that the mail server refuses an address for good, unless the person has another by now."""
    with suppress(AccountDeleted), lock_person(user) as person:
        if person.email == email and person.email_refused_at is None:
            person.email_refused_at = clock.now()
            person.save(update_fields=["email_refused_at"])


def trust_email(*, user: User) -> None:
    """Write to the person's address again, which they say works. Raises AccountDeleted."""
    with lock_person(user) as person:
        person.email_refused_at = None
        person.save(update_fields=["email_refused_at"])


def _email_state_hash(user: User) -> str:
    """Return a hash that changes as soon as the link must not count anymore.

    It reveals neither addresses nor password.
    """
    return salted_hmac(_SALT, "\n".join([user.email, user.pending_email, user.password])).hexdigest()


def _warning(user: User, address: str) -> EmailMessage:
    with translation.override(user.chosen_language or translation.get_language()):
        text = render_to_string("accounts/email_warning_mail.txt", {"username": user.username})
        return EmailMessage(subject=_("Carto: your email address is being changed"), body=text, to=[address])


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
    queue_emails(list(letters.values()))
    return list(letters)


def build_sign_in_email(user: User, *, site: str, was_asked_by_guest: bool = False) -> EmailMessage:
    """Return the letter with a link; `was_asked_by_guest` where a guest gave the address of an existing account."""
    uid = urlsafe_base64_encode(force_bytes(user.pk))
    link = site + reverse("accounts:sign_in_by_link", args=[uid, _tokens.make_token(user)])
    context = {"name": str(user), "link": link, "was_asked_by_guest": was_asked_by_guest}
    with translation.override(user.chosen_language or translation.get_language()):
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
