"""Receivers for finished and deleted games, seats with a new player, and deleted users."""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from typing import Any, Final

from django.db import transaction

from games.accounts.models import User
from games.accounts.signals import person_erased
from games.history.models import Gain, Piece, PlayedWith, SeatSummary, Summary
from games.history.summaries import delete_gains, lock, summarise, summarise_unfinished
from games.tables import signals
from games.tables.models import Deal, Origin, Seat, Status, Table

_log: Final = logging.getLogger(__name__)


def connect() -> None:
    """Connect the receivers; safe to call repeatedly."""
    signals.game_over.connect(_on_over, dispatch_uid="history")
    signals.seats_taken_over.connect(_on_taken_over, dispatch_uid="history")
    signals.deal_closed.connect(_on_deal_closed, dispatch_uid="history")
    signals.tables_deleted.connect(_on_deleted, dispatch_uid="history")
    person_erased.connect(_on_erased, dispatch_uid="history")


def _on_over(*, table: Table, seats: Sequence[Seat], state: Any = None, **_: Any) -> None:
    finished = table.status == Status.FINISHED and state is not None
    if table.origin != Origin.PLAYED or not (finished or table.ended_early):
        return
    try:
        with transaction.atomic():
            if table.ended_early:
                summarise_unfinished(table, seats)
            else:
                summarise(table, seats, state)
    except Exception:  # whatever it was, the game has ended; `summarise_games` tries again
        _log.exception("failed to summarize the game at table %s", table.code)


def _on_taken_over(*, table: Table, old: User, new: User, **_: Any) -> None:
    Gain.objects.filter(seat__summary=table.pk, user=old).update(user=new)
    SeatSummary.objects.filter(summary=table.pk, user=old).update(user=new)


def _on_deal_closed(*, deal: Deal, **_: Any) -> None:
    """Show the games of a deal in everyone's lists and figures."""
    tables = Table.objects.filter(deal=deal).values("pk")
    for model in (Summary, PlayedWith, SeatSummary):
        key = "table__in" if model is Summary else "summary__in"
        model._default_manager.filter(**{key: tables}, open=False).update(open=True)
    Gain.objects.filter(seat__summary__in=tables, open=False).update(open=True)


def _on_deleted(*, tables: Collection[int], **_: Any) -> None:
    gains = Gain.objects.filter(seat__summary__in=tables)
    # If these are solo games of a user who is being deleted, all their other gains are removed in the same
    # transaction, so lock those components too.
    lock(Piece.objects.with_gains(Gain.objects.filter(user__in=gains.order_by().values("user"))))
    delete_gains(gains)


def _on_erased(*, user: User, **_: Any) -> None:
    delete_gains(Gain.objects.filter(user=user))
    SeatSummary.objects.filter(user=user).delete()
