"""The oracle's placement against counts and places worked out by hand."""

import pytest

from tests.engine.oracle.board import OracleMap, parse_map, space_name
from tests.engine.oracle.cards import AMBUSH, EXPLORE, SHEETS, drawn
from tests.engine.oracle.greedy import greedy, worth
from tests.engine.oracle.placement import (
    ambush_offer,
    any_legal,
    is_forced_single,
    legal_placements,
    newly_surrounded,
    offer,
    orientations,
    solo_ambush,
    solo_walk,
)

BLANK = OracleMap()
ONLY_ONE_LEFT = """
FFFFFFFFFFF
FFFFFFFFFFF
FFFFFFFFFFF
FFFFFFFFFFF
FFFFF.FFFFF
FFFFFFFFFFF
FFFFFFFFFFF
FFFFFFFFFFF
FFFFFFFFFFF
FFFFFFFFFFF
FFFFFFFFFFF
"""


def _cells(card: str, shape: int = 0) -> frozenset[tuple[int, int]]:
    return EXPLORE[card].shapes[shape].cells


def _texts(drawings: set[tuple[frozenset[tuple[int, int]], str, bool]]) -> set[tuple[str, str, bool]]:
    return {(" ".join(sorted(map(space_name, cells))), terrain, coin) for cells, terrain, coin in drawings}


@pytest.mark.parametrize(
    ("cells", "ways", "places"),
    [
        (_cells("rift_lands"), 1, 121),
        (_cells("farmland"), 2, 2 * 110),
        (_cells("farmland", 1), 1, 81),
        (_cells("hamlet"), 4, 4 * 100),
        (_cells("hamlet", 1), 8, 8 * 90),
        (_cells("forgotten_forest"), 2, 2 * 100),
        (_cells("forgotten_forest", 1), 4, 4 * 90),
        (_cells("great_river"), 2, 2 * 99),
        (_cells("great_river", 1), 4, 4 * 81),
        (_cells("hinterland_stream"), 4, 4 * 81),
        (_cells("homestead"), 4, 4 * 90),
        (_cells("orchard"), 8, 8 * 90),
        (_cells("treetop_village"), 8, 8 * 80),
        (_cells("marshlands"), 4, 4 * 81),
        (_cells("fishing_village"), 2, 2 * 88),
        (_cells("pasture"), 2, 2 * 99),
        (_cells("timber_grove", 1), 2, 2 * 90),
        (_cells("hillside_terrace"), 1, 100),
        (AMBUSH["goblin_attack"].cells, 2, 2 * 81),
        (AMBUSH["bugbear_assault"].cells, 2, 2 * 90),
        (AMBUSH["gnoll_raid"].cells, 4, 4 * 90),
    ],
)
def test_shapes_on_a_blank_board(cells: frozenset[tuple[int, int]], ways: int, places: int) -> None:
    assert len(orientations(cells)) == ways
    assert len(legal_placements(BLANK, cells)) == places


def test_gap_of_a_shape_may_lie_over_anything() -> None:
    board = parse_map(ONLY_ONE_LEFT.replace("FFFFF.FFFFF", "FFF.F.FFFFF"))
    assert legal_placements(board, drawn("#.#")) == [frozenset({(4, 3), (4, 5)})]
    assert not any_legal(board, drawn("##"))


def test_offer_has_every_terrain_and_the_coin_of_the_shape() -> None:
    board = parse_map(ONLY_ONE_LEFT.replace("FFFFF.FFFFF", "FFFFF..FFFF"))
    assert _texts(offer(board, EXPLORE["farmland"])) == {("E6 E7", "farm", True)}
    board = parse_map(ONLY_ONE_LEFT.replace("FFFFF.FFFFF", "FFFF....FFF"))
    assert _texts(offer(board, EXPLORE["fishing_village"])) == {
        ("E5 E6 E7 E8", "village", False),
        ("E5 E6 E7 E8", "water", False),
    }


def test_forced_single_by_switch() -> None:
    board, card = parse_map(ONLY_ONE_LEFT), EXPLORE["fishing_village"]
    five = {("E6", terrain, False) for terrain in ("forest", "village", "farm", "water", "monster")}
    assert is_forced_single(board, card, ruins_pending=False)
    assert _texts(offer(board, card)) == five
    assert _texts(offer(board, card, heroes=True)) == five | {("E6", "hero", False)}
    assert _texts(offer(board, card, single_terrain="card")) == {("E6", "village", False), ("E6", "water", False)}
    assert _texts(offer(board, card, ruins_pending=True, single_terrain="card")) == five


def test_ruins_bind_where_any_shape_of_the_card_reaches_them() -> None:
    board = parse_map(ONLY_ONE_LEFT.replace("FFFFF.FFFFF", "FFFFF.rFF..").replace("FFFFFFFFFFF", "...FFFFFFFF", 1))
    assert _texts(offer(board, EXPLORE["farmland"], ruins_pending=True)) == {("E6 E7", "farm", True)}
    assert len(offer(board, EXPLORE["farmland"])) == 4
    assert is_forced_single(board, EXPLORE["great_river"], ruins_pending=True)
    singles = offer(board, EXPLORE["great_river"], ruins_pending=True)
    assert {space for space, _, _ in _texts(singles)} == {"A1", "A2", "A3", "E6", "E7", "E10", "E11"}
    assert len(singles) == 7 * 5


