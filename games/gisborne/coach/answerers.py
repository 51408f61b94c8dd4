"""Answers that somebody else gave for a seat: the stand-in, or a player who had it before."""

from __future__ import annotations

from collections.abc import Iterable

from engine.gisborne import events as ev
from engine.gisborne.commands import keep_id, lay_id, river_id, wolves_id
from games.play.people import Person, is_own_answer, other_drawer
from games.tables.log.state import DecodedEvent


def other_answerers(person: Person, log: Iterable[DecodedEvent[ev.Event]]) -> dict[str, str]:
    """Return by ask who answered for a seat if it wasn't the player who has it now. The last answer counts.

    A round asks a seat several things, which the player and the stand-in may answer in turn.
    """
    found: dict[str, str] = {}
    met = 0
    for entry in log:
        if isinstance(entry.event, ev.RiverReached | ev.WolvesMet):
            met = entry.event.number
        elif entry.seat == person.seat and is_own_answer(entry) and (ask := _ask_of(entry, met)):
            found[ask] = other_drawer(person, entry)
    return {ask: words for ask, words in found.items() if words}


def _ask_of(entry: DecodedEvent[ev.Event], met: int) -> str:
    """Return the id of the ask that an event answers, "" for none; `met` counts the rivers and wolves of the round."""
    match entry.event:
        case ev.Laid(round_, seat):
            return lay_id(round_, seat)
        case ev.Discarded(seat):
            return river_id(entry.turn, met, seat)
        case ev.ChipGiven(seat):
            return wolves_id(entry.turn, met, seat)
        case ev.Kept(round_, number, seat):
            return keep_id(round_, number, seat)
    return ""
