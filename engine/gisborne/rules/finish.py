"""Points and final ranking. Source: docs/gisborne.md, "The end"."""

from __future__ import annotations

from engine.contract import Standing, Standings
from engine.gisborne.state import State

POSITION = "position"
"""Tie break: of equal points the better rank stands higher."""


def standings(state: State) -> Standings:
    """Return the final ranking, or the current one. Ranks of pawns are never shared, so no place is."""
    points = [chest.points for chest in state.chests]
    seats = sorted(state.ranks(), key=lambda seat: -points[seat])
    return Standings(
        tuple(
            Standing(seat, place, points[seat], POSITION if points.count(points[seat]) > 1 else "")
            for place, seat in enumerate(seats, 1)
        )
    )
