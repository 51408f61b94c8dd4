"""Results of quick games on a map sheet, compared with the other active map sheets."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import mean
from typing import Final

from engine.cartographers.cards import sheet_from_json
from games.cartographers.shelf.kinds import Kind
from games.cartographers.words.names import sheet_name
from games.cartographers.workshop.balance_tests import (
    Progress,
    begin_trial,
    find_trial,
    most_between,
    progress_of,
    results_of,
)
from games.catalog.models import CatalogEntry, Trial
from games.catalog.shelves import Data

GAMES: Final = 200
OF_OTHERS: Final = 100
"""Number of games on the sheet itself, and on each sheet that it is compared to."""


@dataclass(frozen=True, slots=True)
class Figures:
    """A sheet, and how games end on it: their mean stars, those between which four games of five end, the mean stars
    that monsters cost, and the mean number of spaces that stay empty.
    """

    name: str
    own: bool
    stars: float
    low: int
    high: int
    losses: float
    empty: float


@dataclass(frozen=True, slots=True)
class Ends:
    """Progress and results of quick games; the results of the map sheet itself come first."""

    progress: Progress
    figures: tuple[Figures, ...]


def begin_ends(entry: CatalogEntry, definition: Data) -> None:
    """Have the games played that are still to be played, on a sheet and on those that it is compared to."""
    begin_trial(entry=entry, tried=_tried(definition), games=GAMES)
    for other in _others(entry):
        begin_trial(entry=other, tried=_tried(other.definition), games=OF_OTHERS)


def ends_of(entry: CatalogEntry, definition: Data) -> Ends:
    """Return the results for a map sheet with the given definition."""
    own = find_trial(entry, _tried(definition))
    if own is None:
        return Ends(progress_of(()), ())
    found = [(other, find_trial(other, _tried(other.definition))) for other in _others(entry)]
    others = [(other, trial) for other, trial in found if trial]
    figures = [_figures(definition, own, own=True)] if own.done else []
    figures += [_figures(other.definition, trial, own=False) for other, trial in others if trial.done]
    return Ends(progress_of([own, *(trial for _other, trial in others)]), tuple(figures))


def _others(entry: CatalogEntry) -> list[CatalogEntry]:
    return list(CatalogEntry.objects.in_play().filter(kind=Kind.SHEET).exclude(box=entry.box, key=entry.key))


def _tried(definition: Data) -> Data:
    """Return the definition without its name, which doesn't affect the games."""
    return {"id": definition["id"], "name": "", "rows": definition["rows"]}


def _figures(definition: Data, trial: Trial, *, own: bool) -> Figures:
    stars, losses, empty = zip(*results_of(trial), strict=True)
    name = sheet_name(sheet_from_json(definition))
    return Figures(name, own, mean(stars), *most_between(stars), mean(losses), mean(empty))
