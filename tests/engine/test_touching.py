"""Clusters and the features they touch: a cluster never touches the spaces that it covers."""

from dataclasses import replace
from typing import Any

import pytest

from engine.cartographers.cards import ScoringCard, clause_from_json
from engine.cartographers.events import GameStarted
from engine.cartographers.game import RULES
from engine.cartographers.notation import board_of
from engine.cartographers.scoring.tally import stars
from tests.engine.tools import definition

TOUCHING = {"family": "clusters", "stars": 5, "terrain": "village", "touching": "ruins"}
TOUCHING_TWO = TOUCHING | {"at_least": 2}
AVOIDING = {"family": "clusters", "stars": 5, "terrain": "village", "avoiding": ["ruins"]}
BEST = {"family": "best_cluster", "stars": 1, "terrain": "village", "measure": "size", "avoiding": ["ruins"]}
LINKED = {"family": "linked_features", "stars": 1, "of": "mountain", "terrain": "village", "partner": "ruins"}
LINKED_RUINS = {"family": "linked_features", "stars": 1, "of": "ruins", "terrain": "village", "partner": "mountain"}


def card_of(data: dict[str, Any]) -> ScoringCard:
    return replace(definition().pool[0], id="made_up", clauses=(clause_from_json(data, 0),))


@pytest.mark.parametrize(
    ("data", "row", "expected"),
    [
        (TOUCHING, "v", 0),
        (TOUCHING, "vV", 0),
        (TOUCHING, "vv", 0),
        (TOUCHING, "vr", 5),
        (TOUCHING, "vVf", 5),
        (TOUCHING, "Vr", 5),
        (TOUCHING_TWO, "vVr", 0),
        (TOUCHING_TWO, "rvr", 5),
        (AVOIDING, "v", 5),
        (AVOIDING, "vV", 5),
        (AVOIDING, "vVr", 0),
        (BEST, "vVV", 3),
        (BEST, "VVVr.VV", 2),
        (LINKED, "^vV", 0),
        (LINKED, "^vVr", 1),
        (LINKED, "^Vr", 1),
        (LINKED_RUINS, "^vV", 0),
        (LINKED_RUINS, "^vVr", 1),
    ],
)
def test_what_a_cluster_covers_does_not_touch_it(data: dict[str, Any], row: str, expected: int) -> None:
    rest = ["." * 11] * 10
    for rows in ([row.ljust(11, "."), *rest], [*rest, row[::-1].rjust(11, ".")]):
        assert stars(card_of(data), board_of("/".join(rows))) == expected


def test_any_family_reads_covered_ruins_as_no_ruins() -> None:
    """A cluster on ruins is worth the same as one next to them."""
    for data in (TOUCHING, TOUCHING_TWO, AVOIDING, BEST, LINKED, LINKED_RUINS):
        card = card_of(data)
        for plain, covering in (("VVV", "vVv"), ("^VVr", "^vvr"), ("rVV", "rvV"), ("VrV", "vrv")):
            boards = [board_of("/".join([row.ljust(11, "."), *["." * 11] * 10])) for row in (plain, covering)]
            assert stars(card, boards[0]) == stars(card, boards[1]), (data, plain)


@pytest.mark.parametrize("data", [TOUCHING, AVOIDING, BEST, LINKED])
def test_a_game_that_began_before_keeps_its_reading(data: dict[str, Any]) -> None:
    card = card_of(data)
    started = GameStarted(replace(definition(), pool=(*definition().pool, card)), 1)
    kind, stored = RULES.encode(started)
    assert stored["version"] == 3
    assert RULES.decode(kind, stored) == started
    older = RULES.decode(kind, stored | {"version": 2})
    assert isinstance(older, GameStarted)
    before = older.definition.pool[-1]
    covering = board_of("/".join(["^vV........", *["." * 11] * 10]))
    assert stars(before, covering) != stars(card, covering)
    assert older.definition.pool[:-1] == started.definition.pool[:-1]
    again = RULES.encode(older)
    assert again == (kind, stored | {"version": 2})
    assert RULES.decode(*again) == older


def test_games_with_published_cards_are_written_as_ever() -> None:
    assert RULES.encode(GameStarted(definition(), 2))[1]["version"] == 2


def test_a_shape_may_cover_ruins() -> None:
    data = TOUCHING | {"containing": ["##"]}
    board = board_of("/".join(["vVr........", *["." * 11] * 10]))
    assert stars(card_of(data), board) == 5
