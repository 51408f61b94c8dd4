"""Outlook: where a number of steps would lead by what a viewer sees, if no other pawn moved."""

from __future__ import annotations

from dataclasses import dataclass

from engine.contract import Seat
from engine.gisborne.tiles import Mark
from engine.gisborne.view import View
from engine.gisborne.way import Way


@dataclass(frozen=True, slots=True)
class Outlook:
    """End of a move: the field, or on the `beach` the number after the last one.

    `known` is False if it ends on a tile that is not uncovered yet, as if all its fields were plain and free. `rivers`
    are the numbers of the rivers that the move crosses. `chip` is what lies on the field, 0 for nothing.
    """

    to: int
    known: bool = True
    beach: bool = False
    rivers: int = 0
    chip: int = 0
    mark: Mark = Mark.PLAIN


def known_way(view: View) -> Way:
    """Return the way as far as it is known, with the end tile once all path tiles lie there."""
    end = view.definition.end
    if view.tiles_left or view.way.tiles[-1] == end.id:
        return view.way
    return view.way.join(end)


def find_outlook(view: View, seat: Seat, steps: int) -> Outlook:
    """Return where a number of steps (at least 1) would lead the pawn of a seat."""
    way = known_way(view)
    taken = {at for other, at in enumerate(view.at) if other != seat and Seat(other) not in view.arrived}
    start, rivers = view.at[seat], 0
    to = start + steps
    while True:
        while to in taken and to <= way.last:
            to += 1
        rivers += sum(start <= river < to for river in way.rivers)
        if to not in way.bridges:
            break
        start = to = way.bridges[to]
        if to not in taken:
            break
    if to > way.last:
        beach = way.tiles[-1] == view.definition.end.id
        return Outlook(way.last + 1 if beach else to, known=beach, beach=beach, rivers=rivers)
    return Outlook(to, rivers=rivers, chip=view.on_way.get(to, 0), mark=way.mark(to))
