"""Form of a message."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.accounts.forms import CartoForm, new_command_id
from games.accounts.names import clean_shown_name
from games.talk.models import TEXT_MAX, Phrase


def clean_message(text: str) -> str:
    """Return a text in NFKC with single spaces, 1 to 300 characters. Raises ValidationError."""
    words = clean_shown_name(text, most=TEXT_MAX)
    if not words:
        raise ValidationError(_("Enter a message or choose a phrase."), code="required")
    return words


class MessageForm(CartoForm):
    """Form of a message: a phrase if its button was pressed, else the text."""

    phrase = forms.ChoiceField(choices=Phrase, required=False)
    text = forms.CharField(
        label=gettext_lazy("Message"),
        required=False,
        strip=False,
        widget=forms.TextInput(
            attrs={"maxlength": TEXT_MAX, "autocomplete": "off", "dir": "auto", "enterkeyhint": "send"}
        ),
    )
    command_id = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, initial={"command_id": new_command_id()}, auto_id="talk-%s")

    def clean(self) -> dict[str, Any]:
        """Check the text unless a phrase was chosen."""
        cleaned: dict[str, Any] = super().clean() or {}
        if not cleaned.get("phrase") and not self.errors:
            try:
                cleaned["text"] = clean_message(cleaned.get("text", ""))
            except ValidationError as problem:
                self.add_error("text", problem)
        return cleaned

    def content(self) -> Phrase | str:
        """Return the message; the form must be valid."""
        phrase = self.cleaned_data["phrase"]
        return Phrase(phrase) if phrase else str(self.cleaned_data["text"])
