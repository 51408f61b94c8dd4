"""Sweep that finds the feats in finished games, new and old, and writes their rows."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import timedelta
from time import monotonic
from typing import Final

from games.history.models import Feat, SeatSummary, Summary
from games.locks import writing
from games.play.feats import Feats, FoundFeat
from games.play.game import played_game
from games.tables.game import games
from games.tables.log.state import log
from games.tables.log.turns_drawn import find_turns_of_others
from games.tables.models import Seat, Table

_LONGEST_SWEEP: Final = timedelta(seconds=0.5)
_AT_ONCE: Final = 20
_log: Final = logging.getLogger(__name__)


def find_due_feats() -> int:
    """Look for feats in some finished games, and return how many games; this is a sweep."""
    begun, count = monotonic(), 0
    for key in games():
        feats = played_game(key).feats
        if feats is None:
            continue
        due = Summary.objects.filter(game=key, unfinished=False, feats_version__lt=feats.version)
        for pk in list(due.order_by("feats_version", "-finished_at").values_list("pk", flat=True)[:_AT_ONCE]):
            if monotonic() - begun >= _LONGEST_SWEEP.total_seconds():
                return count
            _write_feats(pk, feats)
            count += 1
    return count


def _write_feats(pk: int, feats: Feats) -> None:
    """Write the feats of the finished game with that key. One that fails is logged and gets none."""
    table = Table.objects.get(pk=pk)
    seats = list(Seat.objects.at(table))
    try:
        found = list(_feats(table, seats, feats))
    except Exception:  # a broken game must not keep the others from being searched
        _log.exception("failed to find the feats of the game at table %s", table.code)
        found = []
    with writing():
        # The lock keeps two processes from writing the same rows. The summary may be gone by now.
        if not Summary.objects.select_for_update().filter(pk=pk, feats_version__lt=feats.version).exists():
            return
        Feat.objects.filter(seat__summary=pk).delete()
        summaries = {row.user_id: row for row in SeatSummary.objects.filter(summary=pk)}
        players = {seat.index: summaries.get(seat.user_id or 0) for seat in Seat.objects.filter(table=pk)}
        rows = {(row, feat.kind, feat.turn) for feat in found if (row := players.get(feat.seat))}
        Feat.objects.bulk_create(
            Feat(seat=seat, kind=kind, turn=turn)
            for seat, kind, turn in sorted(rows, key=lambda row: (row[0].pk, row[2], row[1]))
        )
        Summary.objects.filter(pk=pk).update(feats_version=feats.version)


def _feats(table: Table, seats: list[Seat], feats: Feats) -> Iterator[FoundFeat]:
    """Yield the feats of a game, without those in turns that others than the present player drew."""
    others = find_turns_of_others(table, seats)
    for feat in feats.find(log(table, up_to=table.number)):
        turns = others.get(feat.seat, frozenset())
        if not (turns if feat.is_whole else feat.turn in turns):
            yield feat
