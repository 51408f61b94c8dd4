"""Absent players: resigning, coming back, votes, nudges, and games that end early."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Case, F, Value, When
from django.urls import reverse

from games import clock
from games.accounts.models import User
from games.locks import writing
from games.tables import signals
from games.tables.blocks import require_no_block
from games.tables.changes import announce, announce_removal, lock_joining_user, touch
from games.tables.clocks.pace_changes import change_pace_if_agreed, close_proposal, withdraw_proposal
from games.tables.clocks.stand_ins import clear_votes, give_back, keep
from games.tables.errors import RefusalReason, TableRefusal
from games.tables.game import UnknownGame, game_of
from games.tables.holders import find_seat, is_solo, seats_present
from games.tables.incidents import Kind, record_incident
from games.tables.log.state import load
from games.tables.models import AwayCause, Ending, Exclusion, Pace, PlayerKind, Seat, Status, Table, Vacant, Vote
from games.tables.models.players import absence_of, has_resigned, is_away, is_free, is_present, was_removed
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


LONG: Final = timedelta(days=1)
"""Time without an answer after which the others may let the stand-in play, at tables without a time limit."""


def resign(*, table: str, user: User) -> Table:
    """Leave a multiplayer game for good; the stand-in plays on.

    Resigning twice has no further effect. If all players have resigned, the game ends as it is. A player who has won
    because the only opponent left ends the game without resigning. Raises Table.DoesNotExist if the user is not
    seated, and TableRefusal if resigning is not possible.
    """
    with writing():
        left, seats, own = _at(table, user)
        if is_solo(seats):
            raise TableRefusal(RefusalReason.ALONE)
        if left.on_device:
            raise TableRefusal(RefusalReason.ON_DEVICE)
        if has_resigned(own.player):
            return left
        if winner_by_resignation(seats) == own:
            _end(left, seats, Ending.RESIGNED)
        else:
            _resign(left, seats, own)
        touch(left)
    announce(left.code, left.version)
    return left


def _resign(table: Table, seats: Sequence[Seat], own: Seat) -> None:
    keep(table, seats, own, clock.now(), AwayCause.RESIGNED)
    record_incident(table, Kind.RESIGNED, person=own.user, seat=own.index)
    if not seats_present(seats):
        close_game(table, seats, Ending.RESIGNED)
    withdraw_proposal(table, seats, own)
    change_pace_if_agreed(table, seats)


def come_back(*, table: str, user: User) -> Table:
    """Take the seat back from the stand-in. Raises Table.DoesNotExist if not seated, and TableRefusal."""
    with writing():
        joined, seats, own = _at(table, user)
        if has_resigned(own.player):
            raise TableRefusal(RefusalReason.REMOVED if was_removed(own.player) else RefusalReason.RESIGNED)
        if not is_away(own.player):
            return joined
        give_back(joined, seats, own, clock.now())
        record_incident(joined, Kind.CAME_BACK, person=user, seat=own.index)
        touch(joined)
    announce(joined.code, joined.version)
    return joined


def vote(*, table: str, user: User, choice: Vote) -> Table:
    """Vote on what to do about late seats and seats played by the stand-in.

    Late seats are those for which a game without a clock has waited long. The choice of more than half of the other
    players is executed. Raises Table.DoesNotExist if the user is not seated, and TableRefusal if the vote is not
    possible.
    """
    with writing():
        voted, seats, own = _at(table, user)
        if has_resigned(own.player):
            raise TableRefusal(RefusalReason.WENT_AWAY)
        if is_away(own.player):
            raise TableRefusal(RefusalReason.AWAY)
        late = overdue_seats(voted, seats)
        if not (late if choice == Vote.STAND_IN else [*late, *stand_in_seats(seats)]):
            raise TableRefusal(RefusalReason.NOBODY_AWAY)
        own.vote = choice
        own.save(update_fields=["vote"])
        if _is_agreed(choice, voters(voted, seats, own)):
            _carry_out(voted, seats, choice)
        touch(voted)
    announce(voted.code, voted.version)
    return voted


def take_seat(*, table: str, user: User, index: int) -> Table:
    """Sit down in a game under way, in a seat that is free to be taken. Who sees the table may.

    Raises Table.DoesNotExist and TableRefusal.
    """
    with writing():
        lock_joining_user(user)
        joined = Table.objects.locked().get(code=table)
        seats = list(Seat.objects.at(joined))
        if find_seat(seats, user.pk):
            return joined
        seat = next((one for one in seats if one.index == index and is_free(one.player)), None)
        if joined.status != Status.PLAYING or seat is None:
            raise TableRefusal(RefusalReason.FULL)
        if Exclusion.objects.filter(table=joined, user=user).exists():
            raise TableRefusal(RefusalReason.SENT_AWAY)
        require_no_block(joined, user)
        former, seat.user = seat.user, user
        assert former is not None, "a free seat has a former player"
        # The new player gets a clock of their own, not the time that the former player had left.
        seat.seen, seat.left, seat.clock_turn = joined.number, None, 0
        # The former player's as-on-paper choice doesn't apply to the new player.
        seat.visible_until, seat.clock_zone, seat.as_on_paper = None, "", False
        seat.save(update_fields=["user", "seen", "visible_until", "as_on_paper"])
        close_proposal(joined, seats)  # to which they have not agreed
        give_back(joined, seats, seat, clock.now())
        record_incident(joined, Kind.TAKEN, person=former, by=user, seat=seat.index)
        signals.seat_taken.send(Table, table=joined, seat=seat, former=former)
        touch(joined)
    announce(joined.code, joined.version)
    announce_removal(joined.code, former.pk)
    return joined


def stand_in_seats(seats: Sequence[Seat]) -> list[Seat]:
    """Return the seats played by the stand-in."""
    return [seat for seat in seats if is_away(seat.player)]


def overdue_seats(table: Table, seats: Sequence[Seat]) -> list[Seat]:
    """Return the seats that an untimed game has long been waiting for."""
    if table.pace != Pace.NONE or table.on_device or is_solo(seats):
        return []
    long_ago = clock.now() - LONG
    return [
        seat for seat in seats_present(seats) if seat.awaited and seat.awaited_since and seat.awaited_since < long_ago
    ]


def may_vote_to_end(table: Table, seats: Sequence[Seat], own: Seat) -> bool:
    """True if this seat has a say about ending the game now."""
    gone = [seat for seat in (*stand_in_seats(seats), *overdue_seats(table, seats)) if seat != own]
    return bool(gone) and is_present(own.player)


def votes_to_end(table: Table, seats: Sequence[Seat], own: Seat) -> int:
    """Return how many of the other voters want to end the game."""
    return sum(seat.vote == Vote.END for seat in voters(table, seats, own) if seat != own)


def voters(table: Table, seats: Sequence[Seat], own: Seat) -> list[Seat]:
    """Return the seats that vote: present players who are not overdue, and always `own`."""
    late = overdue_seats(table, seats)
    return [seat for seat in seats_present(seats) if seat not in late or seat == own]


def _at(code: str, user: User) -> tuple[Table, list[Seat], Seat]:
    """Return a locked running game, its seats, and this person's seat."""
    table = Table.objects.locked().get(code=code)
    seats = list(Seat.objects.at(table))
    own = find_seat(seats, user.pk)
    if own is None:
        raise Table.DoesNotExist
    if table.status != Status.PLAYING:
        raise TableRefusal(RefusalReason.NO_GAME)
    return table, seats, own


