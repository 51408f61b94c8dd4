"""The open proposal of another pace at a table: the seats that agree to it, and its end."""

from __future__ import annotations

from collections.abc import Sequence

from games import clock
from games.tables import clocks, signals
from games.tables.incidents import Kind, note
from games.tables.models import Pace, PaceProposal, Seat, Table
from games.tables.time_control import TimeControl


def open_proposal(table: Table, seats: Sequence[Seat]) -> PaceProposal | None:
    """Return the open proposal at a table with these seats, or None.

    Runs no query if no seat has agreed to a proposal: the proposer agrees to every open one.
    """
    if all(seat.agreed_pace is None for seat in seats):
        return None
    return PaceProposal.objects.filter(table=table, state=PaceProposal.State.OPEN).first()


def voters_on_pace(seats: Sequence[Seat]) -> list[Seat]:
    """Return the seats that have to agree: those for which no stand-in plays."""
    return [seat for seat in seats if not seat.stand_in_since]


def change_pace_if_agreed(table: Table, seats: Sequence[Seat]) -> None:
    """Change the pace of a locked table if everybody who has to has agreed; part of a transaction.

    To be called whenever a seat agrees, or no longer has to.
    """
    voters = voters_on_pace(seats)
    if not voters or not all(seat.agreed_pace for seat in voters):
        return
    proposal = open_proposal(table, seats)
    if proposal is None:
        return
    tempo = TimeControl.of(proposal)
    close_proposal(table, seats, PaceProposal.State.ACCEPTED)
    _change_pace(table, seats, tempo)
    note(table, Kind.PACE, pace=tempo)
    awaited = [seat for seat in voters if seat.awaited]
    if awaited and tempo.pace != Pace.NONE:
        # Their time starts now, so they need to know when it runs out.
        signals.seats_awaited.send(Table, table=table, seats=awaited)


def close_proposal(table: Table, seats: Sequence[Seat], state: PaceProposal.State = PaceProposal.State.CLOSED) -> None:
    """End the open proposal, if there is one; part of a transaction."""
    if all(seat.agreed_pace is None for seat in seats):
        return
    PaceProposal.objects.filter(table=table).update(state=state)
    Seat.objects.filter(table=table).update(agreed_pace=None)
    for seat in seats:
        seat.agreed_pace = None
    signals.pace_settled.send(Table, table=table, seats=seats)


def withdraw_proposal(table: Table, seats: Sequence[Seat], own: Seat) -> None:
    """End the open proposal of a seat whose player leaves, so that others can propose; part of a transaction."""
    proposal = open_proposal(table, seats)
    if proposal and proposal.seat == own.index:
        close_proposal(table, seats)


def _change_pace(table: Table, seats: Sequence[Seat], tempo: TimeControl) -> None:
    columns = tempo.columns()
    for name, value in columns.items():
        setattr(table, name, value)
    table.save(update_fields=list(columns))
    now = clock.now()
    for seat in seats:
        clocks.restart(table, seat, now)
    Seat.objects.bulk_update(seats, clocks.PARTS)
