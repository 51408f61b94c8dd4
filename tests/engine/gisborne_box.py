"""The box of Gisborne for its model: cards, chips, tiles, and the way that tiles make."""

from __future__ import annotations

CARDS = {"b1": 25, "b2": 25, "s2": 20, "s3": 20, "g3": 16, "g4": 16}
DRAWN_BACK = {"b": 2, "s": 1, "g": 0}
PLACES = {3: [3, 2, 2], 4: [3, 2, 1, 2], 5: [3, 2, 1, 1, 2]}
CHIPS = [1, 1, 1, 2, 2, 2, 2, 3, 3, 3]  # without the 1 on the start tile and the 4 on the beach
SLOTS = [5, 4, 3, 2, 1]
MOST_CARDS, FIRST_HAND, HAND_AT_RIVER = 5, 5, 3

FIELDS = {
    "start": ". . . . C .",
    "twin_hamlets": ". V . C . V .",
    "ridge_village": ". V . C .",
    "peat_basin": ". S . . S C .",
    "reed_mire": ". . S S . . C . .",
    "howling_dell": ". . W C W . .",
    "stony_den": ". C . W . W .",
    "rope_bridge": ". . . . ( . C . )",
    "gorge_span": ". ( . . . ) C",
    "silver_ford": ". . C . ~ . . .",
    "double_ford": ". ~ . . . C ~ . .",
    "end": ". . .",
}
PATH_TILES = [tile for tile in FIELDS if tile not in ("start", "end")]


def value(face: str) -> int:
    return int(face[1])


def sorted_cards(cards: list[str]) -> list[str]:
    """Lowest first; bronze, silver, gold where values are equal."""
    return sorted(cards, key=lambda face: (value(face), "bsg".index(face[0])))


class Way:
    """The tiles on the table. Fields have numbers from 1; the dictionaries tell what else is there by number."""

    def __init__(self) -> None:
        self.tiles: list[str] = []
        self.marks: list[str] = []
        self.chip_on: dict[int, int] = {}
        self.river_behind: set[int] = set()
        self.bridges: dict[int, int] = {}

    def join(self, tile: str, chip: int | None) -> None:
        """Join a tile, with a chip on its viewpoint."""
        self.tiles.append(tile)
        for mark in FIELDS[tile].split():
            if mark == "~":
                self.river_behind.add(len(self.marks))
                continue
            self.marks.append(mark)
            if mark == "C" and chip is not None:
                self.chip_on[len(self.marks)] = chip
            if mark == ")":
                self.bridges[self.last_field_marked("(")] = len(self.marks)

    def last_field_marked(self, mark: str) -> int:
        return max(number for number, other in enumerate(self.marks, 1) if other == mark)
