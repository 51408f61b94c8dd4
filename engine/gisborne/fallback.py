"""Answers of an absent seat. Source: docs/gisborne.md, "Absent seats" (ruling G28).

The tent is not its standing answer: a table of absent seats would never end.
"""

from __future__ import annotations

from typing import assert_never

from engine.contract import Ask
from engine.gisborne.commands import Command, Discard, Give, Keep, Lay
from engine.gisborne.view import KeepDesk, LayDesk, RiverDesk, View, WolvesDesk


def answer(view: View, ask: Ask) -> Command:
    """Return the answer for an open ask; `view` is that of its seat."""
    seat, desk = ask.seat, view.desk
    match desk:
        case LayDesk(hand, halved=halved):
            moving = [face for face in hand if face.worth > halved]
            return Lay(seat, ask.turn, tuple(moving[:1]), tent=not moving)
        case RiverDesk(hand, surplus):
            return Discard(seat, ask.id, hand[:surplus])
        case WolvesDesk(chips):
            return Give(seat, ask.id, min(chips))
        case KeepDesk(dealt):
            return Keep(seat, ask.id, dealt)
        case None:
            raise AssertionError("an open ask has a desk")
        case _:
            assert_never(desk)
