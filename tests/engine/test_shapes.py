"""Shapes and their orientations, with perft-like counts of placements."""

import pytest

from engine.cartographers.board import Board
from engine.cartographers.catalog import cartographers
from engine.cartographers.geometry import FULL, spaces
from engine.cartographers.notation import board_of
from engine.cartographers.placement import SingleTerrain, ambush_offer, explore_offer
from engine.cartographers.shapes import TURNS, Shape, ShapeTurn
from engine.cartographers.terrain import DRAWABLE
from tests.engine.tools import FULL_MAP, names

# card: (distinct orientations, places on an empty map) for each of its shapes
SHAPES = {
    "great_river": ((2, 198), (4, 324)),
    "farmland": ((2, 220), (1, 81)),
    "hamlet": ((4, 400), (8, 720)),
    "forgotten_forest": ((2, 200), (4, 360)),
    "hinterland_stream": ((4, 324),),
    "homestead": ((4, 360),),
    "orchard": ((8, 720),),
    "treetop_village": ((8, 640),),
    "marshlands": ((4, 324),),
    "fishing_village": ((2, 176),),
    "rift_lands": ((1, 121),),
    "goblin_attack": ((2, 162),),
    "bugbear_assault": ((2, 180),),
    "kobold_onslaught": ((4, 360),),
    "gnoll_raid": ((4, 360),),
}

# card: placements (shape, terrain, orientation, anchor) on the undrawn sheets A and B, plain and bound to the ruins
PERFT = {
    "great_river": (406, 88, 327, 83),
    "farmland": (258, 40, 224, 36),
    "hamlet": (872, 216, 714, 188),
    "forgotten_forest": (464, 94, 390, 82),
    "hinterland_stream": (480, 96, 366, 116),
    "homestead": (568, 136, 460, 120),
    "orchard": (1144, 240, 930, 238),
    "treetop_village": (952, 240, 722, 228),
    "marshlands": (472, 116, 362, 128),
    "fishing_village": (288, 48, 228, 46),
    "rift_lands": (580, 30, 545, 30),
    "goblin_attack": (136, 136, 109, 109),
    "bugbear_assault": (144, 144, 116, 116),
    "kobold_onslaught": (284, 284, 230, 230),
    "gnoll_raid": (268, 268, 211, 211),
}


def _shapes(card: str) -> list[Shape]:
    published = cartographers()
    if card in published.ambushes:
        return [published.ambushes[card].shape]
    return [entry.shape for entry in published.explore[card].shapes]


@pytest.mark.parametrize("card", SHAPES)
def test_every_shape_has_its_orientations_and_places(card: str) -> None:
    counts = tuple((len(shape.orientations), len(shape.fits(FULL))) for shape in _shapes(card))
    assert counts == SHAPES[card]


def test_there_is_a_count_for_every_card() -> None:
    published = cartographers()
    assert set(SHAPES) == {*published.explore, *published.ambushes}
    assert set(PERFT) == set(SHAPES)


@pytest.mark.parametrize("card", PERFT)
def test_the_placements_on_the_undrawn_sheets_are_counted(card: str) -> None:
    assert tuple(_count(card, sheet, ruins) for sheet in "AB" for ruins in (False, True)) == PERFT[card]


def _count(card: str, sheet: str, ruins: bool) -> int:
    published = cartographers()
    board = Board.of_sheet(published.sheets[sheet])
    if card in published.ambushes:
        offer = ambush_offer(published.ambushes[card], board)
    else:
        explore = published.explore[card]
        offer = explore_offer(explore, board, ruins=ruins, singles=DRAWABLE, single_terrain=SingleTerrain.ANY)
    assert offer is not None
    placements = list(offer.placements())
    assert len(set(placements)) == len(placements)
    return len(placements)


