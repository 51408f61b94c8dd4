"""Course of a game: the next automatic event, and the asks. Source: docs/gisborne.md, "A round"."""

from __future__ import annotations

from engine.contract import Ask, Seat
from engine.gisborne.commands import keep_id, lay_id
from engine.gisborne.events import Event, GameEnded, RoundBegan
from engine.gisborne.rules import draws, fields, lay, march, scoring
from engine.gisborne.state import Owed, Scoring, State
from engine.randomness import Shuffler


def next_event(state: State, rng: Shuffler) -> Event | None:
    """Return the next automatic event, or None if a seat must act or the game is over."""
    now = state.round
    if state.over:
        return None
    if not now.number:
        return draws.draw_next(state, rng) or begin_round(state)
    if now.owes:
        return fields.forced_payment(state, now.owes)
    if now.scoring:
        return scoring.close_scoring(state, now.scoring)
    if not now.revealed:
        return lay.next_lay_event(state)
    if now.march and (moved := march.continue_move(state, now.march)):
        return moved
    if now.begun < state.seats:
        return march.begin_move(state)
    if not now.cleared:
        return draws.clear(state)
    return draws.draw_next(state, rng) or _finish_round(state, rng)


def begin_round(state: State) -> RoundBegan:
    """Return the beginning of the next round. The order is fixed for all of it (ruling G4)."""
    return RoundBegan(state.round.number + 1, state.ranks())


def _finish_round(state: State, rng: Shuffler) -> Event:
    if state.round.scored < state.round.earned:
        return scoring.begin_scoring(state, rng)
    return GameEnded() if state.last_round else begin_round(state)


def asks(state: State) -> tuple[Ask, ...]:
    """Return the asks of all seats, by seat."""
    now = state.round
    if state.over or not now.number:
        return ()
    if now.owes:
        # A forced payment follows by itself.
        return () if fields.forced_payment(state, now.owes) else (_payment(state, now.owes),)
    if now.scoring:
        return tuple(_keep(state, now.scoring, seat) for seat in _seats(state) if now.scoring.must_choose(seat))
    if now.revealed:
        return ()
    standing = lay.standing(state)
    return tuple(_lay(state, seat, standing) for seat in _seats(state) if lay.must_lay(state, seat))


def _seats(state: State) -> list[Seat]:
    return [Seat(seat) for seat in range(state.seats)]


def _lay(state: State, seat: Seat, standing: tuple[Seat, ...]) -> Ask:
    number = state.round.number
    return Ask(
        id=lay_id(number, seat),
        seat=seat,
        kind="lay",
        subject=seat,
        turn=number,
        group=f"{number}.lay",
        sealed=True,
        withdrawable=seat not in standing,
        answered=state.round.plays[seat] is not None,
    )


def _payment(state: State, owed: Owed) -> Ask:
    return Ask(fields.owed_id(state, owed), owed.seat, owed.kind.value, owed.seat, state.round.number)


def _keep(state: State, open_: Scoring, seat: Seat) -> Ask:
    number = state.round.number
    return Ask(
        id=keep_id(number, open_.number, seat),
        seat=seat,
        kind="keep",
        subject=seat,
        turn=number,
        group=f"{number}.keep{open_.number}",
        sealed=True,
        withdrawable=True,
        answered=open_.choices[open_.rank(seat)] is not None,
    )
