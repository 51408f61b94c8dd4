"""The clauses of a scoring card as fields of a form: which there are follows from the family that each names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields
from typing import Any, Final

from django import forms
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _

from engine.cartographers.bounds import MOST_CLAUSES
from engine.cartographers.cards import clause_from_json, clause_to_json
from engine.cartographers.scoring.families import FAMILIES
from engine.cartographers.scoring.parameters import Parameter, ParameterKind, declared
from engine.cartographers.terrain import Feature
from games.cartographers.shelf.contradictions import find_contradiction
from games.cartographers.words.scoring.rules import FAMILY_NAMES
from games.cartographers.workshop.families import choices_of, help_of, label_of
from games.cartographers.workshop.grids import ShapeField, cells_of
from games.catalog.shelves import Data

FIRST: Final = "spaces"
"""Family of a newly added clause."""

_SENSIBLE: Final[Mapping[str, Mapping[str, Any]]] = {
    "lines": {"filled": True},
    "linked_features": {"partner": Feature.MOUNTAIN, "at_least": 2},
}
"""Parameters of a new clause whose minimum values would never earn a star."""

Raw = dict[str, list[str]]
"""Submitted fields of one clause by their names within it; "was" is the family that the fields were rendered for."""


def name_of(number: int, part: str) -> str:
    """The name of a field of a clause, which is numbered from 0."""
    return f"clause-{number}-{part}"


def blank(family: str) -> Data:
    """A clause of a family that says as little as it may and can earn stars."""
    made = FAMILIES[family]
    required = {entry.name for entry in fields(made) if entry.default is MISSING}
    required -= _SENSIBLE.get(family, {}).keys()
    least = {name: _least(kind) for name, kind in declared(made).items() if name in required}
    return clause_to_json(made(0, **least, **_SENSIBLE.get(family, {})))


def _least(parameter: Parameter) -> Any:
    return parameter.least if parameter.kind is ParameterKind.NUMBER else parameter.choices[0]


def place_of(part: str, number: int) -> str:
    """The id of a clause (part "clause") or an example ("example") on the page, numbered from 1."""
    return f"{part}-{number}"


def after_removal(part: str, number: int, count: int, otherwise: str) -> str:
    """Return the id of the element to focus after one of `count` parts is removed.

    It is the next part, which takes over the number; after the last one, the part before it; and if none is left,
    `otherwise`.
    """
    left = min(number, count - 1)
    return place_of(part, left) if left else otherwise


def clause_fields(number: int, family: str) -> dict[str, forms.Field]:
    """The fields of a clause of a family."""
    # Every family has its own fields, so they are rendered again as soon as another family is chosen.
    anew = {"hx-post": "", "hx-trigger": "input consume, change consume", "hx-vals": '{"step": "clause.family"}'}
    widget = forms.Select(attrs=anew)
    choosing = forms.ChoiceField(label=_("Rule type"), choices=list(FAMILY_NAMES.items()), widget=widget)
    made: dict[str, forms.Field] = {"family": choosing}
    for name, parameter in declared(FAMILIES[family]).items():
        field = _field(name, parameter)
        field.label, field.help_text = str(label_of(family, name)), str(help_of(family, name))
        made[name] = field
    return {name_of(number, name): field for name, field in made.items()}


def _field(name: str, parameter: Parameter) -> forms.Field:
    match parameter.kind:
        case ParameterKind.NUMBER:
            return number_field(parameter.least, parameter.most)
        case ParameterKind.FEATURE | ParameterKind.CHOICE:
            return forms.ChoiceField(choices=choices_of(name, parameter), required=not parameter.optional)
        case ParameterKind.FEATURES:
            boxes = forms.CheckboxSelectMultiple
            return forms.MultipleChoiceField(choices=choices_of(name, parameter), required=False, widget=boxes)
        case ParameterKind.SWITCH:
            return forms.BooleanField(required=False)
        case ParameterKind.SHAPE:
            return ShapeField(required=False)


def number_field(least: int, most: int, **options: Any) -> forms.IntegerField:
    """A whole number within bounds, refused in one sentence whatever is wrong with it."""
    words = _("Enter a whole number from %(least)s to %(most)s.") % {"least": least, "most": most}
    refusals = dict.fromkeys(("required", "invalid", "min_value", "max_value"), words)
    return forms.IntegerField(min_value=least, max_value=most, error_messages=refusals, **options)


def begun(clauses: list[Data]) -> dict[str, Any]:
    """Return the initial field values for the clauses."""
    return {name_of(number, name): value for number, clause in enumerate(clauses) for name, value in clause.items()}


def said(number: int, family: str, cleaned: Mapping[str, Any]) -> Data:
    """The definition that the fields of a clause come to; what does not matter is left out."""
    values = {name: cleaned[name_of(number, name)] for name in declared(FAMILIES[family])}
    return {"family": family, **{name: value for name, value in values.items() if value not in (None, "")}}


def contradiction_in(number: int, family: str, cleaned: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return the field to change of a clause that can never earn a star, and why; None if it can, or is incomplete."""
    if not all(name_of(number, name) in cleaned for name in declared(FAMILIES[family])):
        return None
    found = find_contradiction(clause_from_json(said(number, family, cleaned), number))
    return (name_of(number, found.parameter), found.reason) if found else None


