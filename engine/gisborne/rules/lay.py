"""Lay, take back, reveal. Source: docs/gisborne.md, "Lay"."""

from __future__ import annotations

from collections.abc import Iterator

from engine.contract import RuleViolation, Seat
from engine.gisborne.cards import contains, metals_of, sort_cards
from engine.gisborne.commands import Lay, lay_id
from engine.gisborne.definition import LaidNumbers
from engine.gisborne.errors import Refusal
from engine.gisborne.events import Laid, Revealed, TakenBack
from engine.gisborne.state import State
from engine.gisborne.tiles import Mark


def is_laying(state: State) -> bool:
    """Return True before the reveal of a round."""
    return bool(state.round.number) and not state.round.revealed and not state.over


def must_lay(state: State, seat: Seat) -> bool:
    """Return True if a seat is asked for a play, or has laid one that it was asked for (ruling G7)."""
    play = state.round.plays[seat]
    return bool(state.hands[seat]) if play is None else play.chosen


def next_lay_event(state: State) -> Laid | Revealed | None:
    """Return a tent that lies by itself, or the reveal once all seats have laid, or None."""
    now = state.round
    for seat in now.order:
        if now.plays[seat] is None and not state.hands[seat]:
            return Laid(now.number, seat, (), tent=True, chosen=False)
    return Revealed(now.number) if None not in now.plays else None


def lay(state: State, command: Lay) -> Laid:
    """Return the event of a play. Raises RuleViolation."""
    seat, cards = command.seat, command.cards
    check_round(state, command.round)
    if not is_laying(state):
        raise RuleViolation(Refusal.NOT_ASKED, behind=True)
    if not must_lay(state, seat):
        raise RuleViolation(Refusal.NOT_ASKED)
    if state.round.plays[seat] is not None:
        raise RuleViolation(Refusal.ALREADY_LAID, behind=True)
    reasons = [RuleViolation(reason) for reason in _problems(state, command)]
    if reasons:
        raise RuleViolation(reasons[0].code, also=reasons[1:])
    attempt = state.withdrawn.get(lay_id(command.round, seat), 0) if state.withdrawn else 0
    return Laid(command.round, seat, sort_cards(cards), command.tent, attempt)


def check_round(state: State, number: int) -> None:
    """Raise RuleViolation if a command is for another round than the open one."""
    if state.over:
        raise RuleViolation(Refusal.GAME_OVER, behind=True)
    if number < state.round.number:
        raise RuleViolation(Refusal.ROUND_OVER, behind=True)
    if number > state.round.number:
        raise RuleViolation(Refusal.ROUND_AHEAD)


def _problems(state: State, command: Lay) -> Iterator[Refusal]:
    """Yield all reasons against a play (ruling G6: the tent is among the five)."""
    if not command.cards and not command.tent:
        yield Refusal.NOTHING_LAID
    if len(command.cards) + command.tent > state.box.most_cards:
        yield Refusal.TOO_MANY
    if not contains(state.hands[command.seat], command.cards):
        yield Refusal.NOT_IN_HAND
    if not command.tent and not may_mix(state, command.seat) and len(metals_of(command.cards)) > 1:
        yield Refusal.MIXED_METALS


def may_mix(state: State, seat: Seat) -> bool:
    """Return True if a seat stood on a village as the round began."""
    return state.round.stood[seat] is Mark.VILLAGE


def take_back(state: State, seat: Seat) -> TakenBack:
    """Return the event of taking back a play. Raises RuleViolation."""
    play = state.round.plays[seat]
    if not is_laying(state) or play is None or not play.chosen:
        raise RuleViolation(Refusal.NOT_ANSWERED, behind=True)
    if seat in standing(state):
        raise RuleViolation(Refusal.SEEN_BEHIND, behind=True)
    return TakenBack(state.round.number, seat)


def may_take_back(state: State, seat: Seat) -> bool:
    """Return True if a seat has laid a play that it may take back now."""
    play = state.round.plays[seat]
    return is_laying(state) and play is not None and play.chosen and seat not in standing(state)


def standing(state: State) -> tuple[Seat, ...]:
    """Return the seats whose plays stand, as one behind has laid and may have seen their numbers (ruling G9)."""
    now = state.round
    if state.box.laid_numbers is LaidNumbers.HIDDEN:
        return ()
    laid = [place for place, seat in enumerate(now.order) if (play := now.plays[seat]) and play.chosen]
    return now.order[: max(laid, default=0)]
