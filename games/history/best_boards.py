"""The highest-scoring final boards of a person, from games that everyone may see."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import QuerySet
from django.utils.http import urlencode

from games.accounts.models import User
from games.history.models import COUNTED, SeatSummary
from games.play.board_images import build_board_image
from games.play.game import PlayedGame, played_game
from games.play.log import LOOK, turn_address
from games.play.toned_images import TonedImage
from games.tables.game import games
from games.tables.holders import find_seat
from games.tables.lobby.cards import table_url
from games.tables.models import Seat, Table

_MOST: Final = 3
_FIRST_TURN: Final = 1


@dataclass(frozen=True, slots=True)
class BestBoard:
    """Final board with its score in words, and its game with the page of its first turn (`replay`)."""

    image: TonedImage
    score: str
    name: str
    url: str
    replay: str
    ended: datetime


@dataclass(frozen=True, slots=True)
class BestBoards:
    """Best boards of a person in one game, under a title; `game` is "" if the site has no other game."""

    title: str
    game: str
    boards: tuple[BestBoard, ...]


def public_games_by_score(person: User, game: str) -> QuerySet[SeatSummary]:
    """Return a person's results in public games that count, highest score first, the latest of equal ones first."""
    results = SeatSummary.objects.filter(user=person, result__in=COUNTED, game=game, open=True)
    return results.order_by("-score", "-finished_at", "-summary")


def build_best_boards(person: User) -> tuple[BestBoards, ...]:
    """Return the best boards of a person for each game with images, in the order of the site's games."""
    return tuple(group for key in games() if (group := _boards_in(person, played_game(key))))


def _boards_in(person: User, game: PlayedGame) -> BestBoards | None:
    if game.final_boards is None:
        return None
    keys = list(public_games_by_score(person, game.key).values_list("summary", flat=True)[:_MOST])
    tables = Table.objects.finished().with_seats().select_related("summary").in_bulk(keys) if keys else {}
    boards = tuple(_boards(person, game, [tables[key] for key in keys if key in tables]))
    name = str(game.name) if len(games()) > 1 else ""
    return BestBoards(str(game.final_boards.best), name, boards) if boards else None


def _boards(person: User, game: PlayedGame, tables: Sequence[Table]) -> Iterator[BestBoard]:
    for table in tables:
        seat = find_seat(table.seats.all(), person.pk)
        if board := build_board(table, seat, game):
            yield board


def build_board(table: Table, seat: Seat | None, game: PlayedGame) -> BestBoard | None:
    """Return the final board of a seat of a finished game, loaded with its summary, or None without an image."""
    image = build_board_image(table, seat.index, seat.shown_name) if seat else None
    if seat is None or image is None:
        return None
    url = table_url(table)
    return BestBoard(
        image=image,
        score=game.score_words(seat.score or 0),
        name=table.shown_name,
        url=url,
        replay=f"{turn_address(url, _FIRST_TURN)}?{urlencode({LOOK: seat.index + 1})}",
        ended=table.summary.finished_at,
    )
