"""Rules of cards in words."""

from typing import Any

import pytest

from engine.cartographers.cards import clause_from_json, scoring_from_json
from engine.cartographers.catalog import Edition, scoring_cards
from games.cartographers.words.scoring.rules import clause_rule, rule_sentences

FILLED_AROUND = "surrounded on all four sides by filled spaces or the edge of the map."
DIAGONALS = "Diagonals run from the left edge down and right to the bottom edge."
APART = (
    "Patterns can’t overlap: count them row by row from the top left, and skip any that overlaps one already counted."
)

RETAIL = {
    "sentinel_wood": ["1 star for each forest space on the edge of the map."],
    "greenbough": [
        "1 star for each row that contains a forest space.",
        "1 star for each column that contains a forest space.",
    ],
    "treetower": [f"1 star for each forest space {FILLED_AROUND}"],
    "stoneside_forest": ["3 stars for each mountain connected by a forest cluster to another one."],
    "canal_lake": [
        "1 star for each water space next to a farm space.",
        "1 star for each farm space next to a water space.",
    ],
    "mages_valley": [
        "2 stars for each water space next to a mountain.",
        "1 star for each farm space next to a mountain.",
    ],
    "the_golden_granary": [
        "1 star for each water space next to a ruins space.",
        "3 stars for each farm space on ruins.",
    ],
    "shoreside_expanse": [
        "3 stars for each farm cluster that isn’t next to the edge of the map or a water space.",
        "3 stars for each water cluster that isn’t next to the edge of the map or a farm space.",
    ],
    "wildholds": ["8 stars for each cluster of at least 6 village spaces."],
    "great_city": ["1 star for each space of the largest village cluster that isn’t next to a mountain."],
    "greengold_plains": ["3 stars for each village cluster next to at least 3 other terrain types."],
    "shieldgate": ["2 stars for each space of the second largest village cluster."],
    "borderlands": ["6 stars for each full row.", "6 stars for each full column."],
    "lost_barony": ["3 stars for each space along one side of the largest square of filled spaces."],
    "the_broken_road": [f"3 stars for each full diagonal. {DIAGONALS}"],
    "the_cauldrons": [f"1 star for each empty space {FILLED_AROUND}"],
    "faunlost_thicket": ["2 stars for each space of the longest unbroken run of forest spaces in a column."],
    "deepwood": ["6 stars for each cluster of at least 5 forest spaces that isn’t next to a village space."],
    "heart_of_the_forest": [
        "2 stars for each forest space surrounded on all four sides by forest spaces or the edge of the map."
    ],
    "sleepy_valley": ["4 stars for each row that contains at least 3 forest spaces."],
    "traylo_monastery": ["7 stars for each village cluster that contains a straight line of 4 spaces."],
    "outer_enclave": ["1 star for each empty space next to one village cluster of your choice."],
    "gnomish_colony": ["6 stars for each village cluster that contains a square of 2 by 2 spaces."],
    "caravansary": ["1 star for each row and each column that contains a space of one village cluster of your choice."],
    "craylund": ["7 stars for each farm cluster next to at least 3 water spaces."],
    "ulems_wallow": ["4 stars for each water space next to at least 2 farm spaces."],
    "clawsgrave_peaks": ["5 stars for each mountain connected to a farm space by a water cluster."],
    "jorekburg": [
        "4 stars for each column with the same number of farm spaces and water spaces (at least one of each)."
    ],
    "dwarvenholds": [
        "7 stars for each full row that contains a mountain.",
        "7 stars for each full column that contains a mountain.",
    ],
    "silos": ["10 stars for each full odd-numbered column. Columns 1, 3, 5, 7, 9 and 11."],
    "banded_hills": ["4 stars for each row that contains at least 5 different terrain types."],
    "starlit_sigil": ["4 stars for each cluster of exactly 3 empty spaces."],
}

