"""Forms and presenters of the staff's sign-in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.forms import Form
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django_otp.plugins.otp_static.models import StaticToken

from games.accounts.forms import CartoForm, OwnPasswordForm, SignInForm
from games.accounts.models import User
from games.staff.models import Authenticator


class StaffSignInForm(SignInForm):
    """Name and password of a member of staff."""

    def clean(self) -> dict[str, Any]:
        """Find the member of staff."""
        cleaned = super().clean()
        if self.user and not self.user.is_staff:
            self.user = None
            raise ValidationError(_("Incorrect username or password, or not a staff account."), code="sign_in")
        return cleaned


class CodeForm(CartoForm):
    """The code that the authenticator shows."""

    code = forms.CharField(
        label=gettext_lazy("Code"),
        max_length=20,
        help_text=gettext_lazy("The 6-digit code from your authenticator app. Each code works once."),
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "inputmode": "numeric", "autofocus": True}),
    )

    def clean_code(self) -> str:
        """Take the code in two groups too, as apps show it."""
        code = "".join(self.cleaned_data["code"].split())
        if not re.fullmatch("[0-9]{6}", code):
            raise ValidationError(_("The code must have 6 digits."), code="digits")
        return code


class RecoveryForm(OwnPasswordForm):
    """The password and one of the recovery codes."""

    code = forms.CharField(
        label=gettext_lazy("Recovery code"),
        max_length=20,
        help_text=gettext_lazy("One of your 8-letter recovery codes. Each code works once."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )

    def clean_code(self) -> str:
        """Take the code in capitals and with blanks or hyphens too."""
        return "".join(filter(str.isalnum, self.cleaned_data["code"])).lower()


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
    """A new authenticator secret: as a link for the same device, and in groups of letters."""

    form: Form
    link: str
    secret: str


def factor_page(user: User) -> FactorPage:
    """Return the second factor details that its owner may see."""
    authenticator = Authenticator.objects.filter(user=user).first()
    if authenticator is None:
        return FactorPage(required=settings.SECOND_FACTOR_REQUIRED)
    left = StaticToken.objects.filter(device__user=user).count()
    return FactorPage(settings.SECOND_FACTOR_REQUIRED, authenticator.created_at, authenticator.last_used_at, left)


def in_groups(secret: str) -> str:
    """Return a secret in groups of four letters."""
    return " ".join(secret[at : at + 4] for at in range(0, len(secret), 4))
