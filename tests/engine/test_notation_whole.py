"""Boards with everything that heroes and monsters leave on them, to text and back."""

from random import Random

import pytest

from engine.cartographers.notation import NotationError, board_of, board_text, whole_board_text
from engine.cartographers.terrain import Feature
from tests.engine.mixes import mixed_random
from tests.engine.tools import names

ROWS = "/".join(["MX" + "." * 9] + ["." * 11] * 10)


def test_boards_of_games_read_back_whole() -> None:
    written = set()
    for number in range(20):
        for board in mixed_random(number).play_on(Random(number)).state.boards:
            text = whole_board_text(board)
            assert board_of(text) == board
            assert whole_board_text(board_of(text)) == text
            assert board_text(board) == text.split()[0]
            written |= {field.partition(":")[0] for field in text.split()[1:]}
    assert written == {"marks", "D", "G", "T", "Z"}


def test_fields_are_read_in_any_order_behind_rows_of_either_form() -> None:
    board = board_of(f"{ROWS} marks:C5,B1 D:A2,A1")
    assert (names(board.marked), names(board.marked_with("D")), names(board.surviving("D"))) == ("B1 C5", "A1 A2", "A1")
    tall = ROWS.replace("/", "\n")
    for text in (
        f"{ROWS}  D:A1,A2\tmarks:B1,C5",
        f"{tall}\nmarks:b1,C5\nD:A1,A2\n",
        f"{tall}\r\nD:A1,A2 marks:B1,C5\r\n",
    ):
        assert board_of(text) == board
    assert whole_board_text(board) == f"{ROWS} marks:B1,C5 D:A1,A2"
    assert whole_board_text(board, "\n").startswith(tall)


def test_a_board_without_marks_and_initials_is_its_rows() -> None:
    assert whole_board_text(board_of(ROWS)) == ROWS


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ("marks:", '"" is no space'),
        ("marks:A1,", '"" is no space'),
        ("marks:Z1", '"Z1" is no space'),
        ("marks:A1 marks:A2", '"marks:A2" is no field'),
        ("D:A1 D:A2", '"D:A2" is no field'),
        ("D:A1 x", '"x" is no field'),
        ("D:A1 DD:A2", '"DD:A2" is no field'),
        ("D:B1", "D: B1 is neither monster nor destroyed"),
        ("D:A1,B1,C2", "D: B1, C2 is neither monster nor destroyed"),
        ("marks:C5,c5", "c5 is named twice"),
        ("D:A1,A2,A1", "A1 is named twice"),
        ("D:A1,A2 T:A2", "T: A2 bears D already"),
        ("D:A1,A2 T:A1,A2", "T: A1, A2 bears D already"),
    ],
)
def test_what_is_no_field_is_refused(fields: str, reason: str) -> None:
    with pytest.raises(NotationError) as refused:
        board_of(f"{ROWS} {fields}")
    assert reason in refused.value.reason


@pytest.mark.parametrize(
    ("fields", "line", "column"),
    [
        (" D:A1,A2 T:A2", 11, 21),
        (" D:A1,A2,A1", 11, 21),
        ("\nmarks:B1,Z1", 12, 10),
        ("\r\nmarks:B1\r\nD:A1,A2\r\nT:A1", 14, 1),
        ("\nmarks:B1\nD:A1,B7", 13, 1),
        (" marks:B1 x", 11, 22),
    ],
)
def test_a_fault_in_a_field_is_told_with_its_place(fields: str, line: int, column: int) -> None:
    for rows in (ROWS, ROWS.replace("/", "\n")):
        with pytest.raises(NotationError) as refused:
            board_of(rows + fields)
        assert (refused.value.line, refused.value.column) == (line, column)


def test_a_fault_in_the_rows_is_still_told_with_its_place() -> None:
    with pytest.raises(NotationError) as refused:
        board_of(ROWS.replace("X", "?") + " marks:A1")
    assert (refused.value.line, refused.value.column) == (1, 2)


def test_coin_spaces_regions_and_landmarks_come_back() -> None:
    text = "/".join(["*.r.....M..", *["..........."] * 10]) + " marks:K11 tolls:A2,A3 region_1:A1,A2 region_4:B5 D:A9"
    drawn = board_of(text)
    assert whole_board_text(drawn) == text
    assert (names(drawn.tolls), names(drawn.layers[Feature.REGION_1])) == ("A2 A3", "A1 A2")
    assert names(drawn.layers[Feature.LANDMARK] & drawn.filled) == "A1"
