"""Clauses that can never earn a star, and similar ones that can."""

from dataclasses import replace
from itertools import combinations_with_replacement, product
from random import Random
from typing import Any

import pytest

from engine.cartographers.board import Board
from engine.cartographers.cards import Combination, ScoringCard, Stack, clause_from_json
from engine.cartographers.geometry import FULL, neighbours, space, spaces
from engine.cartographers.scoring.families import FAMILIES, Adjacency, Spaces
from engine.cartographers.scoring.parameters import TERRAINS, parameters_of
from engine.cartographers.scoring.unions import features_in
from engine.cartographers.terrain import REGIONS, Feature
from games.cartographers.shelf import SHELF
from games.cartographers.shelf.contradictions import find_contradiction, find_contradictions
from games.cartographers.shelf.published import published_entries
from games.cartographers.workshop.clauses import blank_clause
from tests.engine.made_up_clauses import clause_of

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
        ("touching", {"terrain": ["forest", "water"], "touching": "water"}),
        ("avoiding", {"touching": ["farm", "water"], "avoiding": ["water", "farm"]}),
        ("kinds", {"terrain": ["forest", "village"], "kinds": 6}),
        ("most_kinds", {"touching": ["farm", "water"], "most_kinds": 0}),
        ("containing", {"exact": True, "containing": ["#.#"]}),
        ("containing", {"exact": True, "containing": ["##"], "smallest": 3}),
        ("at_least", {"exact": True, "containing": ["##"], "touching": "farm", "at_least": 7}),
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
        {"touching": "forest", "at_least": 0, "at_most": 2},
        {"terrain": ["forest", "water"], "touching": ["water", "farm"]},
        {"touching": ["farm", "water"], "avoiding": ["water"]},
        {"terrain": ["forest", "village"], "kinds": 5},
        {"touching": ["farm", "ruins"], "most_kinds": 0},
        {"touching": ["farm", "water"], "at_least": 6, "kinds": 2, "largest": 2},
        {"exact": True},
        {"exact": True, "containing": ["##"], "touching": "farm", "at_least": 6},
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
        ("filled", {"filled": False, "containing": "forest", "at_least": 0}),
        ("containing", {"containing": "empty"}),
        ("at_most", {"containing": "farm", "at_least": 0, "at_most": 0, "equal": ["farm", "water"]}),
        ("most_kinds", {"containing": "farm", "equal": ["forest", "water"], "most_kinds": 2}),
        ("at_most", {"containing": "filled", "at_most": 10}),
        ("at_most", {"filled": False, "containing": "filled", "at_most": 2, "kinds": 3}),
        ("at_least", {"filled": False, "containing": "empty", "at_least": 10, "equal": ["forest", "water"]}),
        ("kinds", {"containing": "farm", "at_least": 0, "at_most": 0, "kinds": 7}),
        (None, {"containing": "filled", "at_most": 10, "direction": "diagonals"}),
        (None, {"filled": False, "containing": "empty", "at_least": 9, "equal": ["forest", "water"]}),
        (None, {"containing": "farm", "at_least": 0, "at_most": 0}),
        (None, {"containing": "farm", "at_least": 0, "at_most": 0, "kinds": 6, "most_kinds": 6}),
    ],
)
def test_lines_are_refused_only_if_no_line_can_hold_everything(parameter: str | None, values: Any) -> None:
    assert parameter_of("lines", **values) == parameter


def test_a_cluster_that_links_its_own_terrain_is_refused() -> None:
    assert parameter_of("linked_features", of="forest") == "of"
    assert parameter_of("linked_features", partner="forest") == "partner"
    assert parameter_of("linked_features", of="farm", partner="farm", at_least=10) is None
    assert parameter_of("linked_features", of=["forest", "farm"], partner=["forest", "farm"]) is None
    assert parameter_of("linked_features", of="farm", partner="farm", at_least=0, at_most=0) == "at_most"
    assert parameter_of("linked_features", of="farm", partner="edge", at_least=0, at_most=0) is None


def test_a_single_cluster_that_contradicts_itself_is_refused() -> None:
    assert parameter_of("ranked_cluster", terrain="farm", touching="farm") == "touching"
    assert parameter_of("ranked_cluster", terrain="farm", touching="water", avoiding=["water"]) == "avoiding"
    assert parameter_of("best_cluster", terrain="farm", touching="edge", avoiding=["edge"]) == "avoiding"
    assert parameter_of("best_cluster", terrain=["farm", "empty"], measure="empty_around") == "measure"
    assert parameter_of("best_cluster", terrain="empty", measure="size", touching="farm") is None


@pytest.mark.parametrize(
    ("family", "parameter", "values"),
    [
        ("patterns", "one_of", {"stamp": ["F*"]}),
        ("patterns", None, {"stamp": ["F*"], "one_of": ["farm"]}),
        ("patterns", None, {"stamp": ["^R"]}),
        ("touching_pairs", "partner", {"terrain": "farm", "partner": "farm"}),
        ("touching_pairs", "partner", {"terrain": ["farm", "water"], "partner": ["water", "empty"]}),
        ("touching_pairs", "smallest", {"smallest": 61}),
        ("touching_pairs", None, {"smallest": 60}),
        ("linked_edges", None, {"terrain": "mountain", "link": "four"}),
        ("sets", "each", {"each": []}),
        ("sets", "smallest", {"each": ["forest", "farm", "water"], "smallest": 41}),
        ("sets", None, {"each": ["forest", "farm", "water"], "smallest": 40}),
        ("sets", None, {"each": ["forest", "farm"], "smallest": 121, "members": "spaces"}),
    ],
)
def test_patterns_connections_and_sets_are_refused_at_the_parameter(
    family: str, parameter: str | None, values: Any
) -> None:
    assert parameter_of(family, **values) == parameter


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


