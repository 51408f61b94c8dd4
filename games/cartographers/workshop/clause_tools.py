"""Tools for the clauses of a scoring card: buttons that add, remove and move them, the gallery, and patterns."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

from engine.cartographers.bounds import MOST_CLAUSES
from games.cartographers.workshop.clauses import (
    FIRST,
    blank_clause,
    clause_field_name,
    clause_form_data,
    submitted_clauses,
    with_clauses,
)
from games.cartographers.workshop.gallery import sample_clauses
from games.cartographers.workshop.pattern_painter import pattern_tools
from games.catalog.forms import Tool, ToolUse

_OPEN: Final = "open"
"""Value of the field `gallery` while the gallery is shown."""


def stamp_field(number: int) -> str:
    """Return the name of the field of a clause's painted pattern."""
    return clause_field_name(number, "stamp")


def painting_tools_end(number: int) -> str:
    """Return the end of the names of tools for a clause's painted pattern."""
    return f"-pattern-{number}"


def painting_tools() -> dict[str, Tool]:
    """Return the tools of painted patterns by name; each clause has its own."""
    return {
        tool + painting_tools_end(number): run
        for number in range(MOST_CLAUSES)
        for tool, run in pattern_tools(partial(_field_of, number)).items()
    }


def _field_of(number: int, _data: Any) -> str:
    return stamp_field(number)


def add(use: ToolUse) -> Any:
    """Add a clause."""
    clauses = submitted_clauses(use.data)
    return with_clauses(
        use.data, [*clauses, clause_form_data(blank_clause(FIRST))] if len(clauses) < MOST_CLAUSES else clauses
    )


def show_gallery(use: ToolUse) -> Any:
    """Show the gallery of rule types."""
    return use.with_values(gallery=_OPEN)


def hide_gallery(use: ToolUse) -> Any:
    """Hide the gallery."""
    return use.with_values(gallery="")


def is_gallery_open(data: Any) -> bool:
    """Return True if the gallery is shown, and a clause can still be added."""
    return data.get("gallery", "") == _OPEN and len(submitted_clauses(data)) < MOST_CLAUSES


def use_sample(use: ToolUse) -> Any:
    """Add a clause like one of the gallery, and hide the gallery; do nothing if there is no such sample."""
    sample = sample_clauses().get(use.at)
    if sample is None or len(clauses := submitted_clauses(use.data)) >= MOST_CLAUSES:
        return use.data
    return with_clauses(hide_gallery(use), [*clauses, clause_form_data(sample.clause)])


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
