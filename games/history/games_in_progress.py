"""The games under way in a list of games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from games.accounts.models import User
from games.history.filters import GameFilter, Stage
from games.history.game_queries import ON_A_PAGE, running
from games.play.cursors import Key
from games.tables.cards import TableCard, cards_of
from games.tables.models import Table

_ABOVE: Final = 6
"""Number of games in progress listed above the finished ones."""


@dataclass(frozen=True, slots=True)
class UnderWay:
    """Games under way, and the address where the list of them goes on, "" where it does not; `words` say why there can
    be none.
    """

    cards: tuple[TableCard, ...] = ()
    more: str = ""
    words: str = ""


def under_way(asked: GameFilter, viewer: User | None, address: Callable[..., str]) -> UnderWay:
    """Return the filtered games in progress: a page of them, or the first few above finished games.

    It is a page if the filter asks for games in progress alone. `address` builds the URL of the list with changed
    parameters.
    """
    alone = asked.stage == Stage.PLAYING
    if asked.stage == Stage.OVER or (asked.before and not alone):
        return UnderWay()
    if asked.of_the_end:
        return UnderWay(
            words=_("Some of these filters only apply to finished games, so no games in progress are shown.")
        )
    most = ON_A_PAGE if alone else _ABOVE
    tables = list(running(asked).with_seats()[: most + 1])
    shown, goes_on = tables[:most], len(tables) > most
    more = address(status=Stage.PLAYING.value, before=_place(shown[-1]) if alone else "") if goes_on else ""
    return UnderWay(cards_of(shown, viewer or AnonymousUser()), more)


def _place(table: Table) -> str:
    return str(Key(table.changed_at, table.pk))
