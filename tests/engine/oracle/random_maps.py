"""Random boards to compare two implementations, determined by the given Random."""

from random import Random

from tests.engine.oracle.board import SPACES, OracleMap, format_map, neighbours, parse_map
from tests.engine.oracle.cards import SHEETS

DRAWABLE = ("forest", "village", "farm", "water", "monster")
WITH_HEROES = (*DRAWABLE, "hero", "destroyed")


def random_map(rng: Random, density: float | None = None, *, heroes: bool | None = None) -> str:
    """The text of a random board; `density` is the share of empty spaces that is drawn on, 0 to 1.

    Density and heroes (hero and destroyed spaces too) are random if not given.
    """
    board = random_sheet(rng)
    density = rng.random() ** rng.choice((1.0, 0.3)) if density is None else density
    heroes = rng.random() < 0.5 if heroes is None else heroes
    terrains = WITH_HEROES if heroes else DRAWABLE
    clumping = rng.choice((0.0, 0.4, 0.7, 0.9))
    waiting = sorted(board.empty())
    rng.shuffle(waiting)
    for space in waiting[: round(density * len(waiting))]:
        board.terrain[space] = _terrain_for(board, space, rng, terrains, clumping)
    return format_map(board)


def _terrain_for(
    board: OracleMap, space: tuple[int, int], rng: Random, terrains: tuple[str, ...], clumping: float
) -> str:
    """A random terrain, often a neighbor's, so that clusters of all sizes appear."""
    adjacent = [board.terrain[near] for near in neighbours(space) if board.terrain.get(near) in terrains]
    return rng.choice(adjacent) if adjacent and rng.random() < clumping else rng.choice(terrains)


def random_sheet(rng: Random) -> OracleMap:
    """One of the four published sheets or, five times in thirteen, a random one."""
    name = rng.choice((*SHEETS, *SHEETS, "wild", "wild", "wild", "wild", "wild"))
    return wild_sheet(rng) if name == "wild" else parse_map(SHEETS[name])


def wild_sheet(rng: Random) -> OracleMap:
    """A sheet with mountains, wasteland and ruins anywhere, edges and corners included."""
    board = OracleMap()
    spaces = list(SPACES)
    rng.shuffle(spaces)
    for terrain, most in (("mountain", 12), ("wasteland", 20)):
        for _ in range(rng.randint(0, most)):
            board.terrain[spaces.pop()] = terrain
    board.ruins = {spaces.pop() for _ in range(rng.randint(0, 20))}
    return board


def living_sheet(rng: Random) -> OracleMap:
    """A wild sheet with landmarks, coin spaces and regions, which may overlap."""
    board = printed_sheet(rng) if rng.random() < 0.5 else wild_sheet(rng)
    waiting = sorted(board.empty() - board.ruins)
    rng.shuffle(waiting)
    for _ in range(rng.randint(0, 5)):
        board.terrain[waiting.pop()] = "landmark"
    empty = sorted(board.empty())
    tolls = rng.sample(empty, min(len(empty) // 2, rng.randint(0, 20)))
    board.marked = {"toll": set(tolls)} if tolls else {}
    for number in range(rng.randint(0, 4)):
        board.marked[f"region_{number + 1}"] = _rectangle(rng)
    return board


def _rectangle(rng: Random) -> set[tuple[int, int]]:
    top, left, high, wide = rng.randrange(11), rng.randrange(11), rng.randint(1, 5), rng.randint(1, 5)
    return {(row, column) for row, column in SPACES if top <= row < top + high and left <= column < left + wide}


def printed_sheet(rng: Random) -> OracleMap:
    """A wild sheet with terrain printed on up to 25 spaces, some of them ruins."""
    board = wild_sheet(rng)
    waiting = sorted(board.empty())
    rng.shuffle(waiting)
    for space in waiting[: rng.randint(1, 25)]:
        board.terrain[space] = _terrain_for(board, space, rng, DRAWABLE, 0.7)
    return board


def random_maps(seed: int, count: int) -> list[str]:
    """Random boards, always the same for a seed."""
    rng = Random(seed)
    return [random_map(rng) for _ in range(count)]
