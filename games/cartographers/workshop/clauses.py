"""Clauses of a scoring card: their fields and texts, which follow from the rule type of each, and their tools."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields
from typing import Any, Final

from django import forms
from django.core.validators import RegexValidator
from django.utils.datastructures import MultiValueDict
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.cartographers.bounds import MOST_CLAUSES
from engine.cartographers.cards import clause_from_json, clause_to_json, scoring_from_json
from engine.cartographers.scoring.families import FAMILIES
from engine.cartographers.scoring.parameters import Parameter, ParameterKind, parameters_of
from engine.cartographers.terrain import Feature
from games.cartographers.shelf.contradictions import find_contradiction
from games.cartographers.words.names import terrain_label
from games.cartographers.words.scoring.rules import FAMILY_NAMES, clause_rule
from games.cartographers.workshop.shapes import ShapeField, cells_of
from games.cartographers.workshop.tiers import TiersField, tiers_text
from games.catalog.forms import ToolUse, number_in
from games.catalog.shelves import Data
from games.play.words import figure

Words = str | Promise

SENTENCES: Final[dict[str, Words]] = {
    "spaces": gettext_lazy("Stars for each space of a terrain, anywhere or only under certain conditions."),
    "clusters": gettext_lazy("Stars for each cluster of a terrain, of any size or only under certain conditions."),
    "ranked_cluster": gettext_lazy("Stars for each space of the largest cluster, the second largest, and so on."),
    "best_cluster": gettext_lazy("Stars for the single cluster that scores most, by its size or its surroundings."),
    "lines": gettext_lazy("Stars for each row, column or diagonal that meets the conditions."),
    "linked_features": gettext_lazy(
        "Stars for each mountain or other space that a cluster connects to something else."
    ),
    "largest_square": gettext_lazy("Stars for the side length of the largest square on the map."),
    "longest_run": gettext_lazy("Stars for each space of the longest unbroken line of a terrain."),
}
"""Sentences by the name of the family in a definition."""

_LABELS: Final[dict[str, Words]] = {
    "stars": gettext_lazy("Stars"),
    "tiers": gettext_lazy("Tiers"),
    "terrain": gettext_lazy("Terrain"),
    "of": gettext_lazy("Terrain"),
    "partner": gettext_lazy("Connected to"),
    "smallest": gettext_lazy("Minimum size"),
    "largest": gettext_lazy("Maximum size"),
    "containing": gettext_lazy("Must contain"),
    "touching": gettext_lazy("Must be adjacent to"),
    "at_least": gettext_lazy("Minimum number"),
    "avoiding": gettext_lazy("Must not be adjacent to"),
    "kinds": gettext_lazy("Different terrain types"),
    "rank": gettext_lazy("Rank by size"),
    "measure": gettext_lazy("What is scored"),
    "direction": gettext_lazy("Lines"),
    "filled": gettext_lazy("Full lines only"),
    "equal": gettext_lazy("Same number of each"),
    "axis": gettext_lazy("Direction"),
    "on": gettext_lazy("Only on"),
    "enclosed_by": gettext_lazy("Only surrounded by"),
    "beside": gettext_lazy("Only adjacent to"),
}
_OTHER_LABELS: Final[dict[tuple[str, str], Words]] = {
    ("clusters", "containing"): gettext_lazy("Must contain this shape"),
    ("clusters", "kinds"): gettext_lazy("Other adjacent terrain types"),
    ("linked_features", "terrain"): gettext_lazy("Connecting cluster"),
}
"""Labels of parameters whose meaning in one family differs from the others."""

_COMMON_HELP: Final[dict[str, Words]] = {
    "stars": gettext_lazy("A negative number is a penalty."),
    "tiers": gettext_lazy(
        "For 1, 2, 3 and so on that count, for example 1, 3, 6, 10. Each is multiplied by Stars. "
        "Leave empty to score the same for each."
    ),
}
"""Help texts of the parameters that every family has."""
_HELP: Final[dict[tuple[str, str], Words]] = {
    ("spaces", "at_least"): gettext_lazy("Counts adjacent spaces of the required type."),
    ("clusters", "at_least"): gettext_lazy("Counts spaces of the required type adjacent to the cluster."),
    ("clusters", "kinds"): gettext_lazy("0 for no limit."),
    ("clusters", "containing"): gettext_lazy("Can be rotated and flipped. Leave empty for any shape."),
    ("lines", "at_least"): gettext_lazy("Counts spaces of the required type in the line."),
    ("lines", "kinds"): gettext_lazy("Number in each line; 0 for no limit."),
    ("linked_features", "at_least"): gettext_lazy("Counts the connected spaces the cluster must be adjacent to."),
}

_CHOICES: Final[dict[tuple[str, str], Words]] = {
    ("measure", "size"): gettext_lazy("Its spaces"),
    ("measure", "empty_around"): gettext_lazy("Adjacent empty spaces"),
    ("measure", "rows_and_columns"): gettext_lazy("Rows and columns it covers"),
    ("direction", "rows"): gettext_lazy("Rows"),
    ("direction", "columns"): gettext_lazy("Columns"),
    ("direction", "rows_and_columns"): gettext_lazy("Rows and columns"),
    ("direction", "odd_columns"): gettext_lazy("Odd-numbered columns: 1, 3, 5 and so on"),
    ("direction", "diagonals"): gettext_lazy("Diagonals, from the left edge down to the bottom edge"),
    ("axis", "column"): gettext_lazy("Column"),
    ("axis", "row"): gettext_lazy("Row"),
}
_ANYTHING: Final = gettext_lazy("Any")


def label_of(family: str, parameter: str) -> Words:
    """Return the label of a parameter."""
    return _OTHER_LABELS.get((family, parameter), _LABELS[parameter])


def help_of(family: str, parameter: str) -> Words:
    """Return the help text of a parameter, or "" if its label is enough."""
    return _HELP.get((family, parameter), _COMMON_HELP.get(parameter, ""))


def choices_of(name: str, parameter: Parameter) -> list[tuple[str, Words]]:
    """Return the choices for a parameter with their labels."""
    choices = [(_value(choice), _words(name, choice)) for choice in parameter.choices]
    leaving_out = parameter.optional and parameter.kind is ParameterKind.FEATURE
    return [("", _ANYTHING), *choices] if leaving_out else choices


def _value(choice: Any) -> str:
    return choice.word if isinstance(choice, Feature) else str(choice.value)


def _words(name: str, choice: Any) -> Words:
    return terrain_label(choice) if isinstance(choice, Feature) else _CHOICES[name, choice.value]


FIRST: Final = "spaces"
"""Family of a newly added clause."""

_SENSIBLE: Final[Mapping[str, Mapping[str, Any]]] = {
    "lines": {"filled": True},
    "linked_features": {"partner": Feature.MOUNTAIN, "at_least": 2},
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
        made[name] = field
    return {clause_field_name(number, name): field for name, field in made.items()}


def _field(name: str, parameter: Parameter) -> forms.Field:
    match parameter.kind:
        case ParameterKind.NUMBER:
            return number_field(parameter.least, parameter.most, nonzero=parameter.nonzero)
        case ParameterKind.FEATURE | ParameterKind.CHOICE:
            return forms.ChoiceField(choices=choices_of(name, parameter), required=not parameter.optional)
        case ParameterKind.FEATURES:
            boxes = forms.CheckboxSelectMultiple
            return forms.MultipleChoiceField(choices=choices_of(name, parameter), required=False, widget=boxes)
        case ParameterKind.SWITCH:
            return forms.BooleanField(required=False)
        case ParameterKind.SHAPE:
            return ShapeField(required=False)
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
        for name, value in clause.items()
    }


def definition_from_fields(number: int, family: str, cleaned: Mapping[str, Any]) -> Data:
    """Return the definition from a clause's fields; empty values are left out."""
    values = {name: cleaned[clause_field_name(number, name)] for name in parameters_of(FAMILIES[family])}
    return {"family": family, **{name: value for name, value in values.items() if value not in (None, "")}}


