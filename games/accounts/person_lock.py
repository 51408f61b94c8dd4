"""The lock under which everything that belongs to a person is written."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from games.accounts.models import User
from games.locks import writing


@contextmanager
def lock_person(user: User) -> Iterator[User]:
    """Open a write transaction, lock a person's row and yield the person as stored now.

    Use it for every write to a person: their row, and all rows that refer to them (sessions, devices, settings, sets,
    drafts, notes, collections, webhooks, seats). Change and save the yielded person, never the one that a request has
    read, which may be older than a deletion: that one has the new values afterwards. Lock people before tables and all
    else (`games/locks.py`).

        with lock_person(user) as person:
            person.theme = theme
            person.save(update_fields=["theme"])

    Raises AccountDeleted where the account is gone. A view lets it pass: the middleware `deleted_accounts` signs the
    browser out and says so.
    """
    with lock_people(user) as people:
        yield people[user.pk]


@contextmanager
def lock_people(*users: User) -> Iterator[dict[int, User]]:
    """Do the same for several people, and yield them by their keys. They are locked in the order of their keys.

    Raises AccountDeleted for the first that is gone.
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
