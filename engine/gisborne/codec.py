"""Stored form of events: a kind and JSON data, a key for each field. The first event also carries the `VERSION`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import fields
from typing import Any, get_args

from engine import json_values
from engine.contract import Seat
from engine.gisborne import events as ev
from engine.gisborne.cards import Face
from engine.gisborne.definition import Data, Definition, definition_from_json, definition_to_json

VERSION = 1
"""Newest storage format."""


def encode(event: ev.Event) -> tuple[str, Data]:
    """Return the stored form of an event: its kind and JSON data."""
    data = {name: _write(getattr(event, name)) for name in _READERS[type(event)]}
    return _NAMES[type(event)], data | {"version": VERSION} if isinstance(event, ev.GameStarted) else data


def decode(kind: str, data: Data) -> ev.Event:
    """Build an event from its stored form. Raises ValueError naming the field if the kind is unknown or the data does
    not match it.
    """
    if kind not in _KINDS:
        raise ValueError(f'"{kind}" is no kind of event')
    try:
        stored = json_values.mapping(data)
        if kind == "game_started":
            _check_version(stored)
        values = {name: _read(stored, name, read) for name, read in _READERS[_KINDS[kind]].items()}
    except ValueError as error:
        raise ValueError(f"{kind}: {error}") from None
    event: ev.Event = _KINDS[kind](**values)
    return event


def _check_version(data: Data) -> None:
    version = _read(data, "version", json_values.count)
    if version > VERSION:
        raise ValueError(f"version: {version} is newer than {VERSION}, the newest that can be read")


def _read(data: Data, name: str, read: Callable[[Any], Any]) -> Any:
    if name not in data:
        raise ValueError(f"{name}: is missing")
    try:
        return read(data[name])
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None


def _write(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_write(entry) for entry in value]
    if isinstance(value, Definition):
        return definition_to_json(value)
    return value.value if isinstance(value, Face | ev.Reason) else value


def _each(read: Callable[[Any], Any]) -> Callable[[Any], tuple[Any, ...]]:
    return lambda value: tuple(map(read, json_values.items(value)))


def _seat(value: Any) -> Seat:
    return Seat(json_values.count(value))


def _face(value: Any) -> Face:
    return Face(json_values.text(value))


def _reason(value: Any) -> ev.Reason:
    return ev.Reason(json_values.text(value))


_BY_TYPE: dict[str, Callable[[Any], Any]] = {
    "Definition": definition_from_json,
    "int": json_values.count,
    "bool": json_values.flag,
    "str": json_values.text,
    "Seat": _seat,
    "Reason": _reason,
    "Cards": _each(_face),
    "tuple[str, ...]": _each(json_values.text),
    "tuple[int, ...]": _each(json_values.count),
    "tuple[Seat, ...]": _each(_seat),
    "tuple[Face, ...]": _each(_face),
    "tuple[Cards, ...]": _each(_each(_face)),
    "tuple[tuple[Face, ...], ...]": _each(_each(_face)),
}
"""Readers by the annotation of a field."""

_READERS: dict[type[ev.Event], dict[str, Callable[[Any], Any]]] = {
    kind: {entry.name: _BY_TYPE[str(entry.type)] for entry in fields(kind)} for kind in get_args(ev.Event)
}

_NAMES = {kind: re.sub(r"(?<=.)([A-Z])", r"_\1", kind.__name__).lower() for kind in get_args(ev.Event)}
_KINDS = {name: kind for kind, name in _NAMES.items()}
