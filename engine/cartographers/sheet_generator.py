"""Fair random map sheets with given counts: the same seed and counts always give the same sheet.

The rules of `is_fair` are facts of the four printed sheets. Stored games and drafts hold whole sheets, but a curator
who enters a number again, and games of one seed, rely on the result: a change here may not change any sheet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import lru_cache
from typing import Final

from engine.cartographers.bounds import LEAST_EMPTY_AT_RANDOM, RANDOM_SHEET_COUNTS, Bounds
from engine.cartographers.catalog import cartographers, heroes
from engine.cartographers.geometry import (
    COLUMNS,
    EDGE,
    FULL,
    ROWS,
    SIZE,
    Mask,
    Space,
    clusters,
    diagonal_neighbours,
    neighbours,
    space_bit,
    spaces,
)
from engine.cartographers.shapes import Shape
from engine.cartographers.sheet import Sheet
from engine.cartographers.terrain import DRAWABLE, Terrain
from engine.randomness import Shuffler

_ATTEMPTS: Final = 400
"""Maximum number of sheets to draw until one is fair. With the counts of printed sheets, it takes 1 to 5 on average."""
_MOST_SPREAD: Final = 6
"""Maximum number of mountains, or of ruins, that are two spaces apart. More of them are only kept from touching."""
_WASTELAND_SIZES: Final = Bounds(2, 7)
_TERRAIN_SIZES: Final = Bounds(1, 3)
"""Number of spaces of a cluster."""
_LEAST_SHAPES: Final = 10
"""Number of the boxes' 25 shapes that can cover each empty space, at least."""
_RUINS_ON_EDGE: Final = 1
_DIGITS: Final = 6
RANDOM_ID: Final = "random:"
"""Start of the ids of sheets that games draw. No component has an id with a colon."""
_HALF: Final = SIZE // 2
_QUARTERS: Final[tuple[Mask, ...]] = tuple(
    sum(rows) & sum(columns)
    for rows in (ROWS[:_HALF], ROWS[-_HALF:])
    for columns in (COLUMNS[:_HALF], COLUMNS[-_HALF:])
)
"""Corners of the map, without the row and the column in the middle."""
_MOUNTAIN_BALANCE: Final = 1
_RUINS_BALANCE: Final = 2
_EMPTY_BALANCE: Final = 3
"""Maximum difference between the quarters with the most and the fewest such spaces."""


@dataclass(frozen=True, slots=True)
class SheetCounts:
    """Number of spaces of each feature of a sheet."""

    mountains: int = 5
    ruins: int = 6
    wasteland: int = 0
    forest: int = 0
    village: int = 0
    farm: int = 0
    water: int = 0
    monster: int = 0

    @classmethod
    def of(cls, sheet: Sheet) -> SheetCounts:
        """Return the counts of a sheet."""
        counts = {terrain.word: cells.bit_count() for terrain, cells in sheet.terrain}
        bare = (sheet.mountains, sheet.ruins, sheet.wasteland)
        return cls(*(cells.bit_count() for cells in bare), **counts)

    @property
    def terrain(self) -> tuple[tuple[Terrain, int], ...]:
        """Number of spaces with each printed terrain, none left out."""
        return tuple((terrain, getattr(self, terrain.word)) for terrain in DRAWABLE)

    @property
    def empty(self) -> int:
        """Number of spaces that stay empty, including ruins."""
        return SIZE * SIZE - self.mountains - self.wasteland - sum(count for _terrain, count in self.terrain)


class CountsProblem(StrEnum):
    """Reason why no fair sheet has the counts."""

    OUT_OF_BOUNDS = "out_of_bounds"
    TOO_FEW_EMPTY = "too_few_empty"
    NOT_FOUND = "not_found"


class InfeasibleCounts(ValueError):
    """Error for counts that no fair sheet has; `feature` is the field of `SheetCounts` that is out of bounds, or ""."""

    def __init__(self, problem: CountsProblem, feature: str = "") -> None:
        super().__init__(f"no fair sheet has these counts: {problem} {feature}".rstrip())
        self.problem = problem
        self.feature = feature


