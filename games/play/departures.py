"""Players who have left a game in progress, and games that were ended: nothing can be played there anymore."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.tables import models
from games.tables.ending_words import ending_sentence, with_reason
from games.tables.game import Seated


def left_words(seated: Seated) -> str:
    """Return why the viewer cannot play: the game was ended, they resigned, or they were removed."""
    if seated.ended_early:
        return ending_sentence(seated.table, seated.seats)
    assert seated.seat is not None, "a spectator has left no seat"
    return seat_left_words(seated.seats[seated.seat])


def seat_left_words(own: models.Seat) -> str:
    """Return what the player of a seat that was resigned or taken from them reads about it."""
    if own.was_removed:
        sentence = _("A moderator removed you from this game. A stand-in plays the rest of the game for you.")
        return with_reason(sentence, own.away_reason)
    return _("You resigned. A stand-in plays the rest of the game for you.")
