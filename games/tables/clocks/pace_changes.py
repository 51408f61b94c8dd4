"""A new time control for a game in progress: one player proposes it, and all others have to agree."""

from __future__ import annotations

from collections.abc import Sequence

from games import clock
from games.accounts.models import User
from games.locks import writing
from games.tables import signals
from games.tables.changes import announce, lock_joining_user, touch
from games.tables.clocks import clocks
from games.tables.errors import RefusalReason, TableRefusal
from games.tables.holders import find_seat, is_solo, seats_present
from games.tables.incidents import Kind, record_incident
from games.tables.models import Pace, PaceProposal, Seat, Status, Table
from games.tables.models.players import has_resigned, is_away
from games.tables.time_control import TimeControl


def open_proposal(table: Table, seats: Sequence[Seat]) -> PaceProposal | None:
    """Return the open proposal at a table with these seats, or None.

    Runs no query if no seat has agreed to a proposal: the proposer agrees to every open one.
    """
    if all(seat.agreed_pace is None for seat in seats):
        return None
    return PaceProposal.objects.filter(table=table, state=PaceProposal.State.OPEN).first()


def change_pace_if_agreed(table: Table, seats: Sequence[Seat]) -> None:
    """Change the pace of a locked table if everybody who has to has agreed; part of a transaction.

    To be called whenever a seat agrees, or no longer has to.
    """
    voters = seats_present(seats)
    if not voters or not all(seat.agreed_pace for seat in voters):
        return
    proposal = open_proposal(table, seats)
    if proposal is None:
        return
    tempo = TimeControl.of(proposal)
    close_proposal(table, seats, PaceProposal.State.ACCEPTED)
    _change_pace(table, seats, tempo)
    record_incident(table, Kind.PACE, pace=tempo)
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
        clocks.restart_clock(table, seat, now)
    Seat.objects.bulk_update(seats, clocks.PARTS)


def propose_pace(*, table: str, user: User, tempo: TimeControl) -> Table:
    """Propose another pace, to which its proposer agrees. The same proposal sent twice is made once.

    Raises Table.DoesNotExist for anybody without a seat, and TableRefusal.
    """
    with writing():
        lock_joining_user(user)
        changed = Table.objects.locked().get(code=table)
        seats, own = _seats_and_own(changed, user)
        require_change(changed, seats, own)
        proposal = open_proposal(changed, seats)
        if proposal and proposal.seat == own.index and TimeControl.of(proposal) == tempo:
            return changed
        if proposal:
            raise TableRefusal(RefusalReason.PACE_PROPOSED)
        if TimeControl.of(changed) == tempo:
            raise TableRefusal(RefusalReason.SAME_PACE)
        _store_proposal(changed, own, tempo)
        others = [seat for seat in seats_present(seats) if seat != own]
        signals.pace_proposed.send(Table, table=changed, by=user, seats=others)
        change_pace_if_agreed(changed, seats)
        touch(changed)
    announce(changed.code, changed.version)
    return changed


def answer_proposal(*, table: str, user: User, proposal: int, agrees: bool) -> Table:
    """Agree to a proposal (its number) or decline it, which ends it; its proposer withdraws it so.

    An answer sent twice counts once. Raises Table.DoesNotExist for anybody without a seat, and TableRefusal, as for a
    proposal that is no longer open.
    """
    with writing():
        lock_joining_user(user)
        changed = Table.objects.locked().get(code=table)
        seats, own = _seats_and_own(changed, user)
        latest = PaceProposal.objects.filter(table=changed, number=proposal).first()
        if latest and _was_decided_so(latest, agrees=agrees):
            return changed
        require_change(changed, seats, own)
        if latest is None or latest.state != PaceProposal.State.OPEN:
            raise TableRefusal(RefusalReason.PROPOSAL_CLOSED)
        if agrees and own.agreed_pace == latest.number:
            return changed
        if agrees:
            own.agreed_pace = latest.number
            own.save(update_fields=["agreed_pace"])
            signals.pace_settled.send(Table, table=changed, seats=[own])
            change_pace_if_agreed(changed, seats)
        else:
            _decline(changed, seats, own, latest)
        touch(changed)
    announce(changed.code, changed.version)
    return changed


def may_change_pace(table: Table, seats: Sequence[Seat], own: Seat | None) -> bool:
    """Return whether the player of a seat may propose a pace or answer a proposal."""
    return own is not None and _refusal(table, seats, own) is None


def require_change(table: Table, seats: Sequence[Seat], own: Seat) -> None:
    """Raise TableRefusal unless the player of a seat may propose a pace or answer a proposal."""
    if reason := _refusal(table, seats, own):
        raise TableRefusal(reason)


def _refusal(table: Table, seats: Sequence[Seat], own: Seat) -> RefusalReason | None:
    if table.status != Status.PLAYING:
        return RefusalReason.NOT_RUNNING
    if is_solo(seats):
        return RefusalReason.NO_PACE_ALONE
    if table.on_device:
        return RefusalReason.ON_DEVICE
    if has_resigned(own.player):
        return RefusalReason.WENT_AWAY
    return RefusalReason.AWAY if is_away(own.player) else None


def _seats_and_own(table: Table, user: User) -> tuple[list[Seat], Seat]:
    """Return the seats of a locked table and the one of this person. Raises Table.DoesNotExist."""
    seats = list(Seat.objects.at(table))
    own = find_seat(seats, user.pk)
    if own is None:
        raise Table.DoesNotExist
    return seats, own


def _was_decided_so(proposal: PaceProposal, *, agrees: bool) -> bool:
    """Return whether a proposal came to what an answer wants already."""
    decided = PaceProposal.State.ACCEPTED if agrees else PaceProposal.State.CLOSED
    return proposal.state == decided


def _store_proposal(table: Table, own: Seat, tempo: TimeControl) -> None:
    last = PaceProposal.objects.filter(table=table).values_list("number", flat=True).first() or 0
    values = {**tempo.columns(), "seat": own.index, "state": PaceProposal.State.OPEN, "at": clock.now()}
    PaceProposal.objects.update_or_create(table=table, defaults={**values, "number": last + 1})
    own.agreed_pace = last + 1
    own.save(update_fields=["agreed_pace"])


def _decline(table: Table, seats: Sequence[Seat], own: Seat, proposal: PaceProposal) -> None:
    close_proposal(table, seats)
    if own.index != proposal.seat:
        record_incident(table, Kind.NO_PACE, person=own.user, seat=own.index)