def check_counts(counts: SheetCounts) -> None:
    """Raise InfeasibleCounts for counts out of bounds, or that leave too few empty spaces."""
    for each in fields(counts):
        bounds = RANDOM_SHEET_COUNTS[each.name]
        if not bounds.least <= getattr(counts, each.name) <= bounds.most:
            raise InfeasibleCounts(CountsProblem.OUT_OF_BOUNDS, each.name)
    if counts.empty < LEAST_EMPTY_AT_RANDOM:
        raise InfeasibleCounts(CountsProblem.TOO_FEW_EMPTY)


def generate_sheet(
    rng: Shuffler,
    counts: SheetCounts,
    *,
    id: str,
    name: str,
    label: str = "random sheet",
    attempts: int = _ATTEMPTS,
) -> Sheet:
    """Return a fair sheet with the counts. Different labels give different sheets from one seed.

    Raises InfeasibleCounts if there is none, or too few to find one.
    """
    check_counts(counts)
    for attempt in range(attempts):
        sheet = _draw_sheet(rng, f"{label}, attempt {attempt}", counts, id, name)
        if sheet is not None and is_fair(sheet):
            return sheet
    raise InfeasibleCounts(CountsProblem.NOT_FOUND)


def draw_sheet_of_game(rng: Shuffler, counts: SheetCounts) -> Sheet:
    """Return the random sheet of a game, named by six digits of the game's seed. Raises InfeasibleCounts."""
    number = "".join(str(rng.shuffle(f"random sheet, digit {digit}", range(10))[0]) for digit in range(_DIGITS))
    return generate_sheet(rng, counts, id=f"{RANDOM_ID}{number}", name=f"Random sheet {number}")


def sheet_number(sheet: Sheet) -> str:
    """Return the number of a sheet that a game has drawn, "" for all others."""
    return sheet.id.removeprefix(RANDOM_ID) if sheet.id.startswith(RANDOM_ID) else ""


def is_fair(sheet: Sheet) -> bool:
    """Return True if a sheet has what all printed ones have in common.

    Mountains are off the edge, and at most one of the ruins is on it; both are apart and in all quarters, wasteland is
    in clusters, the empty spaces are connected and spread evenly, and each can be covered by several shapes.
    """
    return (
        not sheet.mountains & EDGE
        and (sheet.ruins & EDGE).bit_count() <= _RUINS_ON_EDGE
        and _are_apart(sheet.mountains)
        and _are_apart(sheet.ruins)
        and _imbalance(sheet.mountains) <= _MOUNTAIN_BALANCE
        and _imbalance(sheet.ruins) <= _RUINS_BALANCE
        and _imbalance(sheet.empty) <= _EMPTY_BALANCE
        and _is_clustered(sheet.wasteland)
        and len(clusters(sheet.empty)) == 1
        and _has_room(sheet.empty)
    )


def _draw_sheet(rng: Shuffler, label: str, counts: SheetCounts, id: str, name: str) -> Sheet | None:
    """Return a sheet with the counts that may be unfair, or None if something found no space."""
    mountains = _pick_apart(rng.shuffle(f"{label}, mountains", spaces(FULL & ~EDGE)), counts.mountains)
    if mountains is None:
        return None
    wasteland = _grow(rng, f"{label}, wasteland", counts.wasteland, _WASTELAND_SIZES, FULL & ~mountains)
    if wasteland is None:
        return None
    free = FULL & ~(mountains | wasteland)
    ruins = _pick_apart(rng.shuffle(f"{label}, ruins", spaces(free)), counts.ruins, on_edge=_RUINS_ON_EDGE)
    if ruins is None:
        return None
    free &= ~ruins
    printed = []
    for terrain, count in counts.terrain:
        cells = _grow(rng, f"{label}, {terrain.word}", count, _TERRAIN_SIZES, free)
        if cells is None:
            return None
        free &= ~cells
        printed += [(terrain, cells)] if cells else []
    return Sheet(id, name, mountains, wasteland, ruins, terrain=tuple(printed))


