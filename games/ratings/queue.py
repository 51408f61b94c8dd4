"""Results that wait to be rated, stored when a game is over or a deal is closed.

Which results count is decided by `games/history`: games that count in statistics. A player who left such a game and
drew at least half of their turns is rated too, at the place behind those who stayed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from games import clock
from games.history.models import Result, SeatSummary
from games.ratings.models import DealRating, RatingKind, RatingResult
from games.tables import signals
from games.tables.models import Deal, Seat, Table

_RATED: Final = (Result.WON, Result.LOST, Result.LEFT)
_FEWEST: Final = 2


def connect() -> None:
    """Connect the receivers, once. The summaries of a game must be written before, so their app is installed before."""
    signals.game_over.connect(_on_over, dispatch_uid="ratings")
    signals.deal_closed.connect(_on_deal_closed, dispatch_uid="ratings")


def _on_over(*, table: Table, seats: Sequence[Seat], **_: Any) -> None:
    queue_table(table, seats)


def _on_deal_closed(*, deal: Deal, **_: Any) -> None:
    queue_deal(deal)


def queue_table(table: Table, seats: Sequence[Seat]) -> int:
    """Store the results of a finished game that count and have two or more people with accounts.

    Returns how many there are. Doing it again changes nothing.
    """
    if len(seats) < _FEWEST:
        return 0
    counted = SeatSummary.objects.filter(summary=table.pk, result__in=_RATED, user__guest=False)
    people = set(counted.values_list("user", flat=True))
    present = (seat for seat in seats if not seat.drew_less_than_half)
    places = {seat.user_id: seat.rank for seat in present if seat.user_id and seat.user_id in people and seat.rank}
    if len(places) < _FEWEST:
        return 0
    finished_at = table.finished_at or clock.now()
    results = [
        RatingResult(
            user_id=user_id,
            table=table,
            game=table.game,
            kind=RatingKind.TABLES,
            place=place,
            players=len(seats),
            finished_at=finished_at,
        )
        for user_id, place in places.items()
    ]
    RatingResult.objects.bulk_create(results, ignore_conflicts=True)
    return len(results)


def queue_deal(deal: Deal) -> bool:
    """Let the results of a closed deal be rated; return False if that was so before."""
    return DealRating.objects.get_or_create(deal=deal)[1]
