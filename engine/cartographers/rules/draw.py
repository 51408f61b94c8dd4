"""Draw: the offer to a seat, and the outcome of its placement."""

from __future__ import annotations

from dataclasses import replace

from engine.cartographers.cards import AmbushCard, ExploreCard, HeroCard
from engine.cartographers.commands import Choose, Close, Command, Draw, UseSkill
from engine.cartographers.errors import Refusal
from engine.cartographers.events import Chosen, Drawn, SkillUsed, TakenBack, TurnClosed
from engine.cartographers.placement import Forced, Offer, ambush_offer, can_draw, explore_offer, hero_offer
from engine.cartographers.position import Position
from engine.cartographers.rules import effects
from engine.cartographers.rules.ambush import target
from engine.cartographers.rules.season import is_season_over
from engine.cartographers.skills import SkillPower
from engine.cartographers.state import ASKING, ChoosePhase, DrawPhase, OverPhase, State
from engine.contract import RuleViolation, Seat


def subject(state: State, seat: Seat) -> Seat:
    """Return the seat whose board `seat` draws or chooses on in the open turn."""
    phase = state.phase
    if isinstance(phase, DrawPhase):
        return target(phase.card, seat, state.seats) if isinstance(phase.card, AmbushCard) else seat
    return effects.board_chosen_on(state, phase.card, seat) if isinstance(phase, ChoosePhase) else seat


def offer(state: State, position: Position, seat: Seat | None = None) -> Offer | None:
    """Return the offer of the open card on a position, or None if no space is empty, or none that its owner can pay.

    It has no skills if `seat` has already used one in this turn.

    Source: docs/rules.md, "Draw", "Ambush" and "Heroes".
    """
    card, definition, board = state.open, state.definition, position.board
    assert card is not None, "nothing is offered between turns"
    if isinstance(card, AmbushCard):
        return ambush_offer(card, board)
    if isinstance(card, HeroCard):
        return hero_offer(card, board, definition.hero_pattern, position.coins)
    skills = () if seat in state.peeked else state.skills
    return explore_offer(
        card,
        board,
        ruins=state.ruins_pending,
        singles=definition.singles,
        single_terrain=definition.single_terrain,
        coins=position.coins,
        skills=skills,
        earlier=state.earlier() if skills else (),
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
    offered = offer(state, position, seat)
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


def use_skill(state: State, command: UseSkill) -> SkillUsed:
    """Return the use of a skill that shows the next card. Raises RuleViolation.

    Source: docs/rules.md, "Skills".
    """
    phase = _require_open_turn(state, command)
    seat, position = command.seat, state.positions[command.seat]
    skill = next((skill for skill in state.skills if skill.id == command.skill), None)
    if not isinstance(phase, DrawPhase) or not isinstance(phase.card, ExploreCard):
        raise RuleViolation(Refusal.NOT_ASKED)
    if skill is None or skill.power is not SkillPower.PEEK:
        raise RuleViolation(Refusal.SKILL_NOT_OFFERED)
    if phase.answers[seat] is not None:
        raise RuleViolation(Refusal.ALREADY_DRAWN, behind=True)
    if seat in phase.peeked:
        raise RuleViolation(Refusal.SKILL_USED, behind=True)
    if not must_answer(state, seat):
        raise RuleViolation(Refusal.NOTHING_TO_DRAW)
    if not shows_next_card(state):
        raise RuleViolation(Refusal.NO_NEXT_CARD)
    left = position.coins - skill.cost
    # The coins must also suffice to draw the card that is open.
    if left < 0 or offer(state, position._replace(coins=left)) is None:
        raise RuleViolation(Refusal.TOO_FEW_COINS)
    return SkillUsed(state.turn, seat, skill.id, skill.cost)


def shows_next_card(state: State) -> bool:
    """Return True if another card of this season's deck will be revealed after the open turn."""
    return bool(state.deck) and not is_season_over(state)


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
