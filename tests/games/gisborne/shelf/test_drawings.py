"""Faults of drawn tiles: each is told with its square, and nothing that the engine refuses is missed."""

from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.gisborne.catalog import gisborne
from engine.gisborne.tiles import Tile
from games.gisborne.shelf.drawings import MARKS, Role, find_faults, role_of, rows_of

GENERAL = "The path must be a single line of fields from the left to the right of row 2."
"""Sentence for a fault that has none of its own."""


def words_of(drawing: str, *rivers: int) -> list[str]:
    return [fault.words for fault in find_faults(drawing.split("/"), rivers)]


@pytest.mark.parametrize(
    ("drawing", "words"),
    [
        ("_____/..C..", "There are 2 rows instead of 3."),
        ("_____/..C../____", "Row 3 has 4 squares instead of 5."),
        ("_____/..C../__x__", "Row 3, column 3: “x” isn’t a mark. Use one of . C V S W = | 1 2 3 4 5 _"),
        ("_____/_____/_____", "The tile has no fields. Paint a path from row 2, column 1 to row 2, column 5."),
        ("_____/_.C../_____", "The path must start at row 2, column 1. Paint a field there."),
        ("_____/|_C../_____", "The path must start at row 2, column 2. Paint a field there."),
        ("__.__/..C../_____", "The path branches at row 2, column 3. Leave only one field after it."),
        (".._../.___./...C_", "The path branches at row 2, column 1. Leave only one field after it."),
        ("_____/..C._/_____", "The path ends at row 2, column 4. Continue it to row 2, column 5."),
        ("____./..C../_____", "The path must end at row 2, column 5. Remove the field after it, at row 1, column 5."),
        ("_____/_____/..C..", "The path must start at row 2, column 1. Paint a field there."),
        ("_____/.____/...._", "The path ends at row 3, column 4. Continue it to row 2, column 5."),
        ("C____/.C.../_____", "Row 2, column 2: a tile can have only one viewpoint. Paint another field here."),
        ("_____/..C../__|__", "Row 3, column 3: the bar can only be at row 2, column 1. Remove it here."),
        ("_=_=_/..C../_____", "Row 1, column 4: a tile can have only one bridge. Remove it here."),
        ("_=___/..C../_____", "Row 1, column 2: a bridge needs a field on its left and one on its right."),
        ("___../._._./.=C__", "The path ends at row 3, column 1. Continue it to row 2, column 5."),
        ("__.../._._./.=.__", "The path ends at row 3, column 1. Continue it to row 2, column 5."),
        ("___13/|..54/____2", "A tile can’t have both the bar and slots. Remove one of them."),
        ("___13/...54/_____", "The beach has five slots. Add the missing ones: 2."),
        ("___13/...54/___12", "Row 3, column 4: slot 1 is on the tile twice. Remove it here."),
        ("___13/..__4/5___2", "Row 3, column 1: slot 5 needs a field to its left. Move it to the right."),
        ("___13/.._54/____2", "The path ends at row 2, column 2. Continue it to row 2, column 3."),
        ("__V__/.___./S..SC", "Row 1, column 3: this field isn’t connected to the path. Remove it or connect it."),
        ("_____/.C=../_..._", "Row 2, column 2: the ends of a bridge must be plain fields."),
    ],
)
def test_each_fault_names_the_square_and_the_remedy(drawing: str, words: str) -> None:
    assert words_of(drawing)[0] == words


@pytest.mark.parametrize(
    ("drawing", "river", "words"),
    [
        ("_____/..C../_____", 5, "Field 5: a river must be between two fields of the tile, which has 5."),
        ("__.C./._.=./...__", 4, ""),
        ("__.C./._.=./...__", 5, "Field 5: a river can’t be between the ends of a bridge (fields 5 to 9)."),
    ],
)
def test_rivers_are_told_by_their_field(drawing: str, river: int, words: str) -> None:
    found = [(fault.part, fault.words) for fault in find_faults(drawing.split("/"), (river,))]
    assert found == ([("rivers", words)] if words else [])


@pytest.mark.parametrize("tile", gisborne().tiles.values(), ids=lambda tile: tile.id)
def test_the_tiles_of_the_box_have_no_faults(tile: Tile) -> None:
    assert list(find_faults(tile.rows, tile.rivers)) == []
    assert role_of(tile.rows) == {"start": Role.START, "end": Role.END}.get(tile.id, Role.PATH)


row = st.text(alphabet=MARKS + "x", min_size=5, max_size=5)
path_row = st.text(alphabet="..._C", min_size=5, max_size=5)


@given(rows=st.tuples(row, row, row) | st.tuples(path_row, path_row, path_row), rivers=st.sets(st.integers(0, 15)))
@example(rows=("=....", "..=..", "....."), rivers=set())
def test_a_tile_without_faults_is_read_by_the_engine_and_no_other(rows: tuple[str, str, str], rivers: set[int]) -> None:
    faults = list(find_faults(rows, sorted(rivers)))
    assert GENERAL not in [fault.words for fault in faults]
    readable = False
    with suppress(ValueError):
        Tile("tile", rows, tuple(sorted(rivers)))
        readable = True
    assert faults or readable


@given(text=st.text(alphabet=".CVSW=|12345_/\n x", max_size=40))
def test_any_text_is_read_without_errors(text: str) -> None:
    list(find_faults(rows_of(text)))
