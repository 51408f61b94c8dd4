"""Random map sheets: as fair as the printed ones, and the same for ever."""

import hashlib
from dataclasses import replace

import pytest

from engine.cartographers.bounds import LEAST_EMPTY_AT_RANDOM, RANDOM_SHEET_COUNTS
from engine.cartographers.geometry import clusters
from engine.cartographers.mixing.library import published_library
from engine.cartographers.sheet import Sheet
from engine.cartographers.sheet_generator import (
    CountsProblem,
    InfeasibleCounts,
    SheetCounts,
    check_counts,
    generate_sheet,
    is_fair,
)
from engine.randomness import Shuffler

PRINTED = list(published_library().sheets.values())
MIXED = SheetCounts(mountains=4, ruins=5, wasteland=3, forest=3, village=2, farm=1, water=4, monster=1)


def shuffler(number: int) -> Shuffler:
    return Shuffler(hashlib.sha256(b"sheet %d" % number).digest())


def generated(number: int, counts: SheetCounts, label: str = "random sheet") -> Sheet:
    return generate_sheet(shuffler(number), counts, id="R", name="Random", label=label)


@pytest.mark.parametrize("sheet", PRINTED, ids=lambda sheet: sheet.id)
def test_is_fair_is_true_for_printed_sheets(sheet: Sheet) -> None:
    assert is_fair(sheet)
    check_counts(SheetCounts.of(sheet))


@pytest.mark.parametrize(
    "rows",
    [
        pytest.param(["^.........."], id="mountain on the edge"),
        pytest.param(["r....r....."], id="two ruins on the edge"),
        pytest.param(["...........", "..^.^......"], id="mountains close together"),
        pytest.param(["...........", "..r........", "...r......."], id="ruins close together"),
        pytest.param(["...........", ".^..^......"], id="two mountains in one quarter"),
        pytest.param(["...........", ".r..r......", "...........", "...........", "..r........"], id="three ruins"),
        pytest.param(["...........", "..#....#..."], id="single spaces of wasteland"),
        pytest.param(["####......."], id="fewer empty spaces in one quarter"),
        pytest.param([".#.......#.", "##.......##"], id="corners cut off"),
        pytest.param(["...........", "##.......##", "...........", "##.......##"], id="dead ends where little fits"),
    ],
)
def test_is_fair_unlike_printed_sheets_is_false(rows: list[str]) -> None:
    whole = rows + ["..........."] * (11 - len(rows))
    assert not is_fair(Sheet.from_rows("X", "", whole))


def test_is_fair_without_anything_is_true() -> None:
    assert is_fair(Sheet.from_rows("X", "", ["..........."] * 11))


@pytest.mark.parametrize(
    "counts",
    [*map(SheetCounts.of, PRINTED[:2]), SheetCounts(0, 0), SheetCounts(1, 1, 1), SheetCounts(9, 9, 16), MIXED],
    ids=str,
)
def test_generate_sheet_is_fair_and_has_the_counts(counts: SheetCounts) -> None:
    for number in range(12):
        sheet = generated(number, counts)
        assert SheetCounts.of(sheet) == counts
        assert is_fair(sheet)
        assert len(clusters(sheet.empty)) == 1
        assert not sheet.ruins & ~sheet.empty
        assert Sheet.from_rows("R", "Random", sheet.rows()) == sheet


def test_generate_sheet_differs_by_seed_and_label() -> None:
    counts = SheetCounts()
    sheets = {tuple(generated(number, counts).rows()) for number in range(20)}
    assert len(sheets) == 20
    assert generated(0, counts, "another") != generated(0, counts)


# A change of these drawings breaks the numbers that curators and players have written down.
GOLDEN = {
    SheetCounts(): """
        .......r...
        ...........
        ...........
        ..r.....^..
        ..^....r...
        ...........
        ........^..
        .r..r......
        .......r...
        ....^..^...
        ...........
    """,
    SheetCounts(wasteland=7): """
        ##.........
        .r.........
        ..^........
        ........^..
        .....^r..r.
        ...........
        ........#^.
        ..r.^...##.
        ..#...r...r
        ..#........
        ...........
    """,
    MIXED: """
        ...........
        .....^.....
        .^.........
        ......FF..r
        ..A.r.F....
        ....V......
        ........^..
        .....W.M...
        .r#^.W...r.
        ..#..r....W
        ..#......VW
    """,
}


@pytest.mark.parametrize("counts", GOLDEN, ids=str)
def test_generate_sheet_of_the_same_seed_never_changes(counts: SheetCounts) -> None:
    assert generated(7, counts).rows() == GOLDEN[counts].split()


@pytest.mark.parametrize("name", RANDOM_SHEET_COUNTS)
@pytest.mark.parametrize("beyond", [-1, 1])
def test_check_counts_out_of_bounds_names_the_feature(name: str, beyond: int) -> None:
    bounds = RANDOM_SHEET_COUNTS[name]
    value = bounds.least - 1 if beyond < 0 else bounds.most + 1
    with pytest.raises(InfeasibleCounts) as raised:
        check_counts(replace(SheetCounts(), **{name: value}))
    assert (raised.value.problem, raised.value.feature) == (CountsProblem.OUT_OF_BOUNDS, name)


def test_generate_sheet_with_too_few_empty_spaces_is_refused() -> None:
    counts = SheetCounts(9, 9, 16, 6, 6)
    assert counts.empty < LEAST_EMPTY_AT_RANDOM
    with pytest.raises(InfeasibleCounts) as raised:
        generated(0, counts)
    assert (raised.value.problem, raised.value.feature) == (CountsProblem.TOO_FEW_EMPTY, "")


def test_generate_sheet_that_finds_none_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.cartographers.sheet_generator.is_fair", lambda _sheet: False)
    with pytest.raises(InfeasibleCounts) as raised:
        generated(0, SheetCounts())
    assert raised.value.problem is CountsProblem.NOT_FOUND
