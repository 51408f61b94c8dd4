"""Draw: what a seat is offered, and what comes of its placement."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from engine.cartographers.board import Board
from engine.cartographers.cards import AmbushCard, HeroCard
from engine.cartographers.commands import Choose, Command, Draw
from engine.cartographers.errors import Refusal
from engine.cartographers.events import Chosen, Drawn, TakenBack
from engine.cartographers.geometry import Mask
from engine.cartographers.notation import Placement
from engine.cartographers.placement import Offer, ambush_offer, explore_offer, hero_offer
from engine.cartographers.rules import effects
from engine.cartographers.rules.ambush import target
from engine.cartographers.state import State
from engine.cartographers.terrain import Terrain
from engine.contract import RuleViolation, Seat

_MONSTER = Terrain.MONSTER


class Outcome(NamedTuple):
    """What a placement does to a board: as the fields of that name in `Drawn`."""

    cells: Mask
    terrain: Terrain
    initial: str
    mountains: Mask
    marks: Mask
    destroyed: Mask

    def on(self, board: Board) -> Board:
        """The board afterwards."""
        drawn = board.draw(self.cells, self.terrain, self.initial)
        if self.marks:
            drawn = drawn.mark(self.marks)
        return drawn.destroy(self.destroyed) if self.destroyed else drawn

    def rewards(self, state: State, owner: Seat) -> tuple[str, ...]:
        """The initials of the monsters that it closes in on a seat's board."""
        assert state.box is not None
        if not state.box.rewarding:
            return ()
        return effects.rewards(state.box.rewarding, state.rewarded[owner], self.on(state.boards[owner]))


def outcome(board: Board, offered: Offer, placement: Placement) -> Outcome:
    """What a placement would do to a board. Raises RuleViolation as `Offer.fit` does."""
    fit, terrain = offered.fit(placement), placement.terrain
    cells, orientation = fit.cells, fit.orientation
    marks = orientation.marks(fit.anchor) if orientation.attack else 0
    destroyed = cells & board.marked if terrain is _MONSTER else board.layers[_MONSTER] & marks
    return Outcome(cells, terrain, offered.initial, board.mountains_closed_by(cells), marks, destroyed)


def subject(state: State, seat: Seat) -> Seat:
    """Whose board a seat draws on, or chooses on, in the open turn."""
    if state.choice:
        return effects.chooser_of(state.choice, seat, state.seats)
    return target(state.open, seat, state.seats) if isinstance(state.open, AmbushCard) else seat


def offer(state: State, board: Board) -> Offer | None:
    """What the open card offers on a board, None where it has no empty space. Source: docs/rules.md, "Draw", "Ambush"
    and "Heroes".
    """
    card = state.open
    assert card is not None, "nothing is offered between turns"
    if isinstance(card, AmbushCard):
        return ambush_offer(card, board)
    made = state.definition
    if isinstance(card, HeroCard):
        return hero_offer(card, board, made.hero_pattern)
    return explore_offer(
        card, board, ruins=state.ruins_pending, singles=made.singles, single_terrain=made.single_terrain
    )


def must_draw(state: State, seat: Seat) -> bool:
    """Whether the open turn asks anything of a seat: a full board, or one that offers no choice, is done."""
    board = state.boards[subject(state, seat)]
    return bool(effects.targets(state.choice, board)) if state.choice else bool(board.empty)


def all_drawn(state: State) -> bool:
    """Whether every seat that owes the open turn an answer has given it."""
    for seat, drawing in enumerate(state.drawings):  # noqa: SIM110 - a generator takes twice as long
        if drawing is None and must_draw(state, Seat(seat)):
            return False
    return True


def draw(state: State, command: Draw) -> Drawn:
    """The drawing that a command makes; what may not be turned is recorded as it is held, whatever turn was asked for.
    Raises RuleViolation.
    """
    seat, turn = command.seat, state.turn
    owner = subject(state, seat)
    board = state.boards[owner]
    offered = offer(state, board)
    if offered is None:
        raise RuleViolation(Refusal.NOTHING_TO_DRAW)
    placement = command.placement
    found = outcome(board, offered, placement)
    cells, terrain, initial, mountains, marks, destroyed = found
    option, forced = offered.options[placement.option], offered.forced
    if not option.shape.turnable:
        placement = replace(placement, turn=option.shape.held(placement.turn).turn)
    attempt = state.retakes.count((turn, seat)) if state.retakes else 0
    rewards = found.rewards(state, owner)
    # In the order of the fields: to name them costs as much again as to make the event.
    drawn = turn, seat, owner, placement, cells, terrain
    return Drawn(*drawn, option.coin, mountains, forced, initial, attempt, marks, destroyed, rewards)


def answer(state: State, command: Draw | Choose) -> Drawn | Chosen:
    """What a seat's answer to the open turn comes to. Raises RuleViolation."""
    _check_turn(state, command)
    if state.drawings[command.seat] is not None:
        raise RuleViolation(Refusal.ALREADY_DRAWN, behind=True)
    if isinstance(command, Choose):
        if state.choice is None:
            raise RuleViolation(Refusal.NOT_ASKED)
        return effects.choose(state, command)
    if state.open is None:
        raise RuleViolation(Refusal.NOT_ASKED)
    return draw(state, command)


def take_back(state: State, command: Command) -> TakenBack:
    """The taking back that a command asks for. Raises RuleViolation."""
    _check_turn(state, command)
    if state.drawings[command.seat] is None:
        raise RuleViolation(Refusal.NOT_DRAWN, behind=True)
    return TakenBack(state.turn, command.seat)


def _check_turn(state: State, command: Command) -> None:
    if state.over:
        raise RuleViolation(Refusal.GAME_OVER, behind=True)
    if command.turn > state.turn:
        raise RuleViolation(Refusal.TURN_AHEAD)
    if command.turn < state.turn or not (state.open or state.choice):
        raise RuleViolation(Refusal.TURN_OVER, behind=True)
    if not 0 <= command.seat < state.seats:
        raise RuleViolation(Refusal.SEATS)
