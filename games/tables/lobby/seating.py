"""Seats of a table before its game: seats of bots, and seats that become free. All of it is part of a transaction."""

from __future__ import annotations

from datetime import timedelta
from itertools import count, islice
from typing import Any

from django.db.models import F

from engine.contract import Level
from games import clock
from games.accounts.models import User
from games.tables.models import MOST_SEATS, Bot, Seat, Table


def seat_bots(table: Table, number: int, level: Level | None) -> None:
    """Give that many bots of a level the next seats. Their numbers are the lowest that no other bot there has."""
    taken = list(Seat.objects.filter(table=table).values_list("bot_number", flat=True))
    free = (one for one in count(1) if one not in taken)
    seats = [Seat(table=table, index=len(taken) + added, seen=0) for added in range(number)]
    handicaps = _former_handicaps(table)
    for seat, bot_number in zip(seats, islice(free, number), strict=True):
        seat.play_by(Bot(bot_number, level))
        seat.handicap = handicaps.get(bot_number, 0)
    Seat.objects.bulk_create(seats)


def _former_handicaps(table: Table) -> dict[int | None, int]:
    """Return the handicaps of the bots in the game of which this is a rematch, by their numbers."""
    if table.rematch_of_id is None:
        return {}
    former = Seat.objects.filter(table=table.rematch_of_id, bot_number__isnull=False)
    return dict(former.values_list("bot_number", "handicap"))


def former_settings(table: Table, user: User) -> dict[str, Any]:
    """Return the settings that a user's seat had in the game of which this is a rematch, by column."""
    if table.rematch_of_id is None:
        return {}
    former = Seat.objects.filter(table=table.rematch_of_id, user=user).first()
    return {"handicap": former.handicap, "as_on_paper": former.as_on_paper} if former else {}


def clear_solo_handicap(seats: tuple[Seat, ...]) -> None:
    """Remove the handicap of a solo game, which has no opponent to even out."""
    if len(seats) == 1 and seats[0].handicap:
        seats[0].handicap = 0
        seats[0].save(update_fields=["handicap"])


def remove_seat(seat: Seat) -> None:
    """Delete a seat and close the gap."""
    seat.delete()
    later = Seat.objects.filter(table=seat.table_id, index__gt=seat.index)
    # Beyond all others first: a number must not be that of two seats at any moment.
    later.update(index=F("index") + MOST_SEATS)
    moved = Seat.objects.filter(table=seat.table_id, index__gte=MOST_SEATS)
    moved.update(index=F("index") - MOST_SEATS - 1)


def schedule_bots(table: Table, after: int, level: Level | None) -> None:
    """Let bots of a level take the free seats after that many seconds from now, or not if they are 0. Does not save.

    A practice table has bots anyway, which keep their level.
    """
    table.fill_after, table.fill_at = 0, None
    if table.practice:
        return
    table.bot_level = ""
    if after and level:
        table.fill_after, table.fill_at = after, clock.now() + timedelta(seconds=after)
        table.bot_level = level


def note_bots(table: Table, seats: tuple[Seat, ...]) -> None:
    """Mark a game that starts with bots, with their level if it is the same for all. Does not save."""
    levels = {bot.level for seat in seats if isinstance(bot := seat.player, Bot)}
    table.practice = table.practice or bool(levels)
    table.bot_level = (levels.pop() or "") if len(levels) == 1 else ""
