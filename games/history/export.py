"""Export of a person's game summaries, for that person."""

from collections import defaultdict
from typing import Any, Final

from django.db.models import F

from games.accounts.models import User
from games.history.models import Gain, SeatSummary

_OF_A_GAME: Final = ("game", "set", "seats", "score", "result", "title", "finished_at")


def summary_data(user: User) -> dict[str, Any]:
    """The finished games as they are counted, each with what its score came from."""
    gains = defaultdict[int, list[dict[str, Any]]](list)
    rows = Gain.objects.filter(user=user).order_by("pk")
    for seat, kind, key, score in rows.values_list("seat", "piece__kind", "piece__key", "score"):
        gains[seat].append({"kind": kind, "key": key, "score": score})
    games = SeatSummary.objects.filter(user=user).order_by("finished_at", "pk")
    listed = games.values("pk", *_OF_A_GAME, table=F("summary__table__code"))
    return {"results": [{"gains": gains[game.pop("pk")], **game} for game in listed]}
