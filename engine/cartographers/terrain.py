"""Terrain types and other features of a space."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from functools import lru_cache
from types import MappingProxyType
from typing import TypeVar


class Terrain(IntEnum):
    """Terrain types. Their numbers are those of `Feature`, so that both refer to the same layer of a board."""

    FOREST = 0
    VILLAGE = 1
    FARM = 2
    WATER = 3
    MONSTER = 4
    HERO = 5
    MOUNTAIN = 6

    @property
    def word(self) -> str:
        """Name in records and on the wire: "forest"."""
        return self.name.lower()

    @classmethod
    def from_word(cls, word: str) -> Terrain:
        """Return the terrain of a word. Raises ValueError."""
        return _named(cls, word)


class Feature(IntEnum):
    """Feature that a scoring clause can refer to.

    It is a terrain type or another state of a space. Each is one layer of a `Board`.
    """

    FOREST = 0
    VILLAGE = 1
    FARM = 2
    WATER = 3
    MONSTER = 4
    HERO = 5
    MOUNTAIN = 6
    WASTELAND = 7
    DESTROYED = 8
    RUINS = 9
    MARKED = 10
    EDGE = 11
    FILLED = 12
    EMPTY = 13
    LANDMARK = 14
    TOLL = 15
    REGION_1 = 16
    REGION_2 = 17
    REGION_3 = 18
    REGION_4 = 19

    @property
    def word(self) -> str:
        """Name in records and on the wire: "forest"."""
        return self.name.lower()

    @classmethod
    def from_word(cls, word: str) -> Feature:
        """Return the feature of a word. Raises ValueError."""
        return _named(cls, word)


_Named = TypeVar("_Named", bound=IntEnum)


def _named(kind: type[_Named], word: str) -> _Named:
    words: Mapping[str, _Named] = _words(kind)
    if not isinstance(word, str) or word not in words:
        raise ValueError(f'"{word}" is none of {", ".join(words)}')
    return words[word]


@lru_cache
def _words(kind: type[_Named]) -> Mapping[str, _Named]:
    return MappingProxyType({member.name.lower(): member for member in kind})


DRAWABLE = (Terrain.FOREST, Terrain.VILLAGE, Terrain.FARM, Terrain.WATER, Terrain.MONSTER)
"""Terrains that can be drawn in a game without heroes, in the order in which they are offered."""
FILLING = (*(Feature(terrain) for terrain in Terrain), Feature.WASTELAND, Feature.DESTROYED, Feature.LANDMARK)
"""Features that fill a space. Every space that is not empty has one of them."""
REGIONS = (Feature.REGION_1, Feature.REGION_2, Feature.REGION_3, Feature.REGION_4)
"""Regions that a map sheet may mark. They don't fill their spaces."""
COVERABLE = tuple(Feature(terrain) for terrain in Terrain if terrain is not Terrain.MOUNTAIN)
"""Features that a shape may be drawn over if its card allows it: drawn and printed terrain, monsters and heroes."""