def contradiction_in(number: int, family: str, cleaned: Mapping[str, Any]) -> tuple[str, str] | None:
    """Return the field to change of a clause that can never earn a star, and why; None if it can, or is incomplete."""
    if not all(clause_field_name(number, name) in cleaned for name in parameters_of(FAMILIES[family])):
        return None
    found = find_contradiction(clause_from_json(definition_from_fields(number, family, cleaned), number))
    return (clause_field_name(number, found.parameter), found.reason) if found else None


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
        parameters = {name: values for name, values in raw.items() if name in own}
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
    return {"was": [clause["family"]], **{name: list(_texts(value)) for name, value in clause.items()}}


def _texts(value: Any) -> Iterator[str]:
    match value:
        case bool():
            yield from ["on"] if value else []
        case [int(), *_]:
            yield tiers_text(value)
        case list() if value and set("".join(value)) <= {"#", "."}:
            yield from (f"{row},{column}" for row, column in sorted(cells_of(value)))
        case list():
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


def add(use: ToolUse) -> Any:
    """Add a clause."""
    clauses = submitted_clauses(use.data)
    return with_clauses(
        use.data, [*clauses, clause_form_data(blank_clause(FIRST))] if len(clauses) < MOST_CLAUSES else clauses
    )


def remove(use: ToolUse) -> Any:
    """Remove a clause, but not the only one."""
    clauses = submitted_clauses(use.data)
    left = [clause for number, clause in enumerate(clauses) if number != use.number]
    return with_clauses(use.data, left or clauses)


def move_up(use: ToolUse) -> Any:
    """Swap a clause with the one above it."""
    return _swapped(use, use.number - 1, use.number)


def move_down(use: ToolUse) -> Any:
    """Swap a clause with the one below it."""
    return _swapped(use, use.number, use.number + 1)


def _swapped(use: ToolUse, upper: int, lower: int) -> Any:
    clauses = submitted_clauses(use.data)
    if 0 <= upper < lower < len(clauses):
        clauses[upper], clauses[lower] = clauses[lower], clauses[upper]
    return with_clauses(use.data, clauses)


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