@pytest.mark.parametrize("card", SHAPES)
def test_every_turn_is_understood_and_gives_one_of_the_listed_orientations(card: str) -> None:
    for shape in _shapes(card):
        assert shape.orientations[0].turn == ShapeTurn()
        assert {shape.held(turn) for turn in TURNS} == set(shape.orientations)
        assert len({orientation.cells for orientation in shape.orientations}) == len(shape.orientations)
        for orientation in shape.orientations:
            assert shape.held(orientation.turn) is orientation
            assert orientation.cells[0] == (0, 0)
            assert list(orientation.cells) == sorted(orientation.cells)


def test_a_shape_is_mirrored_first_and_then_turned_clockwise() -> None:
    shape = Shape.from_rows(["###", "..#"])
    drawn = {turn.code: Shape(turn.of(shape.cells)).rows() for turn in TURNS}
    assert drawn == {
        "r0": ["###", "..#"],
        "r1": [".#", ".#", "##"],
        "r2": ["#..", "###"],
        "r3": ["##", "#.", "#."],
        "r0f": ["###", "#.."],
        "r1f": ["##", ".#", ".#"],
        "r2f": ["..#", "###"],
        "r3f": ["#.", "#.", "##"],
    }


def test_the_anchor_is_the_first_cell_in_reading_order_and_never_a_gap() -> None:
    shape = Shape.from_rows([".#.", "###", ".#."])
    fit = shape.fits(FULL)[0]
    assert names(1 << fit.anchor) == "A2"
    assert names(fit.cells) == "A2 B1 B2 B3 C2"


def test_a_gap_may_lie_over_anything() -> None:
    bugbear = cartographers().ambushes["bugbear_assault"].shape
    board = board_of(FULL_MAP.replace("F" * 11, "F.F.FFFFFFF", 2))
    assert [names(fit.cells) for fit in bugbear.fits(board.empty)] == ["A2 A4 B2 B4"]


@pytest.mark.parametrize("card", SHAPES)
def test_the_ways_to_ask_what_fits_agree(card: str) -> None:
    board = board_of("FF.r...FFFF/" + "F.FF.r..FFF/" * 5 + "..FFF...r.F/" * 4 + "F.........F")
    for shape in _shapes(card):
        fits = shape.fits(board.empty)
        anchors = [anchor for way in shape.orientations for anchor in spaces(way.anchors(board.empty))]
        assert [fit.anchor for fit in fits] == anchors
        assert shape.fits_somewhere(board.empty) == bool(fits)
        covering = [fit for fit in fits if fit.cells & board.empty_ruins]
        reaching = [way.anchors_covering(board.empty, board.empty_ruins) for way in shape.orientations]
        assert sum(map(int.bit_count, reaching)) == len(covering)
        assert shape.orientations_covering(board.empty, board.empty_ruins) == bool(covering)
        assert not shape.fits_somewhere(0)
        assert not shape.orientations_covering(board.empty, 0)
        assert shape.fits(0) == []


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([], "rows of equal length"),
        (["##", "#"], "rows of equal length"),
        (["#x"], "rows of equal length"),
        (["..", ".."], "at least one cell"),
        (["#" * 12], "fits on the map"),
        (["#"] * 12, "fits on the map"),
    ],
)
def test_a_drawing_that_is_no_shape_is_refused(rows: list[str], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        Shape.from_rows(rows)


def test_shapes_read_back_as_they_are_drawn() -> None:
    for card in SHAPES:
        for shape in _shapes(card):
            assert Shape.from_rows(shape.rows()) == shape


@pytest.mark.parametrize("code", ["", "r4", "r", "r0 f", "f", "r-1", "R0", "r00"])
def test_other_text_is_no_turn(code: str) -> None:
    with pytest.raises(ValueError, match="no orientation"):
        ShapeTurn.from_code(code)


def test_turns_read_back_as_they_are_written() -> None:
    assert [ShapeTurn.from_code(turn.code) for turn in TURNS] == list(TURNS)
