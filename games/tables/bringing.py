"""A guest's games, when the guest has an account after all."""

from __future__ import annotations

from django.db.models import Exists, OuterRef

from games.accounts.models import User
from games.locks import writing
from games.tables.announce import announce
from games.tables.models import Exclusion, Seat, Status, Table, TableQuerySet
from games.tables.services import hand_over, touch


def movable(guest: User, account: User) -> TableQuerySet:
    """The guest's tables at which the account may take over: it does not sit there and was not sent away."""
    return Table.objects.of(guest).without(account).exclude(status=Status.CLOSED)


def bring(*, guest: User, account: User) -> int:
    """Give the guest's seats to the account wherever that may be, and return at how many tables."""
    codes = list(movable(guest, account).values_list("code", flat=True))
    return sum(_take_over(code, guest, account) for code in codes)


def _take_over(code: str, guest: User, account: User) -> bool:
    at_table = {"table": OuterRef("pk"), "user": account}
    with writing():
        free = Table.objects.locked().filter(code=code, seats__user=guest)
        # Asked again under the lock, as the account may have sat down in another tab meanwhile.
        free = free.exclude(Exists(Seat.objects.filter(**at_table))).exclude(
            Exists(Exclusion.objects.filter(**at_table))
        )
        table = free.first()
        if table is None:
            return False
        Seat.objects.filter(table=table, user=guest).update(user=account)
        if table.host_id == guest.pk:
            hand_over(table, account)
        touch(table)
    announce(table.code, table.version)
    return True
