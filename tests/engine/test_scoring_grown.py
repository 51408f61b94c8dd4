"""The direction of score changes when one more space is filled, against the families' declarations."""

from collections.abc import Iterator
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from engine.cartographers.board import Board
from engine.cartographers.geometry import Mask, space_bit, spaces
from engine.cartographers.scoring.tally import stars
from tests.engine.any_boards import ADDED, ALWAYS_THE_SAME, CARDS, boards, with_added
from tests.engine.growth import NO, UP, Move, moves
from tests.engine.oracle.random_maps import random_maps
from tests.engine.tools import board, mask, mostly_empty

JOINED = (
    (mostly_empty(C="..W.W......", D=".WA.AW.....", E="..W.W......"), "D4"),  # two fields, each with water enough
    (mostly_empty(D="...VV.VV...", E="...VV.VV..."), "D6"),  # two colonies
    (mostly_empty(D="FFFFF.FFFFF"), "D6"),  # two deep woods
)
"""Maps too rare for chance on which one space joins two clusters that count."""


def gone(before: int, after: int) -> frozenset[Move]:
    """The direction in which the stars changed."""
    return NO if after == before else frozenset({Move.UP if after > before else Move.DOWN})


@given(boards, st.randoms(use_true_random=True))
@ALWAYS_THE_SAME
def test_stars_go_only_where_the_families_let_them(drawn: Board, rng: Random) -> None:
    before = {name: stars(card, drawn) for name, card in CARDS.items()}
    for where in rng.sample(spaces(drawn.empty), min(2, drawn.empty.bit_count())):
        for added in ADDED:
            grown = with_added(drawn, space_bit(where), added)
            for name, card in CARDS.items():
                assert gone(before[name], stars(card, grown)) <= moves(card, added), (name, added, where)


def test_wherever_the_families_let_stars_go_they_go_somewhere() -> None:
    missing = {(name, added, way) for name, card in CARDS.items() for added in ADDED for way in moves(card, added)}
    for drawn, bit in _steps():
        for name, added in {(name, added) for name, added, _way in missing}:
            ways = gone(stars(CARDS[name], drawn), stars(CARDS[name], with_added(drawn, bit, added)))
            missing -= {(name, added, way) for way in ways}
    assert missing == set()


def _steps() -> Iterator[tuple[Board, Mask]]:
    """Boards, each with one of its empty spaces."""
    for text, name in JOINED:
        yield board(text), mask(name)
    rng = Random(63)
    for drawn in map(board, random_maps(64, 1200)):
        if drawn.empty:
            yield drawn, space_bit(rng.choice(spaces(drawn.empty)))


def test_the_families_tell_the_directions_apart() -> None:
    directions = {moves(card, added) for card in CARDS.values() for added in ADDED}
    assert directions == {NO, UP, frozenset({Move.DOWN}), frozenset(Move)}
