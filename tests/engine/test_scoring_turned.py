"""Symmetry of cards: those that score the same on a rotated or mirrored map, and those that don't."""

from itertools import product
from typing import NamedTuple

import pytest
from hypothesis import given

from engine.cartographers.board import Board
from engine.cartographers.geometry import SIZE, Mask, column_of, mask_of, row_of, space, spaces
from engine.cartographers.scoring.contribution import Contribution
from engine.cartographers.scoring.families import BestCluster, LargestSquare, LongestRun, RankedCluster
from engine.cartographers.scoring.tally import score, stars
from tests.engine.any_boards import ALWAYS_THE_SAME, CARDS, boards
from tests.engine.oracle.random_maps import random_maps
from tests.engine.tools import board

LAST = SIZE - 1


class Symmetry(NamedTuple):
    """A symmetry of the map: transpose first, then flip vertically, then horizontally."""

    transposed: bool
    upended: bool
    mirrored: bool

    def of(self, mask: Mask) -> Mask:
        """The transformed set of spaces."""
        return mask_of(space(*self._place(row_of(where), column_of(where))) for where in spaces(mask))

    def _place(self, row: int, column: int) -> tuple[int, int]:
        if self.transposed:
            row, column = column, row
        return LAST - row if self.upended else row, LAST - column if self.mirrored else column


SYMMETRIES = frozenset(Symmetry(*ways) for ways in product((False, True), repeat=3))
UPRIGHT = frozenset(way for way in SYMMETRIES if not way.transposed)
SLANTED = frozenset({Symmetry(False, False, False), Symmetry(True, True, True)})

KEPT_BY: dict[str, frozenset[Symmetry]] = {
    "sleepy_valley": UPRIGHT,  # three forests in a row, not in a column
    "banded_hills": UPRIGHT,  # kinds in a row
    "banded_hills, preview": UPRIGHT,
    "jorekburg": UPRIGHT,  # farm and water in a column
    "faunlost_thicket": UPRIGHT,  # a run down a column
    "silos": UPRIGHT,  # the first and every second column, which from the right are the same
    "the_broken_road": SLANTED,  # mirrored in the other diagonal, each of its diagonals stays where it is
}
"""The symmetries that change none of a card's stars, where these are not all."""
ONE_OF_EQUALS = (BestCluster, LargestSquare, LongestRun, RankedCluster)
"""Families that show the first of equals, which another may be when the map is turned."""


def turned(drawn: Board, way: Symmetry) -> Board:
    """The whole board, rotated or mirrored."""
    initials = tuple((initial, way.of(mask)) for initial, mask in drawn.initials)
    return Board(tuple(map(way.of, drawn.layers)), initials)


def counted(parts: tuple[Contribution, ...], way: Symmetry) -> list[tuple[Mask, Mask, int, int]]:
    """Contributions at their place on the transformed map, without their order and clause."""
    return sorted((way.of(part.spaces), way.of(part.through), part.stars, part.units) for part in parts)


SAME = Symmetry(False, False, False)


@given(boards)
@ALWAYS_THE_SAME
def test_a_map_that_is_turned_scores_alike_where_the_card_does_not_care(drawn: Board) -> None:
    for way in SYMMETRIES:
        other = turned(drawn, way)
        for name, card in CARDS.items():
            if way in KEPT_BY.get(name, SYMMETRIES):
                before, after = score(card, drawn), score(card, other)
                assert after.stars == before.stars, (name, way)
                if not any(isinstance(clause, ONE_OF_EQUALS) for clause in card.clauses):
                    assert counted(after.contributions, SAME) == counted(before.contributions, way), (name, way)


@pytest.mark.parametrize("name", KEPT_BY)
def test_it_does_not_where_the_card_cares(name: str) -> None:
    drawn = [board(text) for text in random_maps(62, 40)]
    for way in SYMMETRIES - KEPT_BY[name]:
        assert any(stars(CARDS[name], one) != stars(CARDS[name], turned(one, way)) for one in drawn), way
