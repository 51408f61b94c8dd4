"""The choice of a player to play as on paper, without figures of scores before they are counted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.urls import reverse

from games.accounts.models import User
from games.locks import writing
from games.tables.changes import announce, touch
from games.tables.errors import RefusalReason, TableRefusal
from games.tables.game import UnknownGame, game_of
from games.tables.models import Seat, Status, Table
from games.tables.models.players import has_resigned

_RUNNING: Final = frozenset({Status.GATHERING, Status.PLAYING})


@dataclass(frozen=True, slots=True)
class SeatHelp:
    """The choice of a seat to play as on paper: where to send it, whether it does now, and what that means."""

    url: str
    as_on_paper: bool
    hint: str


def seat_help(table: Table, own: Seat | None) -> SeatHelp | None:
    """Return the choice of the viewer's seat, None if there is none: at a table that plays as on paper, all do."""
    if own is None or table.as_on_paper or table.status not in _RUNNING or has_resigned(own.player):
        return None
    try:
        words = game_of(table).as_on_paper
    except UnknownGame:
        return None
    if words is None:
        return None
    return SeatHelp(reverse("tables:choose_help", args=[table.code]), own.as_on_paper, str(words.hint))


def choose_help(*, table: str, user: User, as_on_paper: bool) -> Table:
    """Let a seat play as on paper, or with all the help that its table gives. It may change that until the end.

    Raises Table.DoesNotExist if the user has no seat there, TableRefusal if the game is over or has no such choice, and
    UnknownGame.
    """
    with writing():
        changed = Table.objects.locked_with(table, user)
        if changed.status not in _RUNNING:
            raise TableRefusal(RefusalReason.GAME_OVER)
        if game_of(changed).as_on_paper is None:
            raise TableRefusal(RefusalReason.NO_SUCH_CHOICE)
        Seat.objects.filter(table=changed, user=user).update(as_on_paper=as_on_paper)
        touch(changed)
    announce(changed.code, changed.version)
    return changed
