"""Text notation: round trips, and all invalid input."""

from collections.abc import Callable
from random import Random

import pytest

from engine.cartographers.board import Board
from engine.cartographers.catalog import cartographers
from engine.cartographers.geometry import FULL, Space, spaces
from engine.cartographers.notation import (
    NotationError,
    Placement,
    board_of,
    board_text,
    placement_of,
    space_name,
    space_names,
    space_of,
)
from engine.cartographers.shapes import TURNS, ShapeTurn
from engine.cartographers.sheet import Sheet
from engine.cartographers.terrain import Feature, Terrain
from tests.engine.cases import MONSTER_CASES, SCORING_CASES
from tests.engine.oracle.random_maps import random_maps

ROW = "." * 11
EMPTY = "/".join([ROW] * 11)
BAD_MARK = '" is none of . r ^ # * F V A W M H X f v a w m h x'


def test_maps_read_back_as_they_are_written() -> None:
    for text in [*random_maps(3, 200), *(case.map.strip() for case in SCORING_CASES + MONSTER_CASES)]:
        board = board_of(text)
        assert board_text(board, "\n") == text
        assert board_of(board_text(board)) == board


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text + "\n",
        lambda text: text.replace("/", "\n"),
        lambda text: text.replace("/", "\r\n") + "\r\n",
        lambda text: text.replace("/", "\n", 5),
    ],
    ids=["one last newline", "newlines", "newlines of another kind", "both kinds of joints"],
)
def test_rows_are_joined_by_slashes_or_newlines(change: Callable[[str], str]) -> None:
    text = random_maps(4, 1)[0].replace("\n", "/")
    assert board_of(change(text)) == board_of(text)


def test_every_mark_is_its_layer() -> None:
    marks = ".r^#FVAWMHX/fvawmhx...."
    board = board_of(marks + ("/" + ROW) * 9)
    layers = {feature.word: " ".join(space_names(board.layers[feature])) for feature in Feature if feature < 10}
    assert layers == {
        "forest": "A5 B1",
        "village": "A6 B2",
        "farm": "A7 B3",
        "water": "A8 B4",
        "monster": "A9 B5",
        "hero": "A10 B6",
        "mountain": "A3",
        "wasteland": "A4",
        "destroyed": "A11 B7",
        "ruins": "A2 B1 B2 B3 B4 B5 B6 B7",
    }
    assert space_names(board.empty)[:3] == ("A1", "A2", "B8")
    assert board.empty | board.filled == FULL
    assert space_names(board.empty_ruins) == ("A2",)


@pytest.mark.parametrize(
    ("text", "line", "column", "reason"),
    [
        ("", 1, 1, "a row has 11 spaces, this one has 0"),
        ("F", 1, 2, "a row has 11 spaces, this one has 1"),
        (EMPTY[:-1], 11, 11, "a row has 11 spaces, this one has 10"),
        (EMPTY + ".", 11, 12, "a row has 11 spaces, this one has 12"),
        (EMPTY.replace("/", ".../", 1), 1, 12, "a row has 11 spaces, this one has 14"),
        (EMPTY.replace("/", "//", 1), 2, 1, "a row has 11 spaces, this one has 0"),
        ("/" + EMPTY, 1, 1, "a row has 11 spaces, this one has 0"),
        ("/".join([ROW] * 10), 11, 1, "a map has 11 rows, this one has 10"),
        (ROW, 2, 1, "a map has 11 rows, this one has 1"),
        (EMPTY + "/" + ROW, 12, 1, "a map has 11 rows, this one has 12"),
        (EMPTY + "/", 12, 1, "a map has 11 rows, this one has 12"),
        (EMPTY + "\n\n", 12, 1, "a map has 11 rows, this one has 12"),
        (EMPTY.replace(".", "?", 1), 1, 1, '"?' + BAD_MARK),
        (EMPTY[:-1] + "Z", 11, 11, '"Z' + BAD_MARK),
        (EMPTY[:26] + "R" + EMPTY[27:], 3, 3, '"R' + BAD_MARK),
        (EMPTY[:26] + "\t" + EMPTY[27:], 3, 3, '"\t' + BAD_MARK),
        (EMPTY[:26] + " " + EMPTY[27:], 3, 3, '" ' + BAD_MARK),
        (EMPTY[:26] + "Ｆ" + EMPTY[27:], 3, 3, '"Ｆ' + BAD_MARK),
        (EMPTY[:26] + "ß" + EMPTY[27:], 3, 3, '"ß' + BAD_MARK),
        (EMPTY.replace(".", "\x00"), 1, 1, '"\x00' + BAD_MARK),
    ],
)
def test_what_is_no_map_is_refused_with_its_place(text: str, line: int, column: int, reason: str) -> None:
    with pytest.raises(NotationError) as refused:
        board_of(text)
    assert (refused.value.line, refused.value.column, refused.value.reason) == (line, column, reason)
    assert str(refused.value) == f"line {line}, column {column}: {reason}"


