"""Guests who will not come back: they go, with the games that nobody but they had a part in."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import models
from django.db.models import Exists, OuterRef

from games import clock
from games.accounts.models import User
from games.locks import writing
from games.tables.models import Seat
from games.tables.table_deletion import delete_tables, shared, tables_of

SEATLESS_FOR: Final = timedelta(days=30)
"""Time after which an inactive guest without a seat may be deleted."""


def tidy_guests(*, silent_for: timedelta) -> int:
    """Delete inactive guests together with their solo tables, and return how many were deleted.

    Inactive are guests silent for `silent_for`, or without any seat for `SEATLESS_FOR`. Guests who shared a table
    with other users are kept with all their games, and are skipped from then on unless they return. Guests with an
    email address can return, so they keep their games.
    """
    now = clock.now()
    sits = Exists(Seat.objects.filter(user=OuterRef("pk")))
    gone = _silent_since(now - silent_for).filter(email="").values_list("pk", flat=True)
    seatless = _silent_since(now - SEATLESS_FOR).exclude(sits).values_list("pk", flat=True)
    return sum(_tidy(guest, now - min(silent_for, SEATLESS_FOR)) for guest in sorted({*gone, *seatless}))


_silent_since: Final = User.objects.guests_silent_since


def _tidy(guest_id: int, moment: datetime) -> bool:
    try:
        with writing():
            # Check again under the lock, because the guest may have come back or created an account in the meantime.
            guest = _silent_since(moment).select_for_update().filter(pk=guest_id).first()
            if guest is None:
                return False
            if not shared(guest).exists():
                delete_tables(set(tables_of(guest).values_list("pk", flat=True)))
                guest.delete()
                return True
    except models.ProtectedError:
        # Something that must be kept, such as another user's table, refers to the guest or to one of their games.
        pass
    _silent_since(moment).filter(pk=guest_id).update(kept_for_others=True)
    return False