def test_ruins_drawn_over_do_not_bind() -> None:
    board = parse_map(ONLY_ONE_LEFT.replace("FFFFF.FFFFF", "FFFFF..fFFF"))
    assert is_forced_single(board, EXPLORE["farmland"], ruins_pending=True)
    assert len(offer(board, EXPLORE["farmland"], ruins_pending=True)) == 2 * 5


def test_rift_lands_under_ruins() -> None:
    board, card = parse_map(SHEETS["A"]), EXPLORE["rift_lands"]
    on_ruins = {space for space, _, _ in _texts(offer(board, card, True))}
    assert on_ruins == {"B6", "C2", "C10", "I2", "I10", "J6"}
    assert not is_forced_single(board, card, ruins_pending=True)
    without = OracleMap(board.terrain, set())
    assert len(offer(without, card, True)) == 116 * 5
    assert len(offer(without, card, True, heroes=True)) == 116 * 6
    assert len(offer(without, card, heroes=True)) == 116 * 5


def test_full_board_has_nothing_to_draw() -> None:
    board = parse_map(ONLY_ONE_LEFT.replace(".", "F"))
    assert offer(board, EXPLORE["rift_lands"]) == set()
    assert offer(board, EXPLORE["farmland"], ruins_pending=True) == set()
    assert ambush_offer(board, AMBUSH["goblin_attack"]) == set()


def test_ambush_falls_back_to_a_single() -> None:
    board = parse_map(ONLY_ONE_LEFT)
    assert _texts(ambush_offer(board, AMBUSH["goblin_attack"])) == {("E6", "monster", False)}
    assert len(ambush_offer(BLANK, AMBUSH["goblin_attack"])) == 162


@pytest.mark.parametrize(
    ("sheet", "card", "spaces"),
    [
        ("A", "goblin_attack", {(8, 8), (9, 9), (10, 10)}),
        ("B", "goblin_attack", {(8, 8), (9, 9), (10, 10)}),
        ("A", "kobold_onslaught", {(8, 0), (9, 0), (9, 1), (10, 0)}),
        ("B", "kobold_onslaught", {(8, 0), (9, 0), (9, 1), (10, 0)}),
        ("A", "gnoll_raid", {(0, 0), (0, 1), (1, 0), (2, 0), (2, 1)}),
        ("A", "bugbear_assault", {(0, 8), (0, 10), (1, 8), (1, 10)}),
        ("B", "bugbear_assault", {(2, 8), (2, 10), (3, 8), (3, 10)}),
    ],
)
def test_solo_ambush_first_place(sheet: str, card: str, spaces: set[tuple[int, int]]) -> None:
    assert solo_ambush(parse_map(SHEETS[sheet]), AMBUSH[card]) == frozenset(spaces)


def test_solo_walk_goes_once_round_each_ring_in_the_cards_direction() -> None:
    walk = solo_walk(AMBUSH["kobold_onslaught"])  # three rows, two columns, clockwise from the bottom left
    corners = [min(cells) for cells in walk]
    assert corners[:10] == [(8, 0), (7, 0), (6, 0), (5, 0), (4, 0), (3, 0), (2, 0), (1, 0), (0, 0), (0, 1)]
    assert corners[17] == (0, 9)
    assert corners[18] == (1, 9)
    assert corners[25] == (8, 9)
    assert corners[34] == (8, 0)  # back where it began
    assert corners[35] == (7, 1)  # the same corner, one ring further in
    assert corners[-1] == (4, 4)


def test_solo_ambush_moves_in_when_the_border_is_shut() -> None:
    ring = parse_map("/".join(["F" * 11] + ["F" + "." * 9 + "F"] * 9 + ["F" * 11]))
    assert solo_ambush(ring, AMBUSH["gnoll_raid"]) == frozenset({(1, 1), (1, 2), (2, 1), (3, 1), (3, 2)})
    assert solo_ambush(parse_map(ONLY_ONE_LEFT), AMBUSH["gnoll_raid"]) is None


def test_mountain_pays_once_when_its_last_neighbour_is_filled() -> None:
    before = parse_map(ONLY_ONE_LEFT.replace("FFFFF.FFFFF", "FFFF^..^FFF"))
    half = before.with_drawn(frozenset({(4, 5)}), "monster")
    assert newly_surrounded(before, half) == {(4, 4)}
    full = half.with_drawn(frozenset({(4, 6)}), "farm")
    assert newly_surrounded(half, full) == {(4, 7)}
    assert newly_surrounded(full, full) == set()


def test_greedy_counts_stars_monsters_and_coins() -> None:
    board = parse_map(ONLY_ONE_LEFT.replace("FFFFF.FFFFF", "FFFM...FFFF"))
    drawings = offer(board, EXPLORE["farmland"])
    assert worth(board, (frozenset({(4, 4), (4, 5)}), "farm", True), ("borderlands",)) == 6 * 10 + 6 * 10 + 1
    assert greedy(board, drawings, ("borderlands",)) == (frozenset({(4, 4), (4, 5)}), "farm", True)
