"""Services for every change to a person."""

import secrets
from datetime import datetime, timedelta
from functools import partial
from typing import Final
from uuid import UUID

from axes.utils import reset as forget_failures
from django.contrib.auth.hashers import make_password
from django.contrib.auth.tokens import default_token_generator
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.db import IntegrityError, transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.crypto import salted_hmac
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import gettext as _

from games import clock
from games.accounts import sockets
from games.accounts.crests import Crest
from games.accounts.emails import build_sign_in_email, mail_links
from games.accounts.models import Theme, User
from games.accounts.person_lock import lock_person
from games.accounts.signals import time_zone_noted
from games.locks import writing

_A_MOMENT: Final = timedelta(minutes=1)
TABLE_SETTINGS: Final = ("sounds", "shape_lines", "star_previews", "double_tap", "keys_on_map")
_PRIVACY: Final = ("hidden", "shows_online", "shows_rating", "invited_by_followed")
_PROFILE: Final = ("display_name", "title", "language", "theme", *TABLE_SETTINGS, *_PRIVACY)


def sign_up(
    *,
    username: str,
    password: str,
    display_name: str = "",
    email: str = "",
    language: str = "",
    time_zone: str = "",
) -> User:
    """Store a new user whose email address is unconfirmed.

    Raises ValidationError if a field is invalid or another user takes the name at the same moment.
    """
    try:
        return User.objects.create_user(
            username,
            password,
            display_name=display_name,
            pending_email=User.objects.normalize_email(email),
            language=language,
            time_zone=time_zone,
        )
    except IntegrityError:
        raise ValidationError({"username": _("This username is taken.")}) from None


def make_guest(*, display_name: str, command_id: UUID | None = None, time_zone: str = "") -> User:
    """Store a new guest under an unguessable sign-in name.

    A form resent with the same `command_id` shortly after returns the same guest. Raises ValidationError if a field
    is invalid.
    """
    if guest := guest_made_by(command_id):
        return guest
    if command_id is not None:
        try:
            return _new_guest(_username_by(command_id), display_name, time_zone)
        except (IntegrityError, ValidationError):
            # Either a field is invalid or the same form was sent before: at the same moment or long ago.
            if guest := guest_made_by(command_id):
                return guest
    return _new_guest(f"guest-{secrets.token_hex(6)}", display_name, time_zone)


def _new_guest(username: str, display_name: str, time_zone: str) -> User:
    with writing():
        return User.objects.create_user(username, display_name=display_name, time_zone=time_zone, guest=True)


def guest_made_by(command_id: UUID | None) -> User | None:
    """Return the guest that a form created within the last minute. Only the browser with the form knows its id."""
    if command_id is None:
        return None
    now = clock.now()
    recent = User.objects.active().guests().filter(date_joined__range=(now - _A_MOMENT, now + _A_MOMENT))
    return recent.named(_username_by(command_id)).first()


def _username_by(command_id: UUID | None) -> str:
    return f"guest-{salted_hmac('guest', str(command_id)).hexdigest()[:12]}"


def upgrade_guest(*, guest: User, username: str, password: str, display_name: str = "", email: str = "") -> User:
    """Make an account of a guest, who stays the same person.

    Raises AccountDeleted, and ValidationError; either changes nothing.
    """
    hashed = make_password(password)  # before anybody has to wait for it
    with lock_person(guest) as user:
        if not user.guest:
            raise ValidationError(_("You already have an account."))
        user.username, user.guest = username, False
        new = User.objects.normalize_email(email)
        # The address that the guest has already confirmed stays in effect.
        user.pending_email = "" if new == user.email else new
        user.email = user.email if new else ""
        user.display_name = display_name or username
        user.password = hashed
        user.full_clean()
        try:
            user.save(update_fields=["username", "guest", "email", "pending_email", "display_name", "password"])
        except IntegrityError:
            raise ValidationError({"username": _("This username is taken.")}) from None
    return user


def note_visit(*, guest: User, now: datetime) -> None:
    """Remember when a guest, whose row is locked, was here last. Part of a transaction."""
    guest.last_login, guest.kept_for_others = now, False
    guest.save(update_fields=["last_login", "kept_for_others"])


