"""Security audit log of sign-ins, failed attempts and refusals.

Each is one line on the logger `carto.security`.
"""

import logging
from enum import StrEnum
from typing import Any, Final

from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.dispatch import receiver
from django.http import HttpRequest

from games.accounts.backends import find_accounts
from games.accounts.client_address import client_ip, sign_in_name
from games.accounts.models import User

_log: Final = logging.getLogger("carto.security")


class AuditEvent(StrEnum):
    """Security event; docs/deployment.md says when each is logged."""

    SIGN_UP = "sign-up"
    SIGN_IN = "sign-in"
    SIGN_IN_FAILED = "sign-in-failed"
    SIGN_OUT = "sign-out"
    DELETED = "deleted"
    MODERATED = "moderated"
    REFUSED = "refused"
    PASSWORD_WRONG = "password-wrong"  # noqa: S105 - the name of an event
    PASSWORD_CHANGED = "password-changed"  # noqa: S105
    PASSWORD_RESET = "password-reset"  # noqa: S105
    RESET_ASKED = "reset-asked"
    SIGN_IN_LINK_ASKED = "sign-in-link-asked"
    EMAIL_CHANGED = "email-changed"
    EMAIL_CONFIRMED = "email-confirmed"
    SECOND_FACTOR_GIVEN = "second-factor-given"
    SECOND_FACTOR_WRONG = "second-factor-wrong"
    SECOND_FACTOR_SET_UP = "second-factor-set-up"
    SECOND_FACTOR_REMOVED = "second-factor-removed"
    RECOVERY_CODES_RENEWED = "recovery-codes-renewed"


_WARNINGS: Final = frozenset(
    {AuditEvent.SIGN_IN_FAILED, AuditEvent.REFUSED, AuditEvent.PASSWORD_WRONG, AuditEvent.SECOND_FACTOR_WRONG}
)


def record(
    event: AuditEvent, request: HttpRequest, person: User | AnonymousUser | None = None, **more: str | int
) -> None:
    """Write an audit log entry about `person`, or about the signed-in user by default.

    Never pass passwords, tokens, or typed text that may be one.
    """
    _write(event, person or request.user, address=client_ip(request), **more)


def record_command(event: AuditEvent, person: User) -> None:
    """Write an audit log entry about a `manage.py` command."""
    _write(event, person, by="manage.py")


def _write(event: AuditEvent, who: User | AnonymousUser, **more: str | int) -> None:
    fields = {"event": str(event), "user": who.pk, "username": who.get_username(), **more}
    level = logging.WARNING if event in _WARNINGS else logging.INFO
    # `!a` escapes control characters that could start a new line or move a terminal's cursor.
    line = " ".join(f"{name}={value!a}" for name, value in fields.items())
    _log.log(level, "%s", line, extra={"fields": fields})


# Signals, because the admin's own form and any future sign-in form also send them.
@receiver(user_logged_in)
def _signed_in(sender: object, request: HttpRequest, user: User, **_: Any) -> None:
    record(AuditEvent.SIGN_IN, request, user)


@receiver(user_logged_out)
def _signed_out(sender: object, request: HttpRequest, user: User | None, **_: Any) -> None:
    if user is not None:
        record(AuditEvent.SIGN_OUT, request, user)


@receiver(user_login_failed)
def _not_signed_in(sender: object, credentials: dict[str, Any], request: HttpRequest | None = None, **_: Any) -> None:
    if request is not None:
        # An unknown username is not logged, because it may be a password typed into the wrong field.
        users = find_accounts(sign_in_name(request, credentials))
        for user in users or (AnonymousUser(),):
            record(AuditEvent.SIGN_IN_FAILED, request, user)