def _is_agreed(choice: Vote, who: Sequence[Seat]) -> bool:
    return 2 * sum(seat.vote == choice for seat in who) > len(who)


def _carry_out(table: Table, seats: Sequence[Seat], choice: Vote) -> None:
    match choice:
        case Vote.END:
            _end(table, seats, Ending.AGREED)
        case Vote.INVITE:
            _invite(table, seats)
        case Vote.STAND_IN:
            for seat in overdue_seats(table, seats):
                keep(table, seats, seat, clock.now(), AwayCause.VOTE)
                record_incident(table, Kind.KEPT_LATE, person=seat.user, seat=seat.index)
                signals.seat_kept.send(Table, table=table, seat=seat)
            change_pace_if_agreed(table, seats)
        case Vote.GO_ON:
            pass


def _end(table: Table, seats: Sequence[Seat], ending: Ending) -> None:
    record_incident(table, Kind.ENDED)
    close_game(table, seats, ending)


def _invite(table: Table, seats: Sequence[Seat]) -> None:
    """Open the seats played by the stand-in to everyone who can see the table."""
    for seat in seats:
        absence = absence_of(seat.player)
        if absence and not is_free(seat.player):
            seat.play_by(Vacant(**asdict(absence)))
            seat.save(update_fields=["played_by"])
            record_incident(table, Kind.VACANT, person=seat.user, seat=seat.index)
    clear_votes(seats)


def abandon(*, table: str, user: User) -> Table:
    """Abandon a solo game, or as its host a game on one device, which then has no result.

    Abandoning a game twice has no further effect. Raises Table.DoesNotExist if the user is not seated, and TableRefusal
    for any other game.
    """
    with writing():
        left = Table.objects.locked().get(code=table, seats__user=user)
        if left.ended_early:
            return left
        require_abandonable(left, user)
        record_incident(left, Kind.GIVEN_UP, person=user)
        close_game(left, list(Seat.objects.at(left)), Ending.GIVEN_UP)
        touch(left)
    announce(left.code, left.version)
    return left


def require_abandonable(table: Table, user: User) -> None:
    """Raise TableRefusal unless a game is in progress that a seated user may abandon."""
    if table.status != Status.PLAYING:
        raise TableRefusal(RefusalReason.NO_GAME)
    if not _may_abandon(table, list(Seat.objects.filter(table=table)), user.pk):
        raise TableRefusal(RefusalReason.NOT_ALONE)


def _may_abandon(table: Table, seats: Sequence[Seat], user_id: int | None) -> bool:
    return table.host_id == user_id if table.on_device else is_solo(seats)


def abandon_url(table: Table, seats: Sequence[Seat], own: Seat | None) -> str:
    """Return the URL for abandoning a game, or "" if the visitor with this seat may not."""
    if own is None or table.status != Status.PLAYING or not _may_abandon(table, seats, own.user_id):
        return ""
    return reverse("tables:abandon", args=[table.code])


PATIENCE: Final = timedelta(hours=1)
"""Time that all players have before they may be nudged."""
BETWEEN: Final = timedelta(days=1)
"""Minimum time between two nudges at a table, by any player."""


def late_seats(table: Table, seats: Sequence[Seat], own: Seat) -> list[Seat]:
    """Return the seats that this seat may nudge: those that have kept a game without a clock waiting, while its own
    player waits.
    """
    if table.status != Status.PLAYING or table.pace != Pace.NONE or table.on_device:
        return []
    if own.awaited or not is_present(own.player):
        return []
    since = clock.now() - PATIENCE
    playing = (seat for seat in seats_present(seats) if seat != own)
    return [seat for seat in playing if seat.awaited and seat.awaited_since and seat.awaited_since <= since]


def next_nudge_at(table: Table) -> datetime | None:
    """Return when a table can be nudged again, None if it can be now."""
    now = clock.now()
    if table.nudged_at is None or table.nudged_at > now + clock.CLOSE:  # stored while a clock was wrong
        return None
    again = table.nudged_at + BETWEEN
    return again if again > now else None
