"""Game as a visitor of its table may see it."""

from __future__ import annotations

from dataclasses import replace

from engine.gisborne.game import RULES
from engine.gisborne.view import View
from games.gisborne.log.rounds import viewer_of
from games.play.standings import with_final_standings
from games.tables.game import Seated


def view_for(seated: Seated) -> View:
    """Return the game as the visitor may see it.

    A player who has left a game in progress sees it as a spectator. In a game that ended early no answers are awaited.
    Once the game is over, seats whose players left rank last.
    """
    view = with_final_standings(RULES.view(seated.state, viewer_of(seated)), seated.seats)
    return replace(view, desk=None) if seated.ended_early else view
