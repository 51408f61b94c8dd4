"""Parts of JSON schemas of definitions, for authors who write card files with their own tools."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from games.catalog.names import MOST_NAME, MOST_WORDS
from games.catalog.shelves import Data

END: Final = r"(?![\s\S])"
"""End of a pattern. In Python, $ also matches before a last line break."""


class Pattern(str):
    """Regular expression of a text, with the sentence about texts that don't match it."""

    words: str | Promise

    def __new__(cls, expression: str, words: str | Promise = "") -> Pattern:
        """Return the expression with its sentence."""
        pattern = super().__new__(cls, expression)
        pattern.words = words
        return pattern


TEXT: Final = Pattern(rf"^(\S([\s\S]*\S)?)?{END}", gettext_lazy("can’t start or end with a space."))
"""Pattern of a text after form cleaning, without whitespace at either end."""
ID: Final[Data] = {"type": "string", "minLength": 1}
_NAME: Final[Data] = {"type": "string", "minLength": 1, "maxLength": MOST_NAME, "pattern": TEXT}


def whole_number(least: int, most: int) -> Data:
    """Return the schema of a whole number within bounds."""
    return {"type": "integer", "minimum": least, "maximum": most}


def one_of(words: type[StrEnum] | Iterable[str]) -> Data:
    """Return the schema of one of some words."""
    return {"enum": [str(word) for word in words]}


def list_of(items: Data, **bounds: int | bool) -> Data:
    """Return the schema of a list, with bounds such as `minItems`."""
    return {"type": "array", "items": items, **bounds}


def object_of(parts: Data, required: Iterable[str]) -> Data:
    """Return the schema of an object with these parts and no others."""
    return {"type": "object", "properties": parts, "required": list(required), "additionalProperties": False}


def labelled(parts: Data, optional: Iterable[str] = ()) -> Data:
    """Return the schema of a definition with id, name, and names and texts in the site's languages."""
    named: Data = {"id": ID, "name": _NAME}
    required = [key for key in (*named, *parts) if key not in set(optional)]
    codes = [code for code, _language in settings.LANGUAGES]
    labels = {"names": names_schema(), "words": _texts(codes, MOST_WORDS)}
    return object_of({**named, **parts, **labels}, required)


def names_schema() -> Data:
    """Return the schema of names by language. They have no English entry, because `name` is the English name."""
    return _texts((code for code, _language in settings.LANGUAGES if code != "en"), MOST_NAME)


def _texts(codes: Iterable[str], most: int) -> Data:
    return object_of({key: {"type": "string", "maxLength": most, "pattern": TEXT} for key in codes}, ())
