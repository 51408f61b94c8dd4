"""JSON schema of each type of definition, for authors who write card files with their own tools.

It allows exactly what the type's form can express. A definition that it allows may still be refused, for example a
card whose shape fits nowhere; one that it refuses is never accepted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import MISSING, fields
from enum import StrEnum
from typing import Any, Final

from django.conf import settings

from engine.cartographers.bounds import (
    LONGEST_REF,
    MOST_ATTACKED,
    MOST_CLAUSES,
    MOST_EXAMPLES,
    MOST_REFS,
    MOST_SHAPES,
    REWARD,
    SEASONS,
    SOLO_TARGET,
    STARS,
    THRESHOLD,
    TIME,
    Bounds,
)
from engine.cartographers.cards import Corner, Edict, Effect, RotationDirection, Stack
from engine.cartographers.geometry import SIZE
from engine.cartographers.scoring.families import FAMILIES
from engine.cartographers.scoring.parameters import Parameter, ParameterKind, parameters_of
from engine.cartographers.terrain import DRAWABLE
from games.cartographers.shelf.kinds import EntryKind
from games.cartographers.shelf.sets import EDICTS, REF, Slot
from games.catalog.names import MOST_NAME, MOST_WORDS
from games.catalog.shelves import Data

_END: Final = r"(?![\s\S])"  # in Python, $ also matches before a last line break
ROW: Final = f"^[#.]+{_END}"
"""Pattern of a row of a shape."""
SHEET_ROW: Final = f"^[.r^#]{{{SIZE}}}{_END}"
LETTER: Final = f"^[A-Z]?{_END}"
TEXT: Final = rf"^(\S([\s\S]*\S)?)?{_END}"
"""Pattern of a text after form cleaning, without whitespace at either end."""

_ID: Final[Data] = {"type": "string", "minLength": 1}
_NAME: Final[Data] = {"type": "string", "minLength": 1, "maxLength": MOST_NAME, "pattern": TEXT}
_ROWS: Final[Data] = {
    "type": "array",
    "minItems": 1,
    "maxItems": SIZE,
    "items": {"type": "string", "minLength": 1, "maxLength": SIZE, "pattern": ROW},
}


def schema_of(kind: EntryKind) -> Data:
    """Return the JSON schema of a kind's definition."""
    return _SCHEMAS[kind]()


def examples_schema_of(kind: EntryKind) -> Data:
    """Return the JSON schema of a kind's test examples."""
    example = _object({"board": {"type": "string"}, "stars": _whole(STARS)}, ("board", "stars"))
    return _list(example, maxItems=MOST_EXAMPLES if kind is EntryKind.SCORING else 0)


def _whole(bounds: Bounds) -> Data:
    return {"type": "integer", "minimum": bounds.least, "maximum": bounds.most}


def _one_of(words: type[StrEnum] | Iterable[str]) -> Data:
    return {"enum": [str(word) for word in words]}


def _list(items: Data, **bounds: int | bool) -> Data:
    return {"type": "array", "items": items, **bounds}


def _object(parts: Data, required: Iterable[str]) -> Data:
    return {"type": "object", "properties": parts, "required": list(required), "additionalProperties": False}


def _card(parts: Data, optional: Iterable[str] = ()) -> Data:
    """Return the schema of a definition with id, name, and names and texts in the site's languages."""
    named: Data = {"id": _ID, "name": _NAME}
    required = [key for key in (*named, *parts) if key not in set(optional)]
    codes = [code for code, _language in settings.LANGUAGES]
    # No English entry in `names`, because `name` is the English name.
    labels = {"names": _texts((code for code in codes if code != "en"), MOST_NAME), "words": _texts(codes, MOST_WORDS)}
    return _object({**named, **parts, **labels}, required)


def _texts(codes: Iterable[str], most: int) -> Data:
    return _object({key: {"type": "string", "maxLength": most, "pattern": TEXT} for key in codes}, ())


def _season() -> Data:
    edicts = _list(_one_of(Edict), minItems=2, maxItems=2)
    parts = {"id": _ID, "threshold": _whole(THRESHOLD), "edicts": edicts}
    return _object(parts, parts)


