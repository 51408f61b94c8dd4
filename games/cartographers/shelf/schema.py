"""JSON schema of each type of definition, for authors who write card files with their own tools.

It allows exactly what the type's form can express. A definition that it allows may still be refused, for example a
card whose shape fits nowhere; one that it refuses is never accepted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import MISSING, fields
from typing import Any, Final

from django.utils.translation import gettext_lazy

from engine.cartographers.bounds import (
    CAP,
    EFFECT_SPACES,
    FLOOR,
    LANDMARK_COINS,
    LONGEST_REF,
    MOST_ATTACKED,
    MOST_CLAUSES,
    MOST_EXAMPLES,
    MOST_REFS,
    MOST_SHAPES,
    REWARD,
    SEASONS,
    SKILL_COST,
    SOLO_TARGET,
    STARS,
    THRESHOLD,
    TIME,
    Bounds,
)
from engine.cartographers.cards import Combination, Corner, Edict, Overlap, Place, RotationDirection, Stack
from engine.cartographers.effects import (
    COIN_ACTIONS,
    DIRECTIONS,
    NO_EFFECT,
    PUBLISHED,
    EffectAction,
    EffectArea,
    EffectChooser,
    EffectTiming,
)
from engine.cartographers.geometry import SIZE
from engine.cartographers.scoring.families import FAMILIES
from engine.cartographers.scoring.parameters import Parameter, ParameterKind, parameters_of
from engine.cartographers.scoring.tiers import FEWEST, HIGHEST, MOST
from engine.cartographers.skills import SkillPower
from engine.cartographers.stamps import LONGEST
from engine.cartographers.terrain import DRAWABLE, REGIONS
from games.cartographers.shelf.kinds import EntryKind
from games.cartographers.shelf.sets import EDICTS, REF, Slot
from games.catalog.names import MOST_NAME
from games.catalog.schemas import (
    END,
    ID,
    TEXT,
    Pattern,
    labelled,
    list_of,
    names_schema,
    object_of,
    one_of,
    whole_number,
)
from games.catalog.shelves import Data

ROW: Final = Pattern(f"^[#.]+{END}", gettext_lazy("can only contain # and periods."))
"""Pattern of a row of a shape."""
SHEET_ROW: Final = Pattern(
    f"^[.r^#*FVAWMfvawm]{{{SIZE}}}{END}",
    gettext_lazy("must have 11 of these characters: . r ^ # * F V A W M f v a w m"),
)
SPACE: Final = Pattern(f"^[A-K]([1-9]|1[01]){END}", gettext_lazy("must be a space, from A1 to K11."))
LETTER: Final = Pattern(f"^[A-Z]?{END}", gettext_lazy("must be one letter from A to Z."))

_ROWS: Final[Data] = {
    "type": "array",
    "minItems": 1,
    "maxItems": SIZE,
    "items": {"type": "string", "minLength": 1, "maxLength": SIZE, "pattern": ROW},
}

_STAMP_ROW: Final = Pattern(
    f"^[FVAWMHR#_*=.^]+{END}", gettext_lazy("can only contain these characters: F V A W M H ^ R # _ * = .")
)
_STAMP_ROWS: Final[Data] = {
    "type": "array",
    "minItems": 1,
    "maxItems": LONGEST,
    "items": {"type": "string", "minLength": 1, "maxLength": LONGEST, "pattern": _STAMP_ROW},
}


def schema_of(kind: EntryKind) -> Data:
    """Return the JSON schema of a kind's definition."""
    return _SCHEMAS[kind]()


def examples_schema_of(kind: EntryKind) -> Data:
    """Return the JSON schema of a kind's test examples."""
    example = object_of({"board": {"type": "string"}, "stars": _whole(STARS)}, ("board", "stars"))
    return list_of(example, maxItems=MOST_EXAMPLES if kind is EntryKind.SCORING else 0)


def _whole(bounds: Bounds) -> Data:
    return whole_number(bounds.least, bounds.most)


def _season() -> Data:
    edicts = list_of(one_of(Edict), minItems=2, maxItems=2)
    parts = {"id": ID, "threshold": _whole(THRESHOLD), "edicts": edicts}
    return object_of(parts, parts)