def sent(data: Any) -> list[Raw]:
    """Return the submitted clauses, at least one, each with all parameters of its rule type."""
    count = _count(data.get("clauses", ""))
    return [_settled(_raw(data, number)) for number in range(count)]


def _count(text: str) -> int:
    return min(max(int(text), 1), MOST_CLAUSES) if text.isascii() and text.isdecimal() and len(text) < 4 else 1


def _raw(data: Any, number: int) -> Raw:
    prefix = name_of(number, "")
    return {key.removeprefix(prefix): data.getlist(key) for key in data if key.startswith(prefix)}


def _settled(raw: Raw) -> Raw:
    """A clause without values of any family but its own; a family that was just chosen begins anew."""
    family, was = (raw.get(key, [""])[-1] for key in ("family", "was"))
    if family not in FAMILIES:
        return {**raw, "was": [was if was in FAMILIES else FIRST]}
    own = declared(FAMILIES[family])
    if was in ("", family):
        kept = {name: values for name, values in raw.items() if name in own}
    else:
        kept = {**raw_of(blank(family)), **_carried(raw, own)}
    return {**kept, "family": [family], "was": [family]}


def _carried(raw: Raw, own: Mapping[str, Parameter]) -> Raw:
    """Return the parameters that mean the same in every family, if they are valid in the new one."""
    return {
        name: raw[name]
        for name in ("stars", "terrain")
        if name in raw and name in own and _may_be(name, own[name], raw[name])
    }


def _may_be(name: str, parameter: Parameter, values: list[str]) -> bool:
    field = _field(name, parameter)
    try:
        field.clean(field.widget.value_from_datadict(MultiValueDict({"value": values}), {}, "value"))
    except forms.ValidationError:
        return False
    return True


def raw_of(clause: Data) -> Raw:
    """Return the data that a browser submits for an unchanged clause."""
    return {"was": [clause["family"]], **{name: list(_texts(value)) for name, value in clause.items()}}


def _texts(value: Any) -> Iterator[str]:
    match value:
        case bool():
            yield from ["on"] if value else []
        case list() if value and set("".join(value)) <= {"#", "."}:
            yield from (f"{row},{column}" for row, column in sorted(cells_of(value)))
        case list():
            yield from value
        case _:
            yield str(value)


def stepped(clauses: list[Raw], step: str) -> list[Raw]:
    """Some clauses after "add", "remove.1", "up.1" or "down.1"; as they were after anything else."""
    act, _dot, text = step.partition(".")
    at = int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else -1
    if act == "add" and len(clauses) < MOST_CLAUSES:
        return [*clauses, raw_of(blank(FIRST))]
    if not 0 <= at < len(clauses):
        return clauses
    if act == "remove" and len(clauses) > 1:
        return [*clauses[:at], *clauses[at + 1 :]]
    other = {"up": at - 1, "down": at + 1}.get(act, -1)
    if 0 <= other < len(clauses):
        clauses = [*clauses]
        clauses[at], clauses[other] = clauses[other], clauses[at]
    return clauses


def written(data: Any, clauses: list[Raw]) -> Any:
    """Return a copy of the submitted data with other clauses."""
    changed = data.copy()
    for key in [key for key in changed if key.startswith("clause-")]:
        del changed[key]
    changed["clauses"] = str(len(clauses))
    for number, raw in enumerate(clauses):
        for name, values in raw.items():
            changed.setlist(name_of(number, name), values)
    return changed
