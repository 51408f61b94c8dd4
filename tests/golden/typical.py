"""A subset of the golden games with every number of seats, card and kind of event.

Tests of display run it by default, and all games with `--full`. Replay tests run all games every time.
"""

from collections.abc import Iterable
from typing import Any

import pytest

TYPICAL = (
    "blocks_solo",
    "blocks_three",
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
    """Return the cases of a parametrized test, with the other games marked `long`."""
    return [name if name in TYPICAL else pytest.param(name, marks=pytest.mark.long) for name in names]
