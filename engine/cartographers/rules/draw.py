"""Draw: the offer to a seat, and the outcome of its placement."""

from __future__ import annotations

from dataclasses import replace

from engine.cartographers.cards import AmbushCard, HeroCard
from engine.cartographers.commands import Choose, Close, Command, Draw
from engine.cartographers.errors import Refusal
from engine.cartographers.events import Chosen, Drawn, TakenBack, TurnClosed
from engine.cartographers.placement import Forced, Offer, ambush_offer, can_draw, explore_offer, hero_offer
from engine.cartographers.position import Position
from engine.cartographers.rules import effects
from engine.cartographers.rules.ambush import target
from engine.cartographers.state import ASKING, ChoosePhase, DrawPhase, OverPhase, State
from engine.contract import RuleViolation, Seat


def subject(state: State, seat: Seat) -> Seat:
    """Return the seat whose board `seat` draws or chooses on in the open turn."""
    phase = state.phase
    if isinstance(phase, DrawPhase):
        return target(phase.card, seat, state.seats) if isinstance(phase.card, AmbushCard) else seat
    return effects.board_chosen_on(state, phase.card, seat) if isinstance(phase, ChoosePhase) else seat


def offer(state: State, position: Position) -> Offer | None:
    """Return the offer of the open card on a position, or None if no space is empty, or none that its owner can pay.

    Source: docs/rules.md, "Draw", "Ambush" and "Heroes".
    """
    card, definition, board = state.open, state.definition, position.board
    assert card is not None, "nothing is offered between turns"
    if isinstance(card, AmbushCard):
        return ambush_offer(card, board)
    if isinstance(card, HeroCard):
        return hero_offer(card, board, definition.hero_pattern, position.coins)
    return explore_offer(
        card,
        board,
        ruins=state.ruins_pending,
        singles=definition.singles,
        single_terrain=definition.single_terrain,
        coins=position.coins,
        skills=state.skills,
        earlier=state.earlier() if state.skills else (),
    )


def must_answer(state: State, seat: Seat) -> bool:
    """Return True if a seat owes the open turn an answer, given or not.

    A full board, or one without a space to choose or that its owner can pay, needs no answer.
    """
    phase = state.phase
    if isinstance(phase, DrawPhase):
        position = state.positions[subject(state, seat)]
        return can_draw(phase.card, position.board, position.coins)
    if isinstance(phase, ChoosePhase):
        return bool(effects.targets_of(state, phase.card, subject(state, seat)))
    return False


def all_answered(state: State, phase: DrawPhase | ChoosePhase) -> bool:
    """Return True if every seat that owes the open turn an answer has given it."""
    for seat, answer in enumerate(phase.answers):  # noqa: SIM110 - a generator takes twice as long
        if answer is None and must_answer(state, Seat(seat)):
            return False
    return True


def draw(state: State, command: Draw) -> Drawn:
    """Return the drawing for a command. If a shape may not be rotated, the printed orientation is recorded. Raises
    RuleViolation.
    """
    seat, turn = command.seat, state.turn
    owner = subject(state, seat)
    position = state.positions[owner]
    offered = offer(state, position)
    if offered is None:
        raise RuleViolation(Refusal.NOTHING_TO_DRAW)
    placement = command.placement
    outcome = position.drawing(offered, placement)
    cells, terrain, initial, coin, mountains, marks, destroyed, rewards, reward_coins = outcome[:9]
    option = offered.options[placement.option]
    shape = option.shape
    if not shape.turnable:
        placement = replace(placement, turn=shape.held(placement.turn).turn)
    attempt = state.attempts(turn, seat) if state.retakes else 0
    # Positional arguments in field order: keyword arguments would double the cost of creating the event.
    drawn = turn, seat, owner, placement, cells, terrain
    forced = Forced.NO if option.skill else offered.forced
    event = Drawn(*drawn, coin, mountains, forced, initial, attempt, marks, destroyed, rewards, reward_coins)
    replaced = cells & position.board.filled
    if not (outcome.landmarks or outcome.spent or option.skill or replaced):
        return event
    return replace(
        event,
        landmarks=outcome.landmarks,
        landmark_coins=outcome.landmark_coins,
        spent=outcome.spent,
        skill=option.skill,
        replaced=replaced,
    )


def answer(state: State, command: Draw | Choose) -> Drawn | Chosen:
    """Return the event of a seat's answer to the open turn.

    Raises RuleViolation if the seat has already answered, if the turn asks for something else, or if the rules refuse
    it.
    """
    phase = _require_open_turn(state, command)
    if phase.answers[command.seat] is not None:
        raise RuleViolation(Refusal.ALREADY_DRAWN, behind=True)
    if isinstance(phase, DrawPhase):
        if isinstance(command, Draw):
            return draw(state, command)
    elif isinstance(command, Choose):
        return effects.choose(state, phase.card, command)
    raise RuleViolation(Refusal.NOT_ASKED)


def take_back(state: State, command: Command) -> TakenBack:
    """Return the take-back for a command. Raises RuleViolation."""
    if _require_open_turn(state, command).answers[command.seat] is None:
        raise RuleViolation(Refusal.NOT_DRAWN, behind=True)
    return TakenBack(state.turn, command.seat)


def close(state: State, command: Close) -> TurnClosed:
    """Return the end of a turn in practice mode. Raises RuleViolation."""
    _require_open_turn(state, command)
    if not state.held:
        raise RuleViolation(Refusal.NOT_ASKED, behind=True)
    return TurnClosed(state.turn)


def _require_open_turn(state: State, command: Command) -> DrawPhase | ChoosePhase:
    """Return the open turn that a command refers to. Raises RuleViolation."""
    phase = state.phase
    if isinstance(phase, OverPhase):
        raise RuleViolation(Refusal.GAME_OVER, behind=True)
    if command.turn > state.turn:
        raise RuleViolation(Refusal.TURN_AHEAD)
    if command.turn < state.turn or not isinstance(phase, ASKING):
        raise RuleViolation(Refusal.TURN_OVER, behind=True)
    if not 0 <= command.seat < state.seats:
        raise RuleViolation(Refusal.SEATS)
    return phase
