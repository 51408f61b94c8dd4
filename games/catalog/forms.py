"""The form by which an admin edits an entry."""

from __future__ import annotations

import json
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy

from games.catalog.models import CatalogEntry
from games.catalog.services import checked
from games.catalog.shelves import find_shelf


class PrettyJSON(json.JSONEncoder):
    """Writes JSON in lines."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{**options, "indent": 2, "ensure_ascii": False})


class CarefulJSON(json.JSONDecoder):
    """Refuses endless nesting and endless numbers like a misplaced comma."""

    def decode(self, s: str, *args: Any) -> Any:
        """The parsed JSON. Raises JSONDecodeError."""
        try:
            return super().decode(s, *args)
        except (ValueError, RecursionError) as error:
            raise json.JSONDecodeError(str(error), s, 0) from None


class EntryForm(forms.ModelForm):  # type: ignore[type-arg]  # generic to mypy alone
    """Name and definition of a new version; id and name stand outside the definition, where each has its own place."""

    definition = forms.JSONField(
        label=gettext_lazy("Definition"),
        required=False,
        encoder=PrettyJSON,
        decoder=CarefulJSON,
        widget=forms.Textarea(attrs={"rows": 24, "cols": 90, "class": "vLargeTextField", "spellcheck": "false"}),
        error_messages={"invalid": gettext_lazy("This is not JSON: look for a missing comma, bracket or quote.")},
    )

    class Meta:
        model = CatalogEntry
        fields = ("name", "definition")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["definition"] = _without_labels(self.instance.definition)
        shelf = find_shelf(self.instance.set, self.instance.kind)
        # A reader without the right to change is shown no fields.
        if shelf and "definition" in self.fields:
            self.fields["definition"].help_text = shelf.help(self.instance.kind)

    def clean(self) -> dict[str, Any]:
        """Let the game read the whole definition, and say next to it what is wrong."""
        cleaned = super().clean() or {}
        if "definition" not in cleaned or "name" not in cleaned:
            return cleaned
        try:
            cleaned["definition"] = checked(self.instance, self._whole(cleaned))
        except ValidationError as error:
            self.add_error("definition", error)
        return cleaned

    def _whole(self, cleaned: dict[str, Any]) -> Any:
        definition = cleaned["definition"]
        if not isinstance(definition, dict):
            return definition
        labels = {key: cleaned["name"] for key in ("name",) if key in self.instance.definition}
        return {**definition, "id": self.instance.key, **labels}


def _without_labels(definition: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in definition.items() if key not in ("id", "name")}
