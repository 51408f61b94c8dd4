"""Changes at a table: the lock of a user who takes part, the new version, and its announcement to open pages."""

import json
import logging
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any, Final

from django.db import transaction

from games import clock
from games.accounts.models import User
from games.accounts.sockets import send
from games.tables.errors import RefusalReason, TableRefusal
from games.tables.game import Seated, game_of
from games.tables.models import Table

_log: Final = logging.getLogger(__name__)
MOST_NEWS: Final = 3_900
"""Length up to which news are sent. The server closes a socket rather than send a message of more than 4,096 bytes."""


def table_group(code: str) -> str:
    """Return the channel layer group for all sockets at a table."""
    return f"table.{code}"


def user_group(user_id: int) -> str:
    """Return the group of all sockets of a user, to which accounts sends `session.ended`."""
    return f"user.{user_id}"


@dataclass(frozen=True, slots=True)
class PublicNews:
    """News of what an answer of a `seat` has changed for everybody else, as fragments of HTML by language.

    They are rendered as a spectator sees the table, so they may be sent to anybody who sees it.
    """

    seat: int
    html: Mapping[str, str]


def public_news(seated: Seated | None, before: Any) -> PublicNews | None:
    """Return what a command has changed for everybody else, or None if their pages have to ask.

    `seated` is the table as its seat sees it after the command, `before` the state before it; None for either if the
    command changed nothing, or more than the game.
    """
    if seated is None or seated.seat is None or before is None or seated.is_solo:
        return None
    try:
        html = game_of(seated.table).public_news(before, replace(seated, seat=None), seated.seat)
    except Exception:  # the command is stored, and pages that are sent no news ask
        _log.exception("failed to render the public news of table %s", seated.table.code)
        return None
    return PublicNews(seated.seat, html) if html and len(json.dumps(html)) <= MOST_NEWS else None


def announce(code: str, version: int, news: PublicNews | None = None) -> None:
    """Send the table's version to its sockets after commit, with the `news` if nothing else has changed since the
    version before.
    """
    message = {"type": "table.changed", "number": version} | ({"news": asdict(news)} if news else {})
    transaction.on_commit(lambda: send(table_group(code), message))


def announce_talk(table: Table, *, seated: bool, number: int) -> None:
    """Send the number of the last change in a chat after commit, to the sockets of those who may read it.

    `seated` is True for the chat of the players. Once the game is over, everybody may read both.
    """
    message = {"type": "table.talk", "seated": seated, "number": number, "everyone": table.is_over}
    transaction.on_commit(lambda: send(table_group(table.code), message))


def announce_start(code: str, users: Iterable[int]) -> None:
    """Tell the players, by key, on the pages of their other tables after commit that this game has started."""
    message = {"type": "table.started", "code": code}
    for user in users:
        transaction.on_commit(partial(send, user_group(user), message))


def announce_removal(code: str, user_id: int) -> None:
    """Make the sockets at a table recheck their access after commit: those of one person, and all without a seat, as
    the same person may listen signed out.
    """
    transaction.on_commit(lambda: send(table_group(code), {"type": "table.removed", "user": user_id}))


def touch(table: Table) -> None:
    """Store a change of the lobby under a new version."""
    table.version += 1
    table.changed_at = clock.now()
    table.save()


def lock_joining_user(user: User) -> None:
    """Lock a user who is about to sit down; part of a transaction with no table locked yet.

    They may be deleting their account in another tab. Raises AccountDeleted if they have, and TableRefusal if the
    site has closed their account.
    """
    if not User.objects.lock(user)[user.pk].is_active:
        raise TableRefusal(RefusalReason.GONE)
