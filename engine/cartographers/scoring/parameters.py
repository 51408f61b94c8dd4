"""Parameters of scoring families: their allowed values, and their JSON form.

A family is a frozen dataclass whose fields are made by `number`, `limit`, `feature`, `feature_or_union`, `features`,
`feature_groups`, `choice`, `switch`, `shape` and `stamp`. The workshop's form, the validation and the printed sentence
are generated from these declarations.

A count is a range: a `number` for its lower end and a `limit` for its upper end, which is open by default.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from enum import StrEnum
from typing import Any

from engine.cartographers.scoring.tiers import Tiers
from engine.cartographers.scoring.unions import APART, FeatureLike, FeatureUnion, all_features
from engine.cartographers.shapes import Shape
from engine.cartographers.stamps import Stamp
from engine.cartographers.terrain import Feature

TERRAINS = tuple(Feature(number) for number in range(7))
"""Terrain types as features."""


class ParameterKind(StrEnum):
    """Kinds of parameters."""

    NUMBER = "number"
    FEATURE = "feature"
    UNION = "union"
    FEATURES = "features"
    GROUPS = "groups"
    CHOICE = "choice"
    SWITCH = "switch"
    SHAPE = "shape"
    STAMP = "stamp"
    TIERS = "tiers"


@dataclass(frozen=True, slots=True)
class Parameter:
    """Allowed values of a clause parameter.

    Numbers are whole, from `least` to `most`, and not 0 if `nonzero`. Other kinds take one of `choices`, features
    any number of them, a union one of `choices` or several of `united`, and groups any number of either. An `optional`
    parameter may be left out (None). A `sparse` one is left out of the stored form at its default, so that cards that
    were stored before it existed keep their form. `floor` names the lower end of a range whose upper end this is.
    """

    kind: ParameterKind
    least: int = 0
    most: int = 0
    choices: tuple[Any, ...] = ()
    optional: bool = False
    nonzero: bool = False
    sparse: bool = False
    floor: str = ""

    @property
    def united(self) -> tuple[Feature, ...]:
        """Choices that can be counted as one with others."""
        return tuple(choice for choice in self.choices if choice not in APART)

    def read(self, value: Any) -> Any:
        """Return a value from JSON. Raises ValueError with the allowed values."""
        if value is None and self.optional:
            return None
        return _READERS[self.kind](self, value)

    def write(self, value: Any) -> Any:
        """Return the JSON form of a value."""
        match value:
            case Feature():
                return value.word
            case FeatureUnion():
                return [item.word for item in value.features]
            case tuple():
                return [self.write(item) for item in value]
            case Shape():
                return value.rows()
            case Stamp():
                return list(value.rows)
            case Tiers():
                return list(value.values)
            case _:
                return value


def number(least: int, most: int, default: int | None = None, *, nonzero: bool = False, sparse: bool = False) -> Any:
    """Declare an integer within bounds."""
    return _field(Parameter(ParameterKind.NUMBER, least, most, nonzero=nonzero, sparse=sparse), default)


def limit(floor: str, most: int) -> Any:
    """Declare the upper end of the range that begins with the field `floor`, from 0 to `most`; None is no limit."""
    return _optional(Parameter(ParameterKind.NUMBER, 0, most, optional=True, floor=floor))


def feature(*choices: Feature, default: Feature | None = None, optional: bool = False) -> Any:
    """Declare a feature."""
    parameter = Parameter(ParameterKind.FEATURE, choices=choices, optional=optional)
    return _optional(parameter) if optional else _field(parameter, default)


def feature_or_union(*choices: Feature, default: Feature | None = None, optional: bool = False) -> Any:
    """Declare a feature, or several that are counted as one."""
    parameter = Parameter(ParameterKind.UNION, choices=choices, optional=optional)
    return _optional(parameter) if optional else _field(parameter, default)


def features(*choices: Feature, sparse: bool = False) -> Any:
    """Declare any number of features, none by default."""
    return _field(Parameter(ParameterKind.FEATURES, choices=choices, sparse=sparse), ())


def feature_groups(*choices: Feature) -> Any:
    """Declare any number of features or of unions, none by default. No feature is in a union and in another group."""
    return _field(Parameter(ParameterKind.GROUPS, choices=choices), ())


def choice(kinds: type[StrEnum], default: StrEnum | None = None, *, sparse: bool = False) -> Any:
    """Declare one member of an enumeration."""
    return _field(Parameter(ParameterKind.CHOICE, choices=tuple(kinds), sparse=sparse), default)


def switch(*, sparse: bool = False) -> Any:
    """Declare a boolean, False by default."""
    return _field(Parameter(ParameterKind.SWITCH, sparse=sparse), False)


def shape() -> Any:
    """Declare a drawn shape, None by default."""
    return _optional(Parameter(ParameterKind.SHAPE, optional=True))


def stamp() -> Any:
    """Declare the drawing of a pattern."""
    return _field(Parameter(ParameterKind.STAMP), None)


def _field(parameter: Parameter, default: Any) -> Any:
    metadata = {"parameter": parameter}
    return field(metadata=metadata) if default is None else field(default=default, metadata=metadata)


def _optional(parameter: Parameter) -> Any:
    return field(default=None, metadata={"parameter": parameter})


def parameters_of(family: Any) -> dict[str, Parameter]:
    """Return the parameters of a family (class or instance) by name, in field order."""
    return {entry.name: entry.metadata["parameter"] for entry in fields(family) if "parameter" in entry.metadata}


def read_all(family: Any, data: Mapping[str, Any]) -> dict[str, Any]:
    """Read a family's parameters from JSON. Raises ValueError naming the parameter that is missing, unknown or out of
    bounds, or ends a range below its beginning.
    """
    entries = {entry.name: entry for entry in fields(family) if "parameter" in entry.metadata}
    unknown = sorted(set(data) - set(entries))
    if unknown:
        raise ValueError(f"{unknown[0]}: no such parameter; there are {', '.join(entries)}")
    values = {name: _read(entry, data[name]) for name, entry in entries.items() if name in data or _required(entry)}
    if ceiling := find_empty_range(family, values):
        raise ValueError(f"{ceiling}: must be at least {entries[ceiling].metadata['parameter'].floor}")
    return values


def find_empty_range(family: Any, values: Mapping[str, Any]) -> str | None:
    """Return the name of the first upper end that is below its lower end, or None. Missing values are defaults."""
    defaults = {entry.name: entry.default for entry in fields(family)}
    for name, parameter in parameters_of(family).items():
        if parameter.floor and values.get(name) is not None:
            least = values.get(parameter.floor, defaults[parameter.floor])
            if least is not MISSING and values[name] < least:
                return name
    return None


def sparse_defaults(family: Any) -> dict[str, Any]:
    """Return the JSON form of the defaults that the stored form of a family leaves out, by parameter."""
    entries = [entry for entry in fields(family) if "parameter" in entry.metadata]
    sparse = [(entry, entry.metadata["parameter"]) for entry in entries if entry.metadata["parameter"].sparse]
    return {entry.name: parameter.write(entry.default) for entry, parameter in sparse}


def write_all(clause: Any) -> dict[str, Any]:
    """Return the JSON form of a clause's parameters.

    Defaults are written too, so that changed defaults never change a game. None and sparse defaults are left out.
    """
    written = {}
    for entry in fields(clause):
        value, parameter = getattr(clause, entry.name), entry.metadata.get("parameter")
        if parameter is None or value is None or (parameter.sparse and value == entry.default):
            continue
        written[entry.name] = parameter.write(value)
    return written


def _required(entry: Field[Any]) -> bool:
    if entry.default is MISSING:
        raise ValueError(f"{entry.name}: is missing")
    return False


def _read(entry: Field[Any], value: Any) -> Any:
    try:
        return entry.metadata["parameter"].read(value)
    except ValueError as error:
        raise ValueError(f"{entry.name}: {error}") from None


def _read_number(parameter: Parameter, value: Any) -> int:
    if type(value) is not int or not parameter.least <= value <= parameter.most or (parameter.nonzero and not value):
        besides = ", except 0" if parameter.nonzero else ""
        raise ValueError(f"must be a whole number from {parameter.least} to {parameter.most}{besides}")
    return value


def _read_feature(parameter: Parameter, value: Any) -> Feature:
    try:
        member = Feature.from_word(value)
    except ValueError:
        member = None
    if member is None or member not in parameter.choices:
        raise ValueError(f"must be one of {', '.join(choice.word for choice in parameter.choices)}")
    return member


def _read_union(parameter: Parameter, value: Any) -> FeatureLike:
    if not isinstance(value, list):
        return _read_feature(parameter, value)
    several = {_read_feature(parameter, item) for item in value}
    if len(several) < 2 or len(several) < len(value) or not several.issubset(parameter.united):
        words = ", ".join(choice.word for choice in parameter.united)
        raise ValueError(f"must be one word, or a list of two or more different words from {words}")
    return FeatureUnion(tuple(sorted(several)))


def _read_features(parameter: Parameter, value: Any) -> tuple[Feature, ...]:
    if not isinstance(value, list):
        raise ValueError("must be a list")
    return tuple(_read_feature(parameter, item) for item in value)


def _read_groups(parameter: Parameter, value: Any) -> tuple[FeatureLike, ...]:
    if not isinstance(value, list):
        raise ValueError("must be a list")
    groups = tuple(_read_union(parameter, item) for item in value)
    named = all_features(groups)
    if any(isinstance(group, FeatureUnion) for group in groups) and len(named) > len(set(named)):
        raise ValueError("must name each word once")
    return groups


def _read_choice(parameter: Parameter, value: Any) -> Any:
    if value not in list(parameter.choices):
        raise ValueError(f"must be one of {', '.join(parameter.choices)}")
    return next(choice for choice in parameter.choices if choice == value)


def _read_switch(parameter: Parameter, value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError("must be true or false")
    return value


def _read_shape(parameter: Parameter, value: Any) -> Shape:
    if not isinstance(value, list) or not all(isinstance(row, str) for row in value):
        raise ValueError("must be a list of rows of # and .")
    return Shape.from_rows(value)


def _read_stamp(parameter: Parameter, value: Any) -> Stamp:
    if not isinstance(value, list) or not all(isinstance(row, str) for row in value):
        raise ValueError("must be a list of rows")
    return Stamp.from_rows(value)


def _read_tiers(parameter: Parameter, value: Any) -> Tiers:
    if not isinstance(value, list):
        raise ValueError("must be a list")
    return Tiers.of(value)


_READERS: dict[ParameterKind, Any] = {
    ParameterKind.NUMBER: _read_number,
    ParameterKind.FEATURE: _read_feature,
    ParameterKind.UNION: _read_union,
    ParameterKind.FEATURES: _read_features,
    ParameterKind.GROUPS: _read_groups,
    ParameterKind.CHOICE: _read_choice,
    ParameterKind.SWITCH: _read_switch,
    ParameterKind.SHAPE: _read_shape,
    ParameterKind.STAMP: _read_stamp,
    ParameterKind.TIERS: _read_tiers,
}
