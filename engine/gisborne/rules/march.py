"""Moves: steps, pushes, bridges, passing, arrival. Source: docs/gisborne.md, "Move" and "Passing"."""

from __future__ import annotations

from engine.contract import Seat
from engine.gisborne.cards import steps_of
from engine.gisborne.events import Arrived, ChipTaken, Event, Moved, Reason, RiverReached, SetOut, Stayed, TileLaid
from engine.gisborne.rules import fields
from engine.gisborne.state import March, State
from engine.gisborne.tiles import SLOTS, Mark


def begin_move(state: State) -> SetOut | Stayed:
    """Return how the next seat in order begins its move (rulings G10 and G17)."""
    now = state.round
    seat = now.order[now.begun]
    play = now.plays[seat]
    assert play is not None, "all seats have laid"
    if play.tent:
        return Stayed(seat, Reason.TENT)
    halved = now.stood[seat] is Mark.SWAMP
    steps = steps_of(play.cards) // 2 if halved else steps_of(play.cards)
    return SetOut(seat, steps, halved) if steps else Stayed(seat, Reason.SWAMP)


def continue_move(state: State, march: March) -> Event | None:
    """Return the next event of a move, or None if it is finished."""
    seat = march.seat
    if seat in state.arrived:
        return _chip_of_beach(state, seat) or _passed_chip(state, seat)
    if march.left or state.occupied(state.at[seat], seat):
        return _step(state, march)
    return _passed_chip(state, seat) or _bridge(state, march) or fields.land(state, seat)


def _step(state: State, march: March) -> RiverReached | TileLaid | Arrived | Moved:
    """Return what a step from here meets first, or the move over all fields up to where something is met."""
    seat, at, way = march.seat, state.at[march.seat], state.way
    last = way.last
    river = fields.reach_river(state, seat, at)
    if river:
        return river
    if at == last:
        return _uncover(state, seat)
    stops = way.rivers if len(state.hands[seat]) > state.box.river_hand else frozenset[int]()
    to, left = at + 1, march.left
    if not left:
        while state.occupied(to, seat) and to < last and to not in stops:
            to += 1
        return Moved(seat, to, 0, Reason.PUSH)
    left -= 1
    while left and to < last and to not in stops:
        to, left = to + 1, left - 1
    return Moved(seat, to, left, Reason.STEPS)


def _uncover(state: State, seat: Seat) -> TileLaid | Arrived:
    box = state.box
    if state.stack:
        return TileLaid(state.stack[0], state.chip_pile[0])
    if state.way.tiles[-1] != box.end.id:
        return TileLaid(box.end.id, 0)
    return Arrived(seat, SLOTS[len(state.arrived)])


def _bridge(state: State, march: March) -> Moved | None:
    """Return the way over the bridge from its first field (ruling G12)."""
    to = state.way.bridges.get(state.at[march.seat])
    return None if to is None else Moved(march.seat, to, 0, Reason.BRIDGE)


def _passed_chip(state: State, seat: Seat) -> ChipTaken | None:
    """Return the lowest chip that all seats have passed (ruling G21)."""
    if not state.on_way:
        return None
    hindmost = min((at for other, at in enumerate(state.at) if other not in state.arrived), default=state.way.last + 1)
    lowest = min(state.on_way)
    return ChipTaken(seat, lowest, state.on_way[lowest], Reason.PASSED) if lowest < hindmost else None


def _chip_of_beach(state: State, seat: Seat) -> ChipTaken | None:
    return ChipTaken(seat, 0, state.beach_chip, Reason.BEACH) if state.beach_chip else None
