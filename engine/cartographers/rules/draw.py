"""Draw: what a seat is offered, and what comes of its placement."""

from __future__ import annotations

from engine.cartographers.board import Board
from engine.cartographers.cards import AmbushCard
from engine.cartographers.commands import Draw, TakeBack
from engine.cartographers.errors import Refusal
from engine.cartographers.events import Drawn, TakenBack
from engine.cartographers.placement import Offer, ambush_offer, explore_offer
from engine.cartographers.rules.ambush import target
from engine.cartographers.state import State
from engine.contract import RuleViolation, Seat


def subject(state: State, seat: Seat) -> Seat:
    """Whose board a seat draws on in the open turn."""
    return target(state.open, seat, state.seats) if isinstance(state.open, AmbushCard) else seat


def offer(state: State, board: Board) -> Offer | None:
    """What the open card offers on a board, None where it has no empty space. Source: docs/rules.md, "Draw" and
    "Ambush".
    """
    card = state.open
    assert card is not None, "nothing is offered between turns"
    if isinstance(card, AmbushCard):
        return ambush_offer(card, board)
    made = state.definition
    return explore_offer(
        card, board, ruins=state.ruins_pending, singles=made.singles, single_terrain=made.single_terrain
    )


def must_draw(state: State, seat: Seat) -> bool:
    """Whether the open turn asks anything of a seat: a full board is done."""
    return bool(state.boards[subject(state, seat)].empty)


def all_drawn(state: State) -> bool:
    """Whether every seat that has to draw has drawn."""
    return None not in state.drawings or not any(
        drawing is None and must_draw(state, Seat(seat)) for seat, drawing in enumerate(state.drawings)
    )


def draw(state: State, command: Draw) -> Drawn:
    """The drawing that a command makes. Raises RuleViolation."""
    _check_turn(state, command)
    seat = command.seat
    if state.drawings[seat] is not None:
        raise RuleViolation(Refusal.ALREADY_DRAWN, behind=True)
    owner = subject(state, seat)
    board = state.boards[owner]
    offered = offer(state, board)
    if offered is None:
        raise RuleViolation(Refusal.NOTHING_TO_DRAW)
    placement = command.placement
    cells = offered.fit(placement).cells
    return Drawn(
        turn=state.turn,
        seat=seat,
        subject=owner,
        placement=placement,
        cells=cells,
        terrain=placement.terrain,
        coin=offered.options[placement.option].coin,
        mountains=board.mountains_closed_by(cells),
        forced=offered.forced,
        initial=offered.initial,
        attempt=state.retakes.count((state.turn, seat)) if state.retakes else 0,
    )


def take_back(state: State, command: TakeBack) -> TakenBack:
    """The taking back that a command asks for. Raises RuleViolation."""
    _check_turn(state, command)
    if state.drawings[command.seat] is None:
        raise RuleViolation(Refusal.NOT_DRAWN, behind=True)
    return TakenBack(state.turn, command.seat)


def _check_turn(state: State, command: Draw | TakeBack) -> None:
    if state.over:
        raise RuleViolation(Refusal.GAME_OVER, behind=True)
    if command.turn > state.turn:
        raise RuleViolation(Refusal.TURN_AHEAD)
    if command.turn < state.turn or state.open is None:
        raise RuleViolation(Refusal.TURN_OVER, behind=True)
    if not 0 <= command.seat < state.seats:
        raise RuleViolation(Refusal.SEATS)