def _explore() -> Data:
    shape = object_of({"drawn": _ROWS, "coin": {"type": "boolean"}}, ("drawn", "coin"))
    terrains = list_of(one_of(terrain.word for terrain in DRAWABLE), minItems=1, uniqueItems=True)
    shapes = list_of(shape, minItems=1, maxItems=MOST_SHAPES)
    parts = {"time": _whole(TIME), "terrains": terrains, "shapes": shapes, "place": one_of(Place)}
    parts["overlap"] = one_of(overlap for overlap in Overlap if overlap is not Overlap.NONE)
    return labelled(parts, ("place", "overlap"))


def _ambush() -> Data:
    parts = {
        "drawn": _ROWS,
        "pass": one_of(RotationDirection),
        "solo_corner": one_of(Corner),
        "solo_direction": one_of(RotationDirection),
        "initial": {"anyOf": [{"type": "string", "pattern": LETTER}, {"type": "null"}]},
        "effect": {"anyOf": [one_of((NO_EFFECT, *PUBLISHED)), _effect()]},
        "reward": _whole(REWARD),
    }
    brings = {"type": "object", "properties": {"effect": {"enum": ["reward"]}}, "required": ["effect"]}
    changes = {"type": "object", "properties": {"effect": _having(what=COIN_ACTIONS)}, "required": ["effect"]}
    something: Data = {"type": "object", "properties": {"reward": _whole(Bounds(1, REWARD.most))}}
    more = [{"if": brings, "then": something}, {"if": changes, "then": {**something, "required": ["reward"]}}]
    return {**labelled(parts, ("initial", "effect", "reward")), "allOf": more}


def _effect() -> Data:
    """Return the schema of an effect's blocks."""
    count = _whole(EFFECT_SPACES)
    parts = {
        "when": one_of(EffectTiming),
        "what": one_of(EffectAction),
        "where": one_of(EffectArea),
        "count": {"anyOf": [count, {"type": "null"}]},
        "chooser": one_of(EffectChooser),
    }
    required = ("when", "what")
    counted: Data = {"type": "object", "properties": {"count": count}, "required": ["count"]}
    areas = [area for area in EffectArea if area not in DIRECTIONS]
    more = [
        {"if": _having(when=[EffectTiming.SURROUNDED]), "then": _having(what=[EffectAction.EARN_COINS])},
        {"if": _having(what=COIN_ACTIONS), "then": object_of({key: parts[key] for key in required}, required)},
        {"if": _having(chooser=[EffectChooser.OWNER, EffectChooser.DRAWER]), "then": counted},
        {"if": _having(what=[EffectAction.MOVE]), "then": _move(), "else": {"properties": {"where": one_of(areas)}}},
    ]
    return {**object_of(parts, required), "allOf": more}


def _move() -> Data:
    """Return the schema of a move's blocks: a direction, or a seat that chooses one."""
    fixed: Data = {
        "properties": {"where": one_of(DIRECTIONS), "chooser": one_of([EffectChooser.NOBODY])},
        "required": ["where"],
    }
    chosen: Data = {
        "properties": {
            "where": one_of([EffectArea.BESIDE]),
            "chooser": one_of([EffectChooser.OWNER, EffectChooser.DRAWER]),
        },
        "required": ["chooser"],
    }
    return {"properties": {"count": {"const": 1}}, "required": ["count"], "anyOf": [fixed, chosen]}


def _having(**blocks: Iterable[str]) -> Data:
    """Return the schema of an object with these blocks, each with one of some words."""
    parts = {key: one_of(words) for key, words in blocks.items()}
    return {"type": "object", "properties": parts, "required": list(parts)}


def _hero() -> Data:
    cell = list_of(_whole(Bounds(1 - SIZE, SIZE - 1)), minItems=2, maxItems=2)
    return labelled({"attack": list_of(cell, minItems=1, maxItems=MOST_ATTACKED, uniqueItems=True)})


def _scoring() -> Data:
    clauses = list_of({"oneOf": [_family(name) for name in FAMILIES]}, minItems=1, maxItems=MOST_CLAUSES)
    combining = {"combination": one_of(Combination), "cap": _whole(CAP), "floor": _whole(FLOOR)}
    parts = {"stack": one_of(Stack), "solo_target": _whole(SOLO_TARGET), "clauses": clauses}
    return labelled({**parts, **combining}, combining)


