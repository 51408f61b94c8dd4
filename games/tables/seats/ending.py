"""Ending a game before its last turn: its boards, log and scores so far stay.

It has no result, except a game of two that a resignation has decided.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Case, F, Value, When

from games import clock
from games.tables import signals
from games.tables.clocks.pace_changes import close_proposal
from games.tables.game import UnknownGame, game_of
from games.tables.log.state import load
from games.tables.models import Ending, PlayerKind, Seat, Status, Table
from games.tables.results import winner_by_resignation


def close_game(table: Table, seats: Sequence[Seat], ending: Ending, reason: str = "") -> None:
    """Close a game as it stands; part of a transaction that has to `touch` the table.

    `reason` is what a moderator wrote for the players.
    """
    nobody_takes_it = Case(When(played_by=PlayerKind.VACANT, then=Value(PlayerKind.STAND_IN)), default=F("played_by"))
    Seat.objects.filter(table=table).update(
        awaited=False, awaited_since=None, due_at=None, alarm_at=None, vote="", played_by=nobody_takes_it
    )
    close_proposal(table, seats)
    _keep_scores(table, seats, None if ending == Ending.STAFF else winner_by_resignation(seats))
    table.status, table.ending, table.ending_reason = Status.CLOSED, ending, reason
    table.finished_at = clock.now()
    signals.game_over.send(Table, table=table, seats=seats)


def _keep_scores(table: Table, seats: Sequence[Seat], winner: Seat | None) -> None:
    """Store the scores so far with the seats, and ranks only if somebody won. A game that is not installed has none."""
    try:
        places = game_of(table).rules.standings(load(table).state).places
    except UnknownGame:
        return
    scores = {int(place.seat): place.score for place in places}
    for seat in seats:
        seat.score = scores.get(seat.index, 0)
        seat.rank = None if winner is None else 1 if seat == winner else 2
        Seat.objects.filter(pk=seat.pk).update(score=seat.score, rank=seat.rank)


def has_all_seats(table: Table, seats: Sequence[Seat]) -> bool:
    """True unless seats of a game that ended early are missing.

    Older versions of the site deleted the seats of players who deleted their account.
    """
    if not table.ended_early:
        return True
    return len(game_of(table).rules.standings(load(table).state).places) == len(seats)
