"""Forms for editing an entry: the parts shared by all kinds, and the JSON form."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.forms import BoundField
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.catalog.drafts import DraftContent
from games.catalog.models import CatalogEntry
from games.catalog.names import NameField, WordsField
from games.catalog.shelves import Data, find_shelf
from games.catalog.validation import parse_definition


@dataclass(frozen=True, slots=True)
class ListChanges:
    """Sentences about parts that were added or removed; the names of the parts' fields begin with `prefix`."""

    prefix: str
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ToolUse:
    """Use of a tool: the submitted form of an entry, and its user. `at` is the value of the pressed button."""

    data: Any
    entry: CatalogEntry
    user: Any

    @property
    def at(self) -> str:
        """Text that tells the part of the form to change, "" for the whole form."""
        return str(self.data.get("at", ""))

    @property
    def number(self) -> int:
        """The same as a number, -1 if it is none."""
        return number_in(self.at)

    def with_values(self, **values: str | int) -> Any:
        """Return a copy of the form data with other values."""
        changed = self.data.copy()
        for key, value in values.items():
            changed[key] = str(value)
        return changed


Tool = Callable[[ToolUse], Any]
"""Returns the form data after a button of the form that saves nothing."""


def number_in(text: str) -> int:
    """Return a submitted number of up to 9 digits, or -1."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else -1


class EntryForm(forms.Form):
    """Form of an entry: name, names and custom texts by language, and curators' notes.

    A subclass defines the initial values of its own fields (`begin`), the resulting definition (`piece`), their
    template (`piece_template`), and by name the tools that change the form without saving it (`tools`).
    """

    piece_template: ClassVar[str] = "admin/catalog/_json.html"
    tools: ClassVar[Mapping[str, Tool]] = {}
    labelled: ClassVar[bool] = True
    """True if the stored form contains the name, and names and texts in other languages."""
    start_label: ClassVar[str | Promise] = gettext_lazy("Start from this component")
    """Label of the button that copies a version to the draft of a new entry."""

    saves = forms.IntegerField(
        widget=forms.HiddenInput,
        min_value=0,
        error_messages=dict.fromkeys(
            ("required", "invalid", "min_value"),
            gettext_lazy("This page is out of date, so nothing was saved. Reload it."),
        ),
    )
    name = NameField(label=gettext_lazy("Name"))
    notes = forms.CharField(
        label=gettext_lazy("Notes for reviewers"),
        max_length=4_000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    source = forms.CharField(
        label=gettext_lazy("Source"),
        help_text=gettext_lazy("Source or author of the idea."),
        max_length=200,
        required=False,
    )
    licence = forms.CharField(label=gettext_lazy("License"), max_length=100, required=False)

    def __init__(self, data: Any = None, *, entry: CatalogEntry) -> None:
        self.entry = entry
        super().__init__(data, initial={**self.shared(entry), **self.begin(entry)})
        if self.labelled:
            self.fields.update(_label_fields())
            self.initial.update(labels_of(entry.definition))

    @staticmethod
    def shared(entry: CatalogEntry) -> dict[str, Any]:
        """Return the initial values of the fields that all types share."""
        names = ("saves", "name", "notes", "source", "licence")
        return {name: getattr(entry, name) for name in names}

    @classmethod
    def begin(cls, entry: CatalogEntry) -> dict[str, Any]:
        """Return the initial values of the type's own fields."""
        return {"definition": _without_labels(entry.definition)}

    def piece(self) -> Data:
        """Return the definition from the type's own fields, called only if each of them is valid."""
        raise NotImplementedError

    def tool_url(self, name: str) -> str:
        """Return the address of a tool, "" for an entry that is not stored."""
        return reverse("admin:catalog_catalogentry_tool", args=[self.entry.pk, name]) if self.entry.pk else ""

    @property
    def preview_url(self) -> str:
        """Address of the action that shows the result of the form, "" for an entry that is not stored."""
        return reverse("admin:catalog_catalogentry_preview", args=[self.entry.pk]) if self.entry.pk else ""

    def is_defining(self, name: str) -> bool:
        """Return True if the definition can't be read while this field has an error."""
        return True

    def list_changes(self, older: CatalogEntry) -> ListChanges | None:
        """Return how a list of parts differs from an older version's, None where its fields tell it one by one."""
        return None

    def examples(self) -> tuple[Data, ...]:
        """Return its test boards."""
        return tuple(self.entry.examples)

    def parts(self) -> Iterator[str]:
        """Yield the ids of the error elements in the form, which change with its data."""
        yield from (f"errors-{field.html_name}" for field in self.visible_fields())
        yield "errors-all"

    @property
    def swapped(self) -> str:
        """CSS selector of the parts that htmx swaps."""
        return ",".join(f"#{part}" for part in self.parts())

    @property
    def name_fields(self) -> Iterator[BoundField]:
        """Fields of the names in other languages."""
        return (self[name] for name in self.fields if name.startswith("name_"))

    @property
    def word_fields(self) -> Iterator[BoundField]:
        """Fields of the custom texts in each language."""
        return (self[name] for name in self.fields if name.startswith("words_"))

    def clean(self) -> dict[str, Any]:
        """Validate the whole definition with the game, and add its errors."""
        cleaned = super().clean() or {}
        if not any(self.is_defining(name) for name in self.errors):
            try:
                cleaned["stored"] = parse_definition(self.entry, self._whole(cleaned))
            except ValidationError as error:
                self.add_error(None, error)
        return cleaned

    def _whole(self, cleaned: dict[str, Any]) -> Any:
        piece = self.piece()
        if not isinstance(piece, dict):
            return piece
        labels = {"name": cleaned["name"]} if self.labelled or "name" in self.entry.definition else {}
        if self.labelled:
            labels |= _texts_by_language(cleaned)
        return {**piece, "id": self.entry.key, **labels}

    @property
    def submitted_saves(self) -> int | None:
        """Save count of the draft when the form was loaded, or None if it wasn't submitted."""
        if not self.is_bound:
            return None
        self.is_valid()
        return self.cleaned_data.get("saves")

    @property
    def stored(self) -> Data | None:
        """The definition as it would be stored, or None if it can't be read or the form wasn't submitted."""
        if not self.is_bound:
            return None
        self.is_valid()
        return self.cleaned_data.get("stored")

    @property
    def is_tool_refused(self) -> bool:
        """True if the tool that was used could not do what it is for, and the form says why."""
        return False

    @property
    def content(self) -> tuple[Data, tuple[Data, ...]] | None:
        """Return the definition and the examples to preview, or None if the form data is invalid."""
        stored = self.stored
        return (stored, self.examples()) if stored is not None else None

    @property
    def behind(self) -> str:
        """Reason why the preview shows an earlier state, or "" if it is up to date."""
        if not self.is_bound or self.content:
            return ""
        return _("Showing an earlier state until the error is fixed. %(fault)s") % {"fault": self.fault}

    @property
    def fault(self) -> str:
        """First error with its field's title, or ""."""
        for name, sentences in self.errors.items():
            title = self.fields[name].label if name in self.fields else ""
            return f"{title}: {sentences[0]}" if title else str(sentences[0])
        return ""

    @property
    def is_unsaved(self) -> bool:
        """True if the form's content differs from the stored one."""
        return self.is_bound and not (self.is_valid() and self.draft_content() == DraftContent.of(self.entry))

    def draft_content(self) -> DraftContent:
        """Return the content of the draft; valid forms only."""
        cleaned = self.cleaned_data
        return DraftContent(
            name=cleaned["name"],
            definition=cleaned["stored"],
            examples=self.examples(),
            notes=_in_lines(cleaned["notes"]),
            source=cleaned["source"],
            licence=cleaned["licence"],
        )