def test_anything_random_is_a_map_or_refused_with_its_place() -> None:
    rng, refused = Random(6), []
    for text in random_maps(5, 300):
        at = rng.randrange(len(text))
        broken = text[:at] + rng.choice(["", "x", "\n", "/", "é", "..", "R", "0"]) + text[at + 1 :]
        try:
            board = board_of(broken)
        except NotationError as error:
            refused.append((error.line, error.column))
        else:
            assert board_text(board, "\n") == broken.replace("/", "\n").removesuffix("\n")
    assert len(refused) > 100
    assert min(min(place) for place in refused) > 0


def test_spaces_read_back_as_they_are_named() -> None:
    for where in spaces(FULL):
        assert space_of(space_name(where)) == where
        assert space_of(space_name(where).lower()) == where
    assert space_name(Space(2 * 12 + 4)) == "C5"
    assert space_names(FULL)[:2] == ("A1", "A2")
    assert space_names(FULL)[-1] == "K11"


@pytest.mark.parametrize(
    "name", ["", "A", "A0", "A12", "A01", "L1", "5C", "A1 ", " A1", "A1\n", "AA1", "A-1", "A¹", "A١"]
)
def test_what_is_no_space_is_refused(name: str) -> None:
    with pytest.raises(NotationError, match="is no space: a row A to K, then a column 1 to 11"):
        space_of(name)


def test_placements_read_back_as_they_are_written() -> None:
    for turn in TURNS:
        for terrain in Terrain:
            placement = Placement(turn.quarters, terrain, turn, space_of("F5"))
            assert placement_of(str(placement)) == placement


@pytest.mark.parametrize(
    ("text", "placement"),
    [
        ("2 forest r1 f C5", Placement(1, Terrain.FOREST, ShapeTurn(1, True), space_of("C5"))),
        ("2 forest r1f C5", Placement(1, Terrain.FOREST, ShapeTurn(1, True), space_of("C5"))),
        ("2 forest C5", Placement(1, Terrain.FOREST, ShapeTurn(), space_of("C5"))),
        ("2 forest f C5", Placement(1, Terrain.FOREST, ShapeTurn(0, True), space_of("C5"))),
        ("2 forest f5", Placement(1, Terrain.FOREST, ShapeTurn(), space_of("F5"))),
        ("  12   WATER  R3  k11 ", Placement(11, Terrain.WATER, ShapeTurn(3), space_of("K11"))),
    ],
)
def test_placements_are_read_generously(text: str, placement: Placement) -> None:
    assert placement_of(text) == placement


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "write a placement like: 2 forest r1 f C5"),
        ("forest C5", "write a placement like: 2 forest r1 f C5"),
        ("2 forest", "write a placement like: 2 forest r1 f C5"),
        ("2 forest r4 C5", "write a placement like: 2 forest r1 f C5"),
        ("2 forest r1 g C5", "write a placement like: 2 forest r1 f C5"),
        ("2 forest r1 f C5 C6", "write a placement like: 2 forest r1 f C5"),
        ("-1 forest C5", "write a placement like: 2 forest r1 f C5"),
        ("100 forest C5", "write a placement like: 2 forest r1 f C5"),
        ("٢ forest C5", "write a placement like: 2 forest r1 f C5"),
        ("0 forest C5", "the shapes are numbered from 1"),
        ("00 forest C5", "the shapes are numbered from 1"),
        ("1 swamp C5", '"swamp" is none of forest, village, farm, water, monster, hero, mountain'),
        ("1 forest L5", '"l5" is no space: a row A to K, then a column 1 to 11'),
    ],
)
def test_what_is_no_placement_is_refused(text: str, reason: str) -> None:
    with pytest.raises(NotationError) as refused:
        placement_of(text)
    assert str(refused.value) == reason
    assert (refused.value.line, refused.value.column) == (0, 0)


def test_sheets_read_back_as_they_are_drawn() -> None:
    for sheet in cartographers().sheets.values():
        assert Sheet.from_rows(sheet.id, sheet.name, sheet.rows()) == sheet
        assert board_text(Board.of_sheet(sheet)) == "/".join(sheet.rows())
        assert (sheet.mountains.bit_count(), sheet.ruins.bit_count()) == (5, 6)


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([ROW] * 10, "a sheet has 11 rows of 11 spaces"),
        ([ROW] * 10 + ["."], "a sheet has 11 rows of 11 spaces"),
        ([ROW, "..H........", *[ROW] * 9], 'row 2, column 3: "H" is none of'),
    ],
)
def test_what_is_no_sheet_is_refused(rows: list[str], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        Sheet.from_rows("X", "X", rows)


@pytest.mark.parametrize("kind", [Terrain, Feature])
def test_words_read_back(kind: type[Terrain] | type[Feature]) -> None:
    assert [kind.from_word(member.word) for member in kind] == list(kind)
    with pytest.raises(ValueError, match='"swamp" is none of forest'):
        kind.from_word("swamp")
