"""Summary stored for a finished game, for finding it by its options and for statistics about points."""

from __future__ import annotations

from collections import Counter
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.gisborne.definition import MOST_FINAL_SCORINGS, LaidNumbers
from engine.gisborne.state import State
from games.gisborne.shelf.components import path_tiles_in_play
from games.gisborne.words.names import tile_name
from games.play.summary_keys import GameSummary, Piece, PieceKind

TILE: Final = "tile"
LAID_NUMBERS: Final = "laid_numbers"
FINAL_SCORINGS: Final = "final_scorings"
SOURCE: Final = "source"
CHIPS, CARDS = "chips", "cards"


def kinds() -> tuple[PieceKind, ...]:
    """Return the kinds: path tiles, the switches, and the two sources of points."""
    path = {tile.id: tile for tile in path_tiles_in_play()}
    tiles = sorted(((key, tile_name(tile)) for key, tile in path.items()), key=lambda tile: tile[1])
    numbers = [(LaidNumbers.BEHIND.value, _("visible to players behind")), (LaidNumbers.HIDDEN.value, _("hidden"))]
    scorings = [(str(number), str(number)) for number in range(1, MOST_FINAL_SCORINGS + 1)]
    sources = [(CHIPS, _("Chips")), (CARDS, _("Cards in the chest"))]
    return (
        PieceKind(TILE, gettext_lazy("Path tile"), gettext_lazy("Path tiles"), tiles, chosen=True),
        PieceKind(
            LAID_NUMBERS,
            gettext_lazy("Number of cards laid"),
            gettext_lazy("Numbers of cards laid"),
            numbers,
            chosen=True,
        ),
        PieceKind(
            FINAL_SCORINGS,
            gettext_lazy("Scorings for the first arrival"),
            gettext_lazy("Scorings for the first arrival"),
            scorings,
            chosen=True,
        ),
        PieceKind(SOURCE, gettext_lazy("Source of points"), gettext_lazy("Sources of points"), sources, whole=True),
    )


def summary(state: State) -> GameSummary:
    """Return the summary of a finished game: what it was played with, and each seat's points by source."""
    box = state.box
    pieces: list[Piece] = [
        (LAID_NUMBERS, box.laid_numbers.value),
        (FINAL_SCORINGS, str(box.final_scorings)),
    ]
    path = {tile.id for tile in box.path}
    pieces += [(TILE, tile) for tile in state.way.tiles if tile in path]
    return GameSummary(tuple(pieces), tuple(_gains(state, seat) for seat in range(state.seats)))


def _gains(state: State, seat: int) -> Counter[Piece]:
    chest = state.chests[seat]
    return Counter({(SOURCE, CHIPS): sum(chest.chips), (SOURCE, CARDS): len(chest.cards)})