def label_titles() -> dict[str, str]:
    """Return the fields for names and custom texts by language ("name_fr") with their titles. The English name is the
    entry's.
    """
    names = {
        f"name_{code}": _("Name (%(language)s)") % {"language": _(language)}
        for code, language in settings.LANGUAGES
        if code != "en"
    }
    return names | {
        f"words_{code}": _("Text (%(language)s)") % {"language": _(language)} for code, language in settings.LANGUAGES
    }


def _in_lines(text: str) -> str:
    """A text with its lines ended as in a file; browsers send two characters for each end."""
    return text.replace("\r\n", "\n")


def _label_fields() -> dict[str, forms.Field]:
    fields: dict[str, forms.Field] = {}
    for name, label in label_titles().items():
        part, _underscore, code = name.partition("_")
        if part == "name":
            fields[name] = NameField(label=label, required=False)
        else:
            box = forms.Textarea(attrs={"rows": 2, "lang": code})
            fields[name] = WordsField(label=label, widget=box)
    return fields


def labels_of(definition: Data) -> dict[str, str]:
    """Return a definition's names and custom texts, by field name."""
    names = {f"name_{code}": text for code, text in definition.get("names", {}).items()}
    return names | {f"words_{code}": text for code, text in definition.get("words", {}).items()}


def _texts_by_language(cleaned: dict[str, Any]) -> dict[str, dict[str, str]]:
    """Return the names and texts of the fields in a definition's format; empty ones are left out."""
    written: dict[str, dict[str, str]] = {}
    for key, prefix in (("names", "name_"), ("words", "words_")):
        values = {name.removeprefix(prefix): text for name, text in cleaned.items() if name.startswith(prefix)}
        texts = {code: _in_lines(text) for code, text in values.items() if text}
        if texts:
            written[key] = texts
    return written


class PrettyJSON(json.JSONEncoder):
    """Encoder that writes JSON on several lines."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{**options, "indent": 2, "ensure_ascii": False})


class CarefulJSON(json.JSONDecoder):
    """Decoder that reports excessive nesting and huge numbers as syntax errors."""

    def decode(self, s: str, *args: Any) -> Any:
        """Return the parsed JSON. Raises JSONDecodeError."""
        try:
            return super().decode(s, *args)
        except (ValueError, RecursionError) as error:
            raise json.JSONDecodeError(str(error), s, 0) from None


class JSONEntryForm(EntryForm):
    """Form for an entry as JSON, for kinds without an editor. The id and name are kept outside it."""

    labelled = False

    definition = forms.JSONField(
        label=gettext_lazy("Definition"),
        required=False,
        encoder=PrettyJSON,
        decoder=CarefulJSON,
        widget=forms.Textarea(attrs={"rows": 24, "cols": 90, "class": "vLargeTextField", "spellcheck": "false"}),
        error_messages={"invalid": gettext_lazy("Invalid JSON. Check for a missing comma, bracket or quote.")},
    )

    def __init__(self, data: Any = None, *, entry: CatalogEntry) -> None:
        super().__init__(data, entry=entry)
        if shelf := find_shelf(entry.box, entry.kind):
            self.fields["definition"].help_text = shelf.help(entry.kind)

    def piece(self) -> Data:
        """Return the submitted JSON."""
        definition: Data = self.cleaned_data["definition"]
        return definition


def _without_labels(definition: Data) -> Data:
    return {key: value for key, value in definition.items() if key not in ("id", "name")}
