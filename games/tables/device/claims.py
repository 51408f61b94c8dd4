"""Seats of a game on one device that their players take into the history of their account.

They do so by a link that the host sees once the game is over, or because the host has named their account before.
"""

from __future__ import annotations

import logging
from typing import Final

from django.core import signing
from django.db.models import Q

from games import clock
from games.accounts.models import AccountDeleted, User
from games.locks import writing
from games.tables import signals
from games.tables.blocks import is_blocked_by_seats, require_no_block
from games.tables.changes import announce, lock_joining_user, touch
from games.tables.errors import InviteRefusal, RefusalReason, TableRefusal
from games.tables.lobby.acquaintances import not_invitable
from games.tables.lobby.device_players import delete_device_players
from games.tables.models import Seat, SeatClaim, Status, Table

_SALT: Final = "games.tables.device.claims"


def claim_token(seat: Seat) -> str:
    """Return the token by which an account takes over a seat; it is used up with the seat's player."""
    return signing.dumps([seat.pk, seat.user_id], salt=_SALT)


def find_claimed_seat(code: str, token: str) -> Seat | None:
    """Return the seat of a game that is over which the token is for, or None if it is invalid or used up."""
    try:
        pk, user = signing.loads(token, salt=_SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    seats = Seat.objects.select_related("table", "user")
    seat = seats.filter(pk=pk, user=user, user__on_device=True, table__code=code, table__on_device=True).first()
    return seat if seat and seat.table.is_over else None


def claim(*, table: str, token: str, user: User) -> Table:
    """Put a seat of a game that is over into the history of an account. It counts for nobody, as before.

    Raises Table.DoesNotExist for a token that is invalid or used up, and TableRefusal.
    """
    with writing():
        lock_joining_user(user)
        claimed = Table.objects.locked().get(code=table)
        seat = find_claimed_seat(table, token)
        if seat is None or seat.user is None:
            raise Table.DoesNotExist
        _take_over(claimed, seat, user)
    announce(claimed.code, claimed.version)
    return claimed


def _take_over(table: Table, seat: Seat, user: User) -> None:
    """Give the seat of a locked table to a locked account; part of a transaction. Raises TableRefusal."""
    _require_may_sit(table, user)
    former, seat.user = seat.user, user
    seat.save(update_fields=["user"])
    SeatClaim.objects.filter(Q(seat=seat) | Q(seat__table=table, user=user)).delete()
    signals.seats_taken_over.send(Table, table=table, old=former, new=user)
    if former:
        delete_device_players([former.pk])
    touch(table)


def _require_may_sit(table: Table, user: User) -> None:
    """Raise TableRefusal if a locked user plays another seat, or is kept apart from a player."""
    if Seat.objects.filter(table=table, user=user).exists():
        raise TableRefusal(RefusalReason.SITS_HERE)
    require_no_block(table, user)


def ask_account(*, table: str, host: User, seat: int, username: str) -> None:
    """Ask an account whether it plays a seat of a game on the host's device; asking again has no further effect.

    Raises Table.DoesNotExist unless called by the host, and TableRefusal if the account can't be asked.
    """
    with writing():
        person = User.objects.active().filter(guest=False).named(username).locked().first()
        asking = Table.objects.locked().get(code=table, host=host, on_device=True)
        # The response is the same for an unknown username and for an inactive account.
        if person is None:
            raise InviteRefusal(RefusalReason.NOBODY)
        seats = list(Seat.objects.at(asking))
        if any(one.user_id == person.pk for one in seats):
            raise InviteRefusal(RefusalReason.SITS_HERE)
        if is_blocked_by_seats(seats, person.pk) or not_invitable([person], host):
            raise InviteRefusal(RefusalReason.NOT_INVITABLE)
        if SeatClaim.objects.filter(Q(seat=seats[seat]) | Q(seat__table=asking, user=person)).exists():
            return
        SeatClaim.objects.create(seat=seats[seat], user=person)
        signals.seat_named.send(Table, table=asking, by=host, person=person)


def find_claim(code: str, user: User) -> SeatClaim | None:
    """Return the question to this account about a seat at a table, with both, or None."""
    claims = SeatClaim.objects.select_related("seat__table__host", "seat__user")
    return claims.filter(seat__table__code=code, user=user).first()


def answer_claim(*, table: str, user: User, confirms: bool) -> Table:
    """Confirm or deny that an account plays a seat; a game that is over is in its history at once.

    Raises Table.DoesNotExist if nobody asks the account, and TableRefusal.
    """
    with writing():
        lock_joining_user(user)
        answered = Table.objects.locked().get(code=table)
        found = find_claim(table, user)
        if found is None:
            raise Table.DoesNotExist
        if not confirms:
            found.delete()
        elif answered.is_over:
            _take_over(answered, found.seat, user)
        else:
            _require_may_sit(answered, user)
            found.confirmed_at = found.confirmed_at or clock.now()
            found.save(update_fields=["confirmed_at"])
    announce(answered.code, answered.version)
    return answered


_MOST: Final = 50
"""Number of seats that one sweep gives to accounts."""
_log: Final = logging.getLogger(__name__)


def settle_confirmed_claims() -> int:
    """Give the seats of games that are over to the accounts that have confirmed, and return how many claims were due.

    One statement if there are none. Before the end, the account can't have the seat, as the person at the device would
    act as that account.
    """
    # A table that was closed before its start has no game to give: its claims would be due for ever.
    over = Q(seat__table__status=Status.FINISHED)
    over |= Q(seat__table__status=Status.CLOSED, seat__table__started_at__isnull=False)
    due = SeatClaim.objects.filter(over, confirmed_at__isnull=False).select_related("seat__table", "user")
    claims = list(due.order_by("confirmed_at")[:_MOST])
    for found in claims:
        try:
            answer_claim(table=found.seat.table.code, user=found.user, confirms=True)
        except (Table.DoesNotExist, AccountDeleted):  # denied or deleted this moment
            continue
        except TableRefusal as refusal:
            _log.info("a confirmed claim of a seat at table %s is void: %s", found.seat.table_id, refusal.reason)
            SeatClaim.objects.filter(pk=found.pk).delete()
    return len(claims)
