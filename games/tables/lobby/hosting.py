"""Actions before the start: the host invites users and seats bots, and sweeps unlist tables and fill them with bots."""

from __future__ import annotations

import logging
from typing import Final

from django.db import transaction

from engine.contract import Level
from games import clock
from games.accounts.models import User
from games.locks import writing
from games.people.models import Follow
from games.tables import signals
from games.tables.blocks import is_blocked_by_seats
from games.tables.bots import DEFAULT_LEVEL, read_level
from games.tables.changes import announce, announce_removal, touch
from games.tables.clocks.clocks import PUT_OFF
from games.tables.errors import InviteRefusal, RefusalReason, TableRefusal
from games.tables.game import UnknownGame, game_of
from games.tables.lobby.game_start import start_now
from games.tables.lobby.listing import restart_listing
from games.tables.lobby.seating import remove_seat, schedule_bots, seat_bots
from games.tables.lobby.services import (
    cancel_bots_if_full,
    change_as_host,
    require_gathering,
    require_room,
)
from games.tables.log.stand_in_answers import answer_for_bots
from games.tables.models import MOST_HANDICAP, MOST_INVITED, Exclusion, Invited, Seat, Table

_log: Final = logging.getLogger(__name__)
MOST: Final = 20
"""Number of tables that one sweep removes from the list, or fills with bots."""
FILL_TIMES: Final = (2 * 60, 10 * 60, 60 * 60)
"""Seconds after which a host may let bots take the free seats."""


def unlist_expired_tables() -> int:
    """Take open tables off the list whose time there is over, those first that are so longest; return how many."""
    due = Table.objects.filter(listed_until__lte=clock.now()).order_by("listed_until")
    return sum(_unlist(code) for code in list(due.values_list("code", flat=True)[:MOST]))


def _unlist(code: str) -> bool:
    """Remove one table from the list of open tables, if its listing is still expired.

    It is no longer expired if a player has joined or started it in the meantime.
    """
    with writing():
        table = Table.objects.locked().filter(code=code, listed_until__lte=clock.now()).first()
        if table is None:
            return False
        table.listed_until = None
        touch(table)
        signals.table_unlisted.send(Table, table=table)
    announce(table.code, table.version)
    return True


def fill_due_tables() -> int:
    """Let bots take the free seats of tables whose time for that has come, and start the games; return how many."""
    due = Table.objects.filter(fill_at__lte=clock.now()).order_by("fill_at")
    return sum(_fill_or_put_off(code) for code in list(due.values_list("code", flat=True)[:MOST]))


def _fill_or_put_off(code: str) -> bool:
    """Start one game with bots. A table whose start fails comes later, so that it doesn't keep others waiting."""
    try:
        return _fill(code)
    except Exception:
        _log.exception("bots failed to join table %s", code)
        Table.objects.filter(code=code).update(fill_at=clock.now() + PUT_OFF)
        return False


def _fill(code: str) -> bool:
    """Start one game with bots, as if its host did, if it still waits for them. Where it can't start, no bots come."""
    with writing():
        table = Table.objects.locked().filter(code=code, fill_at__lte=clock.now()).first()
        if table is None:
            return False
        level = read_level(table.bot_level)
        try:
            with transaction.atomic():
                _start_with_bots(table, level)
        except (TableRefusal, UnknownGame):
            table = Table.objects.get(pk=table.pk)
            schedule_bots(table, 0, None)
            touch(table)
    announce(table.code, table.version)
    answer_for_bots(table)
    return True


def _start_with_bots(table: Table, level: Level | None) -> None:
    require_room(table)
    table.practice, table.bot_level = True, level or DEFAULT_LEVEL
    start_now(table, game_of(table))


def schedule_fill(*, table: str, host: User, after: int, level: Level) -> Table:
    """Let bots of that level take the seats that are free `after` so many seconds from now, or not if they are 0.

    Raises Table.DoesNotExist unless called by the host, and TableRefusal.
    """
    with change_as_host(table, host) as changed:
        if after:
            require_room(changed)
            if changed.practice or changed.capacity not in game_of(changed).seats:
                raise TableRefusal(RefusalReason.NO_SUCH_CHOICE)
        schedule_bots(changed, after, level)
    return changed


