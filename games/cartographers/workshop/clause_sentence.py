"""Rule of a clause above its fields: its blanks lead to the fields, and others are folded as conditions to add."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Final

from django import forms
from django.forms import BoundField

from engine.cartographers.scoring.families import FAMILIES, Clause
from engine.cartographers.scoring.parameters import ParameterKind, parameters_of
from games.cartographers.words.scoring.blanks import RulePart
from games.cartographers.words.scoring.rules import rule_parts
from games.cartographers.workshop.clauses import Raw, texts_of
from games.cartographers.workshop.shapes import GridWidget
from games.play.words import comma_list

_NEVER_FOLDED: Final[frozenset[tuple[str, str]]] = frozenset({("ranked_cluster", "rank"), ("lines", "filled")})
"""Parameters with a default that decides what the clause is about, by family."""


@dataclass(frozen=True, slots=True)
class SentencePart:
    """Part of a rule. A blank has the id of the element to focus, and the labels of its fields; other parts have ""."""

    text: str
    target: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class ClauseFields:
    """Rule of a clause, empty if its fields are incomplete, and its fields; those in `folded` are at their defaults."""

    sentence: tuple[SentencePart, ...]
    shown: tuple[BoundField, ...]
    folded: tuple[BoundField, ...]


def arrange_clause(family: str, clause: Clause | None, raw: Raw, bound: Mapping[str, BoundField]) -> ClauseFields:
    """Return the fields of a clause with its rule; `clause` is None if it can't be read.

    `raw` has its submitted values, and `bound` its fields, by parameter.
    """
    parts = rule_parts(clause) if clause is not None else ()
    named = {name for part in parts for name in part.parameters}
    shown = {
        name for name, field in bound.items() if name in named or field.errors or not _may_be_folded(family, name, raw)
    }
    sentence = tuple(
        SentencePart(part.text, focus_target(bound[part.parameters[0]]), _labels(part, bound))
        if part.parameters
        else SentencePart(part.text)
        for part in parts
    )
    return ClauseFields(
        sentence=sentence,
        shown=tuple(field for name, field in bound.items() if name in shown),
        folded=tuple(field for name, field in bound.items() if name not in shown),
    )


def _labels(part: RulePart, bound: Mapping[str, BoundField]) -> str:
    return comma_list([str(bound[name].label) for name in part.parameters])


def _may_be_folded(family: str, name: str, raw: Raw) -> bool:
    """Return True if a parameter is at its default, and a rule usually does without it."""
    if (family, name) in _NEVER_FOLDED:
        return False
    parameter = parameters_of(FAMILIES[family])[name]
    default = next(entry.default for entry in fields(FAMILIES[family]) if entry.name == name)
    if default is MISSING or (parameter.kind is ParameterKind.CHOICE and not parameter.sparse):
        return False
    values = list(texts_of(parameter.kind, parameter.write(default))) if default is not None else []
    return [text for text in raw.get(name, []) if text] == values


def focus_target(field: BoundField) -> str:
    """Return the id of the element that is focused to change a field: of a group, its first."""
    if isinstance(field.field.widget, GridWidget):
        return f"{field.auto_id}_0,0"
    if isinstance(field.field.widget, forms.CheckboxSelectMultiple):
        return f"{field.auto_id}_0"
    return field.id_for_label
