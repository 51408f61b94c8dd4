"""Who sits where, and what they do about the open card."""

from __future__ import annotations

from django.utils.translation import gettext as _

from engine.cartographers.view import View
from games.play import people as seats
from games.play.people import Person
from games.tables.game import Seated


def seated_people(seated: Seated, view: View) -> tuple[Person, ...]:
    """Everybody at the table, in the order of the seats."""
    return seats.people(seated, view.awaited, [_state(view, entry.index) for entry in seated.seats])


def _state(view: View, seat: int) -> str:
    if view.destroyer:
        return _choosing(view, seat)
    if view.over or view.open is None:
        return ""
    if view.awaited[seat]:
        return _("drawing")
    return _("has drawn") if view.drawn[seat] else _("nothing to draw")


def _choosing(view: View, seat: int) -> str:
    if view.awaited[seat]:
        return _("choosing")
    return _("has chosen") if view.drawn[seat] else _("nothing to choose")
