"""Guests' games: transferred to their account, or deleted with guests who will not come back."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.db import models
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from games import clock
from games.accounts.models import User
from games.accounts.person_lock import lock_people
from games.locks import writing
from games.people.services import move_blocks
from games.tables import signals
from games.tables.changes import announce, touch
from games.tables.lobby import saved_settings
from games.tables.lobby.services import set_host
from games.tables.models import Invited, Seat, Status, Table, TableQuerySet
from games.tables.people.personal_data import delete_tables, shared_tables, tables_of


def movable_tables(guest: User, account: User) -> TableQuerySet:
    """The guest's tables at which the account may take over: it does not sit there and was not sent away."""
    return Table.objects.of(guest).without(account).exclude(status=Status.CLOSED, started_at=None)


def other_guest_data(guest: User) -> tuple[str, ...]:
    """Return sentences on what a guest has besides tables and saved settings, and only moves if the user wants it."""
    uploads = _("Uploaded games will be moved.") if Table.objects.uploaded().filter(host=guest).exists() else ""
    of_others = [sentence for _receiver, sentence in signals.guest_returned.send(User, old=guest)]
    return tuple(sentence for sentence in (uploads, *of_others) if sentence)


def move_tables(*, guest: User, account: User) -> int:
    """Move all possible seats of a guest to the account, and return the number of tables.

    The guest's saved settings, invitations by name, blocks and uploads move as well, and what other apps have stored.
    Raises AccountDeleted if one of the two accounts is deleted.
    """
    with lock_people(guest, account):
        saved_settings.move_settings(guest=guest, account=account)
        Invited.objects.filter(user=guest).exclude(table__invited__user=account).update(user=account)
        Table.objects.uploaded().filter(host=guest).update(host=account)
        Table.objects.filter(named_by=guest).update(named_by=account)
        move_blocks(guest=guest, account=account)
        signals.guest_moved.send(User, old=guest, new=account)
    codes = list(movable_tables(guest, account).values_list("code", flat=True))
    return sum(_take_over(code, guest, account) for code in codes)


def _take_over(code: str, guest: User, account: User) -> bool:
    with lock_people(guest, account):
        # Lock first and check again, because the account may have joined in another tab in the meantime.
        locked = Table.objects.locked().filter(code=code).first()
        table = locked and movable_tables(guest, account).filter(pk=locked.pk).first()
        if table is None:
            return False
        Seat.objects.filter(table=table, user=guest).update(user=account)
        signals.seats_taken_over.send(Table, table=table, old=guest, new=account)
        if table.host_id == guest.pk:
            set_host(table, account)
            if table.named_by_id == guest.pk:
                table.named_by = None  # the same person, who is the host
        touch(table)
    announce(table.code, table.version)
    return True


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


_silent_since: Final = User.objects.inactive_guests_since


def _tidy(guest_id: int, moment: datetime) -> bool:
    try:
        with writing():
            # Check again under the lock, because the guest may have come back or created an account in the meantime.
            guest = _silent_since(moment).select_for_update().filter(pk=guest_id).first()
            if guest is None:
                return False
            if not shared_tables(guest).exists():
                delete_tables(set(tables_of(guest).values_list("pk", flat=True)))
                guest.delete()
                return True
    except models.ProtectedError:
        # Something that must be kept, such as another user's table, refers to the guest or to one of their games.
        pass
    _silent_since(moment).filter(pk=guest_id).update(kept_for_others=True)
    return False
