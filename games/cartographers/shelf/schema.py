"""What a definition of each kind looks like, as JSON schema: for who writes files of cards with tools of their own.

What is allowed here may be refused all the same, as a card whose shape fits nowhere; what is refused here is never
taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import MISSING, fields
from enum import StrEnum
from typing import Any, Final

from engine.cartographers.cards import Corner, Edict, Effect, Stack, Way
from engine.cartographers.geometry import SIZE
from engine.cartographers.scoring.families import FAMILIES
from engine.cartographers.scoring.parameters import Parameter, ParameterKind, declared
from engine.cartographers.terrain import Terrain
from games.cartographers.shelf.definitions import BOUNDS
from games.cartographers.shelf.examples import MOST_CLAUSES
from games.cartographers.shelf.kinds import Kind
from games.cartographers.shelf.sets import MOST, Slot
from games.catalog.shelves import Data

_TEXT: Final[Data] = {"type": "string"}
_TEXTS: Final[Data] = {"type": "object", "additionalProperties": _TEXT}
_ROWS: Final[Data] = {"type": "array", "minItems": 1, "items": {"type": "string", "pattern": "^[#.]+$"}}


def schema_of(kind: Kind) -> Data:
    """The JSON schema of a kind's definition."""
    return _SCHEMAS[kind]()


def _whole(least: int, most: int) -> Data:
    return {"type": "integer", "minimum": least, "maximum": most}


def _one_of(words: type[StrEnum] | Iterable[str]) -> Data:
    return {"enum": [str(word) for word in words]}


def _list(items: Data, **bounds: int) -> Data:
    return {"type": "array", "items": items, **bounds}


def _object(parts: Data, required: Iterable[str]) -> Data:
    return {"type": "object", "properties": parts, "required": list(required), "additionalProperties": False}


def _card(parts: Data, optional: Iterable[str] = ()) -> Data:
    """A definition with an id, a name, and its names and words in languages."""
    named = {"id": {**_TEXT, "minLength": 1}, "name": _TEXT}
    required = [key for key in (*named, *parts) if key not in set(optional)]
    return _object({**named, **parts, "names": _TEXTS, "words": _TEXTS}, required)


def _season() -> Data:
    edicts = _list(_one_of(Edict), minItems=2, maxItems=2)
    parts = {"id": {**_TEXT, "minLength": 1}, "threshold": _whole(*BOUNDS["threshold"]), "edicts": edicts}
    return _object(parts, parts)


def _explore() -> Data:
    shape = _object({"drawn": _ROWS, "coin": {"type": "boolean"}}, ("drawn", "coin"))
    terrains = _list(_one_of(terrain.word for terrain in Terrain), minItems=1)
    return _card({"time": _whole(*BOUNDS["time"]), "terrains": terrains, "shapes": _list(shape, minItems=1)})


def _ambush() -> Data:
    parts = {
        "drawn": _ROWS,
        "pass": _one_of(Way),
        "solo_corner": _one_of(Corner),
        "solo_direction": _one_of(Way),
        "initial": {"type": ["string", "null"], "pattern": "^[A-Z]?$"},
        "effect": _one_of(Effect),
        "reward": {"type": "integer", "minimum": 0},
    }
    return _card(parts, ("initial", "effect", "reward"))


def _hero() -> Data:
    step = _whole(1 - SIZE, SIZE - 1)
    return _card({"attack": _list(_list(step, minItems=2, maxItems=2), minItems=1)})


def _scoring() -> Data:
    clauses = _list({"oneOf": [_family(name) for name in FAMILIES]}, minItems=1, maxItems=MOST_CLAUSES)
    return _card({"stack": _one_of(Stack), "solo_target": _whole(*BOUNDS["solo_target"]), "clauses": clauses})


def _family(name: str) -> Data:
    family = FAMILIES[name]
    optional = {entry.name for entry in fields(family) if entry.default is not MISSING}
    parts = {"family": {"const": name}, **{key: _parameter(part) for key, part in declared(family).items()}}
    return _object(parts, [key for key in parts if key not in optional])


def _parameter(parameter: Parameter) -> Data:
    words = [str(getattr(choice, "word", choice)) for choice in parameter.choices]
    match parameter.kind:
        case ParameterKind.NUMBER:
            form: Data = _whole(parameter.least, parameter.most)
        case ParameterKind.FEATURES:
            form = _list({"enum": words})
        case ParameterKind.SWITCH:
            form = {"type": "boolean"}
        case ParameterKind.SHAPE:
            form = _ROWS
        case ParameterKind.FEATURE | ParameterKind.CHOICE:
            form = {"enum": words}
    return {"anyOf": [form, {"type": "null"}]} if parameter.optional else form


def _sheet() -> Data:
    row = {"type": "string", "pattern": f"^[.r^#]{{{SIZE}}}$"}
    return _card({"rows": _list(row, minItems=SIZE, maxItems=SIZE)})


def _set() -> Data:
    refs = _list({"type": "string", "pattern": "^[^/]+/[^/]+$"}, maxItems=MOST)
    days: dict[str, Any] = {key: {"type": "string", "format": "date"} for key in ("from", "until")}
    slots = {slot.value: refs for slot in Slot}
    return _card({**slots, **days}, (*slots, *days))


_SCHEMAS: Final[dict[Kind, Callable[[], Data]]] = {
    Kind.SEASON: _season,
    Kind.EXPLORE: _explore,
    Kind.RUINS: lambda: _card({}),
    Kind.AMBUSH: _ambush,
    Kind.HERO: _hero,
    Kind.SCORING: _scoring,
    Kind.SHEET: _sheet,
    Kind.SET: _set,
}
