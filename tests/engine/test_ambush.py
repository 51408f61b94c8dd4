"""Ambushes: board passing, drawing on a neighbor's board, and the solo walk of a monster."""

import pytest

from engine.cartographers.board import Board
from engine.cartographers.catalog import cartographers
from engine.cartographers.errors import Refusal
from engine.cartographers.events import Drawn, MonsterWalkedIn
from engine.cartographers.game import RULES
from engine.cartographers.placement import Forced
from engine.cartographers.rules.ambush import neighbour, target
from engine.cartographers.rules.solo import path, walk
from engine.contract import RuleViolation, Seat
from tests.engine.oracle.cards import AMBUSH
from tests.engine.oracle.placement import solo_walk
from tests.engine.tools import BLANK, FULL_MAP, board, mostly_full, names, new_game

CARDS = cartographers().ambushes
SHUT = "/".join(["F" * 11] + ["F" + "." * 9 + "F"] * 9 + ["F" * 11])


@pytest.mark.parametrize(
    ("card", "seats", "subjects"),
    [
        ("kobold_onslaught", 3, [2, 0, 1]),
        ("bugbear_assault", 4, [3, 0, 1, 2]),
        ("goblin_attack", 3, [1, 2, 0]),
        ("gnoll_raid", 4, [1, 2, 3, 0]),
        ("kobold_onslaught", 2, [1, 0]),
        ("gnoll_raid", 2, [1, 0]),
        ("kobold_onslaught", 100, [99, *range(99)]),
    ],
)
def test_boards_go_one_seat_on_in_the_cards_direction(card: str, seats: int, subjects: list[int]) -> None:
    game = new_game(seats, spring=[card])
    assert [ask.subject for ask in RULES.asks(game.state)] == subjects
    assert {ask.kind for ask in RULES.asks(game.state)} == {"ambush"}
    for seat, subject in enumerate(subjects):
        assert target(CARDS[card], Seat(seat), seats) == subject
        assert neighbour(CARDS[card], Seat(subject), seats) == seat


def test_the_monster_is_drawn_on_the_neighbours_board() -> None:
    game = new_game(3, spring=["kobold_onslaught", "farmland"])
    for seat, place in enumerate(("A1", "C1", "E1")):
        game.draw(f"1 monster {place}", seat)
    assert [names(each.layers[4]) for each in game.state.boards] == ["C1 D1 D2 E1", "E1 F1 F2 G1", "A1 B1 B2 C1"]
    drawn = [event for event in game.events if isinstance(event, Drawn)]
    assert [(event.seat, event.subject) for event in drawn] == [(0, 2), (1, 0), (2, 1)]
    assert (game.state.column, game.state.time) == (("kobold_onslaught", "farmland"), 1)


def test_the_monster_may_be_turned_and_flipped() -> None:
    game = new_game(2, spring=["gnoll_raid"])
    game.draw("1 monster r1 A1", 0)
    game.draw("1 monster r0 f A1", 1)
    assert [names(each.layers[4]) for each in game.state.boards] == ["A1 A2 B2 C1 C2", "A1 A2 A3 B1 B3"]


def test_a_monster_without_a_place_is_a_single_anywhere_and_a_full_board_is_left_alone() -> None:
    game = new_game(3, spring=["goblin_attack", "farmland"])
    game.put(mostly_full(E="...FFFFFFFF"), FULL_MAP, mostly_full(E="........FFF", F="........FFF", G="........FFF"))
    # Seat 0 holds the full board, seat 1 the open one, seat 2 that with three spaces in a row.
    assert [(ask.seat, ask.subject) for ask in game.open_asks] == [(1, 2), (2, 0)]
    offer = game.offer(2)
    assert (offer.forced, offer.initial, offer.options[0].coin) == (Forced.NOTHING_FITS, "", False)
    assert {names(offer.fit(placement).cells) for placement in offer.placements()} == {"E1", "E2", "E3"}
    assert {placement.terrain.word for placement in offer.placements()} == {"monster"}
    with pytest.raises(RuleViolation) as refused:
        game.draw("1 monster E1", 0)
    assert refused.value.code == Refusal.NOTHING_TO_DRAW
    game.draw("1 monster E2", 2)
    game.draw("1 monster E1", 1)
    assert [names(each.layers[4]) for each in game.state.boards] == ["E2", "", "E1 F2 G3"]


def test_ruins_mean_nothing_to_a_monster() -> None:
    game = new_game(2, spring=["temple_ruins", "kobold_onslaught"])
    assert game.state.ruins_pending
    assert not game.offer().covering
    game.draw_all("1 monster A1")
    assert game.state.ruins_pending


def test_only_monsters_ambush() -> None:
    game = new_game(2, spring=["kobold_onslaught"])
    with pytest.raises(RuleViolation) as refused:
        game.draw("1 forest A1")
    assert refused.value.code == Refusal.TERRAIN_NOT_OFFERED


