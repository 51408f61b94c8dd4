"""The sixteen scoring cards of Cartographers; each function gives (stars, spaces that earned them)."""

from tests.engine.oracle.board import (
    COLUMNS,
    ROWS,
    SIZE,
    SPACES,
    OracleMap,
    Space,
    around,
    clusters,
    neighbours,
    on_edge,
)

Score = tuple[int, set[Space]]


def sentinel_wood(board: OracleMap) -> Score:
    counted = {space for space in board.of("forest") if on_edge(space)}
    return len(counted), counted


def greenbough(board: OracleMap) -> Score:
    forest = board.of("forest")
    lines = [line for line in ROWS + COLUMNS if any(space in forest for space in line)]
    return len(lines), forest


def treetower(board: OracleMap) -> Score:
    counted = {space for space in board.of("forest") if all(board.is_filled(near) for near in neighbours(space))}
    return len(counted), counted


def stoneside_forest(board: OracleMap) -> Score:
    mountains: set[Space] = set()
    forests: set[Space] = set()
    for cluster in clusters(board, "forest"):
        touched = around(cluster) & board.of("mountain")
        if len(touched) >= 2:
            mountains |= touched
            forests |= cluster
    return 3 * len(mountains), mountains | forests


def canal_lake(board: OracleMap) -> Score:
    farm, water = board.of("farm"), board.of("water")
    counted = {space for space in water if any(near in farm for near in neighbours(space))}
    counted |= {space for space in farm if any(near in water for near in neighbours(space))}
    return len(counted), counted


def mages_valley(board: OracleMap) -> Score:
    mountains = board.of("mountain")
    water = {space for space in board.of("water") if any(near in mountains for near in neighbours(space))}
    farm = {space for space in board.of("farm") if any(near in mountains for near in neighbours(space))}
    return 2 * len(water) + len(farm), water | farm


def the_golden_granary(board: OracleMap) -> Score:
    water = {space for space in board.of("water") if any(near in board.ruins for near in neighbours(space))}
    farm = {space for space in board.of("farm") if space in board.ruins}
    return len(water) + 3 * len(farm), water | farm


def shoreside_expanse(board: OracleMap) -> Score:
    stars, counted = 0, set()
    for terrain, shunned in (("farm", "water"), ("water", "farm")):
        for cluster in clusters(board, terrain):
            at_edge = any(on_edge(space) for space in cluster)
            touching = around(cluster) & board.of(shunned)
            if not at_edge and not touching:
                stars += 3
                counted |= cluster
    return stars, counted


def wildholds(board: OracleMap) -> Score:
    large = [cluster for cluster in clusters(board, "village") if len(cluster) >= 6]
    return 8 * len(large), set().union(*large)


def great_city(board: OracleMap) -> Score:
    free = [cluster for cluster in clusters(board, "village") if not around(cluster) & board.of("mountain")]
    if not free:
        return 0, set()
    largest = max(free, key=len)  # max keeps the first of several equals
    return len(largest), largest


def greengold_plains(board: OracleMap) -> Score:
    kinds = {"forest", "farm", "water", "monster", "hero", "mountain"}
    stars, counted = 0, set()
    for cluster in clusters(board, "village"):
        adjacent = {board.terrain[space] for space in around(cluster) if space in board.terrain}
        if len(adjacent & kinds) >= 3:
            stars += 3
            counted |= cluster
    return stars, counted


def shieldgate(board: OracleMap) -> Score:
    by_size = sorted(clusters(board, "village"), key=lambda cluster: (-len(cluster), min(cluster)))
    if len(by_size) < 2:
        return 0, set()
    return 2 * len(by_size[1]), by_size[1]


def borderlands(board: OracleMap) -> Score:
    full = [line for line in ROWS + COLUMNS if all(board.is_filled(space) for space in line)]
    return 6 * len(full), set().union(*full)


def lost_barony(board: OracleMap) -> Score:
    for side in range(SIZE, 0, -1):
        for row, column in SPACES:
            square = {(row + down, column + right) for down in range(side) for right in range(side)}
            if all(space in board.terrain for space in square):
                return 3 * side, square
    return 0, set()


def the_broken_road(board: OracleMap) -> Score:
    stars, counted = 0, set()
    for start in range(SIZE):
        diagonal = [(start + step, step) for step in range(SIZE - start)]
        if all(board.is_filled(space) for space in diagonal):
            stars += 3
            counted |= set(diagonal)
    return stars, counted


def the_cauldrons(board: OracleMap) -> Score:
    counted = {space for space in board.empty() if all(board.is_filled(near) for near in neighbours(space))}
    return len(counted), counted
