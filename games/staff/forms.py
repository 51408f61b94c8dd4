"""Sign-in forms for staff."""

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.accounts.forms import CartoForm, OwnPasswordForm, SignInForm


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
