"""The box of the lesson: a short way with villages, swamps and a river, and its known seed."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Any, Final

from engine.gisborne.catalog import gisborne
from engine.gisborne.rules.setup import Setup
from games.tables.game import Options

_LESSON: Final = "lesson"
"""Option of a table that makes it a lesson."""
OPTIONS: Final = {_LESSON: True}

SEED: Final = hashlib.sha256(b"Carto, the Gisborne lesson, 2381").digest()
"""With it, every step can be done within a few rounds."""

_TILES: Final = ("twin_hamlets", "ridge_village", "reed_mire", "silver_ford")
_CHIPS: Final = (1, 2, 2, 3)


def is_lesson(options: Options) -> bool:
    """Return True if a table's options are those of the lesson."""
    return options.get(_LESSON) is True


def remove_lesson(options: Options) -> dict[str, Any]:
    """Return the options for a game that is no lesson."""
    return {key: value for key, value in options.items() if key != _LESSON}


def lesson_setup() -> Setup:
    """Return the setup of the lesson: the printed box, but few of its tiles."""
    box = gisborne()
    path = tuple(tile for tile in box.path if tile.id in _TILES)
    return Setup(replace(box, path=path, path_tiles=len(path) - 1, chips=_CHIPS))
