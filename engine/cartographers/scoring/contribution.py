"""Contributions: the reasons for a card's stars."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from engine.cartographers.geometry import Mask


class Contribution(NamedTuple):
    """One reason for stars: `units` times `stars`, for a set of spaces.

    `spaces` are those that count: `units` is their number where each earns for itself, 1 where they earn together,
    and the side of a square. `through` are spaces that made it possible without counting: the forest between two
    mountains. `part` is the clause of the card, 0-based.
    """

    part: int
    spaces: Mask
    stars: int
    units: int = 1
    through: Mask = 0

    @property
    def total(self) -> int:
        """Stars in total."""
        return self.stars * self.units

    @property
    def lit(self) -> Mask:
        """Spaces to highlight for this contribution."""
        return self.spaces | self.through


Contributions: TypeAlias = tuple[Contribution, ...]
"""Contributions of a family, in a fixed order."""
