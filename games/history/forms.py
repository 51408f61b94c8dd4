"""The form by which a record is brought."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.accounts.forms_base import CartoForm
from games.history.upload_checks import MOST_BYTES


class RecordForm(CartoForm):
    """A record as a file or as text; call `text` on a valid form only."""

    file = forms.FileField(
        label=gettext_lazy("Game file"),
        help_text=gettext_lazy(
            "The JSON file downloaded at the end of a game, or several game files in JSON Lines format; 2 MB at most."
        ),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".json,.jsonl,application/json"}),
    )
    pasted = forms.CharField(
        label=gettext_lazy("Or paste as text"),
        help_text=gettext_lazy("Paste the whole file."),
        required=False,
        strip=True,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false", "autocomplete": "off"}),
    )

    def clean(self) -> dict[str, Any]:
        """The two as one; refuse a form without either, and a file that is too long or no text."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        file = cleaned.get("file")
        if file is not None and file.size > MOST_BYTES:
            self.add_error("file", _("This text is too long for a game file."))
            return cleaned
        try:
            cleaned["text"] = file.read().decode("utf-8-sig") if file else cleaned.get("pasted", "")
        except UnicodeDecodeError:
            self.add_error("file", _("This file is not UTF-8 text. Save it as UTF-8 and choose it again."))
            return cleaned
        if not cleaned["text"].strip():
            self.add_error("file", _("Choose a file or paste its text."))
        return cleaned

    @property
    def text(self) -> str:
        """The record as it was sent."""
        return str(self.cleaned_data["text"])
