"""Form to remove the PINs of a table on one device."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from games.accounts.forms import EraseForm
from games.accounts.models import User


class RemovePinsForm(EraseForm):
    """Confirmation that the PINs are removed: the password, or a checkbox for guests."""

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, user=user, **kwargs)
        if isinstance(sure := self.fields.get("sure"), forms.BooleanField):
            sure.label = gettext_lazy("Yes, remove all PINs")
