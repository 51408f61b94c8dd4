"""Contributions: the reasons for a card's stars. Their totals add up to the stars."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from engine.cartographers.geometry import Mask


class Contribution(NamedTuple):
    """One reason for stars: `units` times `stars`, for a set of spaces.

    `spaces` are those that count. `units` is their number if each scores by itself, 1 if they score together, and the
    side of a square. `through` are spaces that make it possible without counting, such as the forest between two
    mountains. `part` is the 0-based clause of the card. The stars of a penalty are negative.
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


class TierReached(NamedTuple):
    """Stars of a clause with tiers, all together: `total` for `units` things."""

    part: int
    spaces: Mask
    total: int
    units: int
    through: Mask = 0

    @property
    def lit(self) -> Mask:
        """Spaces to highlight for this contribution."""
        return self.spaces | self.through


class Overruled(NamedTuple):
    """Clause that doesn't count because another one does: the stars that it would have earned, and 0 in total."""

    part: int
    stars: int

    @property
    def total(self) -> int:
        """Stars in total."""
        return 0

    @property
    def lit(self) -> Mask:
        """Spaces to highlight for this contribution."""
        return 0


class Limited(NamedTuple):
    """Stars that the cap of a card takes away (negative), or that its floor adds; `limit` is the cap or floor."""

    limit: int
    total: int

    @property
    def lit(self) -> Mask:
        """Spaces to highlight for this contribution."""
        return 0


Contributions: TypeAlias = tuple[Contribution, ...]
"""Contributions of a family, in a fixed order."""
CardContribution: TypeAlias = Contribution | TierReached | Overruled | Limited
"""Reason for the stars of a card."""
