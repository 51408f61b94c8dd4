"""Names of pieces of a game, and their texts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.names import clean_prose, has_unsafe_characters, normalize_title
from games.accounts.names import clean_shown_name
from games.catalog.shelves import Data

MOST_NAME: Final = 60
"""Maximum length of a name, in any language."""
MOST_WORDS: Final = 600
"""Maximum length of a component's own text, in each language."""


_COPY: Final = gettext_lazy("%(name)s (copy)")


class NameField(forms.CharField):
    """A name of a piece, by the rule for all names."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=MOST_NAME, validators=[validate_name], **kwargs)

    def to_python(self, value: Any) -> str:
        """The name with plain single spaces."""
        return normalize_title(str(super().to_python(value)))


class WordsField(forms.CharField):
    """Form field for the custom text of a component, which keeps no-break spaces."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=MOST_WORDS, required=False, **kwargs)

    def to_python(self, value: Any) -> str:
        """The text without unsafe characters."""
        return str(super().to_python(clean_prose(str(value or ""))))


def name_of_copy(name: str, language: str) -> str:
    """Return a name in a language, marked as that of a copy and cut to the maximum length."""
    with translation.override(language):
        excess = max(0, len(_COPY % {"name": name}) - MOST_NAME)
        return str(_COPY % {"name": name[: len(name) - excess].rstrip()})


def validate_name(text: str) -> None:
    """Raise ValidationError for a name that a person could not have either; its length is the field's to check."""
    # Normalization may lengthen a name. The form field would not notice this for a name in a file.
    clean_shown_name(text, most=max(MOST_NAME, len(text)))


def name_fault(text: str) -> str:
    """Return the reason why a name is refused, "" where it is not."""
    try:
        validate_name(text)
    except ValidationError as error:
        return error.messages[0]
    return ""


def words_fault(text: str) -> str:
    """Return the reason why a custom text is refused, or "" if it is accepted."""
    return str(_("Use only visible characters.")) if has_unsafe_characters(text) else ""


def normalize_names(definition: Any) -> Any:
    """Return a definition of any form with its name normalized, in every language."""
    if not isinstance(definition, dict):
        return definition
    normalized: Data = dict(definition)
    if isinstance(name := normalized.get("name"), str):
        normalized["name"] = normalize_title(name)
    if isinstance(names := normalized.get("names"), dict):
        texts = {code: normalize_title(text) if isinstance(text, str) else text for code, text in names.items()}
        normalized["names"] = texts
    return normalized


def unreadable_labels(definition: Data) -> Iterator[str]:
    """Yield a sentence for each name in another language and each text that cannot be read as a definition's."""
    for key, fault_of in (("names", name_fault), ("words", words_fault)):
        for code, text in definition.get(key, {}).items():
            if fault := fault_of(text):
                yield _("%(place)s: %(fault)s") % {"place": f"{key}, {code[:40]}", "fault": fault}
