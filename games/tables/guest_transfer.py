"""A guest's games, when the guest has an account after all."""

from __future__ import annotations

from games.accounts.models import User
from games.accounts.person_lock import lock_people
from games.tables import saved_settings, signals
from games.tables.broadcasts import announce, touch
from games.tables.models import Invited, Seat, Status, Table, TableQuerySet
from games.tables.services import hand_over


def movable(guest: User, account: User) -> TableQuerySet:
    """The guest's tables at which the account may take over: it does not sit there and was not sent away."""
    return Table.objects.of(guest).without(account).exclude(status=Status.CLOSED, started_at=None)


def bring(*, guest: User, account: User) -> int:
    """Move all possible seats of a guest to the account, and return the number of tables.

    The guest's saved settings, invitations by name and uploads move as well. Raises AccountDeleted if one of the two
    accounts is deleted.
    """
    with lock_people(guest, account):
        saved_settings.bring(guest=guest, account=account)
        Invited.objects.filter(user=guest).exclude(table__invited__user=account).update(user=account)
        Table.objects.brought().filter(host=guest).update(host=account)
    codes = list(movable(guest, account).values_list("code", flat=True))
    return sum(_take_over(code, guest, account) for code in codes)


def _take_over(code: str, guest: User, account: User) -> bool:
    with lock_people(guest, account):
        # Lock first and check again, because the account may have joined in another tab in the meantime.
        locked = Table.objects.locked().filter(code=code).first()
        table = locked and movable(guest, account).filter(pk=locked.pk).first()
        if table is None:
            return False
        Seat.objects.filter(table=table, user=guest).update(user=account)
        signals.seats_taken_over.send(Table, table=table, old=guest, new=account)
        if table.host_id == guest.pk:
            hand_over(table, account)
        touch(table)
    announce(table.code, table.version)
    return True
