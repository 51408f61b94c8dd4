"""Ambush effects: later actions of monsters. Source: docs/rules.md, "Ambush effects"."""

from __future__ import annotations

from typing import assert_never

from engine.cartographers.board import Board
from engine.cartographers.cards import AmbushCard, Effect
from engine.cartographers.commands import Choose, Close
from engine.cartographers.errors import Refusal
from engine.cartographers.events import ChoiceAsked, Chosen, EffectPassed, Event, Growth, MonstersSpread
from engine.cartographers.geometry import FULL, Mask, Space, first, neighbours, space_bit
from engine.cartographers.notation import space_names
from engine.cartographers.position import Outcome, Position
from engine.cartographers.rules.ambush import target
from engine.cartographers.state import ChoosePhase, State
from engine.cartographers.terrain import Feature
from engine.contract import RuleViolation, Seat


def next_monster_event(state: State, card: AmbushCard) -> Event:
    """Return the event of a monster that acts now: it spreads, asks for choices, or passes."""
    match card.effect:
        case Effect.SPREAD:
            growths = tuple(Growth.of(growth(position, card.initial)) for position in state.positions)
            acts = any(growth.cells for growth in growths)
            return MonstersSpread(card.id, growths) if acts else EffectPassed(card.id)
        case Effect.DESTROY_EMPTY | Effect.DESTROY_ANY:
            has_targets = any(targets_of(state, card, Seat(seat)) for seat in range(state.seats))
            return ChoiceAsked(state.turn + 1, card.id) if has_targets else EffectPassed(card.id)
        case Effect.NONE | Effect.REWARD:
            raise AssertionError(f"{card.id} never acts by itself")
        case _:
            assert_never(card.effect)


def growth(position: Position, initial: str) -> Outcome:
    """Return the outcome of a monster's spread: one step, to every empty space next to its surviving ones."""
    cells = neighbours(position.board.surviving(initial)) & position.board.empty
    return position.monster(cells, initial) if cells else Outcome()


def targets_of(state: State, card: AmbushCard, owner: Seat) -> Mask:
    """Return the spaces that a monster may destroy on the board of a seat."""
    return targets(card, state.positions[owner].board, wasteland=state.definition.destroys_wasteland)


def targets(card: AmbushCard, board: Board, *, wasteland: bool = False) -> Mask:
    """Return the spaces of a board that a monster may destroy, all next to one of its surviving spaces.

    These are empty spaces or, if the monster destroys any space, also drawn ones. Such a monster may destroy wasteland
    only with `destroys_wasteland`.
    """
    around = neighbours(board.surviving(card.initial))
    match card.effect:
        case Effect.DESTROY_EMPTY:
            return around & board.empty
        case Effect.DESTROY_ANY:
            layers = board.layers
            lasting = layers[Feature.MOUNTAIN] | layers[Feature.DESTROYED]
            lasting |= 0 if wasteland else layers[Feature.WASTELAND]
            return around & FULL & ~lasting
        case Effect.NONE | Effect.REWARD | Effect.SPREAD:
            raise AssertionError(f"{card.id} destroys nothing")
        case _:
            assert_never(card.effect)


def board_chosen_on(state: State, card: AmbushCard, seat: Seat) -> Seat:
    """Return the owner of the board that a seat chooses on: the seat itself if the monster was placed automatically."""
    return seat if state.definition.monsters_walk else chooser_of(card, seat, state.seats)


def chooser_of(card: AmbushCard, seat: Seat, seats: int) -> Seat:
    """Return the seat whose board `seat` chooses on.

    The owner chooses for a monster that destroys empty spaces; the seat that drew it chooses for one that destroys
    any space.
    """
    match card.effect:
        case Effect.DESTROY_EMPTY:
            return seat
        case Effect.DESTROY_ANY:
            return target(card, seat, seats)
        case Effect.NONE | Effect.REWARD | Effect.SPREAD:
            raise AssertionError(f"{card.id} destroys nothing")
        case _:
            assert_never(card.effect)


def _bit(where: Space) -> Mask:
    """Return the set of a space, or 0 if it is off the map."""
    return space_bit(where) & FULL if 0 <= where < FULL.bit_length() else 0


def choose(state: State, card: AmbushCard, command: Choose) -> Chosen:
    """Return the destruction for a command. Raises RuleViolation with the valid targets if the space is not one."""
    owner = board_chosen_on(state, card, command.seat)
    position = state.positions[owner]
    possible, chosen = targets_of(state, card, owner), _bit(command.space)
    if not possible:
        raise RuleViolation(Refusal.NOTHING_TO_DESTROY)
    if not chosen & possible:
        raise RuleViolation(Refusal.NOT_A_TARGET, space_names(possible))
    outcome = position.destruction(chosen)
    return Chosen(
        turn=state.turn,
        seat=command.seat,
        subject=owner,
        card=card.id,
        destroyed=chosen,
        mountains=outcome.mountains,
        rewards=outcome.rewards,
        attempt=state.attempts(state.turn, command.seat),
        reward_coins=outcome.reward_coins,
    )


def automatic_answer(state: State) -> Choose | Close | None:
    """Return the automatic answer to a choice that can't change a score anymore, once winter has been scored.

    The first seat that owes a choice takes the first space in reading order. In practice mode the turn is then closed,
    because there is nothing to look at or to undo. Returns None if nothing is owed. Source: docs/rules.md, "Ambush
    effects".
    """
    phase = state.phase
    if not isinstance(phase, ChoosePhase) or len(state.scores) < len(state.definition.seasons):
        return None
    for seat in map(Seat, range(state.seats)):
        possible = targets_of(state, phase.card, board_chosen_on(state, phase.card, seat))
        if possible and phase.answers[seat] is None:
            return Choose(seat, state.turn, first(possible))
    return Close(Seat(0), state.turn) if state.held else None
