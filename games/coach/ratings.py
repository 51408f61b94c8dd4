"""Ratings of puzzles and of the users who solve them."""

from __future__ import annotations

from typing import Final

_SCALE: Final = 400
"""Difference in rating at which the stronger side is expected to win ten times out of eleven."""
_FIRST_STEP, _LAST_STEP = 80.0, 16.0
"""Most that one attempt changes a rating, at first and in the long run."""
_HALVED_AFTER: Final = 10
"""Attempts after which a step is half of the first."""


def updated_rating(rating: float, attempts: int, other: float, *, won: bool) -> float:
    """Return the rating of one side after it has won or lost against the other, by the Elo formula.

    A user wins by solving a puzzle, a puzzle wins if the user fails. The expected result is 1 / (1 + 10^((other -
    rating) / 400)), and the rating moves by K times the difference from it. K falls with the number of earlier
    attempts, from 80 to 16, so that new ratings settle quickly and old ones stay stable.
    """
    expected = 1 / (1 + 10 ** ((other - rating) / _SCALE))
    step = max(_LAST_STEP, _FIRST_STEP * _HALVED_AFTER / (_HALVED_AFTER + attempts))
    return rating + step * (won - expected)
