"""Pictures of finished games for mails."""

from __future__ import annotations

import logging
from typing import Final

from games.notices.results import seats_at
from games.play.rendering import png
from games.tables.game import Seated, games
from games.tables.log.state import load
from games.tables.models import Status, Table

WIDTH: Final = 1000
"""Width in pixels. Sharp in a column that is 500 pixels wide."""

_log: Final = logging.getLogger(__name__)


def result_picture(table: Table) -> bytes | None:
    """Return the end of a finished game as a PNG, or None if there is none.

    The picture shows what any spectator may see. It takes a fraction of a second, so never call this for a page or in
    a transaction. Errors are only logged, so that they never block an email.
    """
    sharing = games()[table.game].sharing if table.game in games() else None
    if sharing is None or table.status != Status.FINISHED:
        return None
    try:
        loaded = load(table)
        seated = Seated(table=table, seat=None, state=loaded.state, number=loaded.number, seats=seats_at(table))
        svg = sharing.game(seated, None)
        return png(svg, WIDTH) if svg else None
    except Exception:
        _log.exception("failed to render the email picture of the game at table %s", table.code)
        return None
