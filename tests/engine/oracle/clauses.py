"""Clauses of made-up cards about spaces, lines and runs, from their JSON form.

Each function gives the stars with the spaces that earned them, in the order of the engine, as plainly as the rule
says it.
"""

from typing import Any

from tests.engine.oracle.board import COLUMNS, ROWS, SIZE, SPACES, TYPES, OracleMap, Space, on_edge

Clause = dict[str, Any]
Part = tuple[int, set[Space]]

DIRECTIONS: dict[str, list[list[Space]]] = {
    "rows": ROWS,
    "columns": COLUMNS,
    "rows_and_columns": ROWS + COLUMNS,
    "odd_columns": COLUMNS[::2],
    "diagonals": [[(top + step, step) for step in range(SIZE - top)] for top in range(SIZE)],
}
AXES = {"row": ROWS, "column": COLUMNS, "either": ROWS + COLUMNS}


def has(board: OracleMap, space: Space, feature: str | list[str]) -> bool:
    """True if the space has the feature, or one of several that count as one."""
    match feature:
        case list():
            return any(has(board, space, each) for each in feature)
        case "empty":
            return not board.is_filled(space)
        case "filled":
            return board.is_filled(space)
        case "ruins":
            return space in board.ruins
        case "edge":
            return on_edge(space)
        case "toll" | "region_1" | "region_2" | "region_3" | "region_4":
            return space in board.of(feature)
    return board.terrain.get(space) == feature


def within(number: int, least: int, most: int | None) -> bool:
    """True if a number is in a range; None is no limit."""
    return number >= least and (most is None or number <= most)


def adjacent(space: Space, adjacency: str) -> list[Space]:
    """The spaces of the map that share a side or a corner with the space, or either."""
    row, column = space
    found = []
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            diagonal = down != 0 and right != 0
            asked = {"side": not diagonal, "corner": diagonal, "both": True}[adjacency]
            if (down, right) != (0, 0) and asked and (row + down, column + right) in SPACES:
                found.append((row + down, column + right))
    return found


def spaces(clause: Clause, board: OracleMap) -> list[Part]:
    """Single spaces that meet all conditions, together."""
    counted = {space for space in SPACES if has(board, space, clause["terrain"]) and _meets(clause, board, space)}
    return [(clause["stars"] * len(counted), counted)] if counted else []


def _meets(clause: Clause, board: OracleMap, space: Space) -> bool:
    row, column = space
    distance = min(row, column, 10 - row, 10 - column)
    around = adjacent(space, clause.get("adjacency", "side"))
    if clause.get("on") and not has(board, space, clause["on"]):
        return False
    if clause.get("corners") and space not in [(0, 0), (0, 10), (10, 0), (10, 10)]:
        return False
    if not within(distance, clause.get("edge_distance", 0), clause.get("most_edge_distance")):
        return False
    if clause.get("enclosed_by") and not all(has(board, near, clause["enclosed_by"]) for near in around):
        return False
    if any(has(board, near, feature) for feature in clause.get("not_beside", []) for near in around):
        return False
    if clause.get("beside"):
        number = len([near for near in around if has(board, near, clause["beside"])])
        if not within(number, clause.get("at_least", 1), clause.get("at_most")):
            return False
    kinds = {board.terrain[near] for near in around if board.terrain.get(near) in TYPES}
    return within(len(kinds), clause.get("kinds", 0), clause.get("most_kinds"))


def lines(clause: Clause, board: OracleMap) -> list[Part]:
    """Lines that meet all conditions; no line if there is no condition."""
    containing, equal = clause.get("containing"), clause.get("equal", [])
    at_least, at_most = clause.get("at_least", 1), clause.get("at_most")
    counts = containing is not None and (at_least > 0 or at_most is not None)
    mingles = clause.get("kinds", 0) > 0 or clause.get("most_kinds") is not None
    if not (counts or equal or mingles or clause.get("filled")):
        return []
    found = []
    for line in DIRECTIONS[clause["direction"]]:
        numbers = [len([space for space in line if has(board, space, feature)]) for feature in equal]
        kinds = {board.terrain[space] for space in line if board.terrain.get(space) in TYPES}
        if clause.get("filled") and not all(board.is_filled(space) for space in line):
            continue
        if counts and not within(len([space for space in line if has(board, space, containing)]), at_least, at_most):
            continue
        if equal and (0 in numbers or len(set(numbers)) > 1):
            continue
        if within(len(kinds), clause.get("kinds", 0), clause.get("most_kinds")):
            found.append((clause["stars"], _shown(clause, board, line, counts, mingles)))
    return found


def _shown(clause: Clause, board: OracleMap, line: list[Space], counts: bool, mingles: bool) -> set[Space]:
    if clause.get("kinds", 0) > 0:
        return {space for space in line if board.terrain.get(space) in TYPES}
    if clause.get("filled") or mingles or (counts and clause.get("at_least", 1) == 0):
        return set(line)
    named = [*clause.get("equal", []), *([clause["containing"]] if counts else [])]
    return {space for space in line if any(has(board, space, feature) for feature in named)}


def every_run(terrain: str | list[str], axis: str, board: OracleMap) -> list[list[Space]]:
    """The unbroken runs, those in rows first, each by its first space; a single space is one run."""
    found: list[list[Space]] = []
    for lines_of_axis in (AXES["row"], AXES["column"]) if axis == "either" else (AXES[axis],):
        here = []
        for line in lines_of_axis:
            run: list[Space] = []
            for space in line:
                if has(board, space, terrain):
                    run.append(space)
                elif run:
                    here.append(run)
                    run = []
            if run:
                here.append(run)
        found += [run for run in sorted(here) if run not in found]
    return found


def longest_run(clause: Clause, board: OracleMap) -> list[Part]:
    """The longest run, or all that tie."""
    axis, ties = clause.get("axis", "column"), clause.get("ties", False)
    runs = every_run(clause["terrain"], axis, board)
    longest = [run for run in runs if len(run) == max(map(len, runs))]
    if not ties and axis == "column":  # the first is the one in the leftmost column
        longest.sort(key=lambda run: (run[0][1], run[0][0]))
    return [(clause["stars"] * len(run), set(run)) for run in (longest if ties else longest[:1])]


def runs(clause: Clause, board: OracleMap) -> list[Part]:
    """Every run whose length is in the range."""
    counted = [
        run
        for run in every_run(clause["terrain"], clause.get("axis", "row"), board)
        if within(len(run), clause.get("at_least", 3), clause.get("at_most"))
    ]
    each = clause["stars"]
    return [(each * len(run) if clause.get("per_space") else each, set(run)) for run in counted]


FAMILIES = {"spaces": spaces, "lines": lines, "longest_run": longest_run, "runs": runs}
