"""Names and additional texts of components, by language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine import json_values
from engine.names import has_unsafe_characters

ByLanguage = tuple[tuple[str, str], ...]
"""Texts by language code, sorted by code: ("fr", "Foire d'automne")."""


@dataclass(frozen=True, slots=True)
class Labels:
    """Names and custom texts of a component, in each language for which they were written."""

    names: ByLanguage = ()
    words: ByLanguage = ()

    def name(self, language: str) -> str:
        """Return the name in a language ("fr", "pt-br") or its base language ("pt"), or ""."""
        return _best(self.names, language)

    def own_words(self, language: str) -> str:
        """Return the text in a language as above, or else in English, or ""."""
        return _best(self.words, language) or _best(self.words, "en")


NO_LABELS: Final = Labels()


def _best(texts: ByLanguage, language: str) -> str:
    by_code = dict(texts)
    return by_code.get(language) or by_code.get(language.partition("-")[0], "")


def labels_from_json(data: Mapping[str, Any]) -> Labels:
    """Read the labels of a component from "names" and "words", both optional. Raises ValueError."""
    if "names" not in data and "words" not in data:
        return NO_LABELS
    return Labels(_read(data, "names", one_line), _read(data, "words", json_values.text))


def _read(data: Mapping[str, Any], key: str, read: Callable[[Any], str]) -> ByLanguage:
    try:
        texts = {json_values.text(code): read(text) for code, text in json_values.mapping(data.get(key, {})).items()}
    except ValueError as error:
        raise ValueError(f"{key}: {error}") from None
    return tuple(sorted((code, text) for code, text in texts.items() if text))


def one_line(value: Any) -> str:
    """Read a name. Raises ValueError."""
    text = json_values.text(value)
    if has_unsafe_characters(text) or "".join(text.splitlines()) != text:
        raise ValueError("a name is one line")
    return text


def labels_to_json(labels: Labels) -> dict[str, dict[str, str]]:
    """Return the stored form without empty parts, so that a component without labels is stored as before."""
    stored = {"names": dict(labels.names), "words": dict(labels.words)}
    return {key: texts for key, texts in stored.items() if texts}
