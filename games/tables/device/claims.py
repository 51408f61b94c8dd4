"""Seats of a game on one device that their players take into the history of their account."""

from __future__ import annotations

from typing import Final

from django.core import signing

from games.accounts.models import User
from games.locks import writing
from games.tables import signals
from games.tables.blocks import require_no_block
from games.tables.changes import announce, lock_joining_user, touch
from games.tables.errors import RefusalReason, TableRefusal
from games.tables.lobby.device_players import delete_device_players
from games.tables.models import Seat, Table

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
        if Seat.objects.filter(table=claimed, user=user).exists():
            raise TableRefusal(RefusalReason.SITS_HERE)
        require_no_block(claimed, user)
        former, seat.user = seat.user, user
        seat.save(update_fields=["user"])
        signals.seats_taken_over.send(Table, table=claimed, old=former, new=user)
        delete_device_players([former.pk])
        touch(claimed)
    announce(claimed.code, claimed.version)
    return claimed
