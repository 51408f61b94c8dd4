"""Asks that were open before: an answer to one comes too late, and its sender must reload."""

from __future__ import annotations

from engine.contract import RuleViolation, Seat
from engine.gisborne.commands import keep_id, lay_id, river_id, wolves_id
from engine.gisborne.errors import Refusal
from engine.gisborne.state import State


def not_asked(state: State, seat: Seat, ask: str) -> RuleViolation:
    """Return the refusal of an answer to an ask that is not open."""
    if _was_open(state, seat, ask):
        return RuleViolation(Refusal.ASK_OVER, behind=True)
    return RuleViolation(Refusal.NOT_ASKED)


def _was_open(state: State, seat: Seat, ask: str) -> bool:
    number, _, _question = ask.partition(".")
    now = state.round
    if number.isdecimal() and int(number) < now.number:
        return True
    # What is open now is asked of another seat.
    met, scored = now.met - bool(now.owes), now.scored - bool(now.scoring)
    laid = [lay_id(now.number, seat)] if now.revealed else []
    fields = (name(now.number, one, seat) for one in range(1, met + 1) for name in (river_id, wolves_id))
    scorings = (keep_id(now.number, one, seat) for one in range(1, scored + 1))
    return ask in {*laid, *fields, *scorings}