def _explore() -> Data:
    shape = _object({"drawn": _ROWS, "coin": {"type": "boolean"}}, ("drawn", "coin"))
    terrains = _list(_one_of(terrain.word for terrain in DRAWABLE), minItems=1, uniqueItems=True)
    shapes = _list(shape, minItems=1, maxItems=MOST_SHAPES)
    return _card({"time": _whole(TIME), "terrains": terrains, "shapes": shapes})


def _ambush() -> Data:
    parts = {
        "drawn": _ROWS,
        "pass": _one_of(RotationDirection),
        "solo_corner": _one_of(Corner),
        "solo_direction": _one_of(RotationDirection),
        "initial": {"anyOf": [{"type": "string", "pattern": LETTER}, {"type": "null"}]},
        "effect": _one_of(Effect),
        "reward": _whole(REWARD),
    }
    brings = {"type": "object", "properties": {"effect": {"enum": [str(Effect.REWARD)]}}, "required": ["effect"]}
    something = {"type": "object", "properties": {"reward": _whole(Bounds(1, REWARD.most))}}
    return {**_card(parts, ("initial", "effect", "reward")), "allOf": [{"if": brings, "then": something}]}


def _hero() -> Data:
    cell = _list(_whole(Bounds(1 - SIZE, SIZE - 1)), minItems=2, maxItems=2)
    return _card({"attack": _list(cell, minItems=1, maxItems=MOST_ATTACKED, uniqueItems=True)})


def _scoring() -> Data:
    clauses = _list({"oneOf": [_family(name) for name in FAMILIES]}, minItems=1, maxItems=MOST_CLAUSES)
    return _card({"stack": _one_of(Stack), "solo_target": _whole(SOLO_TARGET), "clauses": clauses})


def _family(name: str) -> Data:
    family = FAMILIES[name]
    optional = {entry.name for entry in fields(family) if entry.default is not MISSING}
    parts = {"family": {"const": name}, **{key: _parameter(part) for key, part in parameters_of(family).items()}}
    return _object(parts, [key for key in parts if key not in optional])


def _parameter(parameter: Parameter) -> Data:
    words = [str(getattr(choice, "word", choice)) for choice in parameter.choices]
    match parameter.kind:
        case ParameterKind.NUMBER:
            form: Data = _whole(Bounds(parameter.least, parameter.most))
        case ParameterKind.FEATURES:
            form = _list({"enum": words}, maxItems=len(words), uniqueItems=True)
        case ParameterKind.SWITCH:
            form = {"type": "boolean"}
        case ParameterKind.SHAPE:
            form = _ROWS
        case ParameterKind.FEATURE | ParameterKind.CHOICE:
            form = {"enum": words}
    return {"anyOf": [form, {"type": "null"}]} if parameter.optional else form


def _sheet() -> Data:
    row = {"type": "string", "pattern": SHEET_ROW}
    return _card({"rows": _list(row, minItems=SIZE, maxItems=SIZE)})


def _set() -> Data:
    ref = {"type": "string", "pattern": REF, "maxLength": LONGEST_REF}
    days: dict[str, Any] = {key: {"type": "string", "format": "date"} for key in ("from", "until")}
    slots = {slot.value: _list(ref, maxItems=MOST_REFS, uniqueItems=True) for slot in Slot}
    # A season may occur more than once.
    slots[Slot.SEASONS.value] = _list(ref, minItems=SEASONS, maxItems=SEASONS)
    edicts = {EDICTS: _list(ref, minItems=len(Edict), maxItems=len(Edict), uniqueItems=True)}
    return _card(
        {**slots, **edicts, **days}, (EDICTS, *(slot.value for slot in Slot if slot is not Slot.SEASONS), *days)
    )


_SCHEMAS: Final[dict[EntryKind, Callable[[], Data]]] = {
    EntryKind.SEASON: _season,
    EntryKind.EXPLORE: _explore,
    EntryKind.RUINS: lambda: _card({}),
    EntryKind.AMBUSH: _ambush,
    EntryKind.HERO: _hero,
    EntryKind.SCORING: _scoring,
    EntryKind.SHEET: _sheet,
    EntryKind.SET: _set,
}
