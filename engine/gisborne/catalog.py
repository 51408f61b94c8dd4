"""The published box, loaded from the data file next to this module."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files

from engine.gisborne.definition import Definition, definition_from_json


@lru_cache(maxsize=1)
def gisborne() -> Definition:
    """Return the box as printed: twelve tiles, 122 cards, twelve chips."""
    return definition_from_json(json.loads(files(__package__).joinpath("data/gisborne.json").read_text("utf-8")))
