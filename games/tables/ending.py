"""Ending a game before its last turn: its boards, log and scores so far stay, and it has no result."""

from __future__ import annotations

from collections.abc import Sequence

from games import clock
from games.tables import signals
from games.tables.game import UnknownGame, game_of
from games.tables.loading import load
from games.tables.models import Ending, Seat, Status, Table
from games.tables.proposals import close_proposal


def end(table: Table, seats: Sequence[Seat], ending: Ending, reason: str = "") -> None:
    """Close a game as it stands; part of a transaction that has to `touch` the table.

    `reason` is what a moderator wrote for the players.
    """
    Seat.objects.filter(table=table).update(
        awaited=False, awaited_since=None, due_at=None, alarm_at=None, vacant=False, vote=""
    )
    close_proposal(table, seats)
    _keep_scores(table, seats)
    table.status, table.ending, table.ending_reason = Status.CLOSED, ending, reason
    table.finished_at = clock.now()
    people = [seat for seat in seats if not table.is_fork or seat.user_id == table.host_id]
    signals.game_over.send(Table, table=table, seats=people)


def _keep_scores(table: Table, seats: Sequence[Seat]) -> None:
    """Store the scores so far with the seats, without ranks. A game that is not installed has none."""
    try:
        places = game_of(table).rules.standings(load(table).state).places
    except UnknownGame:
        return
    scores = {int(place.seat): place.score for place in places}
    for seat in seats:
        seat.score, seat.rank = scores.get(seat.index, 0), None
        Seat.objects.filter(pk=seat.pk).update(score=seat.score, rank=None)


def has_all_seats(table: Table, seats: Sequence[Seat]) -> bool:
    """True unless seats of a game that ended early are missing.

    Older versions of the site deleted the seats of players who deleted their account.
    """
    if not table.ended_early:
        return True
    return len(game_of(table).rules.standings(load(table).state).places) == len(seats)
