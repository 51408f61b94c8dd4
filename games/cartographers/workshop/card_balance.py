"""Balance test of a scoring card: results of quick games by stack, and the target they suggest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean
from typing import Final

from engine.cartographers.bounds import SOLO_TARGET
from engine.cartographers.cards import scoring_from_json
from games.cartographers.shelf.kinds import CatalogBox, Kind
from games.cartographers.words.names import card_name
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

GAMES: Final = 500
OF_OTHERS: Final = 60
"""Number of games for the card itself, and for each card that it is compared to."""
_WIDEST: Final = 80
"""Number of stars at the end of a bar."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Results of a card in quick games: its mean, the range of the middle 80% of games, and its target."""

    name: str
    own: bool
    games: int
    mean: float
    low: int
    high: int
    target: int

    @property
    def bar(self) -> tuple[str, str, str]:
        """Start and length of the card's bar and position of its mean, each in percent."""
        low, high = _part(self.low), _part(self.high)
        return f"{low:.1f}", f"{max(high - low, 1):.1f}", f"{_part(self.mean):.1f}"


@dataclass(frozen=True, slots=True)
class Worth:
    """Progress and results of a balance test.

    `figures` has the card itself first, then the others of its stack by descending mean. `target` is None if there is
    no proposal yet. `pk` is that of the entry.
    """

    pk: int
    progress: Progress
    figures: tuple[Figures, ...]
    target: int | None

    @property
    def titled(self) -> str:
        """The id of the heading above them: two cards may be compared on a page."""
        return f"trial-title-{self.pk}"


def begin_worth(entry: CatalogEntry, definition: Data) -> None:
    """Have the games played that are still to be played, of a card and of those that it is compared to."""
    begin_trial(entry=entry, tried=_tried(definition), games=GAMES)
    for other in _others(entry, definition):
        begin_trial(entry=other, tried=_tried(other.definition), games=OF_OTHERS)


def worth_of(entry: CatalogEntry, definition: Data) -> Worth:
    """Return the balance test of a card with the given definition."""
    own = find_trial(entry, _tried(definition))
    if own is None:
        return Worth(entry.pk, progress_of(()), (), None)
    found = [(other, find_trial(other, _tried(other.definition))) for other in _others(entry, definition)]
    others = [(other, trial) for other, trial in found if trial]
    progress = progress_of([own, *(trial for _other, trial in others)])
    compared = [_figures(other.definition, trial, own=False) for other, trial in others if trial.done]
    compared.sort(key=lambda each: -each.mean)
    figures = (*([_figures(definition, own, own=True)] if own.done else []), *compared)
    target = _target(figures) if own.ended_at and not progress.running else None
    return Worth(entry.pk, progress, figures, target)


def _others(entry: CatalogEntry, definition: Data) -> list[CatalogEntry]:
    """The other cards in play of its stack; those of an edition are much like those that they stand for."""
    cards = CatalogEntry.objects.in_play().filter(kind=Kind.SCORING).exclude(box=CatalogBox.PREVIEW)
    others = cards.exclude(box=entry.box, key=entry.key)
    return [other for other in others if other.definition["stack"] == definition["stack"]]


def _tried(definition: Data) -> Data:
    """Return the definition without name and target, which don't affect the games."""
    return {key: definition[key] for key in ("id", "stack", "clauses")} | {"name": "", "solo_target": 0}


def _figures(definition: Data, trial: Trial, *, own: bool) -> Figures:
    stars: list[int] = results_of(trial)
    low, high = most_between(stars)
    name = card_name(scoring_from_json(definition))
    target = definition["solo_target"]
    return Figures(name, own, len(stars), mean(stars), max(0, low), high, target)


def _target(figures: Sequence[Figures]) -> int:
    """Return the proposed target, relative to the mean as for the other cards of the stack.

    Without other cards it is the mean itself.
    """
    own, *others = figures
    earned = sum(each.mean for each in others)
    rate = sum(each.target for each in others) / earned if earned else 1
    return min(round(own.mean * rate), SOLO_TARGET.most)


def _part(stars: float) -> float:
    return min(stars, _WIDEST) * 100 / _WIDEST
