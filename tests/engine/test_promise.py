"""The promise of unfinished goals: it grows with progress, and is 0 once scored or impossible."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cartographers.board import Board
from engine.cartographers.scoring.potential import estimate_potential
from engine.cartographers.scoring.tally import stars
from tests.engine.any_boards import ALWAYS_THE_SAME, CARDS, boards
from tests.engine.tools import FULL_MAP, board, mostly_empty, mostly_full

PROMISING = {
    "borderlands": (["F..........", "FFFFF......", "FFFFFFFFFF."], "A"),
    "sleepy_valley": (["F..........", "F...F......"], "A"),
    "banded_hills": (["F..........", "FVV........", "FVVA.......", "FVVAW......"], "A"),
    "wildholds": (["VVV........", "VVVV.......", "VVVVV......"], "A"),
    "traylo_monastery": (["V..........", "VV.........", "VVV........"], "A"),
    "greengold_plains": (["VF.........", "AVF........"], "A"),
    "craylund": (["A..........", "AW.........", "WAW........"], "A"),
    "ulems_wallow": (["W..........", "WA........."], "A"),
    "jorekburg": (["A..........", "AW........."], "A"),
    "treetower": ([".F.........", "FF........."], "A"),
}
"""By card: rows of a map that promise more and more, and the letter of the row."""


@pytest.mark.parametrize("card", PROMISING)
def test_what_has_come_further_promises_more(card: str) -> None:
    rows, letter = PROMISING[card]
    drawn = [board(mostly_empty(**{letter: row})) for row in rows]
    promises = [estimate_potential(CARDS[card], each) for each in drawn]
    assert promises == sorted(set(promises)), promises
    assert promises[-1] > 0


@pytest.mark.parametrize(
    ("card", "row"),
    [
        ("borderlands", "FFFFFFFFFFF"),
        ("sleepy_valley", "FFF........"),
        ("wildholds", "VVVVVV....."),
        ("traylo_monastery", "VVVV......."),
        ("banded_hills", "FVAWM......"),
    ],
)
def test_what_counts_already_is_no_promise(card: str, row: str) -> None:
    begun = board(mostly_empty(A=row))
    assert stars(CARDS[card], begun) > 0
    assert estimate_potential(CARDS[card], begun) == pytest.approx(0, abs=0.1)


@pytest.mark.parametrize(
    ("card", "text"),
    [
        ("wildholds", mostly_full(A="VVVVVFFFFFF")),
        ("sleepy_valley", mostly_full(A="FVVVVVVVVV.", **dict.fromkeys("BCDEFGHIJK", "V" * 11))),
        ("deepwood", mostly_empty(A="FFFFV......", B="VVVV.......")),
    ],
)
def test_what_can_no_longer_come_true_is_no_promise(card: str, text: str) -> None:
    assert estimate_potential(CARDS[card], board(text)) == 0


def test_a_row_without_a_mountain_promises_nothing_where_one_is_needed() -> None:
    with_one, without = (board(mostly_empty(A=row)) for row in ("FFFFFFFFF^.", "FFFFFFFFFF."))
    assert estimate_potential(CARDS["dwarvenholds"], with_one) > 0
    assert estimate_potential(CARDS["dwarvenholds"], without) == 0


def test_a_column_that_lacks_one_promises_more_than_one_that_lacks_two() -> None:
    one, two = board(mostly_empty(A="A..........")), board(mostly_empty(A="A..........", B="A.........."))
    assert 0 < estimate_potential(CARDS["jorekburg"], two) < estimate_potential(CARDS["jorekburg"], one)


def test_a_blank_map_promises_nothing_but_its_corners_where_empty_spaces_pay() -> None:
    blank = board(mostly_empty())
    assert {
        name: estimate_potential(card, blank) for name, card in CARDS.items() if estimate_potential(card, blank)
    } == {"the_cauldrons": 1}


def test_a_full_map_promises_nothing() -> None:
    full = [board(FULL_MAP), board("/".join(["VWAFVWAFVWA"] * 11))]
    assert {estimate_potential(card, drawn) for card in CARDS.values() for drawn in full} == {0}


@settings(ALWAYS_THE_SAME, max_examples=60)
@given(boards, st.sampled_from(sorted(CARDS)))
def test_no_promise_is_less_than_nothing(drawn: Board, card: str) -> None:
    assert estimate_potential(CARDS[card], drawn) >= 0
