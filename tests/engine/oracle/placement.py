"""Legal drawings on a board: orientations, ruins, forced singles, ambushes and coins."""

from tests.engine.oracle.board import SIZE, SPACES, OracleMap, Space, neighbours
from tests.engine.oracle.cards import Ambush, Explore

Cells = frozenset[Space]
Drawing = tuple[Cells, str, bool]
"""The cells, their terrain, and whether the shape earns a coin."""

TERRAIN_ORDER = ("forest", "village", "farm", "water", "monster", "hero")


def orientations(cells: Cells) -> list[Cells]:
    """Every distinct rotation and flip of a shape, each moved to the top left corner."""
    ways = []
    for turned in (cells, frozenset((row, -column) for row, column in cells)):
        for _ in range(4):
            turned = frozenset((column, -row) for row, column in turned)
            top, left = min(row for row, _ in turned), min(column for _, column in turned)
            pushed = frozenset((row - top, column - left) for row, column in turned)
            if pushed not in ways:
                ways.append(pushed)
    return sorted(ways, key=sorted)


def legal_placements(board: OracleMap, cells: Cells) -> list[Cells]:
    """Every set of empty spaces that the shape can be drawn on, in a fixed order."""
    places = set()
    for orientation in orientations(cells):
        for row, column in SPACES:
            moved = frozenset((row + down, column + right) for down, right in orientation)
            if all(_is_empty(board, space) for space in moved):
                places.add(moved)
    return sorted(places, key=sorted)


def _is_empty(board: OracleMap, space: Space) -> bool:
    row, column = space
    return 0 <= row < SIZE and 0 <= column < SIZE and not board.is_filled(space)


def any_legal(board: OracleMap, cells: Cells) -> bool:
    """True if the shape can be drawn anywhere."""
    return len(legal_placements(board, cells)) > 0


def placements_over_ruins(board: OracleMap, cells: Cells) -> list[Cells]:
    """The legal placements of a shape with at least one cell over an empty ruins space."""
    return [placed for placed in legal_placements(board, cells) if placed & board.empty_ruins()]


def spaces_of_place(board: OracleMap, place: str) -> set[Space]:
    """The spaces of which a shape must cover one: at the edge, next to a mountain or landmark, or in a region."""
    if place == "edge":
        return {(row, column) for row, column in SPACES if {row, column} & {0, SIZE - 1}}
    if place.startswith("region"):
        return board.of(place)
    return {near for printed in board.of(place) for near in neighbours(printed)}


def price(board: OracleMap, cells: Cells) -> int:
    """The coins that drawing on the cells costs the owner of the map: 1 for each coin space."""
    return len(cells & board.of("toll"))


def shape_drawings(
    board: OracleMap, card: Explore, ruins_pending: bool, place: str = "", coins: int = 0
) -> set[Drawing]:
    """All drawings of the card's own shapes and terrains; empty if only a forced single is left."""
    drawings = set()
    for shape in card.shapes:
        places = placements_over_ruins if ruins_pending else legal_placements
        for placed in places(board, shape.cells):
            if place and not ruins_pending and not placed & spaces_of_place(board, place):
                continue
            if price(board, placed) > coins:
                continue
            for terrain in card.terrains:
                drawings.add((placed, terrain, shape.coin))
    return drawings


def forced_single(
    board: OracleMap,
    card: Explore,
    ruins_pending: bool,
    single_terrain: str = "any",
    heroes: bool = False,
    coins: int = 0,
) -> set[Drawing]:
    """All drawings of a forced single; empty on a full board, and on one with coin spaces only and no coins."""
    assert single_terrain in ("any", "card"), single_terrain
    terrains: tuple[str, ...] = TERRAIN_ORDER if heroes else TERRAIN_ORDER[:5]
    if single_terrain == "card" and not ruins_pending:
        terrains = card.terrains
    singles = [frozenset({space}) for space in board.empty()]
    return {(cells, terrain, False) for cells in singles if price(board, cells) <= coins for terrain in terrains}


def is_forced_single(board: OracleMap, card: Explore, ruins_pending: bool) -> bool:
    """True if the card can't be drawn as required, but the board has empty spaces."""
    return not shape_drawings(board, card, ruins_pending) and bool(board.empty())


