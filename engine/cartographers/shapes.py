"""Shapes, their orientations and fits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import compress

from engine.cartographers.geometry import FULL, SIZE, STRIDE, Mask, Space, space, spaces

Cell = tuple[int, int]
"""Rows down and columns right from the anchor."""

BITS = bytes(range(48)) + bytes((0, 1)) + bytes(range(50, 256))
"""Translation table from the digits of a binary numeral to falsy and truthy bytes."""


@dataclass(frozen=True, slots=True)
class ShapeTurn:
    """Orientation of a printed shape.

    If `flipped`, the shape is first mirrored left to right. It is then rotated clockwise by `quarters` (0 to 3).
    """

    quarters: int = 0
    flipped: bool = False

    def __post_init__(self) -> None:
        if self.quarters not in range(4) or not isinstance(self.flipped, bool):
            raise ValueError(f"a shape is turned by 0 to 3 quarters, flipped or not: {self.quarters}, {self.flipped}")

    @property
    def code(self) -> str:
        """Text form, as on the wire and in notation: "r0", "r1f"."""
        return f"r{self.quarters}{'f' if self.flipped else ''}"

    @classmethod
    def from_code(cls, code: str) -> ShapeTurn:
        """Parse a turn from its code. Raises ValueError."""
        if code not in _TURNS:
            raise ValueError(f'"{code}" is no orientation: r0 to r3, with f where flipped')
        return _TURNS[code]

    def of(self, cells: Sequence[Cell]) -> tuple[Cell, ...]:
        """Return the turned cells in reading order, relative to the first."""
        held = self.about(cells)
        top, left = held[0]
        return tuple((row - top, column - left) for row, column in held)

    def about(self, cells: Sequence[Cell]) -> tuple[Cell, ...]:
        """Return the turned cells relative to their original reference space, in reading order."""
        held = [(row, -column) for row, column in cells] if self.flipped else list(cells)
        for _ in range(self.quarters):
            held = [(column, -row) for row, column in held]
        return tuple(sorted(held))


TURNS = tuple(ShapeTurn(quarters, flipped) for flipped in (False, True) for quarters in range(4))
_TURNS = {turn.code: turn for turn in TURNS}


@dataclass(frozen=True, slots=True)
class Fit:
    """Orientation at an anchor, completely on the map. The anchor is the space of its first cell in reading order;
    `cells` are all its spaces.
    """

    orientation: Orientation
    anchor: Space
    cells: Mask

    def __repr__(self) -> str:
        return f"Fit({self.orientation.turn.code} at {self.anchor})"


@dataclass(frozen=True, slots=True)
class Orientation:
    """One of up to eight distinct orientations of a shape."""

    turn: ShapeTurn
    cells: tuple[Cell, ...]
    attack: tuple[Cell, ...] = ()
    """Spaces that a hero in this orientation attacks, relative to its own space."""
    pattern: Mask = field(init=False, repr=False, compare=False)
    """Cells of the orientation, with the anchor at bit 0."""
    reach: Mask = field(init=False, repr=False, compare=False)
    """Anchors for which the shape stays on the map."""
    steps: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """Bit offsets from the anchor to each other cell."""
    table: tuple[Fit | None, ...] = field(init=False, repr=False, compare=False)
    """Fit at every anchor, by space number, or None if it is off the map."""

    def __post_init__(self) -> None:
        fill = object.__setattr__
        steps = [row * STRIDE + column for row, column in self.cells]
        fill(self, "pattern", sum(1 << step for step in steps))
        fill(self, "steps", tuple(steps[1:]))
        fill(self, "reach", sum(1 << anchor for anchor in spaces(FULL) if self._on_map(anchor)))
        fits = {anchor: Fit(self, anchor, self.pattern << anchor) for anchor in spaces(self.reach)}
        fill(self, "table", tuple(fits.get(Space(bit)) for bit in range(SIZE * STRIDE)))

    def _on_map(self, anchor: Space) -> bool:
        top, left = divmod(anchor, STRIDE)
        return all(top + row < SIZE and 0 <= left + column < SIZE for row, column in self.cells)

    def anchors(self, empty: Mask) -> Mask:
        """Return the anchors at which every cell lies on one of the given spaces."""
        anchors = self.reach & empty
        for step in self.steps:
            anchors &= empty >> step
        return anchors

    def anchors_covering(self, empty: Mask, targets: Mask) -> Mask:
        """Return the `anchors` at which at least one cell also lies on a target space."""
        covering = targets
        for step in self.steps:
            covering |= targets >> step
        return self.anchors(empty) & covering

    def marks(self, anchor: Space) -> Mask:
        """Return the spaces that a hero on the anchor attacks, without those off the map."""
        top, left = divmod(anchor, STRIDE)
        marks = 0
        for row, column in self.attack:
            if 0 <= top + row < SIZE and 0 <= left + column < SIZE:
                marks |= 1 << space(top + row, left + column)
        return marks

    def at(self, anchors: Mask) -> Iterator[Fit | None]:
        """Return the fits at the given anchors, all within `reach`, in reading order."""
        return compress(self.table, bin(anchors)[:1:-1].encode().translate(BITS))

    def __hash__(self) -> int:
        return hash((self.turn, self.cells, self.attack))


@dataclass(frozen=True, slots=True)
class Shape:
    """Shape that a card offers.

    `cells` are offsets from the first cell, in reading order, as printed. Gaps are simply missing cells.
    """

    cells: tuple[Cell, ...]
    attack: tuple[Cell, ...] = ()
    """A hero's attack pattern, relative to its one cell."""
    turnable: bool = True
    """False if only the printed orientation is allowed."""
    orientations: tuple[Orientation, ...] = field(init=False, repr=False, compare=False)
    """Distinct orientations, with the printed one first. Orientations that look like an earlier one are left out."""
    ways: tuple[Orientation, ...] = field(init=False, repr=False, compare=False)
    """Orientation for each of `TURNS`."""

    def __post_init__(self) -> None:
        ways = _orientations(self.cells, self.attack, self.turnable)
        object.__setattr__(self, "ways", ways)
        object.__setattr__(self, "orientations", tuple(dict.fromkeys(ways)))

    def __reduce__(self) -> tuple[type[Shape], tuple[object, ...]]:
        """Pickle and copy the printed data only, because the derived tables are many times as large."""
        return Shape, (self.cells, self.attack, self.turnable)

    @classmethod
    def from_rows(cls, rows: Sequence[str]) -> Shape:
        """Return the shape drawn in rows, with `#` for a cell and `.` for none. Raises ValueError for others.

        >>> Shape.from_rows(["#.", "##"]).cells
        ((0, 0), (1, 0), (1, 1))
        """
        if not rows or len({len(row) for row in rows}) != 1 or set("".join(rows)) - {"#", "."}:
            raise ValueError("a shape is drawn in rows of equal length, # for a cell and . for none")
        cells = [(row, column) for row, line in enumerate(rows) for column, mark in enumerate(line) if mark == "#"]
        if not cells or max(len(rows), len(rows[0])) > SIZE:
            raise ValueError("a shape has at least one cell and fits on the map")
        return cls(ShapeTurn().of(cells))

    def rows(self) -> list[str]:
        """Return the drawing, as read by `from_rows`."""
        return drawing(self.cells)

    def held(self, turn: ShapeTurn) -> Orientation:
        """Return the orientation for a turn, possibly listed under an earlier, identical one."""
        return self.ways[4 * turn.flipped + turn.quarters]

    def fit_at(self, turn: ShapeTurn, anchor: Space) -> Fit | None:
        """Return the fit of an orientation at an anchor, or None if it would extend past the edge."""
        table = self.ways[4 * turn.flipped + turn.quarters].table
        return table[anchor] if 0 <= anchor < len(table) else None

    def fits(self, empty: Mask, covering: Mask = 0) -> list[Fit]:
        """Return every fit with all cells on the given spaces (and, if `covering` is set, at least one on those),
        orientation by orientation, each in reading order.
        """
        fits: list[Fit] = []
        for orientation in self.orientations:
            if covering:
                anchors = orientation.anchors_covering(empty, covering)
            else:
                anchors = orientation.reach & empty
                for step in orientation.steps:
                    anchors &= empty >> step
            if anchors:
                fits += orientation.at(anchors)  # type: ignore[arg-type]  # `reach` holds no anchor without a fit
        return fits

    def anchors(self, empty: Mask) -> Mask:
        """Return the anchors at which any orientation fits with every cell on the given spaces."""
        anchors = 0
        for orientation in self.orientations:
            anchors |= orientation.anchors(empty)
        return anchors

    def fits_somewhere(self, empty: Mask) -> bool:
        """Return True if the shape fits with every cell on one of the given spaces."""
        for orientation in self.orientations:
            anchors = orientation.reach & empty
            for step in orientation.steps:
                anchors &= empty >> step
                if not anchors:
                    break
            else:
                if anchors:
                    return True
        return False

    def orientations_covering(self, empty: Mask, targets: Mask) -> bool:
        """Return True if the shape fits on the given spaces with at least one cell on a target space."""
        return bool(targets) and any(orientation.anchors_covering(empty, targets) for orientation in self.orientations)


def drawing(cells: Sequence[Cell]) -> list[str]:
    """Return rows with `#` for a cell and `.` for none, within the bounding box."""
    left = min(column for _, column in cells)
    width = max(column for _, column in cells) - left + 1
    height = max(row for row, _ in cells) + 1
    return ["".join("#" if (row, left + column) in cells else "." for column in range(width)) for row in range(height)]


@lru_cache(maxsize=1024)
def _orientations(cells: tuple[Cell, ...], attack: tuple[Cell, ...], turnable: bool) -> tuple[Orientation, ...]:
    orientations: dict[tuple[tuple[Cell, ...], ...], Orientation] = {}
    ways = []
    for turn in TURNS:
        held = turn if turnable else TURNS[0]
        looks = held.of(cells), held.about(attack)
        if looks not in orientations:
            orientations[looks] = Orientation(turn, *looks)
        ways.append(orientations[looks])
    return tuple(ways)


SINGLE = Shape(((0, 0),))
"""1x1 shape that is used if no other shape fits."""
