"""A turn of a game that is over, as it is shown apart from its game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from engine.cartographers.events import Event
from engine.contract import Seat
from games.cartographers.log.past_states import turn_of
from games.cartographers.log.turn_history import tape_of
from games.cartographers.map.boards import Patch, patches
from games.cartographers.past.turn_words import due_edicts, terrains_drawn
from games.cartographers.words.names import card_name, season_name
from games.tables.game_state import Logged


@dataclass(frozen=True, slots=True)
class MapThen:
    """A map after a turn, with a name for its picture; `words` tell the season, the
    card, the terrains that were drawn, and the edicts that counted.
    """

    words: str
    name: str
    patches: tuple[Patch, ...]


def map_then(code: str, log: Sequence[Logged[Event]], turn: int, seat: Seat) -> MapThen | None:
    """The map of a seat after a turn of a game that is over, at the table of that code; None where there is no
    such turn or seat.
    """
    past = turn_of(tape_of(code, log), log, turn, None)
    if past is None or seat >= past.after.seats:
        return None
    season, board = past.after.definition.seasons[past.season], past.after.boards[seat]
    words = (
        _("%(season)s, %(card)s") % {"season": season_name(season.id), "card": card_name(past.card)},
        terrains_drawn(board, past.after.latest[seat]),
        due_edicts(past.after.edicts, season),
    )
    return MapThen(
        words=" · ".join(filter(None, words)),
        name=_("Map after turn %(turn)s") % {"turn": turn},
        patches=patches(board, past.after.latest[seat]),
    )