def _pick_apart(order: Sequence[Space], count: int, on_edge: int = 0) -> Mask | None:
    """Return the first so many spaces that are apart, with at most `on_edge` on the edge; None if there are fewer."""
    picked = taken = 0
    for where in order:
        if picked.bit_count() == count:
            break
        bit = space_bit(where)
        if not bit & taken and (not bit & EDGE or (picked & EDGE).bit_count() < on_edge):
            picked |= bit
            taken |= _reach(bit, _spacing(count))
    return picked if picked.bit_count() == count else None


def _grow(rng: Shuffler, label: str, count: int, bounds: Bounds, free: Mask) -> Mask | None:
    """Return clusters of free spaces that don't touch, with so many spaces in all; None if one found no space."""
    grown = 0
    for number, size in enumerate(_sizes(rng, label, count, bounds)):
        order = rng.shuffle(f"{label}, cluster {number}", spaces(free & ~(grown | neighbours(grown))))
        cluster = _cluster(order, size)
        if cluster is None:
            return None
        grown |= cluster
    return grown


def _cluster(order: Sequence[Space], size: int) -> Mask | None:
    """Return a cluster that begins with the first space and takes the earliest one next to it each time."""
    cluster = 0
    while cluster.bit_count() < size:
        beside = neighbours(cluster) & ~cluster if cluster else FULL
        bit = next((bit for bit in map(space_bit, order) if bit & beside), 0)
        if not bit:
            return None
        cluster |= bit
    return cluster


def _sizes(rng: Shuffler, label: str, count: int, bounds: Bounds) -> list[int]:
    """Return the sizes of the clusters of a number of spaces; a number below the least size is a cluster of its own."""
    if count < bounds.least:
        return [count] if count else []
    number = rng.shuffle(f"{label}, clusters", range(-(-count // bounds.most), count // bounds.least + 1))[0]
    sizes = [bounds.least] * number
    shares = [at for at in range(number) for _share in range(bounds.most - bounds.least)]
    for at in rng.shuffle(f"{label}, sizes", shares)[: count - sum(sizes)]:
        sizes[at] += 1
    return sizes


def _spacing(count: int) -> int:
    return 2 if count <= _MOST_SPREAD else 1


def _reach(mask: Mask, distance: int) -> Mask:
    """Return the spaces within a number of steps, straight or diagonal."""
    for _step in range(distance):
        mask |= neighbours(mask) | diagonal_neighbours(mask)
    return mask


def _are_apart(mask: Mask) -> bool:
    distance = _spacing(mask.bit_count())
    return all(_reach(bit, distance) & mask == bit for bit in _bits(mask))


def _is_clustered(wasteland: Mask) -> bool:
    sizes = [group.bit_count() for group in clusters(wasteland)]
    return len(sizes) < 2 or min(sizes) >= _WASTELAND_SIZES.least


def _imbalance(mask: Mask) -> int:
    """Return the difference between the quarters with the most and the fewest spaces of a set."""
    counts = [(mask & quarter).bit_count() for quarter in _QUARTERS]
    return max(counts) - min(counts)


def _has_room(empty: Mask) -> bool:
    """Return True if enough shapes can cover each empty space."""
    covered = [0] * _LEAST_SHAPES  # the spaces that more than so many shapes can cover
    for shape in _shapes():
        reached = 0
        for fit in shape.fits(empty):
            reached |= fit.cells
        for number in range(_LEAST_SHAPES - 1, 0, -1):
            covered[number] |= covered[number - 1] & reached
        covered[0] |= reached
    return covered[-1] == empty


def _bits(mask: Mask) -> Iterator[Mask]:
    return map(space_bit, spaces(mask))


@lru_cache(maxsize=1)
def _shapes() -> tuple[Shape, ...]:
    """Return the shapes of both boxes' explore cards."""
    boxes = (cartographers(), heroes())
    return tuple({option.shape for box in boxes for card in box.explore.values() for option in card.options})
