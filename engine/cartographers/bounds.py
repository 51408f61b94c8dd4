"""Limits for the values of cards, sheets and sets: forms, card files, the JSON schema and messages use them.

Published definitions may hold any value that the engine reads, and remain readable.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from engine.cartographers.geometry import SIZE


class Bounds(NamedTuple):
    """Minimum and maximum of an integer."""

    least: int
    most: int


TIME: Final = Bounds(0, 9)
"""Time value of an explore card."""
THRESHOLD: Final = Bounds(1, 60)
"""Time threshold of a season."""
SOLO_TARGET: Final = Bounds(0, 99)
REWARD: Final = Bounds(0, 99)
"""Coins of an ambush effect."""
LANDMARK_COINS: Final = Bounds(0, 14)
"""Coins for each landmark of a sheet that becomes surrounded."""
SKILL_COST: Final = Bounds(1, 5)
"""Coins that a skill costs."""
EFFECT_SPACES: Final = Bounds(1, 3)
"""Number of spaces of an ambush effect that doesn't reach every one."""
LEAST_EMPTY: Final = 30
"""Minimum number of empty spaces of a sheet. The seasons of published games take up to 29 units of time, and each
unit may fill one space.
"""
RANDOM_SHEET_COUNTS: Final[Mapping[str, Bounds]] = MappingProxyType(
    {
        "mountains": Bounds(0, 9),
        "ruins": Bounds(0, 9),
        "wasteland": Bounds(0, 16),
        "forest": Bounds(0, 6),
        "village": Bounds(0, 6),
        "farm": Bounds(0, 6),
        "water": Bounds(0, 6),
        "monster": Bounds(0, 3),
    }
)
"""Number of spaces of each feature of a random sheet."""
LEAST_EMPTY_AT_RANDOM: Final = 85
"""Minimum number of empty spaces of a random sheet. The printed sheets have 109 or 116."""
CAP: Final = Bounds(1, 99)
"""Most stars that a scoring card with a cap scores."""
FLOOR: Final = Bounds(-99, 0)
"""Fewest stars that a scoring card with a floor scores."""
STARS: Final = Bounds(-9_999, 9_999)
"""Expected stars of a scoring card on an example."""

MOST_SHAPES: Final = 2
"""Maximum number of shapes of an explore card."""
MOST_ATTACKED: Final = (2 * SIZE - 1) ** 2 - 1
"""Maximum number of spaces that a hero attacks: all that can be on a map together with it."""
MOST_CLAUSES: Final = 4
"""Maximum number of clauses of a scoring card."""
MOST_EXAMPLES: Final = 12
"""Maximum number of examples of a scoring card."""
SEASONS: Final = 4
"""Number of seasons of a set."""
MOST_REFS: Final = 100
"""Maximum number of cards of one kind in a set."""
LONGEST_REF: Final = 120
"""Maximum length of a card's ref in a set."""
