"""Presenters of the staff pages."""

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.forms import Form
from django_otp.plugins.otp_static.models import StaticToken

from games.accounts.models import User
from games.staff.models import Authenticator


@dataclass(frozen=True, slots=True)
class FactorPage:
    """Page of the viewer's own second factor: setup date, last use and remaining recovery codes.

    `since` is None if there is no second factor. `required` is True if the admin cannot be used without one.
    """

    required: bool
    since: datetime | None = None
    last_used: datetime | None = None
    codes_left: int = 0


@dataclass(frozen=True, slots=True)
class PasswordPage:
    """Page that asks for the password before the action named in its heading."""

    form: Form
    heading: str
    words: str
    button: str
    danger: bool = False


@dataclass(frozen=True, slots=True)
class SecretPage:
    """A new secret, for an app to keep: as a link for the device it is read on, and in groups of letters."""

    form: Form
    link: str
    secret: str


def factor_page(user: User) -> FactorPage:
    """Return what a member of staff may see of their own second factor."""
    authenticator = Authenticator.objects.filter(user=user).first()
    if authenticator is None:
        return FactorPage(required=settings.SECOND_FACTOR_REQUIRED)
    left = StaticToken.objects.filter(device__user=user).count()
    return FactorPage(settings.SECOND_FACTOR_REQUIRED, authenticator.created_at, authenticator.last_used_at, left)


def in_groups(secret: str) -> str:
    """Return the letters of a secret four by four."""
    return " ".join(secret[at : at + 4] for at in range(0, len(secret), 4))
