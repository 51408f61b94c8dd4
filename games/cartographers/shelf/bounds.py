"""Limits for the values in a definition, shared by its form, card files and the JSON schema.

Published definitions may hold any value that the engine reads, and remain readable.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.cartographers.geometry import SIZE


class Bounds(NamedTuple):
    """The least and the most that a whole number may be."""

    least: int
    most: int


TIME: Final = Bounds(0, 9)
"""Steps of time of an explore card."""
THRESHOLD: Final = Bounds(1, 60)
"""Steps of time of a season."""
SOLO_TARGET: Final = Bounds(0, 99)
REWARD: Final = Bounds(0, 99)
"""Coins that a monster brings."""
STARS: Final = Bounds(0, 9_999)
"""Stars that a scoring card is to earn on an example."""

MOST_SHAPES: Final = 2
"""Shapes of an explore card."""
MOST_ATTACKED: Final = (2 * SIZE - 1) ** 2 - 1
"""Spaces that a hero attacks: all that can lie on a map with it."""
MOST_CLAUSES: Final = 4
"""Clauses of a scoring card."""
MOST_EXAMPLES: Final = 12
"""Examples of a scoring card."""
SEASONS: Final = 4
"""Seasons of a set."""
MOST_REFS: Final = 100
"""Cards of one kind in a set."""
LONGEST_REF: Final = 120
"""Characters by which a set names one."""
