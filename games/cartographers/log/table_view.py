"""View of a table for a visitor, adjusted for events outside the rules such as resignations."""

from __future__ import annotations

from dataclasses import replace

from engine.cartographers.game import RULES
from engine.cartographers.view import View
from games.play.standings import with_final_standings
from games.tables.game import Seated


def view_for(seated: Seated) -> View:
    """Return the game as the visitor may see it.

    A player who has left a game in progress sees it as a spectator. In a game that ended early no answers are
    awaited, and answers of the open turn stay hidden. Once the game is over, seats whose players left rank last.
    """
    view = with_final_standings(RULES.view(seated.state, None if seated.has_left else seated.seat), seated.seats)
    if not seated.ended_early:
        return view
    nobody = (False,) * view.seats
    return replace(view, task=None, awaited=nobody, drawn=nobody, held=False)
