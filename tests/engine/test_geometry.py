"""Masks against plain sets of rows and columns."""

from collections.abc import Callable
from random import Random

import pytest

from engine.cartographers.geometry import (
    COLUMNS,
    DIAGONALS,
    EDGE,
    FULL,
    ROWS,
    SIZE,
    STRIDE,
    Mask,
    Space,
    clusters,
    column_of,
    columns_reached,
    diagonals_reached,
    first,
    flood_fill,
    largest_square,
    lines_reached,
    longest_run,
    mask_of,
    neighbours,
    row_of,
    rows_reached,
    space,
    spaces,
    spaces_next_to,
    surrounded_spaces,
)
from tests.engine.oracle import board as oracle

Place = tuple[int, int]


def places(mask: Mask) -> set[Place]:
    return {(row_of(where), column_of(where)) for where in spaces(mask)}


def mask(cells: set[Place]) -> Mask:
    return mask_of(space(row, column) for row, column in cells)


def sets(count: int) -> list[set[Place]]:
    """Random sets of spaces, from none to all."""
    rng = Random(5)
    drawn = [{where for where in oracle.SPACES if rng.random() < share / count} for share in range(count + 1)]
    return [*drawn, set(oracle.ROWS[0]), set(oracle.COLUMNS[10]), {(0, 10), (1, 0)}]


SETS = sets(60)


def test_a_space_has_its_row_and_column_and_none_lies_on_the_guard() -> None:
    for row, column in oracle.SPACES:
        where = space(row, column)
        assert (row_of(where), column_of(where)) == (row, column)
    assert FULL.bit_count() == 121
    assert all(not FULL >> row * STRIDE + SIZE & 1 for row in range(SIZE))


@pytest.mark.parametrize(("row", "column"), [(-1, 0), (0, -1), (11, 0), (0, 11)])
def test_off_the_map_is_no_space(row: int, column: int) -> None:
    with pytest.raises(ValueError, match="off the map"):
        space(row, column)


def test_sets_are_listed_in_reading_order() -> None:
    for cells in SETS:
        assert [(row_of(where), column_of(where)) for where in spaces(mask(cells))] == sorted(cells)
        if cells:
            assert first(mask(cells)) == space(*min(cells))
    with pytest.raises(ValueError, match="empty set"):
        first(0)


def test_neighbours_do_not_run_over_the_edge() -> None:
    for cells in SETS:
        assert places(neighbours(mask(cells))) == {near for cell in cells for near in oracle.neighbours(cell)}


def test_clusters_are_the_connected_groups_by_first_space() -> None:
    for cells in SETS:
        assert [places(group) for group in clusters(mask(cells))] == oracle.groups(cells)


def test_joined_are_the_groups_that_hold_a_given_space() -> None:
    for cells, others in zip(SETS, reversed(SETS), strict=True):
        held = [group for group in oracle.groups(cells) if group & others]
        assert places(flood_fill(mask(cells & others), mask(cells))) == set().union(*held)


def test_enclosed_counts_the_edge_as_closed() -> None:
    for cells, by in zip(SETS, reversed(SETS), strict=True):
        enclosed = {cell for cell in cells if all(near in by for near in oracle.neighbours(cell))}
        assert places(surrounded_spaces(mask(cells), mask(by))) == enclosed


@pytest.mark.parametrize("at_least", [1, 2, 3, 4])
def test_beside_counts_neighbours(at_least: int) -> None:
    for cells, others in zip(SETS, reversed(SETS), strict=True):
        touching = {cell for cell in cells if sum(near in others for near in oracle.neighbours(cell)) >= at_least}
        assert places(spaces_next_to(mask(cells), mask(others), at_least)) == touching


def test_rows_columns_diagonals_and_the_edge() -> None:
    assert [places(line) for line in ROWS] == [set(row) for row in oracle.ROWS]
    assert [places(line) for line in COLUMNS] == [set(column) for column in oracle.COLUMNS]
    assert [line.bit_count() for line in DIAGONALS] == list(range(11, 0, -1))
    assert all(row - column == top for top, line in enumerate(DIAGONALS) for row, column in places(line))
    assert places(EDGE) == {cell for cell in oracle.SPACES if oracle.on_edge(cell)}


@pytest.mark.parametrize(
    ("reached", "lines"), [(rows_reached, ROWS), (columns_reached, COLUMNS), (diagonals_reached, DIAGONALS)]
)
def test_a_line_that_is_reached_is_told_by_its_first_space(
    reached: Callable[[Mask], Mask], lines: tuple[Mask, ...]
) -> None:
    for cells in SETS:
        assert reached(mask(cells)) == mask_of(first(line) for line in lines if line & mask(cells))


def test_the_lines_reached_are_rows_and_columns() -> None:
    for cells in SETS:
        assert lines_reached(mask(cells)) == len({row for row, _ in cells}) + len({column for _, column in cells})


def _square(top: int, left: int, side: int) -> set[Place]:
    return {(top + row, left + column) for row in range(side) for column in range(side)}


def test_the_largest_square_is_the_first_of_its_size() -> None:
    for cells in SETS:
        side, square = largest_square(mask(cells))
        squares = [
            (size, (row, column))
            for size in range(1, SIZE + 1)
            for row, column in sorted(cells)
            if _square(row, column, size) <= cells
        ]
        assert side == max((size for size, _ in squares), default=0)
        best = next((corner for size, corner in squares if size == side), None)
        assert places(square) == (_square(*best, side) if best else set())


@pytest.mark.parametrize(("lines", "step", "oracle_lines"), [(COLUMNS, STRIDE, oracle.COLUMNS), (ROWS, 1, oracle.ROWS)])
def test_the_longest_run_is_unbroken(lines: tuple[Mask, ...], step: int, oracle_lines: list[list[Place]]) -> None:
    for cells in SETS:
        runs = [
            line[start:end]
            for line in oracle_lines
            for start in range(SIZE)
            for end in range(start + 1, SIZE + 1)
            if set(line[start:end]) <= cells
        ]
        longest = max(map(len, runs), default=0)
        expected = next((run for run in runs if len(run) == longest), [])
        assert places(longest_run(mask(cells), lines, step)) == set(expected)


def test_spaces_of_a_mask_are_space_numbers() -> None:
    assert spaces(mask({(2, 4)})) == (Space(2 * STRIDE + 4),)
