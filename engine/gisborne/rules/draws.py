"""Draws from the pile. Source: docs/gisborne.md, "Draw back"."""

from __future__ import annotations

from engine.contract import Seat
from engine.gisborne.events import Cleared, Drew, PileShuffled, Reason
from engine.gisborne.state import Play, State
from engine.gisborne.tiles import Mark
from engine.randomness import Shuffler


def renew_pile(state: State, wanted: int, rng: Shuffler) -> PileShuffled | None:
    """Return the shuffle of the discards if the pile holds fewer cards than wanted, or None."""
    if len(state.pile) >= wanted or not state.discards:
        return None
    number = state.piles + 1
    return PileShuffled(number, rng.shuffle(f"pile/{number}", state.discards))


def draw_next(state: State, rng: Shuffler) -> PileShuffled | Drew | None:
    """Return the next draw that a seat is owed, or None. The earlier in order draws first (ruling G22)."""
    for seat in state.round.order or state.bar:
        wanted = state.draws[seat]
        if wanted and (state.pile or state.discards):
            why = Reason.BACK if state.round.number else Reason.DEAL
            return renew_pile(state, wanted, rng) or Drew(seat, state.pile[:wanted], why)
    return None


def clear(state: State) -> Cleared:
    """Return the clearing of all plays, with the cards to draw back. Nobody draws in the last round (ruling G5)."""
    seats = [Seat(seat) for seat in range(state.seats)]
    return Cleared(state.round.number, tuple(0 if state.last_round else draws_back(state, seat) for seat in seats))


def draws_back(state: State, seat: Seat) -> int:
    """Return the cards that a seat draws back for its play."""
    play = state.round.plays[seat]
    assert play is not None, "all seats have laid"
    return draws_for(state, seat, play)


def draws_for(state: State, seat: Seat, play: Play) -> int:
    """Return the cards that a seat would draw back for a play (rulings G16 and G17)."""
    if play.tent:
        return state.box.tent_draws
    if state.round.stood[seat] is Mark.VILLAGE:
        return state.box.village_draws
    return state.box.draws_of(play.cards[0].metal)
