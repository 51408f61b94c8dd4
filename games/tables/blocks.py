"""Blocks between users at tables: who is kept apart, and the refusal to join."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.contrib.auth.models import AnonymousUser

from games.accounts.models import User
from games.people.blocks import blocked_ids, is_blocked_among
from games.tables.errors import RefusalReason, TableRefusal
from games.tables.models import Seat, Table


def require_no_block(table: Table, user: User) -> None:
    """Raise TableRefusal if there is a block between a locked user and a player at the table.

    The refusal doesn't tell which of the two has blocked the other, nor who that other player is.
    """
    if is_blocked_by_seats(Seat.objects.filter(table=table), user.pk):
        raise TableRefusal(RefusalReason.KEPT_APART)


def is_blocked_by_seats(seats: Iterable[Seat], user: int) -> bool:
    """Return True if there is a block between a user, by key, and one of the seated players, in either direction."""
    return is_blocked_among(user, (seat.user_id for seat in seats))


def without_blocked(people: Collection[User], user: User | AnonymousUser) -> list[User]:
    """Return those of the people without a block between them and `user`."""
    blocked = blocked_ids(user)
    return [person for person in people if person.pk not in blocked]


def has_partner(seats: Iterable[Seat], user: User | AnonymousUser) -> bool:
    """Return True if another player of a finished game may play with `user` again."""
    others = [seat.user for seat in seats if seat.user and seat.user != user]
    return bool(without_blocked(others, user))
