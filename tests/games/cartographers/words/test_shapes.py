"""Shapes in words, for users who cannot see them."""

from dataclasses import replace

import pytest

from engine.cartographers.mixing.library import published_library
from engine.cartographers.shapes import Shape
from engine.cartographers.sheet import Region
from games.cartographers.words.shapes import attack_phrase, cells_phrase, sheet_notes
from tests.engine.tools import mask


@pytest.mark.parametrize(
    ("rows", "phrase"),
    [
        (["#"], "1 space"),
        (["####"], "4 spaces in a row"),
        (["#", "#", "#"], "3 spaces in a column"),
        (["##", "##"], "2 rows of 2 spaces"),
        (["###", "#.."], "3 spaces in a row and 1 below the first"),
        (["###", "#..", "#.."], "3 spaces in a row and 2 below the first"),
        ([".#.", "###", ".#."], "3 spaces in a row, 1 above the second and 1 below the second"),
        (["#.", "##", "#."], "3 spaces in a column and 1 to the right of the second"),
        (
            ["##", "#.", "##"],
            "3 spaces in a column, 1 to the right of the first and 1 to the right of the third",
        ),
        (["#.", ".#"], "2 spaces (first row: first; second row: second)"),
        (["#", ".", "#"], "2 spaces (first row: first; second row: empty; third row: first)"),
        (
            ["..#", ".##", "##."],
            "5 spaces (first row: third; second row: second and third; third row: first and second)",
        ),
    ],
)
def test_a_shape_in_words(rows: list[str], phrase: str) -> None:
    assert cells_phrase(Shape.from_rows(rows).cells) == phrase


def test_every_cell_of_a_shape_is_told() -> None:
    """Check that the description of a shape by rows and columns accounts for all its squares."""
    cells = Shape.from_rows(["#.#", "###", "#.#"]).cells
    assert cells_phrase(cells) == (
        "3 spaces in a row, 1 above the first, 1 above the third, 1 below the first and 1 below the third"
    )


def test_sheet_notes_skip_regions_without_spaces_and_keep_the_numbers() -> None:
    regions = (Region("", 0), Region("Marsh", mask("A1 A2")))
    sheet = replace(next(iter(published_library().sheets.values())), regions=regions)
    assert sheet_notes(sheet) == ("Region 2: Marsh.",)


def test_an_attack_in_words() -> None:
    assert attack_phrase(((-1, 2), (0, 2), (1, -2))) == "1 up and 2 right; 2 right; 1 down and 2 left"
