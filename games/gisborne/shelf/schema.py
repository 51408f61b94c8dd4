"""JSON schema of each type of definition: exactly what the type's form can express."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.utils.translation import gettext_lazy

from engine.gisborne.cards import Face, Metal
from engine.gisborne.definition import FEWEST_SEATS, MOST_SEATS
from engine.gisborne.tiles import COLUMNS, ROWS
from games.catalog.schemas import END, Pattern, labelled, list_of, object_of, whole_number
from games.catalog.shelves import Data
from games.gisborne.shelf.drawings import MARKS, MOST_FIELDS
from games.gisborne.shelf.kinds import CatalogBox, EntryKind

ROW: Final = Pattern(
    f"^[{MARKS}]{{{COLUMNS}}}{END}",
    gettext_lazy("must have 5 of these characters: . C V S W = | 1 2 3 4 5 _"),
)
REF: Final = Pattern(
    f"^({'|'.join(CatalogBox)})/[^/]+{END}",
    gettext_lazy("must be a box and an ID, for example gisborne/reed_mire."),
)
"""Pattern of the name of a component in a tile set: its box and its id."""
LONGEST_REF: Final = 100

# Bounds of the numbers in a box, least and most.
IN_DECK: Final = (0, 200)
DRAWN: Final = (0, 9)
TENT_DRAWN: Final = (1, 9)
CHIP: Final = (1, 9)
MOST_CHIPS: Final = 30
DEALT: Final = (0, 9)
HAND: Final = (1, 20)
RIVER_HAND: Final = (0, 20)
PATH_TILES: Final = (1, MOST_CHIPS - 1)

LIMITS: Final = {
    "first_hand": HAND,
    "most_cards": HAND,
    "river_hand": RIVER_HAND,
    "path_tiles": PATH_TILES,
    "tent_draws": TENT_DRAWN,
    "village_draws": DRAWN,
}
"""Bounds of the limits of a game by name."""
SEATS: Final = range(FEWEST_SEATS, MOST_SEATS + 1)


def schema_of(kind: EntryKind) -> Data:
    """Return the JSON schema of a kind's definition."""
    return _SCHEMAS[kind]()


def _tile() -> Data:
    rows = list_of({"type": "string", "pattern": ROW}, minItems=ROWS, maxItems=ROWS)
    rivers = list_of(whole_number(1, MOST_FIELDS - 1), maxItems=MOST_FIELDS - 1, uniqueItems=True)
    return labelled({"rows": rows, "rivers": rivers}, ("rivers",))


def _deck() -> Data:
    faces = {face.value: whole_number(*IN_DECK) for face in Face}
    draws = {metal.value: whole_number(*DRAWN) for metal in Metal}
    return labelled({"cards": object_of(faces, faces), "draws": object_of(draws, draws)})


def _chips() -> Data:
    chip = whole_number(*CHIP)
    return labelled(
        {"pool": list_of(chip, minItems=1, maxItems=MOST_CHIPS), "start_chip": chip, "beach_chip": chip},
    )


def _places() -> Data:
    rows = {str(seats): list_of(whole_number(*DEALT), minItems=seats, maxItems=seats) for seats in SEATS}
    limits = {name: whole_number(*bounds) for name, bounds in LIMITS.items()}
    return labelled({"places": object_of(rows, rows), **limits})


def _set() -> Data:
    ref = {"type": "string", "pattern": REF, "maxLength": LONGEST_REF}
    path = list_of(ref, minItems=1, maxItems=MOST_CHIPS, uniqueItems=True)
    return labelled({"start": ref, "path": path, "end": ref, "deck": ref, "chips": ref, "places": ref})


_SCHEMAS: Final[dict[EntryKind, Callable[[], Data]]] = {
    EntryKind.TILE: _tile,
    EntryKind.DECK: _deck,
    EntryKind.CHIPS: _chips,
    EntryKind.PLACES: _places,
    EntryKind.SET: _set,
}
