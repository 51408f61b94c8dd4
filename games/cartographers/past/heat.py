"""What everybody drew in one turn, laid over one another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.cartographers.geometry import Mask, column_of, row_of, spaces
from engine.cartographers.notation import ROW_NAMES
from games.cartographers.log.tape import ClosedTurn
from games.cartographers.map.boards import COLUMNS, path
from games.cartographers.words.places import space_list
from games.play.lists import comma_list
from games.play.people import Person

STEPS = 5
"""Shades from the palest to the darkest."""


@dataclass(frozen=True, slots=True)
class HeatLevel:
    """The spaces that were drawn on as many maps, the most first: their names, their path and class, their number at
    the middle of each, and whose they are.
    """

    count: int
    title: str
    css: str
    path: str
    spaces: str
    who: str
    labels: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Heat:
    """All that was drawn in a turn on one grid, whose rows and columns are named beside it at their places."""

    label: str
    levels: tuple[HeatLevel, ...]
    rows: tuple[tuple[str, str], ...]
    columns: tuple[tuple[str, str], ...]


def heat(turn: ClosedTurn, everybody: Sequence[Person]) -> Heat | None:
    """What was drawn in a turn; None in a game of one, and where nothing changed."""
    if len(everybody) < 2 or not any(turn.changed):
        return None
    counts = _counts(turn.changed)
    levels = tuple(
        _level(turn, everybody, count, counts[count - 1]) for count in range(len(counts), 0, -1) if counts[count - 1]
    )
    return Heat(
        label=_("How many drew on each space; the same stands in words below."),
        levels=levels,
        rows=tuple((f"{row}.65", name) for row, name in enumerate(ROW_NAMES)),
        columns=tuple((f"{column}.5", name) for column, name in enumerate(COLUMNS)),
    )


def _counts(masks: Sequence[Mask]) -> list[Mask]:
    """The spaces that lie in exactly one of these sets, in exactly two, and so on."""
    at_least = [0] * len(masks)
    for mask in masks:
        for count in range(len(masks) - 1, 0, -1):
            at_least[count] |= at_least[count - 1] & mask
        at_least[0] |= mask
    return [one & ~more for one, more in zip(at_least, [*at_least[1:], 0], strict=True)]


def _level(turn: ClosedTurn, everybody: Sequence[Person], count: int, mask: Mask) -> HeatLevel:
    seats = len(everybody)
    names = [person.name for person in everybody if turn.changed[person.seat] & mask]
    return HeatLevel(
        count=count,
        title=_("%(count)s of %(all)s") % {"count": count, "all": seats},
        css=f"heat-{-(-count * STEPS // seats)}",
        path=path(mask),
        spaces=space_list(mask),
        who=comma_list(names),
        labels=_labels(mask),
    )


def _labels(mask: Mask) -> tuple[tuple[str, str], ...]:
    return tuple((f"{column_of(where)}.5", f"{row_of(where)}.7") for where in spaces(mask))
