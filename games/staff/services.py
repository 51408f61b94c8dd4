"""The groups that come with the site: what moderators and curators may do. Who has every right may change them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from django.contrib.auth.models import Group, Permission
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _
from django_otp import verify_token
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken

from games.accounts.limits import NO_WAIT
from games.accounts.models import User
from games.accounts.person_lock import lock_person
from games.staff.models import Authenticator

GROUPS: Final[dict[str, tuple[str, ...]]] = {
    "moderators": (
        *("tables.view_table", "tables.view_seat", "tables.view_incident", "tables.moderate_table"),
        *("accounts.view_user", "studies.moderate_words"),
    ),
    "curators": (
        *("catalog.view_catalogentry", "catalog.add_catalogentry", "catalog.change_catalogentry"),
        "catalog.review_catalogentry",
    ),
}


def create_groups(sender: object, using: str = "default", **_: Any) -> None:
    """Make the groups that are not there yet, with their rights; those that are there stay as somebody wants them."""
    groups = Group.objects.using(using)
    present = set(groups.filter(name__in=GROUPS).values_list("name", flat=True))
    for name, rights in GROUPS.items():
        if name in present:
            continue
        permissions = [permission for right in rights for permission in _permission(right, using)]
        if len(permissions) < len(rights):  # they come with the last of the apps
            continue
        group, created = groups.get_or_create(name=name)
        if created:
            group.permissions.set(permissions)


def _permission(right: str, using: str) -> list[Permission]:
    app, name = right.split(".")
    return list(Permission.objects.using(using).filter(content_type__app_label=app, codename=name))


RECOVERY_CODES: Final = 10


def enrol(*, user: User, key: str, code: str) -> list[str]:
    """Give a person the authenticator that holds `key` (hex), in place of any other, and return new recovery codes.

    Sessions that gave the former second factor must give the new one. Raises ValidationError when the code is not the
    authenticator's, and then changes nothing, and AccountDeleted.
    """
    # The lock leaves a single authenticator if two browsers do this at the same time.
    with lock_person(user):
        _remove(user)
        authenticator = Authenticator.objects.create(user=user, name="authenticator", key=key)
        if not authenticator.verify_token(code):
            raise ValidationError({"code": _("This code doesn’t match the secret. Check the clock of your device.")})
        return _new_recovery_codes(user)


def renew_recovery_codes(*, user: User) -> list[str]:
    """Return new recovery codes and invalidate the old ones."""
    with lock_person(user):
        return _new_recovery_codes(user)


def remove(*, user: User) -> bool:
    """Remove a person's authenticator and recovery codes; return whether there were any."""
    with lock_person(user):
        return _remove(user)


def take_code(*, user: User, device: Any, code: str) -> bool:
    """Return whether the device's code is valid; each works once, and a wrong one extends `wait_of`."""
    with lock_person(user):
        return verify_token(user, device.persistent_id, code) is not None


def wait_of(device: Any) -> timedelta:
    """Return the device's lockout time, which doubles with each wrong code."""
    allowed, why = device.verify_is_allowed()
    return NO_WAIT if allowed else why["locked_until"] - timezone.now()


def _remove(user: User) -> bool:
    removed, _of = Authenticator.objects.filter(user=user).delete()
    StaticDevice.objects.filter(user=user).delete()
    return bool(removed)


def _new_recovery_codes(user: User) -> list[str]:
    # Keep an existing device, because it counts failed attempts and sessions depend on it.
    device, _made = StaticDevice.objects.get_or_create(user=user, defaults={"name": "recovery codes"})
    device.token_set.all().delete()
    codes = [StaticToken.random_token() for _number in range(RECOVERY_CODES)]
    StaticToken.objects.bulk_create(StaticToken(device=device, token=code) for code in codes)
    return codes