PREVIEW = RETAIL | {
    "heart_of_the_forest": [
        "3 stars for each forest space surrounded on all four sides by forest spaces or the edge of the map."
    ],
    "traylo_monastery": [
        "6 stars for each cluster of at least 5 village spaces with at least 1 space on the edge of the map."
    ],
    "craylund": ["6 stars for each farm cluster next to at least 3 water spaces."],
    "ulems_wallow": ["3 stars for each water space next to at least 2 farm spaces."],
    "dwarvenholds": [
        "8 stars for each full row that contains a mountain.",
        "8 stars for each full column that contains a mountain.",
    ],
    "banded_hills": ["3 stars for each full row that contains at least 5 different terrain types."],
}


@pytest.mark.parametrize(("edition", "expected"), [(Edition.RETAIL, RETAIL), (Edition.PREVIEW, PREVIEW)])
def test_published_cards(edition: Edition, expected: dict[str, list[str]]) -> None:
    assert {id: list(rule_sentences(card)) for id, card in scoring_cards(edition).items()} == expected


COVERED = "Ruins spaces covered by the cluster don’t count as adjacent to it."

MADE_UP: list[tuple[dict[str, Any], str]] = [
    (
        {"family": "best_cluster", "stars": -1, "terrain": "farm", "measure": "empty_around"},
        "−1 star for each empty space next to one farm cluster of your choice. As this is a penalty, the cluster with "
        "the most of them counts.",
    ),
    (
        {"family": "clusters", "stars": -2, "terrain": "farm", "tiers": [0, 1, 3]},
        "Stars for each farm cluster. Their number decides the total: 0 stars for 1, −2 stars for 2 and −6 stars for "
        "3 or more.",
    ),
    ({"family": "spaces", "stars": 1, "terrain": "hero"}, "1 star for each hero space."),
    (
        {
            "family": "spaces",
            "stars": 2,
            "terrain": "farm",
            "on": "ruins",
            "enclosed_by": "water",
            "beside": "water",
            "at_least": 3,
        },
        "2 stars for each farm space on ruins. Only spaces surrounded on all four sides by water spaces or the edge "
        "of the map count. Only spaces next to at least 3 water spaces count.",
    ),
    (
        {"family": "spaces", "stars": 1, "terrain": "farm", "on": "edge", "beside": "empty"},
        "1 star for each farm space on the edge of the map. Only spaces next to an empty space count.",
    ),
    ({"family": "clusters", "stars": 1, "terrain": "water"}, "1 star for each water cluster."),
    (
        {"family": "clusters", "stars": 5, "terrain": "forest", "smallest": 2, "largest": 4, "touching": "ruins"},
        f"5 stars for each cluster of 2 to 4 forest spaces next to a ruins space. {COVERED}",
    ),
    (
        {
            "family": "clusters",
            "stars": 5,
            "terrain": "forest",
            "largest": 4,
            "containing": ["#.", "##"],
            "touching": "edge",
            "at_least": 2,
            "avoiding": ["monster", "hero", "edge"],
            "kinds": 1,
        },
        "5 stars for each cluster of at most 4 forest spaces that contains the shape #. / ##. Only clusters with at "
        "least 2 spaces on the edge of the map count. Only clusters that aren’t next to a monster space, a hero "
        "space or the edge of the map count. Only clusters next to at least 1 other terrain type count.",
    ),
    (
        {"family": "clusters", "stars": 5, "terrain": "forest", "containing": ["###", "###"]},
        "5 stars for each forest cluster that contains a rectangle of 2 by 3 spaces.",
    ),
    (
        {"family": "best_cluster", "stars": 2, "terrain": "farm", "measure": "empty_around", "avoiding": ["edge"]},
        "2 stars for each empty space next to one farm cluster of your choice that isn’t next to the edge of the map.",
    ),
    (
        {"family": "ranked_cluster", "stars": 2, "terrain": "monster", "rank": 5},
        "2 stars for each space of the fifth largest monster cluster.",
    ),
    (
        {"family": "clusters", "stars": 2, "terrain": ["water", "farm"], "smallest": 3, "per_space": True, "kinds": 2},
        "2 stars for each space of each cluster of at least 3 farm or water spaces. Only clusters next to at least 2 "
        "other terrain types count.",
    ),
    (
        {"family": "clusters", "stars": 4, "terrain": "village", "containing": ["##", "##"], "exact": True},
        "4 stars for each village cluster that has exactly this shape: a square of 2 by 2 spaces.",
    ),
    (
        {"family": "clusters", "stars": 4, "terrain": "village", "touching": "farm", "at_least": 0, "at_most": 2},
        "4 stars for each village cluster next to at most 2 farm spaces.",
    ),
    (
        {"family": "clusters", "stars": 4, "terrain": "village", "touching": "farm", "at_least": 0, "at_most": 0},
        "4 stars for each village cluster that isn’t next to a farm space.",
    ),
    (
        {"family": "clusters", "stars": 4, "terrain": "empty", "kinds": 2, "most_kinds": 2},
        "4 stars for each cluster of empty spaces next to exactly 2 other terrain types.",
    ),
    (
        {"family": "ranked_cluster", "stars": 1, "terrain": "water", "from_smallest": True, "touching": "edge"},
        "1 star for each space of the smallest water cluster. Only clusters with at least 1 space on the edge of the "
        "map count.",
    ),
    (
        {
            "family": "best_cluster",
            "stars": 1,
            "terrain": ["forest", "empty"],
            "touching": "ruins",
            "avoiding": ["hero"],
        },
        "1 star for each space of the largest cluster of forest or empty spaces. Only clusters next to a ruins space "
        f"count. Only clusters that aren’t next to a hero space count. {COVERED}",
    ),
    (
        {"family": "linked_features", "stars": 3, "of": "edge", "terrain": "forest", "partner": "mountain"},
        "3 stars for each space on the edge of the map in a forest cluster next to a mountain.",
    ),
    (
        {"family": "linked_features", "stars": 3, "of": "farm", "terrain": "water", "partner": "edge", "at_least": 2},
        "3 stars for each farm space connected to at least 2 spaces on the edge of the map by a water cluster.",
    ),
    (
        {
            "family": "linked_features",
            "stars": 3,
            "of": "farm",
            "terrain": "water",
            "partner": ["farm", "hero"],
            "at_least": 2,
            "at_most": 3,
        },
        "3 stars for each farm space connected to 2 to 3 farm or hero spaces by a water cluster. The space itself is "
        "included.",
    ),
    (
        {"family": "lines", "stars": 2, "direction": "rows", "containing": ["forest", "village"], "at_least": 4},
        "2 stars for each row that contains at least 4 forest or village spaces.",
    ),
    (
        {"family": "spaces", "stars": 2, "terrain": ["forest", "village"], "beside": ["farm", "water"]},
        "2 stars for each forest or village space next to a farm or water space.",
    ),
    (
        {"family": "lines", "stars": 2, "direction": "rows_and_columns", "containing": "ruins", "kinds": 1},
        "2 stars for each row or column that contains a ruins space. Only lines that contain at least 1 terrain type "
        "count.",
    ),
    (
        {"family": "lines", "stars": 2, "direction": "diagonals", "filled": True, "equal": ["farm", "hero", "water"]},
        "2 stars for each full diagonal with the same number of farm spaces, hero spaces and water spaces (at least "
        f"one of each). {DIAGONALS}",
    ),
    (
        {"family": "lines", "stars": 2, "direction": "rows", "equal": ["farm"]},
        "2 stars for each row that contains a farm space.",
    ),
    (
        {"family": "lines", "stars": 2, "direction": "rows"},
        "This part of the card has no condition, so it scores no stars.",
    ),
    (
        {"family": "linked_features", "stars": 2, "of": "ruins", "terrain": "water", "partner": "ruins", "at_least": 1},
        f"2 stars for each ruins space next to a water cluster. {COVERED}",
    ),
    (
        {"family": "linked_features", "stars": 2, "of": "ruins", "terrain": "water", "partner": "ruins", "at_least": 3},
        f"2 stars for each ruins space next to a water cluster that is next to at least 3 ruins spaces. {COVERED}",
    ),
    (
        {"family": "linked_features", "stars": 2, "of": "ruins", "terrain": "water", "partner": "farm", "at_least": 3},
        f"2 stars for each ruins space connected to at least 3 farm spaces by a water cluster. {COVERED}",
    ),
    (
        {"family": "largest_square", "stars": 2, "of": "empty"},
        "2 stars for each space along one side of the largest square of empty spaces.",
    ),
    (
        {"family": "longest_run", "stars": 2, "terrain": "water", "axis": "row"},
        "2 stars for each space of the longest unbroken run of water spaces in a row.",
    ),
    (
        {"family": "longest_run", "stars": 1, "terrain": "filled", "axis": "either", "ties": True},
        "1 star for each space of the longest unbroken run of filled spaces in a row or column. If several runs are "
        "equally long, all of them count.",
    ),
    (
        {"family": "runs", "stars": 3, "terrain": "farm", "at_least": 4},
        "3 stars for each unbroken run of at least 4 farm spaces in a row.",
    ),
    (
        {"family": "runs", "stars": 2, "terrain": "empty", "axis": "either", "at_most": 3, "per_space": True},
        "2 stars for each space of every unbroken run of exactly 3 empty spaces in a row or column.",
    ),
    (
        {"family": "spaces", "stars": 2, "terrain": "farm", "beside": "water", "at_least": 2, "at_most": 3},
        "2 stars for each farm space next to 2 to 3 water spaces.",
    ),
    (
        {"family": "spaces", "stars": 2, "terrain": "farm", "beside": "water", "at_least": 0, "at_most": 1},
        "2 stars for each farm space next to at most 1 water space.",
    ),
    (
        {"family": "spaces", "stars": 2, "terrain": "farm", "beside": "water", "at_least": 0},
        "2 stars for each farm space.",
    ),
    (
        {"family": "spaces", "stars": 2, "terrain": "farm", "beside": "water", "at_least": 0, "at_most": 0},
        "2 stars for each farm space that isn’t next to a water space.",
    ),
    (
        {"family": "spaces", "stars": 2, "terrain": "village", "not_beside": ["farm", "ruins"], "kinds": 3},
        "2 stars for each village space next to at least 3 different terrain types. Only spaces that aren’t next to "
        "a farm space or a ruins space count.",
    ),
    (
        {"family": "spaces", "stars": 2, "terrain": "village", "most_kinds": 0, "adjacency": "corner"},
        "2 stars for each village space that isn’t next to any terrain type. Here, “next to” means diagonally only.",
    ),
    (
        {"family": "spaces", "stars": 2, "terrain": "hero", "enclosed_by": "farm", "adjacency": "both"},
        "2 stars for each hero space surrounded on all sides and at all corners by farm spaces or the edge of the map.",
    ),
    (
        {"family": "spaces", "stars": 2, "terrain": "hero", "corners": True, "kinds": 1, "adjacency": "both"},
        "2 stars for each hero space in a corner of the map. Only spaces next to at least 1 terrain type count. "
        "Here, “next to” includes diagonally.",
    ),
    (
        {"family": "spaces", "stars": 2, "terrain": "empty", "edge_distance": 2, "most_edge_distance": 3},
        "2 stars for each empty space 2 to 3 spaces away from the edge of the map.",
    ),
    (
        {"family": "lines", "stars": 2, "direction": "rows", "containing": "filled", "at_least": 6, "at_most": 6},
        "2 stars for each row that contains exactly 6 filled spaces.",
    ),
    (
        {"family": "lines", "stars": 2, "direction": "rows", "containing": "farm", "at_least": 0, "at_most": 0},
        "2 stars for each row without farm spaces.",
    ),
    (
        {"family": "lines", "stars": 2, "direction": "columns", "filled": True, "most_kinds": 3},
        "2 stars for each full column that contains at most 3 different terrain types.",
    ),
    (
        {"family": "lines", "stars": 2, "direction": "columns", "equal": ["farm"], "containing": "farm", "at_most": 2},
        "2 stars for each column that contains 1 to 2 farm spaces. Only lines that contain a farm space count.",
    ),
    (
        {"family": "patterns", "stars": 3, "stamp": ["FV", ".*"], "one_of": ["farm", "water"]},
        "3 stars for each place on the map with this pattern, rotated or flipped as you like: row 1: forest, village; "
        f"row 2: any, farm or water. {APART}",
    ),
    (
        {"family": "patterns", "stars": 1, "stamp": ["F_"], "as_drawn": True, "overlapping": True},
        "1 star for each place on the map with this pattern, exactly as shown: forest, empty. A space can be part of "
        "several patterns.",
    ),
    (
        {"family": "patterns", "stars": 2, "stamp": ["==", "=="]},
        "2 stars for each place on the map with this pattern: row 1: same, same; row 2: same, same. All “same” spaces "
        f"have the same terrain type, whichever it is. {APART}",
    ),
    (
        {"family": "patterns", "stars": 2, "stamp": ["R"]},
        "2 stars for each place on the map with this pattern: ruins.",
    ),
    (
        {"family": "touching_pairs", "stars": 2, "terrain": "forest", "partner": ["village", "farm"]},
        "2 stars for each pair of a forest cluster and a cluster of village or farm spaces next to each other.",
    ),
    (
        {"family": "touching_pairs", "stars": 2, "terrain": "forest", "partner": "mountain", "largest": 4},
        "2 stars for each pair of a forest cluster and a mountain cluster next to each other. Only clusters of at most "
        "4 spaces count.",
    ),
    (
        {"family": "linked_edges", "stars": 9, "terrain": "water"},
        "9 stars for each water cluster that connects opposite edges of the map.",
    ),
    (
        {"family": "linked_edges", "stars": 1, "terrain": "water", "link": "two", "per_space": True},
        "1 star for each space of a water cluster that connects at least 2 edges of the map. A corner is on 2 edges.",
    ),
    (
        {"family": "sets", "stars": 5, "each": ["forest", "village", "mountain"], "smallest": 2},
        "5 stars for each set of a forest cluster, a village cluster and a mountain cluster. Each cluster counts for "
        "one set. Only clusters of at least 2 spaces count.",
    ),
    (
        {"family": "sets", "stars": 5, "each": ["forest", "mountain"], "members": "spaces_of_row"},
        "5 stars for each set of a forest space and a mountain in the same row. Each space counts for one set.",
    ),
    (
        {"family": "sets", "stars": 5},
        "This part of the card has no condition, so it scores no stars.",
    ),
]


