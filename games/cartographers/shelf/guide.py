"""Help next to a definition: the possible clauses, one line for each rule type, or the attack pattern."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, fields
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _

from engine.cartographers.scoring.families import FAMILIES
from engine.cartographers.scoring.parameters import Parameter, ParameterKind, parameters_of
from games.cartographers.shelf.kinds import EntryKind


def definition_help(kind: EntryKind) -> str:
    """Safe HTML, "" where the definition speaks for itself."""
    if kind is EntryKind.SCORING:
        return _families()
    if kind is EntryKind.HERO:
        return _(
            "The attack is a list of spaces relative to the hero’s space: [rows down, columns right]. [-1, "
            "0] is the space above the hero, [0, 1] the space to the right."
        )
    return ""


def _families() -> str:
    lines = format_html_join("", "<li><code>{}</code>: {}</li>", _family_lines())
    return format_html("{}<ul>{}</ul>", _("Each clause has a rule type and parameters:"), lines)


def _family_lines() -> Iterator[tuple[str, str]]:
    """The name of every family with its parameters and what each may be."""
    for name, family in FAMILIES.items():
        optional = {entry.name for entry in fields(family) if entry.default is not MISSING}
        parts = [_part(key, parameter, key in optional) for key, parameter in parameters_of(family).items()]
        yield name, "; ".join(parts)


def _part(key: str, parameter: Parameter, optional: bool) -> str:
    line = f"{key}: {_values(parameter)}"
    return _("%(parameter)s (optional)") % {"parameter": line} if optional else line


def _values(parameter: Parameter) -> str:
    words = ", ".join(_word(choice) for choice in parameter.choices)
    match parameter.kind:
        case ParameterKind.NUMBER:
            return _("%(least)s to %(most)s") % {"least": parameter.least, "most": parameter.most}
        case ParameterKind.FEATURES:
            return _("a list of %(words)s") % {"words": words}
        case ParameterKind.SWITCH:
            return _("true or false")
        case ParameterKind.SHAPE:
            return _("a list of rows of # and .")
        case ParameterKind.FEATURE | ParameterKind.CHOICE:
            return _("one of %(words)s") % {"words": words}


def _word(choice: Any) -> str:
    return str(getattr(choice, "word", choice))
