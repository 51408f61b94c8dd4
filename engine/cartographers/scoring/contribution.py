"""Contributions: the reasons for a card's stars."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from engine.cartographers.geometry import Mask


class Contribution(NamedTuple):
    """One reason for stars: `units` times `stars`, for a set of spaces.

    `spaces` are those that count. `units` is their number if each scores by itself, 1 if they score together, and the
    side of a square. `through` are spaces that make it possible without counting, such as the forest between two
    mountains. `part` is the 0-based clause of the card.
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
