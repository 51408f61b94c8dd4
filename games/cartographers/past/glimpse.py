"""A turn of a game that is over, as it is shown apart from its game."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from engine.cartographers.events import Event
from engine.contract import Seat
from games.cartographers.log.reading import turn_of
from games.cartographers.map.boards import patches
from games.cartographers.templatetags.fragments import small_map
from games.cartographers.words.names import card_name, season_name
from games.play.game import Glimpse
from games.tables.loading import Logged


def glimpse(log: Sequence[Logged[Event]], turn: int, seat: Seat) -> Glimpse | None:
    """The map of a seat after a turn, with its season and its card; None where there is no such turn or seat."""
    past = turn_of(log, turn, None)
    if past is None or seat >= past.after.seats:
        return None
    season = season_name(past.after.definition.seasons[past.season].id)
    words = _("%(season)s, %(card)s") % {"season": season, "card": card_name(past.card)}
    shown = patches(past.after.boards[seat], past.after.latest[seat])
    return Glimpse(words, small_map(shown, _("Map after turn %(turn)s") % {"turn": turn}))
