"""The sixteen scoring cards of Cartographers Heroes; each function gives (stars, spaces that earned them).

The six cards that two published card sets print differently take the edition, "retail" or "preview".
"""

from tests.engine.oracle.board import (
    COLUMNS,
    ROWS,
    SPACES,
    TYPES,
    OracleMap,
    Space,
    around,
    clusters,
    groups,
    neighbours,
    on_edge,
)

Score = tuple[int, set[Space]]


def faunlost_thicket(board: OracleMap) -> Score:
    best: list[Space] = []
    for column in COLUMNS:
        run: list[Space] = []
        for space in column:
            run = [*run, space] if board.terrain.get(space) == "forest" else []
            if len(run) > len(best):
                best = run
    return 2 * len(best), set(best)


def deepwood(board: OracleMap) -> Score:
    stars, counted = 0, set()
    for cluster in clusters(board, "forest"):
        if len(cluster) >= 5 and not around(cluster) & board.of("village"):
            stars += 6
            counted |= cluster
    return stars, counted


def heart_of_the_forest(board: OracleMap, edition: str) -> Score:
    forest = board.of("forest")
    counted = {space for space in forest if all(near in forest for near in neighbours(space))}
    return (3 if edition == "preview" else 2) * len(counted), counted


def sleepy_valley(board: OracleMap) -> Score:
    stars, counted = 0, set()
    for row in ROWS:
        forest = {space for space in row if board.terrain.get(space) == "forest"}
        if len(forest) >= 3:
            stars += 4
            counted |= forest
    return stars, counted


def traylo_monastery(board: OracleMap, edition: str) -> Score:
    worth, condition = (6, _large_on_edge) if edition == "preview" else (7, _has_line_of_four)
    scoring = [cluster for cluster in clusters(board, "village") if condition(cluster)]
    return worth * len(scoring), set().union(*scoring)


def _has_line_of_four(cluster: set[Space]) -> bool:
    return any(
        all((row, column + step) in cluster for step in range(4))
        or all((row + step, column) in cluster for step in range(4))
        for row, column in cluster
    )


def _large_on_edge(cluster: set[Space]) -> bool:
    return len(cluster) >= 5 and any(on_edge(space) for space in cluster)


def outer_enclave(board: OracleMap) -> Score:
    best: set[Space] = set()
    for cluster in clusters(board, "village"):
        adjacent = around(cluster) & board.empty()
        if len(adjacent) > len(best):
            best = adjacent
    return len(best), best


def gnomish_colony(board: OracleMap) -> Score:
    scoring = [cluster for cluster in clusters(board, "village") if _has_square_of_four(cluster)]
    return 6 * len(scoring), set().union(*scoring)


def _has_square_of_four(cluster: set[Space]) -> bool:
    return any({(row, column + 1), (row + 1, column), (row + 1, column + 1)} <= cluster for row, column in cluster)


def caravansary(board: OracleMap) -> Score:
    stars, best = 0, set()
    for cluster in clusters(board, "village"):
        lines = len({row for row, _ in cluster}) + len({column for _, column in cluster})
        if lines > stars:
            stars, best = lines, cluster
    return stars, best


def craylund(board: OracleMap, edition: str) -> Score:
    scoring = [cluster for cluster in clusters(board, "farm") if len(around(cluster) & board.of("water")) >= 3]
    return (6 if edition == "preview" else 7) * len(scoring), set().union(*scoring)


def ulems_wallow(board: OracleMap, edition: str) -> Score:
    farm = board.of("farm")
    counted = {space for space in board.of("water") if len([near for near in neighbours(space) if near in farm]) >= 2}
    return (3 if edition == "preview" else 4) * len(counted), counted


def clawsgrave_peaks(board: OracleMap) -> Score:
    mountains: set[Space] = set()
    lakes: set[Space] = set()
    for cluster in clusters(board, "water"):
        touched = around(cluster) & board.of("mountain")
        if touched and around(cluster) & board.of("farm"):
            mountains |= touched
            lakes |= cluster
    return 5 * len(mountains), mountains | lakes


def jorekburg(board: OracleMap) -> Score:
    stars, counted = 0, set()
    for column in COLUMNS:
        farm = {space for space in column if board.terrain.get(space) == "farm"}
        water = {space for space in column if board.terrain.get(space) == "water"}
        if farm and len(farm) == len(water):
            stars += 4
            counted |= farm | water
    return stars, counted


def dwarvenholds(board: OracleMap, edition: str) -> Score:
    scoring = [
        line
        for line in ROWS + COLUMNS
        if all(board.is_filled(space) for space in line) and any(board.terrain[space] == "mountain" for space in line)
    ]
    return (8 if edition == "preview" else 7) * len(scoring), set().union(*scoring)


def silos(board: OracleMap) -> Score:
    odd = [COLUMNS[number - 1] for number in (1, 3, 5, 7, 9, 11)]
    full = [column for column in odd if all(board.is_filled(space) for space in column)]
    return 10 * len(full), set().union(*full)


def banded_hills(board: OracleMap, edition: str) -> Score:
    stars, counted = 0, set()
    for row in ROWS:
        typed = {space for space in row if board.terrain.get(space) in TYPES}
        kinds = {board.terrain[space] for space in typed}
        complete = all(board.is_filled(space) for space in row)
        if len(kinds) >= 5 and (complete or edition == "retail"):
            stars += 3 if edition == "preview" else 4
            counted |= typed
    return stars, counted


def starlit_sigil(board: OracleMap) -> Score:
    empty = {space for space in SPACES if not board.is_filled(space)}
    threes = [group for group in groups(empty) if len(group) == 3]
    return 4 * len(threes), set().union(*threes)