@pytest.mark.parametrize(
    ("combining", "count", "expected"),
    [
        ({}, 2, []),
        ({"combination": "largest"}, 2, ["Only the higher of the two scores counts."]),
        ({"combination": "smallest"}, 2, ["Only the lower of the two scores counts."]),
        ({"combination": "largest"}, 3, ["Only the highest score counts."]),
        ({"combination": "smallest"}, 3, ["Only the lowest score counts."]),
        ({"cap": 12, "floor": 0}, 1, ["At most 12 stars in total.", "Never less than 0 stars in total."]),
    ],
)
def test_rules_for_all_clauses_follow_those_of_the_clauses(
    combining: dict[str, Any], count: int, expected: list[str]
) -> None:
    clauses = [{"family": "spaces", "stars": -1, "terrain": "empty", "beside": "village"}] * count
    data = {"id": "made_up", "name": "Made up", "stack": "forest", "solo_target": 0, "clauses": clauses, **combining}
    clause = "−1 star for each empty space next to a village space."
    assert list(rule_sentences(scoring_from_json(data))) == [clause] * count + expected


@pytest.mark.parametrize(("data", "expected"), MADE_UP)
def test_made_up_clauses(data: dict[str, Any], expected: str) -> None:
    assert clause_rule(clause_from_json(data, 0)) == expected
