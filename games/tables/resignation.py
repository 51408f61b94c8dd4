"""Giving a game up that is played alone; where others play, they would lose it too."""

from __future__ import annotations

from django.urls import reverse

from games.accounts.models import User
from games.locks import writing
from games.tables.broadcasts import announce, touch
from games.tables.ending import end
from games.tables.errors import Reason, TableRefusal
from games.tables.incidents import Kind, note
from games.tables.models import Ending, Seat, Status, Table


def give_up(*, table: str, user: User) -> Table:
    """Abandon a solo game, which then has no result.

    Abandoning a game twice has no further effect. Raises Table.DoesNotExist if the user is not seated, and Refusal if
    the game is not a solo game.
    """
    with writing():
        left = Table.objects.locked().get(code=table, seats__user=user)
        if left.ended_early:
            return left
        require_alone(left)
        note(left, Kind.GIVEN_UP, person=user)
        end(left, list(Seat.objects.at(left)), Ending.GIVEN_UP)
        touch(left)
    announce(left.code, left.version)
    return left


def require_alone(table: Table) -> None:
    """Raise TableRefusal unless a game is played here by one."""
    if table.status != Status.PLAYING:
        raise TableRefusal(Reason.NO_GAME)
    if not table.is_fork and Seat.objects.filter(table=table).count() > 1:
        raise TableRefusal(Reason.NOT_ALONE)


def give_up_url(table: Table, seats: int, *, seated: bool) -> str:
    """Return the URL for ending a solo game or fork, or "" if the visitor may not.

    `seats` is the number of seats at the table.
    """
    if not seated or (seats > 1 and not table.is_fork) or table.status != Status.PLAYING:
        return ""
    return reverse("tables:give_up", args=[table.code])
