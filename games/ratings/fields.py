"""Field of a solo deal: the results that stand for it in the match of each player."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from games.ratings.skill import Skill

PARTS: Final = 11
"""Number of parts into which a larger field is cut by rank."""


@dataclass(frozen=True, slots=True)
class FieldResult:
    """Result that stands for a part of the field: the key of its entry, its score, and its player's skill before."""

    entry: int
    score: int
    skill: Skill


@dataclass(frozen=True, slots=True)
class RatedField:
    """All results of a deal: the one in the middle of each part, best first, and how many have each score."""

    middles: tuple[FieldResult, ...]
    counts: dict[int, int]

    @property
    def total(self) -> int:
        """Number of results."""
        return sum(self.counts.values())

    def place(self, score: int) -> int:
        """Return the rank of a score, from 1; equal scores share theirs."""
        return 1 + sum(count for other, count in self.counts.items() if other > score)

    def opponents(self, entry: int, score: int) -> list[tuple[int, Skill]]:
        """Return the scores and skills that stand for the field in the match of an entry with that score."""
        own = self._part(score) if self.total > PARTS else -1
        others = (middle for part, middle in enumerate(self.middles) if part != own)
        return [(other.score, other.skill) for other in others if other.entry != entry]

    def _part(self, score: int) -> int:
        """Return the part in which the middle one of all entries with a score is."""
        middle = self.place(score) - 1 + self.counts[score] / 2
        return int(middle * len(self.middles) / self.total)

    def to_json(self) -> dict[str, Any]:
        """Return the form that is stored."""
        middles = [[one.entry, one.score, one.skill.mu, one.skill.sigma] for one in self.middles]
        return {"middles": middles, "counts": list(self.counts.items())}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> RatedField:
        """Return the field from its stored form."""
        middles = (FieldResult(entry, score, Skill(mu, sigma)) for entry, score, mu, sigma in data["middles"])
        return cls(tuple(middles), dict(data["counts"]))


def middle_indices(total: int) -> list[int]:
    """Return the indices of a ranking in the middle of its parts, all of a small one."""
    parts = min(total, PARTS)
    return [(2 * part + 1) * total // (2 * parts) for part in range(parts)]