def update_profile(
    *,
    user: User,
    display_name: str,
    title: str,
    language: str,
    theme: str,
    sounds: bool,
    shape_lines: bool,
    star_previews: bool,
    double_tap: bool,
    keys_on_map: bool,
    hidden: bool,
    shows_online: bool,
    shows_rating: bool,
    invited_by_followed: bool,
) -> None:
    """Change what others see, the language, look and sounds of the site, and how one draws.

    Raises AccountDeleted and ValidationError.
    """
    with lock_person(user) as person:
        person.display_name, person.title, person.language = display_name or person.username, title, language
        person.theme, person.sounds, person.shape_lines, person.hidden = theme, sounds, shape_lines, hidden
        person.star_previews, person.double_tap, person.keys_on_map = star_previews, double_tap, keys_on_map
        person.shows_online, person.invited_by_followed = shows_online, invited_by_followed
        person.shows_rating = shows_rating
        person.full_clean()
        person.save(update_fields=_PROFILE)


def choose_crest(*, user: User, crest: Crest) -> None:
    """Change the crest of a person. The one of their name isn't stored, so that it follows the name.

    Raises AccountDeleted.
    """
    with lock_person(user) as person:
        person.crest = "" if crest == person.generated_crest else str(crest)
        person.save(update_fields=["crest"])


def choose_language(*, user: User, language: str) -> None:
    """Change the language in which the site speaks to a person. Raises AccountDeleted."""
    with lock_person(user) as person:
        person.language = language
        person.save(update_fields=["language"])


def choose_theme(*, user: User, theme: Theme) -> None:
    """Change how the pages look to a person. Raises AccountDeleted."""
    with lock_person(user) as person:
        person.theme = theme
        person.save(update_fields=["theme"])


def choose_table_settings(*, user: User, **changes: bool) -> None:
    """Turn some of the `TABLE_SETTINGS` on or off. Raises AccountDeleted."""
    with lock_person(user) as person:
        for name, value in changes.items():
            setattr(person, name, value)
        person.save(update_fields=list(changes))


def note_time_zone(*, user: User, time_zone: str) -> None:
    """Store the time zone reported by the browser, unless the user has one already.

    Raises AccountDeleted if the account is deleted.
    """
    with lock_person(user) as person:
        if not person.time_zone:
            person.time_zone = time_zone
            person.save(update_fields=["time_zone"])
            time_zone_noted.send(User, user=person)


def change_password(*, user: User, password: str) -> User:
    """Set a new password, end all sessions of the user, and return the user as then stored.

    The caller renews the session that should continue. Raises AccountDeleted if the account is deleted.
    """
    hashed = make_password(password)  # before anybody has to wait for it
    with lock_person(user) as person:
        person.password = hashed
        person.save(update_fields=["password"])
        Session.objects.filter(usersession__user=person).delete()
        transaction.on_commit(lambda: end_sockets(user_id=person.pk))
    return person


def reset_password(*, user: User, password: str) -> None:
    """Set a new password by the mailed link and forget the failed sign-ins that may have led to it. Raises
    AccountDeleted.
    """
    change_password(user=user, password=password)
    forget_failures(username=user.username.lower())


def mail_reset_links(*, email: str, site: str) -> list[User]:
    """Email a reset link to every user with this address, and return those users.

    Guests get a link that signs them in. The call takes equally long if the address is unknown. `site` is scheme and
    host, such as `https://carto.example`.
    """
    return mail_links(
        email=email, people=User.objects.with_confirmed_email(email), write=partial(_build_reset_email, site=site)
    )


def end_sockets(*, user_id: int) -> None:
    """Notify the user's open sockets that their session has ended. Errors are logged, never raised."""
    sockets.send(f"user.{user_id}", {"type": "session.ended"})


def _build_reset_email(user: User, *, site: str) -> EmailMessage:
    if user.guest:  # who has no password to forget
        return build_sign_in_email(user, site=site)
    uid = urlsafe_base64_encode(force_bytes(user.pk))
    path = reverse("accounts:password_reset_confirm", args=[uid, default_token_generator.make_token(user)])
    with translation.override(user.chosen_language or translation.get_language()):
        text = render_to_string("accounts/password_reset_mail.txt", {"username": user.username, "link": site + path})
        return EmailMessage(subject=_("Carto: reset your password"), body=text, to=[user.email])
