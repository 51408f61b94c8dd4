"""Scoring families beyond the published cards: every parameter has its documented effect."""

import pytest

from engine.cartographers.cards import clause_from_json, clause_to_json
from engine.cartographers.scoring.families import FAMILIES
from engine.cartographers.scoring.parameters import parameters_of
from tests.engine.tools import board, names

MAP = """
FF.VV..WW.A
F..V....W..
...V.^.....
.MM....A...
.M.........
...r.HH....
..a#r......
......FFFF.
.WWA..F..F.
.......F.F.
FVAWMH^.X.F
"""


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ({"family": "spaces", "stars": 2, "terrain": "hero"}, [("F6 F7 K6", 6)]),
        ({"family": "spaces", "stars": 1, "terrain": "empty", "on": "ruins"}, [("F4 G5", 2)]),
        (
            {"family": "spaces", "stars": 1, "terrain": "monster", "beside": "monster", "at_least": 2},
            [("D2", 1)],
        ),
        ({"family": "spaces", "stars": 1, "terrain": "mountain", "enclosed_by": "filled"}, []),
        ({"family": "clusters", "stars": 3, "terrain": "monster", "smallest": 2, "largest": 3}, [("D2 D3 E2", 3)]),
        ({"family": "clusters", "stars": 1, "terrain": "monster", "touching": "edge"}, [("K5", 1)]),
        (
            {"family": "clusters", "stars": 2, "terrain": "forest", "touching": "edge", "at_least": 2},
            [("A1 A2 B1", 2)],
        ),
        ({"family": "clusters", "stars": 1, "terrain": "monster", "avoiding": ["edge"]}, [("D2 D3 E2", 1)]),
        (
            {"family": "clusters", "stars": 5, "terrain": "forest", "containing": ["####"]},
            [("H7 H8 H9 H10 I7 I10 J10", 5)],
        ),
        ({"family": "clusters", "stars": 1, "terrain": "farm", "kinds": 2}, [("K3", 1)]),
        ({"family": "ranked_cluster", "stars": 2, "terrain": "forest", "rank": 3}, [("J8", 2)]),
        ({"family": "ranked_cluster", "stars": 2, "terrain": "hero", "rank": 3}, []),
        (
            {"family": "best_cluster", "stars": 1, "terrain": "village", "measure": "rows_and_columns"},
            [("A4 A5 B4 C4", 5)],
        ),
        ({"family": "lines", "stars": 1, "direction": "rows", "kinds": 7}, [("K1 K2 K3 K4 K5 K6 K7 K11", 1)]),
        (
            {"family": "lines", "stars": 1, "direction": "odd_columns", "equal": ["forest", "water"]},
            [],
        ),
        (
            {"family": "lines", "stars": 2, "direction": "diagonals", "containing": "farm", "at_least": 2},
            [],
        ),
        (
            {"family": "linked_features", "stars": 1, "of": "ruins", "terrain": "farm", "partner": "water"},
            [],
        ),
        ({"family": "largest_square", "stars": 3, "of": "empty"}, None),
        ({"family": "longest_run", "stars": 1, "terrain": "forest", "axis": "row"}, [("H7 H8 H9 H10", 4)]),
        ({"family": "longest_run", "stars": 1, "terrain": "village", "axis": "column"}, [("A4 B4 C4", 3)]),
        ({"family": "longest_run", "stars": 1, "terrain": "village", "axis": "either"}, [("A4 B4 C4", 3)]),
        (
            {"family": "longest_run", "stars": 2, "terrain": "hero", "axis": "either", "ties": True},
            [("F6 F7", 4)],
        ),
        (
            {"family": "longest_run", "stars": 1, "terrain": "monster", "axis": "either", "ties": True},
            [("D2 D3", 2), ("D2 E2", 2)],
        ),
        (
            {"family": "runs", "stars": 3, "terrain": "forest", "axis": "either", "at_least": 2, "at_most": 3},
            [("A1 A2", 3), ("A1 B1", 3), ("H7 I7", 3), ("H10 I10 J10", 3)],
        ),
        (
            {"family": "runs", "stars": 2, "terrain": "water", "at_least": 2, "per_space": True},
            [("A8 A9", 4), ("I2 I3", 4)],
        ),
        ({"family": "spaces", "stars": 1, "terrain": "monster", "beside": "monster", "at_most": 1}, [("D3 E2", 2)]),
        ({"family": "spaces", "stars": 1, "terrain": "village", "not_beside": ["village", "water"]}, [("K2", 1)]),
        ({"family": "spaces", "stars": 1, "terrain": "water", "kinds": 2}, [("I3 K4", 2)]),
        ({"family": "spaces", "stars": 1, "terrain": "monster", "kinds": 1, "most_kinds": 1}, [("D2 D3 E2", 3)]),
        (
            {"family": "spaces", "stars": 1, "terrain": "hero", "beside": "farm", "adjacency": "corner"},
            [],
        ),
        (
            {"family": "spaces", "stars": 1, "terrain": "mountain", "beside": "hero", "adjacency": "both"},
            [("K7", 1)],
        ),
        (
            {"family": "spaces", "stars": 1, "terrain": "forest", "enclosed_by": "forest", "adjacency": "corner"},
            [("K11", 1)],
        ),
        ({"family": "spaces", "stars": 1, "terrain": "forest", "corners": True}, [("A1 K1 K11", 3)]),
        ({"family": "spaces", "stars": 1, "terrain": "filled", "corners": True}, [("A1 A11 K1 K11", 4)]),
        ({"family": "spaces", "stars": 1, "terrain": "hero", "edge_distance": 5}, [("F6", 1)]),
        (
            {"family": "spaces", "stars": 1, "terrain": "village", "edge_distance": 1, "most_edge_distance": 2},
            [("B4 C4", 2)],
        ),
        (
            {"family": "lines", "stars": 1, "direction": "rows", "containing": "forest", "at_least": 2, "at_most": 3},
            [("A1 A2", 1), ("I7 I10", 1), ("J8 J10", 1), ("K1 K11", 1)],
        ),
        (
            {"family": "lines", "stars": 2, "direction": "rows", "containing": "filled", "at_least": 9},
            [("K1 K2 K3 K4 K5 K6 K7 K9 K11", 2)],
        ),
    ],
)
def test_a_clause_finds(data: dict[str, object], expected: list[tuple[str, int]] | None) -> None:
    contributions = clause_from_json(data, 0).contributions(board(MAP))
    if expected is not None:
        assert [(names(part.spaces), part.total) for part in contributions] == expected
    else:
        (square,) = contributions
        assert square.spaces.bit_count() == square.units**2