def test_an_ambush_can_be_taken_back_too() -> None:
    game = new_game(2, spring=["kobold_onslaught", "farmland"])
    game.draw("1 monster A1", 0)
    game.take_back(0)
    game.draw("1 monster D1", 0)
    game.draw("1 monster A1", 1)
    assert [names(each.layers[4]) for each in game.state.boards] == ["A1 B1 B2 C1", "D1 E1 E2 F1"]


@pytest.mark.parametrize(
    ("card", "on_a", "on_b"),
    [
        ("goblin_attack", "I9 J10 K11", "I9 J10 K11"),
        ("kobold_onslaught", "I1 J1 J2 K1", "I1 J1 J2 K1"),
        ("gnoll_raid", "A1 A2 B1 C1 C2", "A1 A2 B1 C1 C2"),
        ("bugbear_assault", "A9 A11 B9 B11", "C9 C11 D9 D11"),
    ],
)
def test_alone_a_monster_first_walks_in_here(card: str, on_a: str, on_b: str) -> None:
    sheets = cartographers().sheets
    assert [names(walk(CARDS[card], Board.of_sheet(sheets[sheet]))) for sheet in "AB"] == [on_a, on_b]


@pytest.mark.parametrize("card", CARDS)
def test_the_path_is_that_of_the_oracle_each_place_once(card: str) -> None:
    ambush = CARDS[card]
    places = [
        " ".join("ABCDEFGHIJK"[row] + str(column + 1) for row, column in sorted(cells))
        for cells in dict.fromkeys(solo_walk(AMBUSH[card]))
    ]
    assert [names(cells) for cells in path(ambush.shape, ambush.solo_corner, ambush.solo_way)] == places


def test_the_path_goes_round_in_the_cards_direction_and_then_one_ring_in() -> None:
    gnoll = CARDS["gnoll_raid"]  # top left, counter-clockwise: down the left border first
    corners = [names(cells).split()[0] for cells in path(gnoll.shape, gnoll.solo_corner, gnoll.solo_way)]
    assert corners[:3] == ["A1", "B1", "C1"]
    assert corners[8:10] == ["I1", "I2"]
    assert corners[17:19] == ["I10", "H10"]
    assert corners[25:27] == ["A10", "A9"]
    assert corners[33:36] == ["A2", "B2", "C2"]


@pytest.mark.parametrize(
    ("card", "cells"),
    [
        ("gnoll_raid", "B2 B3 C2 D2 D3"),
        ("goblin_attack", "H8 I9 J10"),
        ("kobold_onslaught", "H2 I2 I3 J2"),
        ("bugbear_assault", "B8 B10 C8 C10"),
    ],
)
def test_it_goes_on_one_ring_further_in(card: str, cells: str) -> None:
    assert names(walk(CARDS[card], board(SHUT))) == cells


def test_the_shape_is_not_turned() -> None:
    rows = mostly_full(E="FF.....FFFF", F="FF.F.FFFFFF")  # a gnoll lying down would fit
    assert walk(CARDS["gnoll_raid"], board(rows)) == 0
    standing = mostly_full(E="FF..FFFFFFF", F="FF.FFFFFFFF", G="FF..FFFFFFF")
    assert names(walk(CARDS["gnoll_raid"], board(standing))) == "E3 E4 F3 G3 G4"


def test_gaps_of_the_box_may_lie_over_anything() -> None:
    diagonal = mostly_full(E="FFF.FFFFFFF", F="FFFF.FFFFFF", G="FFFFF.FFFFF")
    assert names(walk(CARDS["goblin_attack"], board(diagonal))) == "E4 F5 G6"


def test_alone_nobody_is_asked_and_nothing_is_drawn_where_there_is_no_place() -> None:
    game = new_game(1, spring=["farmland", "gnoll_raid", "orchard"]).put(mostly_full(E="..F..FFFFFF", F="FFF.FFFFFFF"))
    new = game.draw("1 farm r1 E1")
    walked = next(event for event in new if isinstance(event, MonsterWalkedIn))
    assert (walked.turn, walked.cells, walked.mountains) == (2, 0, 0)
    assert names(game.state.boards[0].empty) == "E4 E5 F4"
    assert (game.state.column[:3], game.state.turn) == (("farmland", "gnoll_raid", "orchard"), 3)


def test_alone_the_monster_is_on_the_board_before_the_next_card() -> None:
    game = new_game(1, spring=["kobold_onslaught", "farmland"])
    assert names(game.state.boards[0].layers[4]) == "I1 J1 J2 K1"
    assert [ask.kind for ask in RULES.asks(game.state)] == ["draw"]
    assert game.state.turn == 2


def test_alone_on_a_blank_map_all_four_come_to_their_corners() -> None:
    corners = {card: names(walk(CARDS[card], Board.of_sheet(BLANK))).split()[0] for card in CARDS}
    assert corners == {"goblin_attack": "I9", "bugbear_assault": "A9", "kobold_onslaught": "I1", "gnoll_raid": "A1"}
