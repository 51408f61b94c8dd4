"""Drawings that skills add to an explore card."""

from collections.abc import Iterator, Sequence

from tests.engine.oracle.board import SIZE, SPACES, OracleMap, Space
from tests.engine.oracle.cards import Explore
from tests.engine.oracle.placement import Cells, Drawing, newly_surrounded, orientations, price, spaces_of_place

FOUR = ("forest", "village", "farm", "water")
REPLACED = (*FOUR, "monster", "hero")


def skill_drawings(
    board: OracleMap,
    card: Explore,
    power: str,
    ruins_pending: bool = False,
    place: str = "",
    earlier: Sequence[Explore] = (),
    overlap: str = "",
    coins: int = 99,
) -> set[Drawing]:
    """Every drawing that a skill of this power lets a seat make for a card.

    `overlap` is the card's own, and `coins` are those that the owner has left for coin spaces.
    """
    if power == "slay":
        terrains = [terrain for terrain in card.terrains if terrain != "monster"]
        return {(frozenset({space}), terrain, False) for space in board.of("monster") for terrain in terrains}
    wanted: set[Space] | None = None
    if power != "anywhere":
        wanted = board.empty_ruins() if ruins_pending else spaces_of_place(board, place) if place else None
    drawings, overlap = set(), overlap_of(power, overlap)
    for cells, coin in _shapes(card, power, earlier):
        for placed in _everywhere(cells):
            new = placed & board.empty()
            over = placed - new
            if not new or (over and not overlap) or any(board.terrain[space] not in REPLACED for space in over):
                continue
            if price(board, placed) > coins:
                continue
            if wanted is not None and not new & wanted:
                continue
            drawings |= {(placed, terrain, coin) for terrain in _terrains(card, power)}
    return drawings


def overlap_of(power: str, overlap: str) -> str:
    """The overlap of a drawing with a skill, if the card itself has this one."""
    return {"replace": "replace", "slay": "replace", "single": ""}.get(power, overlap)


def draw_over(board: OracleMap, drawing: Drawing) -> tuple[OracleMap, int]:
    """The board after a drawing that may replace what it covers, and the coins that it pays."""
    cells, terrain, coin = drawing
    after = OracleMap({**board.terrain, **dict.fromkeys(cells, terrain)}, set(board.ruins))
    return after, (1 if coin else 0) + len(newly_surrounded(board, after))


def _terrains(card: Explore, power: str) -> list[str]:
    return [each for each in FOUR if each not in card.terrains] if power == "any_terrain" else list(card.terrains)


def _shapes(card: Explore, power: str, earlier: Sequence[Explore]) -> Iterator[tuple[Cells, bool]]:
    if power == "single":
        yield frozenset({(0, 0)}), False
    elif power == "earlier":
        yield from ((shape.cells, False) for before in earlier for shape in before.shapes)
    elif power in ("grow", "shrink"):
        for shape in card.shapes:
            changed = _grown(shape.cells) if power == "grow" else _shrunk(shape.cells)
            yield from ((cells, False) for cells in changed)
    else:
        yield from ((shape.cells, shape.coin) for shape in card.shapes)


def _grown(cells: Cells) -> Iterator[Cells]:
    for row, column in cells:
        for added in ((row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)):
            if added not in cells:
                yield cells | {added}


def _shrunk(cells: Cells) -> Iterator[Cells]:
    for gone in cells:
        left = cells - {gone}
        if left and len(_parts(left)) <= len(_parts(cells)):
            yield left


def _parts(cells: Cells) -> set[Cells]:
    """The connected parts of a shape."""
    found = set()
    for cell in cells:
        part = {cell}
        for _ in cells:
            part |= {(r + a, c + b) for r, c in part for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))} & cells
        found.add(frozenset(part))
    return found


def _everywhere(cells: Cells) -> set[Cells]:
    placed = set()
    for orientation in orientations(cells):
        for row, column in SPACES:
            moved = frozenset((row + down, column + right) for down, right in orientation)
            if all(0 <= r < SIZE and 0 <= c < SIZE for r, c in moved):
                placed.add(moved)
    return placed
