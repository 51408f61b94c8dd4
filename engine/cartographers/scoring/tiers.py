"""Tiers: stars by the number of things that count, such as 1, 3, 6 and 10."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

FEWEST, MOST = 2, 10
"""Number of tiers that a clause may have."""
HIGHEST = 99
"""Largest value of a tier."""


@dataclass(frozen=True, slots=True)
class Tiers:
    """Values for 1, 2, 3 … things that count. More things than there are values reach the last one."""

    values: tuple[int, ...]

    @classmethod
    def of(cls, values: Sequence[int]) -> Tiers:
        """Build tiers from 2 to 10 increasing values from 0 to 99. Raises ValueError."""
        whole = all(type(value) is int and 0 <= value <= HIGHEST for value in values)
        if not whole or not FEWEST <= len(values) <= MOST or list(values) != sorted(set(values)):
            raise ValueError(f"must be a list of {FEWEST} to {MOST} increasing whole numbers from 0 to {HIGHEST}")
        return cls(tuple(values))

    def reached(self, count: int) -> int:
        """Return the value for a number of things, 0 for none."""
        return self.values[min(count, len(self.values)) - 1] if count else 0
