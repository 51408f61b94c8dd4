"""Scoring families with shortcuts, compared with the slow computation on random maps."""

from random import Random

import pytest

from engine.cartographers.cards import clause_from_json, clause_to_json
from engine.cartographers.scoring.families import FAMILIES
from tests.engine.made_up_clauses import clause_of
from tests.engine.oracle import clauses as oracle
from tests.engine.oracle.board import COLUMNS, ROWS, SIZE, TYPES, Space, around, clusters, on_edge, parse_map
from tests.engine.oracle.random_maps import living_maps, random_maps
from tests.engine.test_geometry import mask
from tests.engine.tools import board

MAPS, LIVING = random_maps(12, 60), living_maps(13, 40)
LINES: dict[str, list[list[Space]]] = {
    "rows": ROWS,
    "columns": COLUMNS,
    "rows_and_columns": ROWS + COLUMNS,
    "odd_columns": COLUMNS[::2],
    "diagonals": [[(top + step, step) for step in range(SIZE - top)] for top in range(SIZE)],
}


def scored(data: dict[str, object], text: str) -> list[int]:
    return [part.spaces for part in clause_from_json({"stars": 1, **data}, 0).contributions(board(text))]


@pytest.mark.parametrize("direction", LINES)
@pytest.mark.parametrize("kinds", range(1, 8))
def test_kinds_are_counted_on_every_line(direction: str, kinds: int) -> None:
    for text in MAPS:
        terrain = parse_map(text).terrain
        lines = [{space for space in line if terrain.get(space) in TYPES} for line in LINES[direction]]
        expected = [mask(line) for line in lines if len({terrain[space] for space in line}) >= kinds]
        assert scored({"family": "lines", "direction": direction, "kinds": kinds}, text) == expected


@pytest.mark.parametrize(("smallest", "largest"), [(1, 3), (2, 3), (3, 3), (3, 4), (3, 121), (5, 121), (4, 3)])
def test_clusters_are_of_the_right_size(smallest: int, largest: int) -> None:
    for text in MAPS:
        groups = [group for group in clusters(parse_map(text), "forest") if smallest <= len(group) <= largest]
        data = {"family": "clusters", "terrain": "forest", "smallest": smallest, "largest": largest}
        assert scored(data, text) == [mask(group) for group in groups]


@pytest.mark.parametrize("at_least", [1, 2, 4])
def test_clusters_touch_and_avoid(at_least: int) -> None:
    for text in MAPS:
        drawn = parse_map(text)
        groups = [
            group
            for group in clusters(drawn, "village")
            if len(around(group) & drawn.of("forest")) >= at_least and not any(map(on_edge, group))
        ]
        data = {"family": "clusters", "terrain": "village", "touching": "forest", "avoiding": ["edge"]}
        assert scored({**data, "at_least": at_least}, text) == [mask(group) for group in groups]


def test_a_gapped_shape_lies_within_one_cluster() -> None:
    for text in MAPS:
        groups = [
            group
            for group in clusters(parse_map(text), "farm")
            if any({(row, column + 2), (row + 2, column)} & group for row, column in group)
        ]
        data = {"family": "clusters", "terrain": "farm", "containing": ["#.#"]}
        assert scored(data, text) == [mask(group) for group in groups]


def test_the_best_cluster_is_the_first_with_the_most_lines() -> None:
    for text in MAPS:
        groups = clusters(parse_map(text), "water")
        best = max(groups, key=_lines, default=set())
        data = {"family": "best_cluster", "terrain": "water", "measure": "rows_and_columns"}
        assert scored(data, text) == ([mask(best)] if best else [])


def _lines(group: set[Space]) -> int:
    return len({row for row, _ in group}) + len({column for _, column in group})


@pytest.mark.parametrize("family", oracle.FAMILIES)
def test_random_clauses_earn_what_the_slow_computation_says(family: str) -> None:
    rng, earned = Random(family), 0
    for _ in range(400):
        clause = clause_of(FAMILIES[family], rng, share=0.3)
        data = clause_to_json(clause)
        for text in rng.sample(MAPS + LIVING, 4):
            found = [(part.total, part.spaces) for part in clause.contributions(board(text))]
            expected = [(stars, mask(where)) for stars, where in oracle.FAMILIES[family](data, parse_map(text))]
            assert found == expected, data
            earned += bool(found)
    assert earned > 400
