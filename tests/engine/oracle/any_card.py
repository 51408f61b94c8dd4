"""Stars of any scoring card by the slow computations of all rule types, from its JSON form."""

from typing import Any

from tests.engine.oracle import blocks, clauses, cluster_clauses
from tests.engine.oracle.board import SIZE, OracleMap
from tests.engine.oracle.combining import combined


def stars_of_card(card: dict[str, Any], board: OracleMap) -> int:
    """The stars of a card whose clauses are stored with their defaults."""
    return combined(card, [_count({**clause, "stars": 1}, board) for clause in card["clauses"]])


def _count(clause: dict[str, Any], board: OracleMap) -> int:
    """The number of things that a clause counts: its stars if each is worth one."""
    family = clause["family"]
    if family in clauses.FAMILIES:
        return sum(part[0] for part in clauses.FAMILIES[family](clause, board))
    if family in cluster_clauses.FAMILIES:
        return sum(part[0] for part in cluster_clauses.FAMILIES[family](clause, board))
    if family == "largest_square":
        return _largest_side(clause, board)
    return sum(stars for _spaces, stars in blocks.reasons(clause, board))


def _largest_side(clause: dict[str, Any], board: OracleMap) -> int:
    return max(
        side
        for side in range(SIZE + 1)
        for top in range(SIZE - side + 1)
        for left in range(SIZE - side + 1)
        if all(
            clauses.has(board, (top + down, left + right), clause["of"])
            for down in range(side)
            for right in range(side)
        )
    )
