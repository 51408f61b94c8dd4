"""Clauses of a scoring card: their fields, which follow from the rule type of each, and their stored forms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields
from typing import Any, Final

from django import forms
from django.core.validators import RegexValidator
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _

from engine.cartographers.bounds import MOST_CLAUSES
from engine.cartographers.cards import clause_from_json, clause_to_json, scoring_from_json
from engine.cartographers.scoring.families import FAMILIES, Clause
from engine.cartographers.scoring.parameters import (
    Parameter,
    ParameterKind,
    find_empty_range,
    parameters_of,
    sparse_defaults,
)
from engine.cartographers.stamps import Stamp
from engine.cartographers.terrain import Feature
from games.cartographers.shelf.contradictions import find_contradiction
from games.cartographers.words.scoring.rules import FAMILY_NAMES, clause_rule
from games.cartographers.workshop.clause_words import choices_of, help_of, label_of
from games.cartographers.workshop.feature_groups import GroupsField, group_texts
from games.cartographers.workshop.pattern_painter import PatternField, shown_text
from games.cartographers.workshop.shapes import ShapeField, cells_of
from games.cartographers.workshop.tiers import TiersField, tiers_text
from games.cartographers.workshop.unions import UnionField
from games.catalog.forms import number_in
from games.catalog.shelves import Data
from games.play.words import figure

FIRST: Final = "spaces"
"""Family of a newly added clause."""

_SENSIBLE: Final[Mapping[str, Mapping[str, Any]]] = {
    "lines": {"filled": True},
    "linked_features": {"partner": Feature.MOUNTAIN, "at_least": 2},
    "patterns": {"stamp": Stamp(("FV",))},
    "touching_pairs": {"partner": Feature.VILLAGE},
    "sets": {"each": (Feature.FOREST, Feature.VILLAGE)},
}
"""Parameters of a new clause whose minimum values would never earn a star."""

Raw = dict[str, list[str]]
"""Submitted fields of one clause by their names within it; "was" is the family that the fields were rendered for."""


def clause_field_name(number: int, part: str) -> str:
    """Return the name of a clause's field; `number` is 0-based."""
    return f"clause-{number}-{part}"


def blank_clause(family: str) -> Data:
    """A clause of a family that says as little as it may and can earn stars."""
    made = FAMILIES[family]
    required = {entry.name for entry in fields(made) if entry.default is MISSING}
    required -= _SENSIBLE.get(family, {}).keys()
    least = {name: _least(kind) for name, kind in parameters_of(made).items() if name in required}
    return clause_to_json(made(0, **least, **_SENSIBLE.get(family, {})))


def _least(parameter: Parameter) -> Any:
    return max(parameter.least, 1) if parameter.kind is ParameterKind.NUMBER else parameter.choices[0]


def part_id(part: str, number: int) -> str:
    """Return the page id of a clause (part "clause") or an example ("example"), numbered from 1."""
    return f"{part}-{number}"


def after_removal(part: str, number: int, count: int, otherwise: str) -> str:
    """Return the id of the element to focus after one of `count` parts is removed.

    It is the next part, which takes over the number; after the last one, the part before it; and if none is left,
    `otherwise`.
    """
    left = min(number, count - 1)
    return part_id(part, left) if left else otherwise


def clause_fields(number: int, family: str, again: str) -> dict[str, forms.Field]:
    """Return the fields of a clause of a rule type; `again` is the address that shows the form again."""
    # Every family has its own fields, so they are rendered again when another family is chosen. Whoever types the first
    # letters of its name changes the choice with each of them, so the answer waits until the last one.
    anew = {"hx-post": again, "hx-trigger": "input delay:300ms consume, change delay:300ms consume"}
    widget = forms.Select(attrs=anew)
    choosing = forms.ChoiceField(label=_("Rule type"), choices=list(FAMILY_NAMES.items()), widget=widget)
    made: dict[str, forms.Field] = {"family": choosing}
    for name, parameter in parameters_of(FAMILIES[family]).items():
        field = _field(name, parameter)
        field.label, field.help_text = str(label_of(family, name)), str(help_of(family, name))
        field.widget.attrs.update(field.widget_attrs(field.widget))  # a grid is labeled like its field
        made[name] = field
    return {clause_field_name(number, name): field for name, field in made.items()}


