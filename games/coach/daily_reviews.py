"""Reviews of games on daily deals, which are begun as soon as the game is over if no other task waits."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.db import transaction

from games.coach.renewal import has_tasks
from games.coach.reviews import begin_review
from games.play.game import played_game
from games.tables import signals
from games.tables.models import Deal, DealKind, Status, Table


def connect() -> None:
    """Connect the receiver, once."""
    signals.game_over.connect(_on_over, dispatch_uid="coach")


def _on_over(*, table: Table, **_: Any) -> None:
    is_daily = table.deal_id and Deal.objects.filter(pk=table.deal_id, kind=DealKind.DAILY).exists()
    if is_daily and table.status == Status.FINISHED:
        transaction.on_commit(partial(_begin, table.pk), robust=True)


def _begin(pk: int) -> None:
    """Begin the review of a game. While other tasks wait, as after a rush, players can still ask for theirs."""
    table = Table.objects.get(pk=pk)
    coach = played_game(table.game).coach
    if coach and not has_tasks():
        begin_review(table, coach)
