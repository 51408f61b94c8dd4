"""Fields: viewpoints, wolves and rivers. Source: docs/gisborne.md, "Fields"."""

from __future__ import annotations

from engine.contract import RuleViolation, Seat
from engine.gisborne.cards import contains, sort_cards
from engine.gisborne.commands import Discard, Give, river_id, wolves_id
from engine.gisborne.errors import Refusal
from engine.gisborne.events import ChipGiven, ChipTaken, Discarded, Reason, RiverReached, WolvesMet
from engine.gisborne.rules.past_asks import not_asked
from engine.gisborne.state import Debt, Owed, State
from engine.gisborne.tiles import Mark


def land(state: State, seat: Seat) -> ChipTaken | WolvesMet | None:
    """Return what the field does on which a move ends, or None if that has been done (ruling G13)."""
    at = state.at[seat]
    if at in state.on_way:
        return ChipTaken(seat, at, state.on_way[at], Reason.LANDED)
    if state.way.mark(at) is Mark.WOLVES and state.chests[seat].chips:
        return WolvesMet(seat, state.round.met + 1)
    return None


def reach_river(state: State, seat: Seat, at: int) -> RiverReached | None:
    """Return the river behind a field if its crossing costs the seat cards (rulings G19 and G20)."""
    surplus = len(state.hands[seat]) - state.box.river_hand
    if surplus <= 0 or at not in state.way.rivers:
        return None
    return RiverReached(seat, state.round.met + 1, surplus)


def forced_payment(state: State, owed: Owed) -> Discarded | ChipGiven | None:
    """Return the payment where all must go, or all are alike, so that there is no choice (ruling G27)."""
    if owed.kind is Debt.RIVER:
        hand = state.hands[owed.seat]
        has_choice = owed.count < len(hand) and len(set(hand)) > 1
        return None if has_choice else Discarded(owed.seat, hand[: owed.count])
    chips = set(state.chests[owed.seat].chips)
    return ChipGiven(owed.seat, chips.pop()) if len(chips) == 1 else None


def owed_id(state: State, owed: Owed) -> str:
    """Return the id of the ask for what is owed."""
    name = river_id if owed.kind is Debt.RIVER else wolves_id
    return name(state.round.number, owed.number, owed.seat)


def discard(state: State, command: Discard) -> Discarded:
    """Return the event of discarding cards at a river. Raises RuleViolation."""
    owed = _owed(state, Debt.RIVER, command.seat, command.ask)
    reasons = []
    if len(command.cards) != owed.count:
        reasons.append(RuleViolation(Refusal.WRONG_NUMBER, [str(owed.count)]))
    if not contains(state.hands[command.seat], command.cards):
        reasons.append(RuleViolation(Refusal.NOT_IN_HAND))
    if reasons:
        raise RuleViolation(reasons[0].code, reasons[0].details, also=reasons[1:])
    return Discarded(command.seat, sort_cards(command.cards))


def give(state: State, command: Give) -> ChipGiven:
    """Return the event of giving up a chip. Raises RuleViolation."""
    _owed(state, Debt.WOLVES, command.seat, command.ask)
    if command.value not in state.chests[command.seat].chips:
        raise RuleViolation(Refusal.NO_SUCH_CHIP)
    return ChipGiven(command.seat, command.value)


def _owed(state: State, kind: Debt, seat: Seat, ask: str) -> Owed:
    if state.over:
        raise RuleViolation(Refusal.GAME_OVER, behind=True)
    owed = state.round.owes
    if owed is None or owed.seat != seat or owed.kind is not kind or ask != owed_id(state, owed):
        raise not_asked(state, seat, ask)
    return owed
