"""Streaming export of a person's games as lines, with a few games in memory at a time."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Final

from channels.db import database_sync_to_async

from games.history.json_lines import line_of
from games.tables.models import Status, Table

_AT_ONCE: Final = 10


async def lines_of(user_id: int) -> AsyncIterator[bytes]:
    """The finished games at which a person sat, in the order in which they were opened."""
    last = 0
    while part := await database_sync_to_async(_part)(user_id, last):
        last = part[-1][0]
        for _pk, line in part:
            yield line


def _part(user_id: int, after: int) -> Sequence[tuple[int, bytes]]:
    mine = Table.objects.filter(seats__user=user_id, status=Status.FINISHED, pk__gt=after).order_by("pk")
    return [(table.pk, line_of(table).encode()) for table in mine.select_related("host", "deck_of")[:_AT_ONCE]]
