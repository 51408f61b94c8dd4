"""A closed round of a finished game, outside its page."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine.contract import Seat
from engine.gisborne.events import Event
from engine.gisborne.game import RULES
from games.gisborne.log.deeds import place_words
from games.gisborne.log.past_states import state_after
from games.gisborne.words.names import points_of
from games.play.game import TurnSummary
from games.tables.log.state import DecodedEvent


def glimpse(log: Sequence[DecodedEvent[Event]], turn: int, seat: Seat) -> TurnSummary | None:
    """Return where a seat stood after a round, and its points; None if there is no such round or seat."""
    if not log or not 1 <= turn <= log[-1].turn:
        return None
    view = RULES.view(state_after(log, turn), None)
    if seat >= view.seats:
        return None
    place = _("the beach") if seat in view.arrived else place_words(view.at[seat], view.way)
    words = {"place": place, "points": points_of(view.chests[seat].points)}
    return TurnSummary(_("%(place)s, %(points)s") % words, SafeString(""))
