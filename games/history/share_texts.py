"""Finished games as text to pass on: a few lines for a forum, what everybody has before them, a table of results."""

from __future__ import annotations

import csv
import io
from datetime import datetime
from operator import attrgetter
from typing import Final

from django.db.models import Count, OuterRef, Q, Subquery
from django.utils.formats import date_format
from django.utils.timezone import localtime

from engine import contract
from games.history.models import COUNTED, SeatSummary
from games.play.game import played_at
from games.tables.cards import game_name, whence_words
from games.tables.game_state import load
from games.tables.models import Origin, Seat, Status, Table
from games.tables.results_words import reached_words
from games.tables.seats import as_told
from games.tables.turns_drawn import count_stand_in_turns

_COLUMNS: Final = {
    **{name: f"table.{name}" for name in ("code", "name", "game", "set", "started_at", "finished_at")},
    "players": "players",
    "rank": "rank",
    "score": "score",
    "result": "result",
}
_MADE: Final = ("counts", "stand_in_turns", "stayed")
_FORMULAS: Final = ("=", "+", "-", "@", "\t", "\r")


def result_text(table: Table, address: str) -> str:
    """Return the standings of a finished game as text, with its URL; a fork has scores without places."""
    over = date_format(localtime(table.finished_at), "DATE_FORMAT") if table.finished_at else ""
    head = " · ".join(dict.fromkeys(part for part in (table.name, game_name(table), over) if part))
    places = [_place(table, seat) for seat in as_told(table, list(Seat.objects.at(table)))]
    whence = whence_words(table)
    return "\n".join([head, *([whence] if whence else []), *places, address, ""])


def _place(table: Table, seat: Seat) -> str:
    reached = f"{seat.shown_name}: {reached_words(table, seat)}"
    return reached if table.is_fork else f"{seat.rank}. {reached}"


def boards_text(table: Table) -> str:
    """Return every seat's final board as text: a line with the name, then the game's notation."""
    game, state = played_at(table), load(table).state
    parts = [
        f"{seat.shown_name}\n{game.notation(state, contract.Seat(seat.index))}\n" for seat in Seat.objects.at(table)
    ]
    return "\n".join(parts)


def results_csv(user_id: int) -> str:
    """The games that a person has played here, the latest first, as comma-separated values with a line of names above;
    docs/data.md describes the columns. Games that were ended early are among them.
    """
    early = Q(table__status=Status.CLOSED, table__started_at__isnull=False)
    over = Seat.objects.filter(Q(table__status=Status.FINISHED) | early)
    mine = over.filter(user=user_id, table__origin=Origin.PLAYED)
    summed = SeatSummary.objects.filter(summary=OuterRef("table"), user=user_id).values("result")
    seats = mine.annotate(players=Count("table__seats"), result=Subquery(summed)).select_related("table")
    by_stand_in = count_stand_in_turns(user_id)
    out = io.StringIO()
    rows = csv.writer(out)
    rows.writerow([*_COLUMNS, *_MADE])
    for seat in seats.order_by("-table__finished_at", "-pk"):
        told = [attrgetter(path)(seat) for path in _COLUMNS.values()]
        counts = "yes" if told[-1] in COUNTED else "no"
        rows.writerow([*map(_cell, told), counts, by_stand_in[seat.table_id], _stayed(seat)])
    return out.getvalue()


def _stayed(seat: Seat) -> str:
    """Return whether a seat's player stayed to the end, or how they left."""
    if seat.was_removed:
        return "removed"
    if seat.resigned_at:
        return "resigned"
    return "stand_in" if seat.stand_in_since else "yes"


def _cell(value: str | int | datetime | None) -> str | int | None:
    """Return a cell value; text that a spreadsheet would read as a formula gets a leading apostrophe."""
    if isinstance(value, datetime):
        return value.isoformat(timespec="seconds")
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULAS) else value