def list_again(*, table: str, host: User) -> Table:
    """Put an open table on the list again. Raises Table.DoesNotExist for who is not the host, and TableRefusal."""
    with change_as_host(table, host) as listed:
        restart_listing(listed)
    return listed


def seat_bot(*, table: str, host: User, level: Level) -> Table:
    """Give a bot of that level the next free seat.

    The game doesn't start by that, even if all seats are taken now, so that the host can remove the bot again. Raises
    Table.DoesNotExist unless called by the host, and TableRefusal.
    """
    with change_as_host(table, host) as changed:
        require_room(changed)
        seat_bots(changed, 1, level)
        cancel_bots_if_full(changed)
    return changed


def remove_bot(*, table: str, host: User, number: int) -> Table:
    """Free the seat of the bot with that number.

    Raises Table.DoesNotExist unless called by the host, and TableRefusal.
    """
    with change_as_host(table, host) as changed:
        seat = Seat.objects.filter(table=changed, bot_number=number).first()
        if seat is None:
            raise TableRefusal(RefusalReason.BOT_NOT_THERE)
        remove_seat(seat)
    return changed


def set_handicap(*, table: str, host: User, seat: int, handicap: int) -> Table:
    """Set what is added to the final score of a seat, given by the id of its row.

    Raises Table.DoesNotExist unless called by the host, and TableRefusal.
    """
    with change_as_host(table, host) as changed:
        if handicap not in range(MOST_HANDICAP + 1):
            raise TableRefusal(RefusalReason.HANDICAP)
        if not Seat.objects.filter(table=changed, pk=seat).update(handicap=handicap):
            raise TableRefusal(RefusalReason.NOT_THERE)
    return changed


def invite(*, table: str, by: User, username: str) -> Table:
    """Invite a user to see a table and join it, and notify them.

    Inviting a user twice has no further effect. Raises Table.DoesNotExist if the inviting user does not sit there,
    and TableRefusal if the invitation is not possible.
    """
    with writing():
        # Lock the user, because they may be deleting their account in another tab.
        person = User.objects.active().named(username).locked().first()
        inviting = Table.objects.locked_with(table, by)
        require_gathering(inviting)
        # The response is the same for an unknown username and for an inactive account.
        if person is None:
            raise InviteRefusal(RefusalReason.NOBODY)
        if Invited.objects.filter(table=inviting, user=person).exists():
            return inviting
        _refuse(inviting, by, person)
        Invited.objects.create(table=inviting, user=person, by=by, at=clock.now())
        touch(inviting)
        signals.person_invited.send(Table, table=inviting, by=by, person=person)
    announce(inviting.code, inviting.version)
    return inviting


def decline(*, table: str, user: User) -> Table:
    """Withdraw a person's invitation. Raises Table.DoesNotExist if they aren't invited."""
    with writing():
        declined = Table.objects.locked().get(code=table)
        deleted, _rows = Invited.objects.filter(table=declined, user=user).delete()
        if not deleted:
            raise Table.DoesNotExist
        touch(declined)
    announce(declined.code, declined.version)
    announce_removal(declined.code, user.pk)
    return declined


def _refuse(table: Table, by: User, person: User) -> None:
    """Raise InviteRefusal if the person can't be invited."""
    if person.pk == by.pk:
        raise InviteRefusal(RefusalReason.ONESELF)
    if Seat.objects.filter(table=table, user=person).exists():
        raise InviteRefusal(RefusalReason.SITS_HERE)
    if Exclusion.objects.filter(table=table, user=person).exists():
        raise InviteRefusal(RefusalReason.WAS_SENT_AWAY)
    if is_blocked_by_seats(Seat.objects.filter(table=table), person.pk) or not _accepts_invitations(person, by):
        raise InviteRefusal(RefusalReason.NOT_INVITABLE)
    if Invited.objects.filter(table=table).count() >= MOST_INVITED:
        raise InviteRefusal(RefusalReason.TOO_MANY_INVITED)


def _accepts_invitations(person: User, by: User) -> bool:
    """Return True unless the person only accepts invitations from users that they follow, and `by` isn't one."""
    return not person.invited_by_followed or Follow.objects.filter(follower=person, followed=by).exists()
