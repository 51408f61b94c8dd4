"""Coins: for shapes, for mountains surrounded by any player's drawing, and no more than the track holds."""

import pytest

from engine.cartographers.events import Drawn, MonsterWalkedIn
from tests.engine.tools import mostly_full, names, new_game

# The mountain B4 lacks its western neighbour B3, the mountain F6 all of them.
NEARLY = """
...F.......
...^V......
...W.......
...........
...........
.....^.....
...........
...........
...........
...........
...........
"""
BETWEEN = """
..F.F......
.F^.^F.....
..F.F......
...........
...........
...........
...........
...........
...........
...........
...........
"""


def test_a_shape_with_a_coin_pays_one() -> None:
    game = new_game(1, spring=["farmland", "hamlet"])
    game.draw("1 farm A1")
    assert game.state.coins == (1,)
    game.draw("2 village D1")
    assert game.state.coins == (1,)


def test_the_last_neighbour_of_a_mountain_pays_one() -> None:
    game = new_game(1, spring=["orchard", "farmland"]).put(NEARLY)
    (drawn,) = [event for event in game.draw("1 forest B1") if isinstance(event, Drawn)]
    assert (drawn.coin, names(drawn.mountains), drawn.outcome.coins) == (False, "B4", 1)
    assert game.state.coins == (1,)
    game.draw("2 farm G3")
    assert game.state.coins == (1,)


def test_shape_and_mountain_pay_together() -> None:
    game = new_game(1, spring=["farmland"]).put(NEARLY)
    game.draw("1 farm r1 B2")
    assert game.state.coins == (2,)


def test_one_drawing_may_shut_two_mountains_in() -> None:
    game = new_game(1, spring=["farmland"]).put(BETWEEN)
    (drawn,) = [event for event in game.draw("1 farm B4") if isinstance(event, Drawn)]
    assert names(drawn.mountains) == "B3 B5"
    assert game.state.coins == (3,)


def test_a_mountain_pays_once_and_one_shut_in_from_the_start_never() -> None:
    closed = NEARLY.replace("...^V......", "..A^V......")
    game = new_game(1, spring=["farmland", "orchard"]).put(closed)
    game.draw("1 farm C3")
    assert game.state.coins == (1,)
    game.draw("1 forest G1")
    assert game.state.coins == (1,)


def test_a_neighbours_monster_pays_the_owner_of_the_board() -> None:
    game = new_game(2, spring=["kobold_onslaught", "farmland"]).put(NEARLY, "/".join(["." * 11] * 11))
    game.draw("1 monster r2 B3", 1)  # seat 1 draws on the board of seat 0
    game.draw("1 monster A1", 0)
    assert [names(each.layers[4]) for each in game.state.boards] == ["B3 C2 C3 D3", "A1 B1 B2 C1"]
    assert game.state.coins == (1, 0)


def test_a_monster_that_walks_in_pays_too() -> None:
    corner = "/".join(["." * 11] * 10 + ["." * 8 + "F^."])
    game = new_game(1, spring=["farmland", "goblin_attack", "orchard"]).put(corner)
    new = game.draw("1 farm A1")
    (walked,) = [event for event in new if isinstance(event, MonsterWalkedIn)]
    assert (names(walked.cells), names(walked.mountains)) == ("I9 J10 K11", "K10")
    assert game.state.coins == (2,)


@pytest.mark.parametrize(("before", "after"), [(12, 14), (13, 14), (14, 14)])
def test_the_track_holds_fourteen_and_the_rest_is_lost(before: int, after: int) -> None:
    game = new_game(1, spring=["farmland"]).put(BETWEEN, coins=[before])
    game.draw("1 farm B4")
    assert game.state.coins == (after,)


def test_a_forced_single_may_shut_a_mountain_in_but_has_no_coin_of_its_own() -> None:
    game = new_game(1, spring=["farmland", "orchard"]).put(mostly_full(E="F.^FFFF.FFF"))
    (drawn,) = [event for event in game.draw("1 water E2") if isinstance(event, Drawn)]
    assert (drawn.coin, names(drawn.mountains), str(drawn.forced)) == (False, "E3", "nothing_fits")
    assert game.state.coins == (1,)


@pytest.mark.parametrize(
    ("row_a", "row_b", "anchor", "closed"),
    [
        ("^..........", "F..........", "A2", "A1"),
        ("F^.........", ".F.........", "A3", "A2"),
        ("..........F", ".........F^", "C11", "B11"),
    ],
)
def test_a_mountain_at_the_edge_needs_only_the_neighbours_it_has(
    row_a: str, row_b: str, anchor: str, closed: str
) -> None:
    game = new_game(1, spring=["rift_lands"]).put("/".join([row_a, row_b, *["." * 11] * 9]))
    (drawn,) = [event for event in game.draw(f"1 farm {anchor}") if isinstance(event, Drawn)]
    assert names(drawn.mountains) == closed
    assert game.state.coins == (1,)


def test_empty_ruins_leave_a_mountain_open() -> None:
    game = new_game(1, spring=["farmland"]).put(BETWEEN.replace("F^.^F", "r^.^F"))
    (drawn,) = [event for event in game.draw("1 farm B4") if isinstance(event, Drawn)]
    assert names(drawn.mountains) == "B5"
