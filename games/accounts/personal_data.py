"""Export and deletion of a person's data."""

from __future__ import annotations

import secrets
from typing import Any

from axes.utils import reset as forget_failures
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import ProtectedError
from django.utils import timezone
from django_otp import devices_for_user

from games.accounts import names
from games.accounts.models import RetiredName, User
from games.accounts.services import end_sockets
from games.accounts.sessions import sessions_of
from games.accounts.signals import person_erased
from games.accounts.vacations import vacations_of


def erase_person(*, user: User) -> None:
    """Delete a user with all sessions, as part of a transaction.

    If records that are kept refer to the user, a row without any of their data stays in place.
    """
    nameless = f"former-{secrets.token_hex(6)}"
    if not user.guest:
        RetiredName.objects.get_or_create(digest=names.digest(user.username))
    forget_failures(username=user.username.lower())
    Session.objects.filter(usersession__user=user).delete()
    user.sessions.all().delete()  # those whose session is gone already
    about = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(User), object_id=str(user.pk))
    about.update(object_repr=nameless)
    for device in devices_for_user(user, confirmed=None):
        device.delete()
    user.sanctions.all().delete()
    person_erased.send(sender=User, user=user)
    if LogEntry.objects.filter(user=user).exists() or not _deleted(user):
        _make_nameless(user, nameless)
    transaction.on_commit(lambda: end_sockets(user_id=user.pk))


def _deleted(user: User) -> bool:
    try:
        with transaction.atomic():
            User.objects.filter(pk=user.pk).delete()
    except ProtectedError:
        return False
    return True


def _make_nameless(user: User, nameless: str) -> None:
    now = timezone.now()
    gone = User(pk=user.pk, username=nameless, is_active=False, date_joined=now, erased_at=now)
    gone.set_unusable_password()
    gone.groups.clear()
    gone.user_permissions.clear()
    # All other fields get the default of a new user, so fields that are added later are cleared too.
    gone.save(force_update=True)


def profile_data(user: User) -> dict[str, Any]:
    """Return the user as stored, without the password, of which only a hash is known."""
    return {
        "username": user.username,
        "display_name": user.display_name,
        "title": user.title,
        "crest": user.shown_crest,
        "email": user.email,
        "email_to_be_confirmed": user.pending_email,
        "email_refused_since": user.email_refused_at,
        "language": user.language,
        "theme": user.theme,
        "time_zone": user.time_zone,
        "vacations": [{"begins": one.begins, "ends": one.ends} for one in vacations_of(user)],
        "sounds": user.sounds,
        "shape_lines": user.shape_lines,
        "star_previews": user.star_previews,
        "double_tap": user.double_tap,
        "keys_on_map": user.keys_on_map,
        "hidden": user.hidden,
        "shows_online": user.shows_online,
        "shows_rating": user.shows_rating,
        "invited_by_followed": user.invited_by_followed,
        "muted_until": user.muted_until,
        "guest": user.guest,
        "staff": user.is_staff,
        "since": user.date_joined,
        "last_sign_in": user.last_login,
    }


def session_data(user: User) -> list[dict[str, Any]]:
    """The sessions in which the person is signed in, without the keys that open them."""
    return [{"browser": session.browser, "begun": session.begun, "seen": session.seen} for session in sessions_of(user)]
