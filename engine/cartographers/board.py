"""Map sheet as drawn on by one seat."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from engine.cartographers.geometry import EDGE, FULL, Mask, neighbours, surrounded_spaces
from engine.cartographers.sheet import Sheet
from engine.cartographers.terrain import COVERABLE, FILLING, Feature, Terrain

_MONSTER, _MOUNTAIN, _DESTROYED = Feature.MONSTER, Feature.MOUNTAIN, Feature.DESTROYED
_FILLED, _EMPTY = Feature.FILLED, Feature.EMPTY
_RUINS, _MARKED, _LANDMARK = Feature.RUINS, Feature.MARKED, Feature.LANDMARK


@dataclass(frozen=True, slots=True)
class Board:
    """State of every space of a map: one mask for each `Feature`, in that order. Boards are immutable.

    A space is *filled* if it holds drawn or printed terrain, a mountain, a landmark or wasteland, or is destroyed. All
    others are *empty*, including undrawn ruins, coin spaces and marked spaces.
    """

    layers: tuple[Mask, ...]
    initials: tuple[tuple[str, Mask], ...] = ()
    """Spaces marked with each monster's initial, including destroyed spaces."""

    @classmethod
    def of_sheet(cls, sheet: Sheet) -> Board:
        """Return the undrawn board of a sheet, with its printed terrain."""
        return _undrawn(sheet)

    @classmethod
    def of_layers(cls, layers: dict[Feature, Mask]) -> Board:
        """Return a board with the given layers and those derived from them."""
        filled = 0
        for feature in FILLING:
            filled |= layers.get(feature, 0)
        every = {**layers, Feature.EDGE: EDGE, Feature.FILLED: filled, Feature.EMPTY: FULL ^ filled}
        return cls(tuple(every.get(feature, 0) for feature in Feature))

    @property
    def empty(self) -> Mask:
        """Spaces that can still be drawn on."""
        return self.layers[_EMPTY]

    @property
    def filled(self) -> Mask:
        """Spaces that cannot be drawn on."""
        return self.layers[_FILLED]

    @property
    def empty_ruins(self) -> Mask:
        """Ruins spaces that have not been drawn on."""
        return self.layers[_RUINS] & self.layers[_EMPTY]

    def draw(self, cells: Mask, terrain: Terrain, initial: str = "") -> Board:
        """Return the board with a terrain, and a monster's initial, drawn on the given empty spaces."""
        layers = list(self.layers)
        assert cells & layers[_EMPTY] == cells, "only empty spaces can be drawn on"
        layers[terrain] |= cells
        layers[_FILLED] |= cells
        layers[_EMPTY] ^= cells
        return Board(tuple(layers), self._with_initial(initial, cells) if initial else self.initials)

    def _with_initial(self, initial: str, cells: Mask) -> tuple[tuple[str, Mask], ...]:
        written = dict(self.initials)
        written[initial] = written.get(initial, 0) | cells
        return tuple(sorted(written.items()))

    def mark(self, cells: Mask) -> Board:
        """Return the board with a hero's attack marked on the given spaces."""
        layers = list(self.layers)
        layers[_MARKED] |= cells
        return Board(tuple(layers), self.initials)

    def destroy(self, cells: Mask) -> Board:
        """Return the board with the given spaces destroyed: filled, without terrain. Ruins stay ruins."""
        layers = list(self.layers)
        for feature in FILLING:
            layers[feature] &= ~cells
        layers[_DESTROYED] |= cells
        layers[_FILLED] |= cells
        layers[_EMPTY] &= ~cells
        return Board(tuple(layers), self.initials)

    def clear(self, cells: Mask) -> Board:
        """Return the board without what fills the given spaces, and without initials there. Ruins stay ruins."""
        layers = list(self.layers)
        for feature in FILLING:
            layers[feature] &= ~cells
        layers[_FILLED] &= ~cells
        layers[_EMPTY] |= cells
        initials = tuple((initial, left) for initial, on in self.initials if (left := on & ~cells))
        return Board(tuple(layers), initials)

    @property
    def coverable(self) -> Mask:
        """Spaces with terrain, monsters or heroes, which a shape may be drawn over if its card allows it."""
        spaces = 0
        for feature in COVERABLE:
            spaces |= self.layers[feature]
        return spaces

    @property
    def tolls(self) -> Mask:
        """Empty spaces that cost their owner 1 coin each to draw on."""
        return self.layers[Feature.TOLL] & self.layers[_EMPTY]

    @property
    def marked(self) -> Mask:
        """Spaces under a hero's attack."""
        return self.layers[_MARKED]

    def marked_with(self, initial: str) -> Mask:
        """Return the spaces marked with an initial, including destroyed ones."""
        return dict(self.initials).get(initial, 0)

    def surviving(self, initial: str) -> Mask:
        """Return a monster's spaces that still hold it."""
        return self.marked_with(initial) & self.layers[_MONSTER]

    def surrounded_mountains(self) -> Mask:
        """Return the mountains whose neighbours are all filled."""
        return surrounded_spaces(self.layers[_MOUNTAIN], self.layers[_FILLED])

    def surrounded_landmarks(self) -> Mask:
        """Return the landmarks whose neighbours are all filled."""
        return surrounded_spaces(self.layers[_LANDMARK], self.layers[_FILLED])

    def surrounded_by(self, cells: Mask, features: Mask) -> Mask:
        """Return those of the given mountains or landmarks that become surrounded if some spaces are filled."""
        touched = features & neighbours(cells)
        if not touched:
            return 0
        closed = surrounded_spaces(touched, self.layers[_FILLED] | cells)
        return closed & ~surrounded_spaces(touched, self.layers[_FILLED]) if closed else 0

    def monster_losses(self) -> Mask:
        """Return the empty spaces adjacent to a monster: each costs 1 star at the end of a season."""
        return neighbours(self.layers[_MONSTER]) & self.layers[_EMPTY]

    def feature_at(self, bit: Mask) -> Feature:
        """Return the feature of the single space in `bit`.

        EMPTY also covers ruins and marked spaces; otherwise it is the feature that fills the space.
        """
        if self.layers[_EMPTY] & bit:
            return Feature.EMPTY
        return next(feature for feature in FILLING if self.layers[feature] & bit)

    def initial_at(self, bit: Mask) -> str:
        """Return the initial of the monster marked in the single space in `bit`, or ""."""
        return next((initial for initial, cells in self.initials if cells & bit), "")

    def on_ruins(self, bit: Mask) -> bool:
        """Return True if the single space in `bit` is a ruins space, filled or not."""
        return bool(self.layers[_RUINS] & bit)


@lru_cache(maxsize=64)
def _undrawn(sheet: Sheet) -> Board:
    return Board.of_layers(sheet.layers)