def _family(name: str) -> Data:
    family = FAMILIES[name]
    optional = {entry.name for entry in fields(family) if entry.default is not MISSING}
    parts = {"family": {"const": name}, **{key: _parameter(part) for key, part in parameters_of(family).items()}}
    return object_of(parts, [key for key in parts if key not in optional])


def _parameter(parameter: Parameter) -> Data:
    words = [str(getattr(choice, "word", choice)) for choice in parameter.choices]
    match parameter.kind:
        case ParameterKind.NUMBER:
            form: Data = _whole(Bounds(parameter.least, parameter.most))
            if parameter.nonzero:
                form["not"] = {"const": 0}
        case ParameterKind.FEATURES:
            form = list_of({"enum": words}, maxItems=len(words), uniqueItems=True)
        case ParameterKind.GROUPS:
            form = list_of({"anyOf": [{"enum": words}, _union(parameter)]}, maxItems=len(words), uniqueItems=True)
        case ParameterKind.SWITCH:
            form = {"type": "boolean"}
        case ParameterKind.SHAPE:
            form = _ROWS
        case ParameterKind.STAMP:
            form = _STAMP_ROWS
        case ParameterKind.TIERS:
            form = list_of(_whole(Bounds(0, HIGHEST)), minItems=FEWEST, maxItems=MOST, uniqueItems=True)
        case ParameterKind.FEATURE | ParameterKind.CHOICE:
            form = {"enum": words}
        case ParameterKind.UNION:
            return {"anyOf": [{"enum": words}, _union(parameter), *([{"type": "null"}] if parameter.optional else [])]}
    return {"anyOf": [form, {"type": "null"}]} if parameter.optional else form


def _union(parameter: Parameter) -> Data:
    words = [feature.word for feature in parameter.united]
    return list_of({"enum": words}, minItems=2, maxItems=len(words), uniqueItems=True)


def _skill() -> Data:
    return labelled({"power": one_of(SkillPower), "cost": _whole(SKILL_COST)})


def _sheet() -> Data:
    row = {"type": "string", "pattern": SHEET_ROW}
    spaces = list_of({"type": "string", "pattern": SPACE}, maxItems=SIZE * SIZE, uniqueItems=True)
    named = {"name": {"type": "string", "maxLength": MOST_NAME, "pattern": TEXT}, "spaces": spaces}
    region = object_of({**named, "names": names_schema()}, named)
    parts = {
        "rows": list_of(row, minItems=SIZE, maxItems=SIZE),
        "landmark_coins": _whole(LANDMARK_COINS),
        "tolls": spaces,
        "regions": list_of(region, maxItems=len(REGIONS)),
    }
    return labelled(parts, ("landmark_coins", "tolls", "regions"))


def _set() -> Data:
    ref = {"type": "string", "pattern": REF, "maxLength": LONGEST_REF}
    days: dict[str, Any] = {key: {"type": "string", "format": "date"} for key in ("from", "until")}
    slots = {slot.value: list_of(ref, maxItems=MOST_REFS, uniqueItems=True) for slot in Slot}
    # A season may occur more than once.
    slots[Slot.SEASONS.value] = list_of(ref, minItems=SEASONS, maxItems=SEASONS)
    edicts = {EDICTS: list_of(ref, minItems=len(Edict), maxItems=len(Edict), uniqueItems=True)}
    return labelled(
        {**slots, **edicts, **days}, (EDICTS, *(slot.value for slot in Slot if slot is not Slot.SEASONS), *days)
    )


_SCHEMAS: Final[dict[EntryKind, Callable[[], Data]]] = {
    EntryKind.SEASON: _season,
    EntryKind.EXPLORE: _explore,
    EntryKind.RUINS: lambda: labelled({}),
    EntryKind.AMBUSH: _ambush,
    EntryKind.HERO: _hero,
    EntryKind.SCORING: _scoring,
    EntryKind.SKILL: _skill,
    EntryKind.SHEET: _sheet,
    EntryKind.SET: _set,
}
