"""What a clause of a scoring card may say, in a line for each family."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, fields
from typing import Any

from django.utils.translation import gettext as _

from engine.cartographers.scoring.families import FAMILIES
from engine.cartographers.scoring.parameters import Kind, Parameter, declared


def family_lines() -> Iterator[tuple[str, str]]:
    """The name of every family with its parameters and what each may be."""
    for name, family in FAMILIES.items():
        optional = {entry.name for entry in fields(family) if entry.default is not MISSING}
        parts = [_part(key, parameter, key in optional) for key, parameter in declared(family).items()]
        yield name, "; ".join(parts)


def _part(key: str, parameter: Parameter, optional: bool) -> str:
    line = f"{key}: {_values(parameter)}"
    return _("%(parameter)s (may be left out)") % {"parameter": line} if optional else line


def _values(parameter: Parameter) -> str:
    words = ", ".join(_word(choice) for choice in parameter.choices)
    match parameter.kind:
        case Kind.NUMBER:
            return _("%(least)s to %(most)s") % {"least": parameter.least, "most": parameter.most}
        case Kind.FEATURES:
            return _("a list of %(words)s") % {"words": words}
        case Kind.SWITCH:
            return _("true or false")
        case Kind.SHAPE:
            return _("a list of rows of # and .")
        case Kind.FEATURE | Kind.CHOICE:
            return _("one of %(words)s") % {"words": words}


def _word(choice: Any) -> str:
    return str(getattr(choice, "word", choice))
