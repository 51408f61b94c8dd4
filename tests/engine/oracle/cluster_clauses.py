"""Clauses of made-up cards about clusters, from their JSON form.

Each function gives the stars with the spaces that earned them and those between them, in the order of the engine, as
plainly as the rule says it.
"""

from typing import Any

from tests.engine.oracle.board import SPACES, TYPES, OracleMap, Space, around, groups, on_edge

Clause = dict[str, Any]
Part = tuple[int, set[Space], set[Space]]


def words_of(feature: str | list[str]) -> list[str]:
    """The words of one feature, or of several that count as one."""
    return feature if isinstance(feature, list) else [feature]


def has(board: OracleMap, space: Space, feature: str | list[str]) -> bool:
    """True if the space has the feature, or one of several."""
    for word in words_of(feature):
        if word == "empty" and not board.is_filled(space):
            return True
        if word == "ruins" and space in board.ruins:
            return True
        if board.terrain.get(space) == word:
            return True
    return False


def spaces_with(board: OracleMap, feature: str | list[str]) -> set[Space]:
    """All spaces with the feature, or with one of several."""
    return {space for space in SPACES if has(board, space, feature)}


def touched_by(group: set[Space], feature: str | list[str], board: OracleMap) -> set[Space]:
    """The spaces of a feature that a cluster touches: those around it; for the edge, its own on it."""
    if feature == "edge":
        return {space for space in group if on_edge(space)}
    if isinstance(feature, str) and feature.startswith("region"):
        return group & board.of(feature)
    return {space for space in around(group) if has(board, space, feature)}


def within(number: int, least: int, most: int | None) -> bool:
    """True if a number is in a range; None is no limit."""
    return number >= least and (most is None or number <= most)


def is_shape(group: set[Space], rows: list[str]) -> bool:
    """True if a shape lies within a group, turned and flipped in any way, for one of the same size all of it."""
    cells = [(row, column) for row, line in enumerate(rows) for column, mark in enumerate(line) if mark == "#"]
    ways = []
    for flip in (1, -1):
        turned = [(row, flip * column) for row, column in cells]
        for _ in range(4):
            turned = [(column, -row) for row, column in turned]
            ways.append(turned)
    return any(
        all((row + down, column + right) in group for down, right in [(r - way[0][0], c - way[0][1]) for r, c in way])
        for way in ways
        for row, column in group
    )


def _is_placed(clause: Clause, group: set[Space], board: OracleMap) -> bool:
    """True if a cluster touches what it must, at least once, and nothing that it must avoid."""
    if any(touched_by(group, feature, board) for feature in clause.get("avoiding", [])):
        return False
    return "touching" not in clause or bool(touched_by(group, clause["touching"], board))


def clusters(clause: Clause, board: OracleMap) -> list[Part]:
    """Clusters that meet all conditions, in reading order."""
    found: list[Part] = []
    for group in groups(spaces_with(board, clause["terrain"])):
        if _counts(clause, group, board):
            units = len(group) if clause.get("per_space") else 1
            found.append((clause["stars"] * units, group, set()))
    return found


def _counts(clause: Clause, group: set[Space], board: OracleMap) -> bool:
    if not within(len(group), clause["smallest"], clause["largest"]):
        return False
    rows = clause.get("containing")
    if rows and not is_shape(group, rows):
        return False
    if rows and clause.get("exact") and len(group) != "".join(rows).count("#"):
        return False
    if any(touched_by(group, feature, board) for feature in clause["avoiding"]):
        return False
    if "touching" in clause:
        number = len(touched_by(group, clause["touching"], board))
        if not within(number, clause["at_least"], clause.get("at_most")):
            return False
    others = {board.terrain[space] for space in around(group) if board.terrain.get(space) in TYPES}
    return within(len(others - set(words_of(clause["terrain"]))), clause["kinds"], clause.get("most_kinds"))


def ranked_cluster(clause: Clause, board: OracleMap) -> list[Part]:
    """The cluster of a rank among those in the right place."""
    placed = [group for group in groups(spaces_with(board, clause["terrain"])) if _is_placed(clause, group, board)]
    order = 1 if clause.get("from_smallest") else -1
    placed.sort(key=lambda group: (order * len(group), min(group)))
    if len(placed) < clause["rank"]:
        return []
    group = placed[clause["rank"] - 1]
    return [(clause["stars"] * len(group), group, set())]


def best_cluster(clause: Clause, board: OracleMap) -> list[Part]:
    """The first cluster of those in the right place that measures most."""
    most, best = 0, set[Space]()
    for group in groups(spaces_with(board, clause["terrain"])):
        measured = _measured(clause["measure"], group, board)
        if _is_placed(clause, group, board) and measured > most:
            most, best = measured, group
    if not most:
        return []
    if clause["measure"] == "empty_around":
        return [(clause["stars"] * most, around(best) & board.empty(), best)]
    return [(clause["stars"] * most, best, set())]


def _measured(measure: str, group: set[Space], board: OracleMap) -> int:
    if measure == "size":
        return len(group)
    if measure == "empty_around":
        return len(around(group) & board.empty())
    return len({row for row, _ in group}) + len({column for _, column in group})


def linked_features(clause: Clause, board: OracleMap) -> list[Part]:
    """The spaces that touch a cluster which touches enough of something else."""
    linked, through = set[Space](), set[Space]()
    for group in groups(spaces_with(board, clause["terrain"])):
        ends = touched_by(group, clause["of"], board)
        number = len(touched_by(group, clause["partner"], board))
        if ends and within(number, clause["at_least"], clause.get("at_most")):
            linked |= ends
            through |= group
    return [(clause["stars"] * len(linked), linked, through)] if linked else []


FAMILIES = {
    "clusters": clusters,
    "ranked_cluster": ranked_cluster,
    "best_cluster": best_cluster,
    "linked_features": linked_features,
}
