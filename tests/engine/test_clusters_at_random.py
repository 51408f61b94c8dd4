"""Random clauses about clusters, compared with the slow computation on random maps."""

from random import Random

import pytest

from engine.cartographers.cards import clause_from_json, clause_to_json
from engine.cartographers.scoring.families import FAMILIES
from tests.engine.made_up_clauses import clause_of
from tests.engine.oracle import cluster_clauses as oracle
from tests.engine.oracle.board import parse_map
from tests.engine.oracle.random_maps import living_maps, random_maps
from tests.engine.test_geometry import mask
from tests.engine.tools import board, names

MAPS = random_maps(33, 60) + living_maps(34, 60)


@pytest.mark.parametrize("family", oracle.FAMILIES)
@pytest.mark.parametrize("share", [0.15, 0.4])
def test_random_clauses_earn_what_the_slow_computation_says(family: str, share: float) -> None:
    rng, earned = Random(f"{family} {share}"), 0
    for _ in range(300):
        clause = clause_of(FAMILIES[family], rng, share=share)
        data = clause_to_json(clause)
        assert clause_from_json(data, 0) == clause
        for text in rng.sample(MAPS, 4):
            found = [(part.total, part.spaces, part.through) for part in clause.contributions(board(text))]
            expected = oracle.FAMILIES[family](data, parse_map(text))
            assert found == [(stars, mask(where), mask(through)) for stars, where, through in expected], data
            earned += bool(found)
    assert earned > 100


UNLINKED = {"partner": "edge", "at_least": 0, "at_most": 0}
MAP = """
FFVV...WW.A
F..V....W..
.....^.....
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
        ({"family": "clusters", "terrain": "monster", "per_space": True}, [("D2 D3 E2", 3), ("K5", 1)]),
        (
            {"family": "clusters", "terrain": ["forest", "village"], "smallest": 6},
            [("A1 A2 A3 A4 B1 B4", 1), ("H7 H8 H9 H10 I7 I10 J10", 1)],
        ),
        ({"family": "clusters", "terrain": "forest", "containing": ["##", "#."], "exact": True}, [("A1 A2 B1", 1)]),
        ({"family": "clusters", "terrain": "village", "touching": ["forest", "farm"], "at_least": 2}, [("K2", 1)]),
        ({"family": "clusters", "terrain": "monster", "touching": "empty", "at_least": 0, "at_most": 3}, [("K5", 1)]),
        ({"family": "clusters", "terrain": "farm", "most_kinds": 0}, [("A11", 1), ("D8", 1), ("G3", 1)]),
        ({"family": "ranked_cluster", "terrain": "forest", "rank": 2, "from_smallest": True}, [("K1", 1)]),
        ({"family": "ranked_cluster", "terrain": "forest", "avoiding": ["edge"]}, [("H7 H8 H9 H10 I7 I10 J10", 7)]),
        ({"family": "ranked_cluster", "terrain": "water", "touching": "farm"}, [("I2 I3", 2)]),
        ({"family": "best_cluster", "terrain": "water", "touching": ["farm", "hero"]}, [("I2 I3", 2)]),
        ({"family": "linked_features", "of": "farm", "terrain": "water", "partner": "edge"}, [("K3", 1)]),
        ({"family": "linked_features", "of": "edge", "terrain": "hero", "partner": "mountain"}, [("K6", 1)]),
        (
            {
                "family": "linked_features",
                "of": "farm",
                "terrain": "water",
                "partner": "edge",
                "at_most": 0,
                "at_least": 0,
            },
            [("I4", 1)],
        ),
    ],
)
def test_a_clause_about_clusters_finds(data: dict[str, object], expected: list[tuple[str, int]]) -> None:
    contributions = clause_from_json({"stars": 1, **data}, 0).contributions(board(MAP))
    assert [(names(part.spaces), part.total) for part in contributions] == expected


def test_a_union_is_stored_as_a_list_in_order() -> None:
    data = {"family": "ranked_cluster", "stars": 1, "terrain": ["water", "forest"]}
    stored = clause_to_json(clause_from_json(data, 0))
    assert stored == {"family": "ranked_cluster", "stars": 1, "terrain": ["forest", "water"], "rank": 1}


@pytest.mark.parametrize(
    ("family", "parameter", "words"),
    [
        ("clusters", "terrain", ["forest"]),
        ("clusters", "terrain", []),
        ("clusters", "terrain", ["forest", "forest"]),
        ("clusters", "terrain", ["forest", "lava"]),
        ("clusters", "touching", ["forest", "edge"]),
    ],
)
def test_a_union_has_two_or_more_different_features(family: str, parameter: str, words: list[str]) -> None:
    with pytest.raises(ValueError, match=f"{parameter}: must be"):
        clause_from_json({"family": family, "stars": 1, "terrain": "water", parameter: words}, 0)
