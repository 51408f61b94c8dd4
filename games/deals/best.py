"""Boards of the best entries of a deal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.play.board_images import build_board_image
from games.play.game import played_game
from games.play.toned_images import TonedImage
from games.tables.lobby.cards import table_url
from games.tables.models import Deal, DealEntry

_MOST: Final = 3
_ONLY_SEAT: Final = 0


@dataclass(frozen=True, slots=True)
class RankedBoard:
    """Final board of an entry, with its player, its score in words and its game."""

    image: TonedImage
    name: str
    score: str
    url: str


def best_boards(deal: Deal) -> tuple[RankedBoard, ...]:
    """Return the boards of the best entries; the viewer must be one who may see the results. None without images."""
    game = played_game(deal.game)
    boards = []
    for entry in DealEntry.objects.ranked(deal).select_related("user", "table")[:_MOST]:
        name = str(entry.user)
        if image := build_board_image(entry.table, _ONLY_SEAT, name):
            boards.append(RankedBoard(image, name, game.score_words(entry.score or 0), table_url(entry.table)))
    return tuple(boards)
