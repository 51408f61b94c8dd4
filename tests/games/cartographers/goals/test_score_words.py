"""Score explanations in words."""

from dataclasses import replace
from typing import Any

import pytest

from engine.cartographers.cards import ScoringCard, Stack, clause_from_json, scoring_from_json
from engine.cartographers.catalog import scoring_cards
from engine.cartographers.geometry import mask_of
from engine.cartographers.notation import board_of, space_of
from engine.cartographers.scoring.tally import score
from games.cartographers.goals.score_words import (
    coins_sentence,
    contribution_sentence,
    losses_sentence,
    no_stars_sentence,
)

BOARD = board_of(
    """\
FFFVVFAWWMF
FFFVVVVAAWW
FFFVVVVAAWW
FF^FF^VVVWW
...VV.A..^.
...VV.A..^.
...VV.A..^.
...VV.A..^.
...VV.A..^.
...VV.A..^.
A^WFVFFFFFF"""
)


def reasons(card: ScoringCard) -> list[str]:
    return [contribution_sentence(why, card) for why in score(card, BOARD).contributions]


PUBLISHED = {
    "sentinel_wood": "15 stars for 15 forest spaces on the edge of the map: A1, A2, A3, A6, A11, B1, C1, D1, K4, K6, "
    "K7, K8, K9, K10, K11.",
    "greenbough": "1 star for row A: 5 forest spaces.",
    "the_cauldrons": "",
    "stoneside_forest": "6 stars (3 each) for 2 mountains connected by forest: D3, D6.",
    "canal_lake": "4 stars for 4 water spaces next to a farm space: A8, A9, B10, C10.",
    "mages_valley": "4 stars (2 each) for 2 water spaces next to a mountain: D10, K3.",
    "wildholds": "8 stars for the cluster A4–D9: 13 village spaces.",
    "great_city": "13 stars for the largest cluster that counts, E4–K5: 13 village spaces.",
    "shieldgate": "26 stars (2 each) for the second largest cluster, E4–K5: 13 village spaces.",
    "borderlands": "6 stars for row A: all spaces filled.",
    "lost_barony": "12 stars (3 each) for the 4×4 square A1–D4.",
    "the_broken_road": "3 stars for the diagonal K1: all spaces filled.",
    "faunlost_thicket": "8 stars (2 each) for 4 forest spaces in one unbroken run, A1–D1.",
    "heart_of_the_forest": "12 stars (2 each) for 6 forest spaces surrounded by forest spaces or the edge of the map: "
    "A1, A2, B1, B2, C1, C2.",
    "outer_enclave": "12 stars for 12 empty spaces next to the cluster E4–K5.",
    "caravansary": "10 stars for 10 rows and columns of the cluster A4–D9.",
    "ulems_wallow": "4 stars for 1 water space next to at least 2 farm spaces: A8.",
    "clawsgrave_peaks": "5 stars for 1 mountain connected by water to a farm space: E10.",
    "jorekburg": "",
    "dwarvenholds": "7 stars for row D: full and contains a mountain.",
    "silos": "10 stars for column 5: all spaces filled.",
    "banded_hills": "4 stars for row A: at least 5 different terrain types.",
}


@pytest.mark.parametrize("card_id", PUBLISHED)
def test_published_cards(card_id: str) -> None:
    assert "".join(reasons(scoring_cards()[card_id])[:1]) == PUBLISHED[card_id]


def test_every_contribution_of_every_card_has_its_stars_in_the_sentence() -> None:
    for card in scoring_cards().values():
        for why in score(card, BOARD).contributions:
            assert contribution_sentence(why, card).startswith(f"{why.total} star")


def combined(*clauses: dict[str, Any], **combining: Any) -> ScoringCard:
    data = {"id": "made_up", "name": "Made up", "stack": "spatial", "solo_target": 10, "clauses": list(clauses)}
    return scoring_from_json(data | combining)


ALONE = {"family": "spaces", "stars": 3, "terrain": "monster"}
MOUNTAINS = {"family": "spaces", "stars": 1, "terrain": "mountain", "on": "edge"}


