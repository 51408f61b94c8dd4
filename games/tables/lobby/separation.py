"""Separation of two users after a block: at tables that wait for players, and in their invitations."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django.db.models import Q

from games.accounts.models import User
from games.people.signals import person_blocked
from games.tables.changes import announce, announce_removal, touch
from games.tables.errors import TableRefusal
from games.tables.lobby.services import kick, leave
from games.tables.models import Invited, Seat, Status, Table, TableQuerySet


def connect() -> None:
    """Connect the receiver, once."""
    person_blocked.connect(_on_blocked, dispatch_uid="tables")


def _on_blocked(*, blocker: User, blocked: User, **_: Any) -> None:
    """Separate two users, whose rows are locked. Games in progress are left alone."""
    together = _gathering_with(blocker).filter(pk__in=_gathering_with(blocked)).values_list("pk", flat=True)
    invitations = _invitations(blocker, blocked) + _invitations(blocked, blocker)
    keys = {*together, *(invited.table_id for invited in invitations)}
    # All at once, because several tables are locked by primary key.
    tables = list(Table.objects.locked().filter(pk__in=keys).order_by("pk"))
    for invited in invitations:
        _withdraw(invited)
    for table in tables:
        _part(table, blocker, blocked)


def _gathering_with(user: User) -> TableQuerySet:
    return Table.objects.filter(seats__user=user, status=Status.GATHERING)


def _invitations(person: User, other: User) -> list[Invited]:
    """Return a user's invitations to tables where the other one invited them or sits."""
    waiting = Invited.objects.filter(user=person, table__status=Status.GATHERING)
    return list(waiting.filter(Q(by=other) | Q(table__in=_gathering_with(other).values("pk"))))


def _withdraw(invited: Invited) -> None:
    table = Table.objects.get(pk=invited.table_id)
    invited.delete()
    touch(table)
    announce(table.code, table.version)
    announce_removal(table.code, invited.user_id)


def _part(table: Table, blocker: User, blocked: User) -> None:
    """Let the blocker leave a table where both wait, or remove the other one if the blocker is the host."""
    # At a table of one of them, or a game that has started at this moment, there is nothing to do.
    if Seat.objects.filter(table=table, user__in=(blocker, blocked)).count() < 2:
        return
    with suppress(TableRefusal, Table.DoesNotExist):
        if table.host_id == blocker.pk:
            kick(table=table.code, host=blocker, user_id=blocked.pk)
        else:
            leave(table=table.code, user=blocker)
