"""Open tables that gather nobody: they are taken off the list, and put on it again where their host wants that."""

from __future__ import annotations

from typing import Final

from games import clock
from games.accounts.models import User
from games.locks import writing
from games.tables import signals
from games.tables.broadcasts import announce, touch
from games.tables.listing import list_anew
from games.tables.models import Table
from games.tables.services import hosting

MOST: Final = 20
"""Number of tables that one sweep removes from the list."""


def sweep() -> int:
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


def list_again(*, table: str, host: User) -> Table:
    """Put an open table on the list again. Raises Table.DoesNotExist for who is not the host, and Refusal."""
    with hosting(table, host) as listed:
        list_anew(listed)
    return listed