@pytest.mark.parametrize(
    ("parameter", "values"),
    [
        ("not_beside", {"beside": "farm", "not_beside": ["water", "farm"]}),
        ("corners", {"corners": True, "edge_distance": 1}),
        ("edge_distance", {"on": "edge", "edge_distance": 2}),
        ("at_least", {"beside": "farm", "at_least": 5}),
        ("at_least", {"beside": "farm", "at_least": 3, "corners": True}),
        ("at_least", {"beside": "farm", "at_least": 2, "corners": True, "adjacency": "corner"}),
        ("at_least", {"beside": "farm", "at_least": 6, "on": "edge", "adjacency": "both"}),
        ("kinds", {"kinds": 5}),
        ("kinds", {"kinds": 2, "enclosed_by": "forest"}),
        ("not_beside", {"enclosed_by": "forest", "not_beside": ["forest"]}),
        ("at_most", {"enclosed_by": "forest", "beside": "forest", "at_least": 0, "at_most": 1}),
        ("most_kinds", {"beside": "farm", "most_kinds": 0}),
        (None, {"beside": "farm", "at_least": 8, "adjacency": "both"}),
        (None, {"beside": "farm", "not_beside": ["farm"], "at_least": 0, "at_most": 0}),
        (None, {"corners": True, "most_edge_distance": 0, "kinds": 2}),
        (None, {"enclosed_by": "filled", "most_kinds": 0}),
        (None, {"kinds": 7, "adjacency": "both"}),
        (None, {"beside": "ruins", "at_least": 4, "enclosed_by": "forest", "kinds": 1, "most_kinds": 1}),
    ],
)
def test_spaces_with_ranges_and_places_are_refused_at_the_parameter(parameter: str | None, values: Any) -> None:
    assert parameter_of("spaces", **values) == parameter


def test_spaces_without_contradictions_score_some_surroundings() -> None:
    rng = Random(33)
    for _ in range(40):
        clause = replace(clause_of(Spaces, rng, share=0.4), adjacency=Adjacency.SIDE)
        singly = [replace(clause, terrain=terrain) for terrain in features_in(clause.terrain)]
        assert bool(find_contradiction(clause)) is not any(map(_earns_with_any_neighbors, singly)), clause


PRINTED = (Feature.MOUNTAIN, Feature.LANDMARK)
"""Features that are never on ruins or coin spaces."""


def _earns_with_any_neighbors(clause: Spaces) -> bool:
    """True if a clause scores a space in a map with any content around it: features that it names, and two others."""
    assert isinstance(clause.terrain, Feature)
    others = (Feature.DESTROYED, Feature.EMPTY)
    named = {*clause.not_beside, *(features_in(clause.beside) if clause.beside is not None else ())}
    contents = [
        (content, ruins)
        for content in (*TERRAINS, *others, *([Feature.LANDMARK] if Feature.LANDMARK in named else []))
        for ruins in ((False, True) if Feature.RUINS in named else (False,))
        if not (ruins and content in PRINTED)
    ]
    for at in (space(0, 0), space(0, 5), *(space(distance, 5) for distance in range(1, 6))):
        around = spaces(neighbours(1 << at))
        for chosen in combinations_with_replacement(contents, len(around)):
            layers: dict[Feature, int] = {_drawn(clause.terrain): 1 << at}
            layers[Feature.RUINS] = layers[Feature.TOLL] = 0 if clause.terrain in PRINTED else 1 << at
            layers |= dict.fromkeys(REGIONS, FULL)
            for near, (content, ruins) in zip(around, chosen, strict=True):
                layers[content] = layers.get(content, 0) | 1 << near
                layers[Feature.RUINS] |= ruins << near
            layers.pop(Feature.EMPTY, None)
            if any(part.spaces & 1 << at for part in clause.contributions(Board.of_layers(layers))):
                return True
    return False


def _earns_somewhere(clause: Spaces) -> bool:
    """True if a clause scores a map where all neighbors of a space match its requirement."""
    kinds = {*TERRAINS, Feature.LANDMARK, Feature.EMPTY} & (
        {clause.enclosed_by, clause.beside, Feature.FOREST} | {Feature.EMPTY}
    )
    return any(
        clause.contributions(_map_around(clause.terrain, kind, at, on_ruins, ruins_around))
        for at in (space(0, 5), space(5, 5))
        for kind in kinds
        for on_ruins in (False, clause.terrain not in PRINTED)
        for ruins_around in (False, kind not in PRINTED)
    )


def _drawn(terrain: Feature) -> Feature:
    """Something that makes a space belong to the terrain."""
    return Feature.DESTROYED if terrain is Feature.FILLED else terrain


def _map_around(terrain: Feature, kind: Feature, at: int, on_ruins: bool, ruins_around: bool) -> Board:
    one = 1 << at
    around = neighbours(one) & FULL
    layers: dict[Feature, int] = {Feature.RUINS: one * on_ruins | around * ruins_around, **dict.fromkeys(REGIONS, FULL)}
    layers[Feature.TOLL] = 0 if terrain in PRINTED else one
    for feature, mask in ((_drawn(terrain), one), (kind, around)):
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
