"""Handing a seat to the stand-in and back to its player, with the seat's clock."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from games.tables.clocks import clocks
from games.tables.holders import seats_present
from games.tables.models import AwayCause, Person, Seat, StandIn, Table, Vacant
from games.tables.models.players import (
    FINAL_CAUSES,
    PLAYER_COLUMNS,
    absence_of,
    holder_of,
    is_free,
    is_played_by_site,
)

_STATE: Final = (*PLAYER_COLUMNS, "vote", "timeouts", *clocks.PARTS)


def keep(table: Table, seats: Sequence[Seat], seat: Seat, now: datetime, cause: AwayCause, reason: str = "") -> None:
    """Let the stand-in play a seat from now on for that `cause`; part of a transaction.

    All votes are cleared. `reason` is a moderator's text about it.
    """
    let_stand_in_play(seat, now, cause, reason)
    clocks.stop_clock(table, seat, now)
    if seat.awaited:
        clocks.start_clock(table, seat, now, attended=bool(seats_present(seats)))
    clear_votes(seats)
    seat.save(update_fields=_STATE)


def let_stand_in_play(seat: Seat, now: datetime, cause: AwayCause, reason: str = "") -> None:
    """Make the stand-in the player of a user's seat, which stays free or becomes so if a moderator removes the user.

    Saves nothing, and leaves the clock alone.
    """
    player = seat.player
    before, user_id = absence_of(player), holder_of(player)
    assert user_id is not None, "the stand-in plays for users"
    resigned_at = (before and before.resigned_at) or now if cause in FINAL_CAUSES else None
    absence = Vacant if is_free(player) or cause == AwayCause.REMOVED else StandIn
    seat.play_by(absence(user_id, before.since if before else now, cause, reason, resigned_at))


def give_back(table: Table, seats: Sequence[Seat], seat: Seat, now: datetime) -> None:
    """Let the user who has a seat play again; part of a transaction. They have time for a turn at least."""
    was_deserted = not seats_present(seats)
    user_id = holder_of(seat.player)
    assert user_id is not None, "only users take a seat back"
    clocks.stop_clock(table, seat, now)
    seat.play_by(Person(user_id))
    seat.timeouts = 0
    if seat.left is not None:
        seat.left = max(seat.left, table.turn_seconds)
    if seat.awaited:
        clocks.start_clock(table, seat, now)
    clear_votes(seats)
    seat.save(update_fields=_STATE)
    if was_deserted:
        _wake_stand_in(seats, now)


def clear_votes(seats: Iterable[Seat]) -> None:
    """Let everybody think again, as things have changed."""
    for seat in seats:
        if seat.vote:
            seat.vote = ""
            seat.save(update_fields=["vote"])


def _wake_stand_in(seats: Iterable[Seat], now: datetime) -> None:
    """Set the alarm of awaited seats that the site plays to now, as a player is there to wait."""
    for seat in seats:
        if is_played_by_site(seat.player) and seat.awaited:
            seat.alarm_at = now
            seat.save(update_fields=["alarm_at"])