def test_a_line_without_a_feature_is_shown_whole() -> None:
    data = {"family": "lines", "stars": 2, "direction": "columns", "containing": "empty", "at_least": 0, "at_most": 7}
    lines = [(names(part.spaces), part.total) for part in clause_from_json(data, 0).contributions(board(MAP))]
    assert lines == [(" ".join(f"{row}{column}" for row in "ABCDEFGHIJK"), 2) for column in (2, 3, 4, 7, 8, 9)]


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"family": "spaces", "terrain": "farm", "beside": "water", "at_least": 3, "at_most": 2}, "at_most"),
        ({"family": "spaces", "terrain": "farm", "at_most": 0}, "at_most"),
        ({"family": "spaces", "terrain": "farm", "edge_distance": 3, "most_edge_distance": 2}, "most_edge_distance"),
        ({"family": "lines", "direction": "rows", "kinds": 4, "most_kinds": 3}, "most_kinds"),
        ({"family": "runs", "terrain": "farm", "at_most": 2}, "at_most"),
    ],
)
def test_a_range_that_ends_below_its_beginning_is_refused(data: dict[str, object], field: str) -> None:
    with pytest.raises(ValueError, match=f"^{field}: must be at least "):
        clause_from_json({"stars": 1, **data}, 0)


def test_a_clause_of_an_older_card_keeps_its_stored_form() -> None:
    for data in (
        {"family": "spaces", "stars": 1, "terrain": "farm", "beside": "water", "at_least": 2},
        {"family": "longest_run", "stars": 2, "terrain": "forest", "axis": "column"},
        {"family": "lines", "stars": 4, "direction": "rows", "filled": False, "at_least": 1, "equal": [], "kinds": 5},
    ):
        assert clause_to_json(clause_from_json(data, 0)) == data


@pytest.mark.parametrize("name", FAMILIES)
def test_what_a_clause_does_not_say_is_written_out(name: str) -> None:
    least = {"stars": 1, "terrain": "forest", "direction": "rows", "of": "mountain", "partner": "farm", "stamp": ["F"]}
    data = {"family": name} | {key: value for key, value in least.items() if key in parameters_of(FAMILIES[name])}
    clause = clause_from_json(data, 2)
    assert clause.part == 2
    stored = clause_to_json(clause)
    assert data.items() <= stored.items()
    assert clause_from_json(stored, 2) == clause
