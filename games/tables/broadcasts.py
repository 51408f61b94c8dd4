"""Telling open pages that something changed: a number, never a fact."""

from django.db import transaction

from games.accounts.sockets import send


def table_group(code: str) -> str:
    """The channel layer's group of all sockets at a table."""
    return f"table.{code}"


def user_group(user_id: int) -> str:
    """Return the group of all sockets of a user, to which accounts sends `session.ended`."""
    return f"user.{user_id}"


def announce(code: str, version: int) -> None:
    """Tell a table's sockets its version once the present transaction, if any, is committed."""
    transaction.on_commit(lambda: send(table_group(code), {"type": "table.changed", "number": version}))


def announce_removal(code: str, user_id: int) -> None:
    """Have one person's sockets at a table look again at what they may see, after the commit."""
    transaction.on_commit(lambda: send(table_group(code), {"type": "table.removed", "user": user_id}))