def offer(
    board: OracleMap,
    card: Explore,
    ruins_pending: bool = False,
    single_terrain: str = "any",
    heroes: bool = False,
    place: str = "",
    coins: int = 0,
) -> set[Drawing]:
    """Every drawing that a seat may make for an explore card; empty on a full board.

    `heroes` says that hero cards are in the game, `place` where the card must be drawn, `coins` what the owner has.
    """
    drawings = shape_drawings(board, card, ruins_pending, place, coins)
    return drawings or forced_single(board, card, ruins_pending, single_terrain, heroes, coins)


def ambush_offer(board: OracleMap, card: Ambush) -> set[Drawing]:
    """Every drawing that a neighbor may make for an ambush card; empty on a full board."""
    places = legal_placements(board, card.cells) or [frozenset({space}) for space in board.empty()]
    return {(placed, "monster", False) for placed in places}


STEPS = {"right": (0, 1), "down": (1, 0), "left": (0, -1), "up": (-1, 0)}
CLOCKWISE_FROM = {
    "top_left": ("right", "down", "left", "up"),
    "top_right": ("down", "left", "up", "right"),
    "bottom_right": ("left", "up", "right", "down"),
    "bottom_left": ("up", "right", "down", "left"),
}
COUNTERCLOCKWISE_FROM = {
    "top_left": ("down", "right", "up", "left"),
    "bottom_left": ("right", "up", "left", "down"),
    "bottom_right": ("up", "left", "down", "right"),
    "top_right": ("left", "down", "right", "up"),
}


def solo_walk(card: Ambush) -> list[Cells]:
    """Every place that a solo ambush tries, in order, filled or not; narrow rings may repeat a place."""
    height = 1 + max(row for row, _ in card.cells)
    width = 1 + max(column for _, column in card.cells)
    legs = (CLOCKWISE_FROM if card.solo_direction == "clockwise" else COUNTERCLOCKWISE_FROM)[card.solo_corner]
    tried: list[Cells] = []
    for ring in range(SIZE):
        first, last_row, last_column = ring, SIZE - ring - height, SIZE - ring - width
        if last_row < first or last_column < first:
            break  # the box is larger than what lies within this ring
        row = first if card.solo_corner.startswith("top") else last_row
        column = first if card.solo_corner.endswith("left") else last_column
        tried.append(_moved(card.cells, row, column))
        for leg in legs:
            down, right = STEPS[leg]
            while first <= row + down <= last_row and first <= column + right <= last_column:
                row, column = row + down, column + right
                tried.append(_moved(card.cells, row, column))
    return tried


def _moved(cells: Cells, down: int, right: int) -> Cells:
    return frozenset((row + down, column + right) for row, column in cells)


def solo_ambush(board: OracleMap, card: Ambush) -> Cells | None:
    """The place where a solo ambush is drawn, or None if it is ignored."""
    for placed in solo_walk(card):
        if all(_is_empty(board, space) for space in placed):
            return placed
    return None


def surrounded_mountains(board: OracleMap, kind: str = "mountain") -> set[Space]:
    """The mountains, or landmarks, whose neighbours are all filled."""
    return {space for space in board.of(kind) if all(board.is_filled(near) for near in neighbours(space))}


def newly_surrounded(before: OracleMap, after: OracleMap, kind: str = "mountain") -> set[Space]:
    """The mountains that became surrounded between two states of one board; each pays one coin. Landmarks pay what
    the sheet says.
    """
    return surrounded_mountains(after, kind) - surrounded_mountains(before, kind)


def draw(board: OracleMap, drawing: Drawing) -> tuple[OracleMap, int]:
    """The board after a drawing, and the coins that the drawing pays, ignoring the track's end."""
    cells, terrain, coin = drawing
    after = board.with_drawn(cells, terrain)
    return after, (1 if coin else 0) + len(newly_surrounded(board, after))


def in_order(drawings: set[Drawing]) -> list[Drawing]:
    """Sort drawings by cells in reading order, then terrain (forest, village, farm, water, monster, hero)."""
    return sorted(drawings, key=lambda drawing: (sorted(drawing[0]), TERRAIN_ORDER.index(drawing[1]), drawing[2]))
