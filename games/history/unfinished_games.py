"""Rows of games that were ended early: lists find them, and no figure counts them."""

from __future__ import annotations

from collections.abc import Sequence

from games.history.models import Result, SeatSummary, Summary
from games.history.summary_rows import SOUGHT
from games.tables.models import Access, Seat, Table


def list_unfinished(table: Table, seats: Sequence[Seat]) -> None:
    """Write the rows of a game that was ended early; part of a transaction. They name no pieces and have no gains."""
    summary = Summary.objects.create(
        table=table,
        game=table.game,
        set=table.set,
        seats=len(seats),
        best=max((seat.score or 0 for seat in seats), default=0),
        open=table.access == Access.OPEN,
        finished_at=table.finished_at or table.changed_at,
        unfinished=True,
    )
    alike = {name: getattr(summary, name) for name in ("game", *SOUGHT)}
    SeatSummary.objects.bulk_create(
        SeatSummary(
            summary=summary, user_id=seat.user_id, score=seat.score or 0, result=Result.UNFINISHED, title="", **alike
        )
        for seat in seats
        if seat.user.erased_at is None
    )
