"""Results of a deal: ranks, the median and how scores are spread, each from an index."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Count

from games.tables.models import Deal, DealEntry

ON_A_PAGE: Final = 50
_PERSON: Final = ("username", "display_name", "crest", "guest", "hidden", "is_active", "erased_at")
_SHOWN: Final = ("deal", "user", "score", "table__code", *(f"user__{name}" for name in _PERSON))
"""Columns of the ranking; those of tables and users have many more."""


@dataclass(frozen=True, slots=True)
class Field:
    """All results of a deal: how many, the median, and the number of entries with each score, lowest first."""

    count: int
    median: float
    scores: tuple[tuple[int, int], ...]

    def rank(self, score: int) -> int:
        """Return the rank of a score, from 1; equal scores share theirs."""
        return 1 + sum(count for other, count in self.scores if other > score)

    def score_at(self, index: int) -> tuple[int, int]:
        """Return the score at an index of the ranking, and the index of the first entry with it. Raises IndexError."""
        before = 0
        for score, count in reversed(self.scores):
            if index < before + count:
                return score, before
            before += count
        raise IndexError(index)

    def share_below(self, score: int) -> float:
        """Return the share of other entries below a score of the field, from 0 to 1; equal ones count half."""
        others = self.count - 1
        if others < 1:
            return 1.0
        below = sum(count for other, count in self.scores if other < score)
        equal = sum(count for other, count in self.scores if other == score) - 1
        return (below + equal / 2) / others


def field_of(deal: Deal) -> Field:
    """Return the results of a deal as they are now."""
    counted = DealEntry.objects.filter(deal=deal, score__isnull=False).order_by("score").values_list("score")
    scores = tuple((score, count) for score, count in counted.annotate(count=Count("pk")) if score is not None)
    total = sum(count for _score, count in scores)
    return Field(total, _median(scores, total), scores)


def _median(scores: Sequence[tuple[int, int]], total: int) -> float:
    return (_at(scores, (total - 1) // 2) + _at(scores, total // 2)) / 2 if total else 0.0


def _at(scores: Sequence[tuple[int, int]], index: int) -> int:
    """Return the score at an index of all scores in order."""
    for score, count in scores:
        index -= count
        if index < 0:
            return score
    raise IndexError


def best_entries(deal: Deal, results: Field, first: int) -> list[DealEntry]:
    """Return the entries from an index of the ranking on, with their users and tables. Raises IndexError.

    The query begins at the score of that index, so that no page far down reads all entries above it.
    """
    score, before = results.score_at(first)
    ranked = DealEntry.objects.ranked(deal).filter(score__lte=score).select_related("user", "table").only(*_SHOWN)
    return list(ranked[first - before : first - before + ON_A_PAGE])
