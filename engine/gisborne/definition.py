"""Definition of a game: the box, its limits, and the switches of its table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

from engine import json_values
from engine.contract import RuleViolation
from engine.gisborne.cards import Cards, Face, Metal
from engine.gisborne.errors import Refusal
from engine.gisborne.tiles import BAR, COLUMNS, ROWS, SLOTS, Tile
from engine.labels import labels_from_json, labels_to_json, one_line

Data = dict[str, Any]

FEWEST_SEATS, MOST_SEATS = 3, 5
"""Numbers of seats, a row of the table of places each (ruling G1).

Source: docs/gisborne.md, "What the game is made of".
"""


MOST_FINAL_SCORINGS = 2
"""Most position scorings for the first arrival. Source: docs/gisborne.md, "Position scoring" (ruling G25)."""


MOST_CARDS_IN_DECK = 1000
"""Limit for a deck, so that no game file asks for more memory than there is."""


class LaidNumbers(StrEnum):
    """Visibility of the number of cards in a play before the reveal (rulings G8 and G9).

    Source: docs/gisborne.md, "Lay".
    """

    BEHIND = "behind"
    """Seats behind see it; a play stands once one of them has laid."""
    HIDDEN = "hidden"
    """No other seat sees it; a play may be taken back until the reveal."""


_METAL_PLACES = {metal: place for place, metal in enumerate(Metal)}


@dataclass(frozen=True)
class Definition:
    """Complete definition of a game.

    The first event holds all of it, so that a later edit of a tile never affects a game that has begun. `deck` is the
    number of cards by face, `draws` the cards drawn back by metal, and `places` the cards dealt in a position scoring,
    by rank, a row for each number of seats. `chips` are those that are shuffled, `path_tiles` the number of path tiles
    in play.
    """

    start: Tile
    path: tuple[Tile, ...]
    end: Tile
    deck: tuple[int, ...]
    draws: tuple[int, ...]
    chips: tuple[int, ...]
    start_chip: int
    beach_chip: int
    places: tuple[tuple[int, ...], ...]
    first_hand: int
    most_cards: int
    river_hand: int
    path_tiles: int
    tent_draws: int
    village_draws: int
    laid_numbers: LaidNumbers = LaidNumbers.BEHIND
    final_scorings: int = 1

    @cached_property
    def tiles(self) -> dict[str, Tile]:
        """All tiles by id."""
        return {tile.id: tile for tile in (self.start, *self.path, self.end)}

    @cached_property
    def cards(self) -> Cards:
        """All cards, in the order of `Face`."""
        return tuple(face for face, number in zip(Face, self.deck, strict=True) for _ in range(number))

    def draws_of(self, metal: Metal) -> int:
        """Return the cards drawn back for a metal."""
        return self.draws[_METAL_PLACES[metal]]

    def dealt_by_rank(self, seats: int) -> tuple[int, ...]:
        """Return the cards dealt to each rank in a position scoring."""
        return self.places[seats - FEWEST_SEATS]


def check_definition(definition: Definition, seats: int) -> None:
    """Raise RuleViolation, with all reasons, if a game cannot be played."""
    reasons = [RuleViolation(reason) for reason in dict.fromkeys(_problems(definition, seats))]
    if reasons:
        raise RuleViolation(reasons[0].code, also=reasons[1:])


def _problems(definition: Definition, seats: int) -> Iterator[Refusal]:
    if not FEWEST_SEATS <= seats <= MOST_SEATS:
        yield Refusal.SEATS
    if len(definition.tiles) != len(definition.path) + 2:
        yield Refusal.SAME_ID
    with_chip = (definition.start, *definition.path)
    if any(not tile.viewpoint for tile in with_chip) or definition.end.viewpoint:
        yield Refusal.TILES
    if not _has_mark(definition.start, BAR) or not all(_has_mark(definition.end, str(slot)) for slot in SLOTS):
        yield Refusal.TILES
    if len(definition.path) != definition.path_tiles + 1:
        yield Refusal.TILES
    if len(definition.chips) != len(definition.path):
        yield Refusal.CHIPS
    if any(chip < 1 for chip in (*definition.chips, definition.start_chip, definition.beach_chip)):
        yield Refusal.CHIPS
    if [len(row) for row in definition.places] != list(range(FEWEST_SEATS, MOST_SEATS + 1)):
        yield Refusal.PLACES
        return
    if (
        definition.first_hand < 1
        or definition.most_cards < 1
        or not 1 <= definition.final_scorings <= MOST_FINAL_SCORINGS
    ):
        yield Refusal.LIMITS
    if definition.tent_draws < 1:
        yield Refusal.LIMITS
    if sum(definition.deck) > MOST_CARDS_IN_DECK:
        yield Refusal.LIMITS
    if len(definition.deck) != len(Face) or sum(definition.deck) < cards_needed(definition):
        yield Refusal.SHORT_DECK


def _has_mark(tile: Tile, mark: str) -> bool:
    return any(mark in row for row in tile.rows)


def cards_needed(definition: Definition) -> int:
    """Return the cards in the first hands, and all that scorings could put into chests, at a full table."""
    scorings = definition.path_tiles + 1 + MOST_FINAL_SCORINGS
    in_chests = max(sum(row[:-1]) for row in definition.places)
    return MOST_SEATS * definition.first_hand + scorings * in_chests


def definition_to_json(definition: Definition) -> Data:
    """Return the stored form of a definition."""
    return {
        "start": tile_to_json(definition.start),
        "path": [tile_to_json(tile) for tile in definition.path],
        "end": tile_to_json(definition.end),
        "deck": {face.value: number for face, number in zip(Face, definition.deck, strict=True)},
        "draws": {metal.value: number for metal, number in zip(Metal, definition.draws, strict=True)},
        "chips": list(definition.chips),
        "places": [list(row) for row in definition.places],
        **{key: getattr(definition, key) for key in _NUMBERS},
        "laid_numbers": definition.laid_numbers.value,
    }


def definition_from_json(data: Data) -> Definition:
    """Build a definition from its stored form. Raises ValueError."""
    try:
        return Definition(
            start=tile_from_json(data["start"]),
            path=json_values.each(data["path"], tile_from_json),
            end=tile_from_json(data["end"]),
            deck=_by_member(data["deck"], Face),
            draws=_by_member(data["draws"], Metal),
            chips=_counts(data["chips"]),
            places=tuple(_counts(row) for row in json_values.items(data["places"])),
            laid_numbers=LaidNumbers(data["laid_numbers"]),
            **{key: json_values.count(data[key]) for key in _NUMBERS},
        )
    except KeyError as missing:
        raise ValueError(f"{missing.args[0]}: is missing") from None


_NUMBERS = (
    *("start_chip", "beach_chip", "first_hand", "most_cards", "river_hand"),
    *("path_tiles", "tent_draws", "village_draws", "final_scorings"),
)


def tile_to_json(tile: Tile) -> Data:
    """Return the stored form of a tile without empty parts, so that printed tiles are stored without names."""
    data: Data = {"id": tile.id, "name": tile.name, "rows": list(tile.rows), "rivers": list(tile.rivers)}
    return {key: part for key, part in data.items() if part or key in ("id", "rows")} | labels_to_json(tile.labels)


def tile_from_json(value: Any) -> Tile:
    """Build a tile from its stored form. Raises ValueError or KeyError."""
    data = json_values.mapping(value)
    rows = json_values.texts(data["rows"])
    if len(rows) != ROWS:
        raise ValueError(f"rows: a tile is drawn in {ROWS} rows of {COLUMNS} marks")
    top, middle, bottom = rows
    return Tile(
        json_values.text(data["id"]),
        (top, middle, bottom),
        _counts(data.get("rivers", [])),
        one_line(data.get("name", "")),
        labels_from_json(data),
    )


def _counts(value: Any) -> tuple[int, ...]:
    return tuple(map(json_values.count, json_values.items(value)))


def _by_member(value: Any, members: type[StrEnum]) -> tuple[int, ...]:
    """Return the number of each member; none may be missing."""
    data = json_values.mapping(value)
    return tuple(json_values.count(data[member.value]) for member in members)
