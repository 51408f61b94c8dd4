"""Sentences on how a definition violates its JSON schema."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import date
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.catalog.shelves import Data

Place = tuple[str | int, ...]
"""Path to a property, as keys and numbers from 1: ("parts", 2, "worth")."""


def schema_faults(schema: Data, value: Any, place: Place = ()) -> Iterator[str]:
    """Yield a sentence for each way in which a value violates the JSON schema of its part.

    Supports the subset of JSON schema that the shelves write.
    """
    if "anyOf" in schema:
        if not any(_fits(form, value) for form in schema["anyOf"]):
            yield from schema_faults(_likely_schema(schema["anyOf"], value), value, place)
    elif "oneOf" in schema:
        yield from schema_faults(_intended_schema(schema["oneOf"], value), value, place)
    elif "enum" in schema:
        if value not in schema["enum"]:
            yield _at(place, _("must be one of %(words)s.") % {"words": ", ".join(schema["enum"])})
    elif "type" in schema:
        found = list(_of_type(schema, value, place))
        yield from found or (fault for more in schema.get("allOf", ()) for fault in _where_it_holds(more, value, place))


def _fits(schema: Data, value: Any) -> bool:
    return next(schema_faults(schema, value), None) is None


def _likely_schema(forms: list[Data], value: Any) -> Data:
    """Return the schema that a value is most likely meant to match: that of an object for objects, or the first."""
    return next((form for form in forms if isinstance(value, dict) and form.get("type") == "object"), forms[0])


def _intended_schema(forms: list[Data], value: Any) -> Data:
    """Return the schema, among several for an object, that a value is meant to match.

    Each schema in `forms` is identified by a constant property. If the value's property matches none of them, return
    a schema that requires one of the constants.
    """
    key = next(key for key, part in forms[0]["properties"].items() if "const" in part)
    by_word = {form["properties"][key]["const"]: form for form in forms}
    word = value.get(key) if isinstance(value, dict) else None
    if isinstance(word, str) and word in by_word:
        return by_word[word]
    return {"type": "object", "properties": {key: {"enum": list(by_word)}}, "required": [key]}


def _where_it_holds(schema: Data, value: Any, place: Place) -> Iterator[str]:
    if _fits(schema["if"], value):
        yield from schema_faults(schema["then"], value, place)


def _of_type(schema: Data, value: Any, place: Place) -> Iterator[str]:
    match schema["type"]:
        case "object":
            yield from _of_object(schema, value, place)
        case "array":
            yield from _of_list(schema, value, place)
        case "string":
            if fault := _of_text(schema, value):
                yield _at(place, fault)
        case "integer":
            least, most = schema["minimum"], schema["maximum"]
            if type(value) is not int or not least <= value <= most or schema.get("not") == {"const": value}:
                words = _("must be a whole number from %(least)s to %(most)s.")
                if "not" in schema:
                    words = _("must be a whole number from %(least)s to %(most)s, except 0.")
                yield _at(place, words % {"least": least, "most": most})
        case "boolean":
            if type(value) is not bool:
                yield _at(place, _("must be true or false."))
        case "null":
            if value is not None:
                yield _at(place, _("must be null."))


def _of_object(schema: Data, value: Any, place: Place) -> Iterator[str]:
    if not isinstance(value, dict):
        yield _at(place, _("must be an object."))
        return
    parts = schema["properties"]
    for key in schema.get("required", ()):
        if key not in value:
            yield _at((*place, key), _("is required."))
    for key, part in value.items():
        if key in parts:
            yield from schema_faults(parts[key], part, (*place, key))
        elif not schema.get("additionalProperties", True):
            words = _("unknown property. Allowed: %(parts)s.") % {"parts": ", ".join(sorted(parts))}
            yield _at((*place, key), words)


def _of_list(schema: Data, value: Any, place: Place) -> Iterator[str]:
    if fault := _of_length(schema, value):
        yield _at(place, fault)
        return
    for number, part in enumerate(value, 1):
        yield from schema_faults(schema["items"], part, (*place, number))
    if schema.get("uniqueItems") and len({json.dumps(part) for part in value}) < len(value):
        yield _at(place, _("contains a duplicate."))


def _of_length(schema: Data, value: Any) -> str:
    """Return the problem with a list's type or length, or "" if there is none."""
    least, most = schema.get("minItems", 0), schema.get("maxItems")
    if not isinstance(value, list):
        return _("must be a list.")
    if least <= len(value) and (most is None or len(value) <= most):
        return ""
    if most is None:
        return _("can’t be empty.")
    if least == most:
        return ngettext("must be a list of %(count)s item.", "must be a list of %(count)s items.", most) % {
            "count": most
        }
    return _("must be a list of %(least)s to %(most)s items.") % {"least": least, "most": most}


def _of_text(schema: Data, value: Any) -> str:
    least, most, pattern = schema.get("minLength", 0), schema.get("maxLength"), schema.get("pattern")
    if not isinstance(value, str):
        return _("must be text.")
    if len(value) < least:
        return _("can’t be empty.")
    if most is not None and len(value) > most:
        return _("can have at most %(most)s characters.") % {"most": most}
    if pattern is not None and not re.fullmatch(pattern, value):
        return str(pattern.words)
    return _("must be a date, for example 2026-12-24.") if "format" in schema and not _is_date(value) else ""


def _is_date(value: str) -> bool:
    """True for dates of RFC 3339, as JSON schemas mean them; Python also reads other forms of ISO 8601."""
    try:
        return date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False


def _at(place: Place, fault: str) -> str:
    """Return an error with its location: "parts 2, worth: must be ..."."""
    named = "".join(f" {part}" if isinstance(part, int) else f", {part[:40]}" for part in place)
    return f"{named.removeprefix(', ')}: {fault}" if named else fault
