"""Mix for a game: the parts taken from each box, and the rules that differ between editions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any

from engine.cartographers.catalog import Edition
from engine.cartographers.placement import HeroPattern, SingleTerrain

Options = Mapping[str, Any]
"""Stored form of a mix: JSON values by field name."""


class Preset(StrEnum):
    """Preset mix by name; all but the host's own are defined in `presets`."""

    CARTOGRAPHERS = "cartographers"
    HEROES = "heroes"
    BOTH = "both"
    FIRST_GAME = "first_game"
    OWN = "own"


class Box(StrEnum):
    """Box to take a part from, if parts of both cannot be mixed."""

    CARTOGRAPHERS = "cartographers"
    HEROES = "heroes"


class Boxes(StrEnum):
    """Box or boxes to take cards from."""

    CARTOGRAPHERS = "cartographers"
    HEROES = "heroes"
    BOTH = "both"


class RuinsCards(StrEnum):
    """Host's choice of the two ruins cards: as in the rulebooks, in, or out."""

    BY_THE_BOOK = "by_the_book"
    IN = "in"
    OUT = "out"


@dataclass(frozen=True, slots=True)
class Mix:
    """Host's choices for a game; the defaults are the base game as read by the later rulebooks.

    `sheet` and `edicts` are ids. `edicts` is empty if they are drawn at random. `practice` is for one seat only.
    """

    sheet: str
    preset: Preset = Preset.OWN
    deck: Box = Box.CARTOGRAPHERS
    seasons: Box = Box.CARTOGRAPHERS
    ambushes: Boxes = Boxes.CARTOGRAPHERS
    heroes: bool = False
    pool: Boxes = Boxes.CARTOGRAPHERS
    ruins: RuinsCards = RuinsCards.BY_THE_BOOK
    edition: Edition = Edition.RETAIL
    edicts: tuple[str, ...] = ()
    single_terrain: SingleTerrain = SingleTerrain.ANY
    hero_pattern: HeroPattern = HeroPattern.TURNABLE
    practice: bool = False
    monsters_walk: bool = False
    destroys_wasteland: bool = False

    @property
    def parts(self) -> tuple[Box, Box, Boxes, bool, Boxes]:
        """Card choices that tell presets from a custom mix, whatever the map sheet and rules."""
        return self.deck, self.seasons, self.ambushes, self.heroes, self.pool

    def as_json(self) -> dict[str, Any]:
        """Return the stored form with all fields, so that changed defaults and presets never change a table."""
        return {entry.name: _stored_value(getattr(self, entry.name)) for entry in fields(self)}


def _stored_value(value: Any) -> Any:
    if isinstance(value, StrEnum):
        return value.value
    return list(value) if isinstance(value, tuple) else value


class UnreadableChoice(ValueError):
    """Error for a missing or unknown choice (`key`)."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


def mix_of(options: Options) -> Mix:
    """Build a mix from its stored form; choices missing in old forms get the defaults. Raises UnreadableChoice."""
    choices = {}
    for key, read in _READERS.items():
        if key not in options and key not in _FROM_THE_FIRST:
            continue
        try:
            choices[key] = read(options[key])
        except (KeyError, ValueError):
            raise UnreadableChoice(key) from None
    return Mix(**choices)


def mix_or_defaults(options: Options) -> Mix:
    """Return the mix of a stored form, with base game defaults for choices that cannot be read.

    `sheet` may be "" in the result.
    """
    choices: dict[str, Any] = {"sheet": ""}
    for key, read in _READERS.items():
        with suppress(KeyError, ValueError):
            choices[key] = read(options[key])
    return Mix(**choices)


def _id(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(value)
    return value


def _ids(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise ValueError(value)
    return tuple(_id(item) for item in value)


def _switch(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(value)
    return value


_FROM_THE_FIRST = ("sheet", "edicts", "single_terrain")
"""Fields that every table has stored. The others were added with the Heroes box, and the choice of ruins cards after
that.
"""

_READERS: Mapping[str, Callable[[Any], Any]] = {
    "sheet": _id,
    "preset": Preset,
    "deck": Box,
    "seasons": Box,
    "ambushes": Boxes,
    "heroes": _switch,
    "pool": Boxes,
    "ruins": RuinsCards,
    "edition": Edition,
    "edicts": _ids,
    "single_terrain": SingleTerrain,
    "hero_pattern": HeroPattern,
    "practice": _switch,
    "monsters_walk": _switch,
    "destroys_wasteland": _switch,
}
"""JSON readers by field name."""
