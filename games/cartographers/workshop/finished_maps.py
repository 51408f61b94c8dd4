"""Boards of games that are over, for who may look at those."""

from __future__ import annotations

from typing import Any

from engine.cartographers.board import Board
from games.cartographers.words.names import KEY
from games.tables.log.state import load
from games.tables.models import Seat, Table


class NoBoard(LookupError):
    """There is no such board for who asks; `has_game` where it is the seat that is not there."""

    def __init__(self, *, has_game: bool) -> None:
        super().__init__("no such board")
        self.has_game = has_game


def board_at_end(code: str, seat: str, user: Any) -> Board:
    """The board at the end of a finished game that somebody may look at, by the table's code, and by the number of the
    seat from 1 or the name of who sat there; who played alone need not be named. Raises NoBoard, for what they may not
    see as for what is not there.
    """
    table = Table.objects.visible_to(user.pk).finished().filter(game=KEY, code=code.strip()[:40]).first()
    if table is None:
        raise NoBoard(has_game=False)
    seats = list(Seat.objects.filter(table=table).select_related("user").order_by("index"))
    wanted = seat.strip().casefold()
    named = [each for each in seats if wanted in (str(each.index + 1), each.shown_name.casefold())]
    found = named or (seats if not wanted and len(seats) == 1 else [])
    if not found:
        raise NoBoard(has_game=True)
    board: Board = load(table).state.boards[found[0].index]
    return board
