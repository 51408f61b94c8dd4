"""Big screen: a table for a television, the same for everybody who can see it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from engine.contract import Rules
from games.play import strip as strips
from games.play.page_parts import Part
from games.play.people import people
from games.play.seat_pages import is_large
from games.play.strip import Strip
from games.play.words import waiting_sentence
from games.tables.game import Seated
from games.tables.models import MOST_LISTED

_EMPTY = Part.of("side", "play/_screen_empty.html")


@dataclass(frozen=True, slots=True)
class ScreenView:
    """A game on a big screen.

    `main` and `side` are parts of these names. `css` is the class of its colors, "" for none.
    """

    strip: Strip
    main: Part
    side: Part = _EMPTY
    css: str = ""


def listed_seats(ranks: Sequence[int]) -> list[int]:
    """Return the seats that a screen has room for, from the ranks by seat: all in order, or the best, best first."""
    seats = range(len(ranks))
    return sorted(seats, key=lambda seat: (ranks[seat], seat))[:MOST_LISTED] if is_large(len(ranks)) else list(seats)


def plain_screen(spectator: Seated, rules: Rules[Any, Any, Any, Any, Any, Any]) -> ScreenView:
    """Return the big screen of a game that has none of its own: its players, and which of them it waits for."""
    asks = () if spectator.ended_early else rules.asks(spectator.state)
    owing = {ask.seat for ask in asks if not ask.answered}
    awaited = [seat.index in owing for seat in spectator.seats]
    waiting = waiting_sentence([seat.shown_name for seat in spectator.seats], awaited, None)
    sentence = waiting or _("Game over")
    strip = strips.strip(
        spectator,
        strips.player_statuses(spectator, awaited, [""] * len(awaited)),
        title=sentence,
        sentence=sentence,
        waiting=waiting,
        announcement=sentence,
        progress="",
        desk="",
        again=None,
    )
    return ScreenView(strip, Part.of("main", "play/_screen_people.html", people=people(spectator)))
