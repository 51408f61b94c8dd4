"""The two lessons: their options, their seeds, and the setup of the Heroes lesson."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any, Final

from engine.cartographers.mixing.build import setup_of
from engine.cartographers.mixing.library import published_library
from engine.cartographers.mixing.mix import Preset
from engine.cartographers.mixing.presets import PRESETS
from engine.cartographers.rules.setup import Setup
from games.tables.game import Options


class LessonKind(StrEnum):
    """Kind of a lesson."""

    FIRST = "first"
    HEROES = "heroes"


_KIND: Final = "lesson"
"""Option of a table that names its kind of lesson. The first lesson is older, and its tables don't have it."""

_EDICTS: Final = ("sentinel_wood", "mages_valley", "great_city", "borderlands")
"""One easily understood edict from each stack. The first shapes earn stars with the first two of them."""

SEEDS: Final[Mapping[LessonKind, bytes]] = {
    # The first season has two shapes, two terrains, ruins and an ambush, in that order.
    LessonKind.FIRST: hashlib.sha256(b"Carto, the first lesson, 2165").digest(),
    # Troll, Gorgon, Zombies and Dragon come second in their seasons; a hero follows the first two.
    LessonKind.HEROES: hashlib.sha256(b"Carto, the Heroes lesson, 1686960").digest(),
}

_EXPLORE: Final = ("lagoon", "pasture", "settlement", "timber_grove")
_HEROES: Final = ("dobrik_of_lorkheim", "freyla_the_true")
_THRESHOLDS: Final = (3, 2, 2, 3)
"""The Heroes lesson has short seasons of the cards that cost 1 time, so that each of the monsters comes soon."""


def lesson_options(kind: LessonKind) -> Options:
    """Return the options of a lesson's table."""
    if kind is LessonKind.FIRST:
        return replace(PRESETS[Preset.CARTOGRAPHERS], preset=Preset.OWN, edicts=_EDICTS).as_json()
    return {**PRESETS[Preset.FIRST_GAME].as_json(), _KIND: kind.value}


def is_heroes_lesson(options: Options) -> bool:
    """Return True if a table's options are those of the Heroes lesson."""
    return options.get(_KIND) == LessonKind.HEROES


def remove_lesson(options: Options) -> dict[str, Any]:
    """Return the options for a game with the same cards that is no lesson."""
    return {key: value for key, value in options.items() if key != _KIND}


def heroes_setup() -> Setup:
    """Return the setup of the Heroes lesson: the published cards, but few of them, and short seasons."""
    setup = setup_of(PRESETS[Preset.FIRST_GAME], published_library())
    whole = setup.definition
    seasons = [replace(season, threshold=time) for season, time in zip(whole.seasons, _THRESHOLDS, strict=True)]
    definition = replace(
        whole,
        seasons=tuple(seasons),
        explore=tuple(card for card in whole.explore if card.id in _EXPLORE),
        heroes=tuple(card for card in whole.heroes if card.id in _HEROES),
    )
    return replace(setup, definition=definition)
