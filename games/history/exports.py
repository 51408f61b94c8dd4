"""Exports of a person's games and game summaries, for that person."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from typing import Any, Final

from channels.db import database_sync_to_async
from django.db.models import F

from games.accounts.models import User
from games.history.json_lines import dump_game
from games.history.models import Feat, Gain, SeatSummary
from games.tables.models import Status, Table

_OF_A_GAME: Final = ("game", "set", "seats", "score", "result", "title", "finished_at")


def summary_data(user: User) -> dict[str, Any]:
    """Return the finished games that count, each with its score breakdown and feats."""
    gains = defaultdict[int, list[dict[str, Any]]](list)
    rows = Gain.objects.filter(user=user).order_by("pk")
    for seat, kind, key, score in rows.values_list("seat", "piece__kind", "piece__key", "score"):
        gains[seat].append({"kind": kind, "key": key, "score": score})
    games = SeatSummary.objects.filter(user=user).order_by("finished_at", "pk")
    listed = games.values("pk", *_OF_A_GAME, table=F("summary__table__code"))
    feats = defaultdict[int, list[dict[str, Any]]](list)
    for seat, kind, turn in Feat.objects.filter(seat__user=user).order_by("pk").values_list("seat", "kind", "turn"):
        feats[seat].append({"kind": kind, "turn": turn})
    return {"results": [{"gains": gains[game["pk"]], "feats": feats[game.pop("pk")], **game} for game in listed]}


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
    return [(table.pk, dump_game(table).encode()) for table in mine.select_related("host", "deck_of")[:_AT_ONCE]]
