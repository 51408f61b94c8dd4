"""Stars of a scoring card from the number of things that each of its clauses counts."""

from collections.abc import Callable
from typing import Any

from tests.engine.oracle.board import COLUMNS, ROWS, OracleMap, around, clusters, on_edge

COUNTS: list[tuple[dict[str, Any], Callable[[OracleMap], int]]] = [
    ({"family": "spaces", "terrain": "forest"}, lambda board: len(board.of("forest"))),
    ({"family": "spaces", "terrain": "empty"}, lambda board: len(board.empty())),
    (
        {"family": "spaces", "terrain": "water", "on": "edge"},
        lambda board: len([space for space in board.of("water") if on_edge(space)]),
    ),
    (
        {"family": "spaces", "terrain": "empty", "beside": "village"},
        lambda board: len(board.empty() & around(board.of("village"))),
    ),
    ({"family": "clusters", "terrain": "village"}, lambda board: len(clusters(board, "village"))),
    (
        {"family": "clusters", "terrain": "farm", "smallest": 3},
        lambda board: len([group for group in clusters(board, "farm") if len(group) >= 3]),
    ),
    (
        {"family": "ranked_cluster", "terrain": "forest"},
        lambda board: max((len(group) for group in clusters(board, "forest")), default=0),
    ),
    (
        {"family": "lines", "direction": "rows_and_columns", "filled": True},
        lambda board: sum(all(map(board.is_filled, line)) for line in ROWS + COLUMNS),
    ),
]
"""Clauses without their stars, each with what it counts."""


def combined(card: dict[str, Any], counts: list[int]) -> int:
    """The stars of a card, as stored, whose clauses count so many things."""
    totals: list[int] = []
    for clause, count in zip(card["clauses"], counts, strict=True):
        if "tiers" not in clause:
            totals.append(clause["stars"] * count)
        elif count == 0:
            totals.append(0)
        elif count >= len(clause["tiers"]):
            totals.append(clause["stars"] * clause["tiers"][-1])
        else:
            totals.append(clause["stars"] * clause["tiers"][count - 1])
    combination = card.get("combination", "sum")
    chosen = sum(totals)
    if combination != "sum":
        chosen = max(totals) if combination == "largest" else min(totals)
    if "cap" in card:
        chosen = min(chosen, card["cap"])
    if "floor" in card:
        chosen = max(chosen, card["floor"])
    return chosen
