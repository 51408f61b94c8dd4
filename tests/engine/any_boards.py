"""Hypothesis strategies for boards: sheets of all kinds, with printed terrain, landmarks, coin spaces and regions among
them, with rectangles drawn on their empty spaces.

A few rectangles stand for several turns: they produce full rows, squares, long runs and touching clusters, and failing
boards shrink to as few as needed.
"""

from random import Random

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from engine.cartographers.board import Board
from engine.cartographers.cards import ScoringCard
from engine.cartographers.catalog import Edition, scoring_cards
from engine.cartographers.geometry import SIZE, Mask, mask_of, space
from engine.cartographers.terrain import Feature, Terrain
from tests.engine.oracle.board import format_marked
from tests.engine.oracle.cards import SHEETS
from tests.engine.oracle.random_maps import living_sheet, random_map
from tests.engine.oracle.scoring import DIFFERENT_BY_EDITION
from tests.engine.tools import board

CARDS: dict[str, ScoringCard] = {
    **scoring_cards(Edition.RETAIL),
    **{f"{card}, preview": scoring_cards(Edition.PREVIEW)[card] for card in DIFFERENT_BY_EDITION},
}
"""Every published scoring card of both boxes and both editions."""
ADDED = (*(Feature(terrain) for terrain in Terrain if terrain is not Terrain.MOUNTAIN), Feature.DESTROYED)
"""What can come to lie on an empty space in a game."""
ALWAYS_THE_SAME = settings(derandomize=True, database=None, deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""For tests of boards: a hundred of them, or as many as `tests.running.length` says, and the same in every run."""

_anywhere = st.integers(0, SIZE - 1)
_sides = st.sampled_from((1, 1, 2, 2, 3, 4, SIZE))
_maps = st.one_of(
    st.sampled_from(list(SHEETS.values())),
    st.integers(0, 2**32 - 1).map(lambda seed: random_map(Random(seed))),
    st.integers(0, 2**32 - 1).map(lambda seed: format_marked(living_sheet(Random(seed)))),
)


def with_added(drawn: Board, cells: Mask, added: Feature, initial: str = "") -> Board:
    """A board with more spaces drawn or destroyed; `initial` is that of a monster."""
    if added is Feature.DESTROYED:
        return drawn.destroy(cells)
    return drawn.draw(cells, Terrain(added), initial if added is Feature.MONSTER else "")


def _rectangle(top: int, left: int, height: int, width: int) -> Mask:
    """The part of a rectangle that is on the map."""
    rows, columns = range(top, min(top + height, SIZE)), range(left, min(left + width, SIZE))
    return mask_of(space(row, column) for row in rows for column in columns)


rectangles = st.builds(_rectangle, _anywhere, _anywhere, _sides, _sides)
additions = st.tuples(rectangles, st.sampled_from(ADDED), st.sampled_from(["", "D", "Z"]))


def _drawn(text: str, marks: Mask, added: list[tuple[Mask, Feature, str]]) -> Board:
    drawn = board(text).mark(marks)
    for cells, feature, initial in added:
        if cells & drawn.empty:
            drawn = with_added(drawn, cells & drawn.empty, feature, initial)
    return drawn


boards = st.builds(_drawn, _maps, st.one_of(st.just(0), rectangles), st.lists(additions, max_size=12))
"""Legal boards: a sheet or a random map, with heroes' marks, terrain, monsters and destroyed spaces drawn on it."""
