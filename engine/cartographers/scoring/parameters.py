"""Parameters of scoring families: their allowed values, and their JSON form.

A family is a frozen dataclass whose fields are made by `number`, `feature`, `features`, `choice`, `switch` and `shape`.
The workshop's form, the validation and the printed sentence are generated from these declarations.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from enum import StrEnum
from typing import Any

from engine.cartographers.scoring.tiers import Tiers
from engine.cartographers.shapes import Shape
from engine.cartographers.terrain import Feature

TERRAINS = tuple(Feature(number) for number in range(7))
"""Terrain types as features."""


class ParameterKind(StrEnum):
    """Kinds of parameters."""

    NUMBER = "number"
    FEATURE = "feature"
    FEATURES = "features"
    CHOICE = "choice"
    SWITCH = "switch"
    SHAPE = "shape"
    TIERS = "tiers"


@dataclass(frozen=True, slots=True)
class Parameter:
    """Allowed values of a clause parameter.

    Numbers are whole, from `least` to `most`, and not 0 if `nonzero`. Other kinds take one of `choices`, features any
    number of them. An `optional` parameter may be left out (None).
    """

    kind: ParameterKind
    least: int = 0
    most: int = 0
    choices: tuple[Any, ...] = ()
    optional: bool = False
    nonzero: bool = False

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
            case tuple():
                return [item.word for item in value]
            case Shape():
                return value.rows()
            case Tiers():
                return list(value.values)
            case _:
                return value


def number(least: int, most: int, default: int | None = None, *, nonzero: bool = False) -> Any:
    """Declare an integer within bounds."""
    return _field(Parameter(ParameterKind.NUMBER, least, most, nonzero=nonzero), default)


def feature(*choices: Feature, default: Feature | None = None, optional: bool = False) -> Any:
    """Declare a feature."""
    parameter = Parameter(ParameterKind.FEATURE, choices=choices, optional=optional)
    return _optional(parameter) if optional else _field(parameter, default)


def features(*choices: Feature) -> Any:
    """Declare any number of features, none by default."""
    return _field(Parameter(ParameterKind.FEATURES, choices=choices), ())


def choice(kinds: type[StrEnum], default: StrEnum | None = None) -> Any:
    """Declare one member of an enumeration."""
    return _field(Parameter(ParameterKind.CHOICE, choices=tuple(kinds)), default)


def switch() -> Any:
    """Declare a boolean, False by default."""
    return _field(Parameter(ParameterKind.SWITCH), False)


def shape() -> Any:
    """Declare a drawn shape, None by default."""
    return _optional(Parameter(ParameterKind.SHAPE, optional=True))


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
    bounds.
    """
    entries = {entry.name: entry for entry in fields(family) if "parameter" in entry.metadata}
    unknown = sorted(set(data) - set(entries))
    if unknown:
        raise ValueError(f"{unknown[0]}: no such parameter; there are {', '.join(entries)}")
    return {name: _read(entry, data[name]) for name, entry in entries.items() if name in data or _required(entry)}


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


def _read_features(parameter: Parameter, value: Any) -> tuple[Feature, ...]:
    if not isinstance(value, list):
        raise ValueError("must be a list")
    return tuple(_read_feature(parameter, item) for item in value)


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


def _read_tiers(parameter: Parameter, value: Any) -> Tiers:
    if not isinstance(value, list):
        raise ValueError("must be a list")
    return Tiers.of(value)


_READERS: dict[ParameterKind, Any] = {
    ParameterKind.NUMBER: _read_number,
    ParameterKind.FEATURE: _read_feature,
    ParameterKind.FEATURES: _read_features,
    ParameterKind.CHOICE: _read_choice,
    ParameterKind.SWITCH: _read_switch,
    ParameterKind.SHAPE: _read_shape,
    ParameterKind.TIERS: _read_tiers,
}
