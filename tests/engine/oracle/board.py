"""A board as a dictionary of drawn spaces, and its text form."""

from dataclasses import dataclass, field

Space = tuple[int, int]
"""(row, column), both from 0."""

SIZE = 11
SPACES: list[Space] = [(row, column) for row in range(SIZE) for column in range(SIZE)]

LETTERS = {
    "F": "forest",
    "V": "village",
    "A": "farm",
    "W": "water",
    "M": "monster",
    "H": "hero",
    "X": "destroyed",
    "^": "mountain",
    "#": "wasteland",
    "*": "landmark",
}
STATIC = ("toll", "region_1", "region_2", "region_3", "region_4")
"""Marks of a sheet on spaces of any kind."""
TYPES = ("forest", "village", "farm", "water", "monster", "hero", "mountain")


@dataclass
class OracleMap:
    """A board: the filling of each filled space, the ruins spaces (drawn over or not), and other marked spaces."""

    terrain: dict[Space, str] = field(default_factory=dict)
    ruins: set[Space] = field(default_factory=set)
    marked: dict[str, set[Space]] = field(default_factory=dict)
    """Coin spaces and regions: those of `STATIC` that the sheet has."""

    def of(self, terrain: str) -> set[Space]:
        """All spaces with the terrain, or marked so."""
        if terrain in STATIC:
            return set(self.marked.get(terrain, ()))
        return {space for space, here in self.terrain.items() if here == terrain}

    def is_filled(self, space: Space) -> bool:
        """True if the space is drawn on, destroyed, mountain or wasteland."""
        return space in self.terrain

    def empty(self) -> set[Space]:
        """All spaces that are not filled; undrawn ruins are empty."""
        return {space for space in SPACES if space not in self.terrain}

    def empty_ruins(self) -> set[Space]:
        """All ruins spaces that are not filled."""
        return {space for space in self.ruins if space not in self.terrain}

    def with_drawn(self, cells: frozenset[Space], terrain: str) -> "OracleMap":
        """A copy of the board with the terrain drawn on the cells."""
        filled = dict(self.terrain)
        for cell in cells:
            assert cell in SPACES, f"{cell} is not on the map"
            assert cell not in filled, f"{cell} is filled"
            filled[cell] = terrain
        return OracleMap(filled, set(self.ruins), self.marked)


def parse_map(text: str) -> OracleMap:
    """Read eleven rows of eleven letters, joined by newlines or slashes, and lists of marked spaces: "toll:A1,B2"."""
    text, *marked = text.strip().split(" ")
    rows = text.replace("/", "\n").split("\n")
    assert [len(row) for row in rows] == [SIZE] * SIZE, f"not {SIZE} rows of {SIZE}: {rows}"
    board = OracleMap()
    for row, line in enumerate(rows):
        for column, letter in enumerate(line):
            _read_space(board, (row, column), letter)
    for name, _colon, listed in (listing.partition(":") for listing in marked):
        board.marked[name.replace("tolls", "toll")] = set(map(parse_space, listed.split(",")))
    return board


def _read_space(board: OracleMap, space: Space, letter: str) -> None:
    if letter == "r" or letter.islower():
        board.ruins.add(space)
    if letter not in ".r":
        board.terrain[space] = LETTERS[letter.upper()]


def format_map(board: OracleMap) -> str:
    """Write the board as eleven lines of eleven letters."""
    return "\n".join("".join(_letter(board, (row, column)) for column in range(SIZE)) for row in range(SIZE))


def format_marked(board: OracleMap) -> str:
    """Write the board as `format_map` does, followed by its coin spaces and regions."""
    fields = [
        f"{name.replace('toll', 'tolls')}:{','.join(map(space_name, sorted(board.marked[name])))}"
        for name in STATIC
        if board.marked.get(name)
    ]
    return " ".join([format_map(board), *fields])


def _letter(board: OracleMap, space: Space) -> str:
    on_ruins = space in board.ruins
    if space not in board.terrain:
        return "r" if on_ruins else "."
    letter = next(letter for letter, terrain in LETTERS.items() if terrain == board.terrain[space])
    return letter.lower() if on_ruins else letter


def space_name(space: Space) -> str:
    """The printed name of a space: (2, 4) is C5."""
    return "ABCDEFGHIJK"[space[0]] + str(space[1] + 1)


def parse_space(name: str) -> Space:
    """The space of a printed name: C5 is (2, 4)."""
    return "ABCDEFGHIJK".index(name[0]), int(name[1:]) - 1


def neighbours(space: Space) -> list[Space]:
    """The two, three or four spaces of the map that share a side with the space."""
    row, column = space
    around = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
    return [(r, c) for r, c in around if 0 <= r < SIZE and 0 <= c < SIZE]


def on_edge(space: Space) -> bool:
    """True if the space is in an outermost row or column."""
    return space[0] in (0, SIZE - 1) or space[1] in (0, SIZE - 1)


def around(group: set[Space]) -> set[Space]:
    """The spaces outside the group that share a side with one of its spaces."""
    return {near for space in group for near in neighbours(space)} - group


def groups(spaces: set[Space]) -> list[set[Space]]:
    """The maximal connected groups among the spaces, by their first space in reading order."""
    maximal: list[set[Space]] = []
    for start in sorted(spaces):
        if any(start in group for group in maximal):
            continue
        group, waiting = {start}, [start]
        while waiting:
            for adjacent in neighbours(waiting.pop()):
                if adjacent in spaces and adjacent not in group:
                    group.add(adjacent)
                    waiting.append(adjacent)
        maximal.append(group)
    return maximal


def clusters(board: OracleMap, terrain: str) -> list[set[Space]]:
    """The clusters of a terrain, by their first space in reading order."""
    return groups(board.of(terrain))


def row_of(row: int) -> list[Space]:
    """The eleven spaces of a row, 0 at the top."""
    return [(row, column) for column in range(SIZE)]


def column_of(column: int) -> list[Space]:
    """The eleven spaces of a column, 0 at the left."""
    return [(row, column) for row in range(SIZE)]


ROWS = [row_of(row) for row in range(SIZE)]
COLUMNS = [column_of(column) for column in range(SIZE)]
