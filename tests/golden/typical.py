"""Golden games that together have every number of seats, every card and every kind of event of them all.

A test that every game should pass, but that looks at how a game is shown, tries these in a normal run and all with
`--full`. That stored games replay is tried with all of them in each run.
"""

from collections.abc import Iterable
from typing import Any

import pytest

TYPICAL = (
    "both_solo",
    "both_two",
    "first_game_preview_two",
    "five_absent",
    "four_cramped",
    "heroes_solo",
    "heroes_solo_coins",
    "heroes_three",
    "mixed_six",
    "mixed_two",
    "otherwise_three",
    "solo_amateur",
    "solo_wastelands",
    "walking_three",
)


def typical_first(names: Iterable[str]) -> list[Any]:
    """Return the cases of a parametrized test, in which games that are not typical are `long`."""
    return [name if name in TYPICAL else pytest.param(name, marks=pytest.mark.long) for name in names]