def _field(name: str, parameter: Parameter) -> forms.Field:
    required = not (parameter.optional or parameter.sparse)
    match parameter.kind:
        case ParameterKind.NUMBER:
            return number_field(parameter.least, parameter.most, nonzero=parameter.nonzero, required=required)
        case ParameterKind.FEATURE | ParameterKind.CHOICE:
            return forms.ChoiceField(choices=choices_of(name, parameter), required=required)
        case ParameterKind.UNION:
            united = [feature.word for feature in parameter.united]
            return UnionField(choices=choices_of(name, parameter), united=united, required=required)
        case ParameterKind.FEATURES:
            boxes = forms.CheckboxSelectMultiple
            return forms.MultipleChoiceField(choices=choices_of(name, parameter), required=False, widget=boxes)
        case ParameterKind.GROUPS:
            return GroupsField(choices=choices_of(name, parameter))
        case ParameterKind.SWITCH:
            return forms.BooleanField(required=False)
        case ParameterKind.SHAPE:
            return ShapeField(required=False)
        case ParameterKind.STAMP:
            return PatternField()
        case ParameterKind.TIERS:
            return TiersField(required=False)


def number_field(least: int, most: int, *, nonzero: bool = False, **options: Any) -> forms.IntegerField:
    """Return a field for a whole number within bounds, with the same message for every error."""
    text = _("Enter a whole number from %(least)s to %(most)s.")
    if nonzero:
        text = _("Enter a whole number from %(least)s to %(most)s, except 0.")
    words = text % {"least": figure(least), "most": most}
    refusals = dict.fromkeys(("required", "invalid", "min_value", "max_value"), words)
    validators = [RegexValidator("^0$", words, inverse_match=True)] if nonzero else []
    return forms.IntegerField(
        min_value=least, max_value=most, error_messages=refusals, validators=validators, **options
    )


def initial_clauses(clauses: list[Data]) -> dict[str, Any]:
    """Return the initial field values for the clauses."""
    return {
        clause_field_name(number, name): value
        for number, clause in enumerate(clauses)
        for name, value in _with_sparse(clause).items()
    }


def _with_sparse(clause: Data) -> Data:
    """Return a clause with the defaults that its stored form leaves out."""
    return {**sparse_defaults(FAMILIES[clause["family"]]), **clause}


def definition_from_fields(number: int, family: str, cleaned: Mapping[str, Any]) -> Data:
    """Return the definition from a clause's fields; empty values and sparse defaults are left out."""
    values = {name: cleaned[clause_field_name(number, name)] for name in parameters_of(FAMILIES[family])}
    defaults = sparse_defaults(FAMILIES[family])
    changed = {name: value for name, value in values.items() if value != defaults.get(name)}
    return {"family": family, **{name: value for name, value in changed.items() if value not in (None, "")}}


def empty_range_in(number: int, family: str, cleaned: Mapping[str, Any]) -> str | None:
    """Return the field of a clause's maximum that is below its minimum; None if there is none, or it is incomplete."""
    if not _is_complete(number, family, cleaned):
        return None
    ceiling = find_empty_range(FAMILIES[family], definition_from_fields(number, family, cleaned))
    return clause_field_name(number, ceiling) if ceiling else None


