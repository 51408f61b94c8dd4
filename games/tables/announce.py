"""Telling open pages that something changed: a number, never a fact."""

import logging
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

logger = logging.getLogger(__name__)

failures = 0
"""Announcements that the channel layer refused since the process started; pages catch up by heartbeat and polling."""


def table_group(code: str) -> str:
    """The channel layer's group of all sockets at a table."""
    return f"table.{code}"


def user_group(user_id: int) -> str:
    """The group of all sockets of one person; accounts sends `session.ended` to it."""
    return f"user.{user_id}"


def announce(code: str, version: int) -> None:
    """Tell a table's sockets its version once the present transaction, if any, is committed."""
    transaction.on_commit(lambda: _send(table_group(code), {"type": "table.changed", "number": version}))


def announce_removal(code: str, user_id: int) -> None:
    """Have one person's sockets at a table look again at what they may see, after the commit."""
    transaction.on_commit(lambda: _send(table_group(code), {"type": "table.removed", "user": user_id}))


def _send(group: str, message: dict[str, Any]) -> None:
    global failures
    try:
        async_to_sync(get_channel_layer().group_send)(group, message)
    except Exception:
        # The move is stored; whoever misses the announcement hears of it from the next heartbeat.
        failures += 1
        logger.warning("An announcement could not be sent.", exc_info=True)
