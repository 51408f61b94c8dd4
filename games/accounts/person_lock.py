"""The lock under which everything that belongs to a person is written."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from games.accounts.models import User
from games.locks import writing


@contextmanager
def lock_person(user: User) -> Iterator[User]:
    """Open a write transaction, lock a user's row and yield the user as now stored.

    Use it for every write to a user: their row, and all rows that refer to them (sessions, devices, settings, sets,
    drafts, notes, collections, webhooks, seats). Change and save the yielded user, never the one that a request has
    loaded, which may be older than a deletion. The passed object gets the new values afterwards. Lock users before
    tables and everything else (`games/locks.py`).

        with lock_person(user) as person:
            person.theme = theme
            person.save(update_fields=["theme"])

    Raises AccountDeleted if the account is deleted. Views let it propagate: the middleware `deleted_accounts` signs
    the browser out and says so.
    """
    with lock_people(user) as people:
        yield people[user.pk]


@contextmanager
def lock_people(*users: User) -> Iterator[dict[int, User]]:
    """Lock several users in primary key order, as `lock_person` does, and yield them by key.

    Raises AccountDeleted for the first deleted account.
    """
    with writing():
        people = User.objects.lock(*users)
        try:
            yield people
        finally:
            for person in people.values():
                person.is_locked = False
    for user in users:
        _copy(people[user.pk], user)


def _copy(stored: User, user: User) -> None:
    for field in User._meta.concrete_fields:
        setattr(user, field.attname, getattr(stored, field.attname))
