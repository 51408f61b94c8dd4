"""Effects of heroes and monsters by the book: boards as sets of spaces with marks, initials and coins."""

from dataclasses import dataclass, field

from tests.engine.oracle.board import SPACES, OracleMap, Space, neighbours, parse_map
from tests.engine.oracle.cards import COIN_TRACK
from tests.engine.oracle.placement import Cells, newly_surrounded, price

Pattern = frozenset[tuple[int, int]]

ATTACKS: dict[str, Pattern] = {
    "dobrik_of_lorkheim": frozenset({(-1, 0), (0, -1), (0, 1), (1, 0)}),
    "wren_the_lioness": frozenset({(-1, 2), (0, 2), (1, 2)}),
    "freyla_the_true": frozenset({(0, 1), (0, 2), (0, 3)}),
    "dal_of_jolev": frozenset({(-1, -1), (-1, 1), (1, -1), (1, 1)}),
}
INITIALS = {"dragon_inferno": "D", "zombie_plague": "Z", "giant_troll_ravage": "T", "gorgon_gaze": "G"}
AT_SEASONS_END = ("zombie_plague", "giant_troll_ravage")
REWARDS = {"D": 3}
"""Coins for each monster that becomes surrounded, by its initial: the Dragon's."""


def patterns(hero: str, turnable: bool) -> set[Pattern]:
    """Every distinct orientation of a published hero's attack."""
    return ways_of(ATTACKS[hero], turnable)


def ways_of(held: Pattern, turnable: bool) -> set[Pattern]:
    """Every distinct orientation of an attack."""
    ways = {held}
    if turnable:
        for flipped in (held, frozenset((row, -column) for row, column in held)):
            for _ in range(4):
                flipped = frozenset((column, -row) for row, column in flipped)
                ways.add(flipped)
    return ways


def marked_from(hero: Space, pattern: Pattern) -> Cells:
    """The spaces of the map that a hero attacks."""
    return frozenset((hero[0] + row, hero[1] + column) for row, column in pattern) & frozenset(SPACES)


def hero_drawings(board: OracleMap, hero: str, turnable: bool) -> set[tuple[Cells, Cells]]:
    """Every drawing that a seat may make for a hero: its space, and the spaces that it marks."""
    return {
        (frozenset({space}), marked_from(space, pattern))
        for space in board.empty()
        for pattern in patterns(hero, turnable)
    }


@dataclass
class HeroMap:
    """A mutable board; `initials` are kept for destroyed spaces too."""

    map: OracleMap
    marks: set[Space] = field(default_factory=set)
    initials: dict[Space, str] = field(default_factory=dict)
    coins: int = 0
    rewards: dict[str, int] = field(default_factory=lambda: dict(REWARDS))
    rewarded: set[str] = field(default_factory=set)
    wasteland_falls: bool = False
    landmark_coins: int = 0
    paid: set[Space] = field(default_factory=set)

    @classmethod
    def of(cls, sheet: str, *, wasteland_falls: bool = False, landmark_coins: int = 0) -> "HeroMap":
        """An undrawn sheet."""
        return cls(parse_map(sheet), wasteland_falls=wasteland_falls, landmark_coins=landmark_coins)

    def surviving(self, initial: str) -> set[Space]:
        """The spaces of a monster that are still monster."""
        return {space for space, letter in self.initials.items() if letter == initial} & self.map.of("monster")

    def draw(
        self,
        cells: Cells,
        terrain: str,
        *,
        coin: bool = False,
        initial: str = "",
        marks: Cells | None = None,
        overlap: str = "",
        free: bool = False,
        cost: int = 0,
    ) -> None:
        """Draw, mark, destroy marked monsters, spend coins unless it is free, and pay the resulting coins.

        `cost` is that of a skill, besides coin spaces.

        With an `overlap`, filled spaces are drawn over ("replace"), which erases a monster with its initial, or are
        destroyed ("destroy").
        """
        if not free:
            self.coins -= cost + price(self.map, cells)
            assert self.coins >= 0
        before = OracleMap(dict(self.map.terrain), set(self.map.ruins))
        for cell in cells:
            if self.map.is_filled(cell):
                assert overlap
                if overlap == "destroy":
                    self.map.terrain[cell] = "destroyed"
                    continue
                self.initials.pop(cell, None)
            self.map.terrain[cell] = terrain
            if initial:
                self.initials[cell] = initial
        self.marks |= marks or frozenset()
        for space in self.marks & self.map.of("monster"):
            self.map.terrain[space] = "destroyed"
        self._pay(before, int(coin))

    def destroy(self, space: Space) -> None:
        """Destroy one space, empty or drawn, and pay the resulting coins."""
        before = OracleMap(dict(self.map.terrain), set(self.map.ruins))
        assert self.map.terrain.get(space) not in self.lasting()
        self.map.terrain[space] = "destroyed"
        self._pay(before, 0)

    def move(self, initial: str, step: tuple[int, int]) -> None:
        """Move what is left of a monster, destroy it on marks, and pay the resulting coins."""
        before = OracleMap(dict(self.map.terrain), set(self.map.ruins))
        left = self.surviving(initial)
        for space in left:
            del self.map.terrain[space], self.initials[space]
        for row, column in left:
            space = (row + step[0], column + step[1])
            self.map.terrain[space], self.initials[space] = "monster", initial
        for space in self.marks & self.map.of("monster"):
            self.map.terrain[space] = "destroyed"
        self._pay(before, 0)

    def _pay(self, before: OracleMap, coins: int) -> None:
        for kind, each in (("mountain", 1), ("landmark", self.landmark_coins)):
            surrounded = newly_surrounded(before, self.map, kind) - self.paid
            self.paid |= surrounded
            coins += each * len(surrounded)
        for initial in self.rewards.keys() - self.rewarded:
            if self.is_closed_in(initial):
                self.rewarded.add(initial)
                coins += self.rewards[initial]
        self.coins = min(COIN_TRACK, self.coins + coins)

    def is_closed_in(self, initial: str) -> bool:
        """True if every space of a monster on the board is destroyed or has no empty neighbor."""
        spaces = [space for space, letter in self.initials.items() if letter == initial]
        return bool(spaces) and all(
            self.map.terrain[space] == "destroyed" or all(self.map.is_filled(near) for near in neighbours(space))
            for space in spaces
        )

    def zombies_to_come(self) -> Cells:
        """The empty spaces next to a surviving Zombie."""
        return self._empty_beside("Z")

    def troll_targets(self) -> Cells:
        """The empty spaces next to a surviving Troll."""
        return self._empty_beside("T")

    def _empty_beside(self, initial: str) -> Cells:
        adjacent = {near for space in self.surviving(initial) for near in neighbours(space)}
        return frozenset(near for near in adjacent if not self.map.is_filled(near))

    def gorgon_targets(self) -> Cells:
        """The spaces, empty or drawn, that a surviving Gorgon looks at and that can be destroyed."""
        adjacent = {near for space in self.surviving("G") for near in neighbours(space)}
        return frozenset(near for near in adjacent if self.map.terrain.get(near) not in self.lasting())

    def lasting(self) -> tuple[str, ...]:
        """Terrains that cannot be destroyed."""
        always = ("mountain", "landmark", "destroyed")
        return always if self.wasteland_falls else (*always, "wasteland")