@pytest.mark.parametrize(
    ("card", "expected"),
    [
        (combined({**ALONE, "stars": -3}), ["−3 stars for 1 monster space: A10."]),
        (combined({**ALONE, "stars": -1}), ["−1 star for 1 monster space: A10."]),
        (
            combined({**ALONE, "stars": -2, "terrain": "mountain", "on": "edge"}),
            ["−2 stars for 1 mountain on the edge of the map: K2."],
        ),
        (combined({**ALONE, "stars": 1, "tiers": [2, 5]}), ["2 stars for 1 that counts: A10."]),
        (
            combined({**ALONE, "stars": -1, "terrain": "mountain", "tiers": [2, 5]}),
            ["−5 stars for 9 that count: D3, D6, E10, F10, G10, H10, I10, J10, K2."],
        ),
        (
            combined(ALONE, MOUNTAINS, combination="largest"),
            ["3 stars for 1 monster space: A10.", "Clause 2 would score 1 star, but only the highest score counts."],
        ),
        (
            combined(ALONE, MOUNTAINS, combination="smallest"),
            [
                "1 star for 1 mountain on the edge of the map: K2.",
                "Clause 1 would score 3 stars, but only the lowest score counts.",
            ],
        ),
        (
            combined(ALONE, cap=2),
            ["3 stars for 1 monster space: A10.", "−1 star, because this card scores at most 2 stars."],
        ),
        (
            combined({**ALONE, "stars": -3}, floor=0),
            ["−3 stars for 1 monster space: A10.", "3 stars, because this card scores at least 0 stars."],
        ),
    ],
)
def test_combined_cards(card: ScoringCard, expected: list[str]) -> None:
    assert reasons(card) == expected


MADE_UP: list[tuple[dict[str, Any], str]] = [
    ({"family": "spaces", "stars": 3, "terrain": "monster"}, "3 stars for 1 monster space: A10."),
    (
        {"family": "spaces", "stars": 1, "terrain": "water", "on": "ruins"},
        "",
    ),
    (
        {"family": "lines", "stars": 1, "direction": "rows_and_columns", "containing": "monster"},
        "1 star for the row or column through A10: 1 monster space.",
    ),
    (
        {"family": "lines", "stars": 1, "direction": "rows_and_columns", "filled": True, "kinds": 6},
        "",
    ),
    (
        {"family": "lines", "stars": 1, "direction": "columns", "filled": True, "kinds": 2},
        "1 star for column 4: full and contains at least 2 different terrain types.",
    ),
    (
        {"family": "lines", "stars": 1, "direction": "rows", "filled": True, "containing": "water", "at_least": 2},
        "1 star for row A: full and contains at least 2 water spaces.",
    ),
    (
        {"family": "lines", "stars": 2, "direction": "diagonals", "containing": "mountain"},
        "2 stars for the diagonal A1–K11: 1 mountain.",
    ),
    (
        {"family": "lines", "stars": 1, "direction": "rows", "equal": ["farm", "water"]},
        "1 star for row B: same number of farm spaces and water spaces.",
    ),
]


@pytest.mark.parametrize(("data", "expected"), MADE_UP)
def test_made_up_cards(data: dict[str, Any], expected: str) -> None:
    card = ScoringCard("made_up", "Made up", Stack.SPATIAL, 10, (clause_from_json(data, 0),))
    assert "".join(reasons(card)[:1]) == expected


def test_losses() -> None:
    assert losses_sentence(0) == "No empty space is next to a monster, so you lose no stars."
    assert losses_sentence(mask_of([space_of("C5")])) == "1 star lost for the empty space next to a monster: C5."
    two = mask_of([space_of("C5"), space_of("D4")])
    assert losses_sentence(two) == "2 stars lost for the empty spaces next to monsters: C5, D4."


def test_coins() -> None:
    assert coins_sentence(0) == "No coins yet, so no stars for coins."
    assert coins_sentence(1) == "1 star for 1 coin."
    assert coins_sentence(14) == "14 stars for 14 coins."


def test_no_stars() -> None:
    card = replace(scoring_cards()["silos"], name="<b>Silos</b>")
    assert no_stars_sentence(card) == "<b>Silos</b> scores no stars on this map so far."
