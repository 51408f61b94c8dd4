"""Clauses that can never earn a star, and similar ones that can."""

from itertools import product
from typing import Any

import pytest

from engine.cartographers.board import Board
from engine.cartographers.cards import Combination, ScoringCard, Stack, clause_from_json
from engine.cartographers.geometry import FULL, neighbours, space
from engine.cartographers.scoring.families import FAMILIES, Spaces
from engine.cartographers.scoring.parameters import TERRAINS, parameters_of
from engine.cartographers.terrain import Feature
from games.cartographers.shelf import SHELF
from games.cartographers.shelf.contradictions import find_contradiction, find_contradictions
from games.cartographers.shelf.published import published_entries
from games.cartographers.workshop.clauses import blank_clause

_SIX = ["village", "farm", "water", "monster", "hero", "mountain"]
_CORNERS = ["#.#", "...", "#.#"]


def parameter_of(family: str, **values: Any) -> str | None:
    """Return the parameter that makes a clause impossible, or None if it can earn stars."""
    found = find_contradiction(clause_from_json({**blank_clause(family), **values}, 0))
    return found.parameter if found else None


@pytest.mark.parametrize(
    ("parameter", "values"),
    [
        ("smallest", {"smallest": 8, "largest": 3}),
        ("kinds", {"kinds": 6, "avoiding": _SIX}),
        ("kinds", {"kinds": 6, "avoiding": ["farm"]}),
        ("kinds", {"kinds": 5, "largest": 1}),
        ("at_least", {"kinds": 4, "largest": 1, "touching": "edge"}),
        ("at_least", {"kinds": 2, "largest": 1, "touching": "empty", "at_least": 3}),
        ("at_least", {"touching": "farm", "at_least": 7, "largest": 2}),
        ("at_least", {"touching": "edge", "at_least": 4, "largest": 3}),
        ("touching", {"touching": "forest"}),
        ("touching", {"terrain": "empty", "touching": "empty"}),
        ("avoiding", {"touching": "farm", "avoiding": ["farm"]}),
        ("avoiding", {"touching": "edge", "avoiding": ["edge"]}),
        ("smallest", {"smallest": 82, "avoiding": ["edge"]}),
        ("smallest", {"smallest": 121, "touching": "farm"}),
        ("smallest", {"smallest": 118, "kinds": 4}),
        ("smallest", {"smallest": 102, "touching": "ruins", "at_least": 20}),
        ("containing", {"containing": ["###"], "largest": 2}),
        ("containing", {"containing": ["#.#"], "largest": 2}),
        ("containing", {"containing": _CORNERS, "largest": 4}),
        ("containing", {"containing": ["#" * 10], "avoiding": ["edge"]}),
    ],
)
def test_clusters_that_contradict_themselves_are_refused_at_the_parameter(parameter: str, values: Any) -> None:
    assert parameter_of("clusters", **values) == parameter


@pytest.mark.parametrize(
    "values",
    [
        {"smallest": 3, "largest": 3},
        {"kinds": 6},
        {"kinds": 4, "largest": 1},
        {"kinds": 3, "largest": 1, "touching": "edge"},
        {"kinds": 3, "avoiding": ["village", "farm", "water"]},
        {"avoiding": [*_SIX, "ruins", "edge", "forest"]},
        {"touching": "farm", "at_least": 6, "largest": 2},
        {"smallest": 81, "avoiding": ["edge"]},
        {"smallest": 120, "touching": "farm", "kinds": 1},
        {"containing": ["#.#"], "largest": 3},
        {"containing": ["#" * 9], "avoiding": ["edge"]},
        {"containing": ["#" * 11]},
    ],
)
def test_clusters_at_their_bounds_are_taken(values: Any) -> None:
    assert parameter_of("clusters", **values) is None


@pytest.mark.parametrize(
    ("parameter", "values"),
    [
        ("filled", {"filled": False}),
        ("at_least", {"containing": "forest", "at_least": 11, "equal": ["water"]}),
        ("at_least", {"containing": "ruins", "at_least": 11, "kinds": 7}),
        ("at_least", {"containing": "ruins", "at_least": 11, "equal": ["mountain"]}),
        ("at_least", {"containing": "forest", "at_least": 4, "equal": ["forest", "farm", "water"]}),
        (None, {"containing": "ruins", "at_least": 11, "kinds": 6}),
        (None, {"containing": "forest", "at_least": 5, "equal": ["forest", "farm"]}),
        (None, {"kinds": 7}),
    ],
)
def test_lines_are_refused_only_if_no_line_can_hold_everything(parameter: str | None, values: Any) -> None:
    assert parameter_of("lines", **values) == parameter


def test_a_cluster_that_links_its_own_terrain_is_refused() -> None:
    assert parameter_of("linked_features", of="forest") == "of"
    assert parameter_of("linked_features", partner="forest") == "partner"
    assert parameter_of("linked_features", of="farm", partner="farm", at_least=10) is None


def test_spaces_are_refused_exactly_if_no_map_can_score_them() -> None:
    parameters = parameters_of(Spaces)
    choices = {name: parameters[name].choices for name in ("terrain", "on", "enclosed_by", "beside")}
    for terrain, on, around, adjacent, at_least in product(
        choices["terrain"],
        (None, *choices["on"]),
        (None, *choices["enclosed_by"]),
        (None, *choices["beside"]),
        (1, 3, 4),
    ):
        clause = Spaces(0, 1, terrain, on, around, adjacent, at_least)
        assert bool(find_contradiction(clause)) is not _earns_somewhere(clause), clause


def _earns_somewhere(clause: Spaces) -> bool:
    """True if a clause scores a map where all neighbors of a space match its requirement."""
    kinds = {*TERRAINS, Feature.EMPTY} & ({clause.enclosed_by, clause.beside, Feature.FOREST} | {Feature.EMPTY})
    return any(
        clause.contributions(_map_around(clause.terrain, kind, at, on_ruins, ruins_around))
        for at in (space(0, 5), space(5, 5))
        for kind in kinds
        for on_ruins in (False, clause.terrain is not Feature.MOUNTAIN)
        for ruins_around in (False, kind is not Feature.MOUNTAIN)
    )


def _map_around(terrain: Feature, kind: Feature, at: int, on_ruins: bool, ruins_around: bool) -> Board:
    one = 1 << at
    around = neighbours(one) & FULL
    layers: dict[Feature, int] = {Feature.RUINS: one * on_ruins | around * ruins_around}
    for feature, mask in ((terrain, one), (kind, around)):
        if feature is not Feature.EMPTY:
            layers[feature] = layers.get(feature, 0) | mask
    return Board.of_layers(layers)


@pytest.mark.parametrize(("count", "found"), [(1, True), (2, False)])
def test_a_card_of_which_one_clause_counts_needs_two(count: int, found: bool) -> None:
    clauses = tuple(clause_from_json(blank_clause("spaces"), part) for part in range(count))
    card = ScoringCard("made_up", "Made up", Stack.FOREST, 9, clauses, combination=Combination.SMALLEST)
    assert bool(list(find_contradictions(card))) == found


@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_a_new_clause_of_every_family_can_earn_stars(family: str) -> None:
    assert parameter_of(family) is None


def test_every_published_card_meets_the_rules_for_new_versions() -> None:
    cards = [entry for entry in published_entries() if entry.kind == "scoring"]
    assert len(cards) == 38
    for entry in cards:
        problems = [
            *SHELF.unready(entry.kind, entry.definition, entry.examples),
            *SHELF.failing(entry.kind, entry.definition, entry.examples),
        ]
        assert not problems, (entry.key, problems)
