"""Spaces of a board that users can mark, as a game provides them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BoardGrid:
    """Spaces of the boards in `TurnSummary.picture`, which must show their names at its edges.

    `view_box` is that of the picture, as the numbers x, y, width and height. `centers` has the center of each space
    by its name in capitals. A space is 1 unit wide.
    """

    view_box: tuple[float, float, float, float]
    centers: Mapping[str, tuple[float, float]]

    @property
    def examples(self) -> tuple[str, str]:
        """Names of the first and the last space, for texts that explain how to name spaces."""
        names = list(self.centers)
        return names[0], names[-1]