def contradiction_in(number: int, family: str, cleaned: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return the field to change of a clause that can never earn a star, and why; None if it can, or is incomplete."""
    if not _is_complete(number, family, cleaned):
        return None
    found = find_contradiction(clause_from_json(definition_from_fields(number, family, cleaned), number))
    return (clause_field_name(number, found.parameter), found.reason) if found else None


def clause_in(number: int, family: str, cleaned: Mapping[str, Any]) -> Clause | None:
    """Return a clause from its fields, or None if they are incomplete or contradict each other."""
    if not _is_complete(number, family, cleaned):
        return None
    try:
        return clause_from_json(definition_from_fields(number, family, cleaned), number)
    except ValueError:
        return None


def _is_complete(number: int, family: str, cleaned: Mapping[str, Any]) -> bool:
    return all(clause_field_name(number, name) in cleaned for name in parameters_of(FAMILIES[family]))


def submitted_clauses(data: Any) -> list[Raw]:
    """Return the submitted clauses, at least one, each with all parameters of its rule type."""
    count = _count(data.get("clauses", ""))
    return [_for_chosen_family(_raw(data, number)) for number in range(count)]


def _count(text: str) -> int:
    return min(max(number_in(text), 1), MOST_CLAUSES)


def _raw(data: Any, number: int) -> Raw:
    prefix = clause_field_name(number, "")
    return {key.removeprefix(prefix): data.getlist(key) for key in data if key.startswith(prefix)}


def _for_chosen_family(raw: Raw) -> Raw:
    """Return a clause with the values of its family only, or a blank clause if the family was just changed."""
    family, was = (raw.get(key, [""])[-1] for key in ("family", "was"))
    if family not in FAMILIES:
        return {**raw, "was": [was if was in FAMILIES else FIRST]}
    own = parameters_of(FAMILIES[family])
    if was in ("", family):
        # The fields of a painted grid follow its name and a dot.
        parameters = {name: values for name, values in raw.items() if name.partition(".")[0] in own}
    else:
        parameters = {**clause_form_data(blank_clause(family)), **_shared_parameters(raw, own)}
    return {**parameters, "family": [family], "was": [family]}


def _shared_parameters(raw: Raw, own: Mapping[str, Parameter]) -> Raw:
    """Return the parameters that mean the same in every family, if they are valid in the new one."""
    return {
        name: raw[name]
        for name in ("stars", "tiers", "terrain")
        if name in raw and name in own and _may_be(name, own[name], raw[name])
    }


def _may_be(name: str, parameter: Parameter, values: list[str]) -> bool:
    field = _field(name, parameter)
    try:
        field.clean(field.widget.value_from_datadict(MultiValueDict({"value": values}), {}, "value"))
    except forms.ValidationError:
        return False
    return True


def clause_form_data(clause: Data) -> Raw:
    """Return the data that a browser submits for an unchanged clause."""
    parameters, values = parameters_of(FAMILIES[clause["family"]]), _with_sparse(clause)
    fields = {name: list(texts_of(parameters[name].kind, values[name])) for name in values.keys() & parameters.keys()}
    return {"was": [clause["family"]], "family": [clause["family"]], **fields}


def texts_of(kind: ParameterKind, value: Any) -> Iterator[str]:
    """Yield the texts that a browser submits for a value of a parameter in JSON."""
    match kind:
        case ParameterKind.SWITCH:
            yield from ["on"] if value else []
        case ParameterKind.SHAPE:
            yield from (f"{row},{column}" for row, column in sorted(cells_of(value)))
        case ParameterKind.STAMP:
            yield shown_text(value)
        case ParameterKind.TIERS:
            yield tiers_text(value)
        case ParameterKind.GROUPS:
            yield from group_texts(value)
        case _ if isinstance(value, list):
            yield from value
        case _:
            yield str(value)


def with_clauses(data: Any, clauses: list[Raw]) -> Any:
    """Return a copy of the submitted data with other clauses."""
    changed = data.copy()
    for key in [key for key in changed if key.startswith("clause-")]:
        del changed[key]
    changed["clauses"] = str(len(clauses))
    for number, raw in enumerate(clauses):
        for name, values in raw.items():
            changed.setlist(clause_field_name(number, name), values)
    return changed


def clause_changes(older: Data, newer: Data) -> tuple[str, ...]:
    """Return sentences about the clauses of two cards, none if the same families follow each other in both: then the
    fields of the clauses tell the difference.
    """
    if _families(older) == _families(newer):
        return ()
    old, new = (Counter(map(clause_rule, scoring_from_json(each).clauses)) for each in (older, newer))
    added = (_("A clause was added: “%(sentence)s”") % {"sentence": one} for one in (new - old).elements())
    removed = (_("A clause was removed: “%(sentence)s”") % {"sentence": one} for one in (old - new).elements())
    return (*added, *removed) or (_("The clauses are in another order"),)


def _families(definition: Data) -> list[str]:
    return [clause["family"] for clause in definition["clauses"]]
