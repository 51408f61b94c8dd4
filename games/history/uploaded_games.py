"""Uploaded games: stored as tables visible to their uploader and to visitors with the link.

They are deleted after a day unless they are kept. They never count.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from django.db.models import Q
from django.db.models.deletion import ProtectedError

from games import clock
from games.accounts.models import User
from games.accounts.person_lock import lock_person
from games.locks import writing
from games.tables.errors import RefusalReason, TableRefusal
from games.tables.log.storage import PastGame, placeholder_user, store_past
from games.tables.models import Access, Deal, Origin, Table, TableQuerySet
from games.tables.people.personal_data import delete_tables

LASTS: Final = timedelta(days=1)
"""Time after which an uploaded game is deleted unless a user saves it."""
MOST_KEPT: Final = 200
"""Maximum number of uploaded games that a user may save."""
MOST_UNKEPT: Final = 2000
"""Maximum number of unsaved uploads of all visitors together. Above it, those with the least time left are deleted
early.
"""
MOST_AT_ONCE: Final = 20
"""Number of uploaded games that one sweep deletes."""
_LIKELY: Final = 50
_LATER: Final = timedelta(hours=1)

_log: Final = logging.getLogger(__name__)


def find_same_game(past: PastGame, *, viewer: User | None, invitations: Sequence[str]) -> Table | None:
    """Return the table where this game was played on this site, if the visitor may see it."""
    if not past.table.commitment:
        return None
    visible = past.alike().visible_to(viewer.pk if viewer else None, invitations).exclude(origin=Origin.UPLOADED)
    return next((table for table in visible[:_LIKELY] if past.is_at(table)), None)


def store_upload(past: PastGame, *, by: User | None, invitations: Sequence[str]) -> Table:
    """Store an uploaded game for a day and return its table.

    `by` is None for a visitor who is not signed in; everyone who has the link then counts as the uploader. A second
    upload of the same game by the same visitor returns the existing table, and its day starts again.
    """
    with writing():
        anybody = placeholder_user(0)
        owner = _locked(by) or anybody
        own = Q(host=anybody, invitation__in=list(invitations))
        if owner != anybody:
            own |= Q(host=owner)
        # Lock the rows so that no sweep deletes the game that is found.
        found = past.alike().uploaded().filter(own).select_related("host").locked()
        table = next((table for table in found if past.is_at(table)), None)
        if table is None:
            past.table.kept_until = clock.now() + LASTS
            if deal := _open_deal(past.table):
                past.table.access, past.table.deal = Access.DEAL, deal
            return store_past(past, owner)
        if table.kept_until:
            table.kept_until = clock.now() + LASTS
            table.save(update_fields=["kept_until"])
        return table


def _open_deal(table: Table) -> Deal | None:
    """Return the deal whose deck an uploaded game has, if it is still open, so that its link must show it to nobody."""
    return Deal.objects.filter(commitment=table.commitment, closed_at=None).first() if table.commitment else None


def keep_upload(*, table: str, by: User) -> Table:
    """Keep an upload of this user, or of an anonymous visitor, permanently.

    The caller checks that the user may see it. Raises Table.DoesNotExist if there is no such upload, and TableRefusal
    if the user keeps as many as allowed.
    """
    with writing():
        if _locked(by) is None:
            raise Table.DoesNotExist
        unkept_of_nobody = Q(host=placeholder_user(0), kept_until__isnull=False)
        upload = Table.objects.uploaded().filter(Q(host=by) | unkept_of_nobody).locked().get(code=table)
        if upload.kept_until is None:
            return upload
        if Table.objects.uploaded().filter(host=by, kept_until=None).count() >= MOST_KEPT:
            raise TableRefusal(RefusalReason.TOO_MANY_KEPT)
        upload.host, upload.kept_until = by, None
        upload.save(update_fields=["host", "kept_until"])
        return upload


def delete_upload(*, table: str, by: User) -> None:
    """Delete an upload of this user.

    Raises Table.DoesNotExist if there is no such upload, and TableRefusal if something refers to it.
    """
    try:
        with lock_person(by):
            delete_tables([Table.objects.uploaded().filter(host=by).locked().get(code=table).pk])
    except ProtectedError:
        raise TableRefusal(RefusalReason.REFERRED_TO) from None


def _locked(user: User | None) -> User | None:
    """Return the user with their row locked, or None if the account is closed.

    The lock makes simultaneous writes of one user run one after the other. Raises AccountDeleted if the account is
    deleted.
    """
    person = User.objects.lock(user)[user.pk] if user else None
    return person if person and person.is_active else None


def delete_expired_uploads() -> int:
    """Delete expired and surplus uploads that nobody keeps; return the number deleted."""
    now, unkept = clock.now(), Table.objects.unkept()
    due = unkept.filter(kept_until__lte=now).order_by("kept_until")
    surplus = unkept.order_by("-kept_until").values_list("pk", flat=True)[MOST_UNKEPT : MOST_UNKEPT + MOST_AT_ONCE]
    gone = sum(_delete(due, pk) for pk in list(due.values_list("pk", flat=True)[:MOST_AT_ONCE]))
    return gone + sum(_delete(unkept, pk) for pk in list(surplus))


def _delete(those: TableQuerySet, pk: int) -> bool:
    """Delete one upload if it still matches the query; return True if it was deleted.

    It no longer matches if, for example, a user has kept it in the meantime.
    """
    try:
        with writing():
            ids = list(those.locked().filter(pk=pk).values_list("pk", flat=True))
            delete_tables(ids)
            return bool(ids)
    except ProtectedError:
        _log.warning("kept the uploaded game at table %s because other rows refer to it", pk)
        # Postpone this game, or it would block the others.
        Table.objects.unkept().filter(pk=pk).update(kept_until=clock.now() + _LATER)
        return False
