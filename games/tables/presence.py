"""Marks on seats whose players have the page of their table open and visible.

They are kept in the database, as mail and push may be sent by another process than the one that the page talks to.
"""

from __future__ import annotations

import logging
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

from django.db import DatabaseError
from django.http import HttpRequest

from games import clock
from games.locks import writing
from games.tables.models import Seat, Table

_log: Final = logging.getLogger(__name__)

VISIBLE: Final = "visible"
HIDDEN: Final = "hidden"
"""Values of `document.visibilityState`, which pages report."""
HEADER: Final = "X-Visibility"
"""Request header in which a page without a socket reports the same."""
LASTS: Final = timedelta(seconds=50)
"""Time that a mark lasts unless it is renewed: two and a half heartbeats of the sockets."""
LASTS_POLLED: Final = timedelta(seconds=10)
"""The same for a page without a socket, which polls every 5 seconds and can't report that it is hidden."""


def is_visible(seat: Seat, now: datetime) -> bool:
    """True if the player has the page of the table open and visible. A mark of a wrong clock does not count."""
    until = seat.visible_until
    return until is not None and now < until <= now + LASTS + clock.CLOSE


def mark_visible(seats: Collection[int], lasts: timedelta = LASTS) -> None:
    """Mark these seats as visible for a while. A seat that another transaction has locked is left out: its next mark
    follows soon, and to wait for several rows could end in a deadlock.
    """
    with writing():
        free = Seat.objects.select_for_update(skip_locked=True).filter(pk__in=seats).values_list("pk", flat=True)
        Seat.objects.filter(pk__in=list(free)).update(visible_until=clock.now() + lasts)


def mark_hidden(seat: int) -> None:
    """Mark the page of one seat as not visible."""
    with writing():
        Seat.objects.filter(pk=seat).update(visible_until=None)


def note_poll(request: HttpRequest, table: Table) -> None:
    """Mark the visitor's seat if a page without a socket says that it is visible; the table must be read with its
    seats, as `visible_table` does for players.
    """
    if request.headers.get(HEADER) != VISIBLE:
        return
    now = clock.now()
    for seat in table.seats_read or ():
        lasts_on = seat.visible_until is not None and is_visible(seat, now + LASTS_POLLED / 2)
        if seat.user_id == request.user.pk and not lasts_on:
            try:
                mark_visible([seat.pk], LASTS_POLLED)
            except DatabaseError:  # the page is worth more than a mark, without which one message too many is sent
                _log.warning("failed to mark a seat as visible", exc_info=True)
