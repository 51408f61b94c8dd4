"""Ambush effects: what monsters do besides lying there. Source: docs/rules.md, "Ambush effects"."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import assert_never

from engine.cartographers.board import Board
from engine.cartographers.cards import AmbushCard, Effect
from engine.cartographers.commands import Choose
from engine.cartographers.errors import Refusal
from engine.cartographers.events import ChoiceAsked, Chosen, EffectPassed, Event, Growth, MonstersSpread
from engine.cartographers.geometry import FULL, Mask, Space, neighbours, space_bit
from engine.cartographers.notation import space_names
from engine.cartographers.rules.ambush import target
from engine.cartographers.state import State
from engine.cartographers.terrain import Feature, Terrain
from engine.contract import RuleViolation, Seat


def rewards(rewarding: Iterable[str], paid: Container[str], board: Board) -> tuple[str, ...]:
    """The initials of the rewarding monsters that a board, as it now is, has closed in: every space of theirs is
    destroyed or has no empty neighbour. Those that have paid before do not pay again.
    """
    return tuple(initial for initial in rewarding if initial not in paid and _closed_in(board, initial))


def rewards_at(state: State, owner: Seat, board: Board) -> tuple[str, ...]:
    """The rewards that a seat's board earns as it now is."""
    assert state.box is not None
    return rewards(state.box.rewarding, state.rewarded[owner], board)


def _closed_in(board: Board, initial: str) -> bool:
    return bool(board.written(initial)) and not neighbours(board.surviving(initial)) & board.empty


def happens(state: State) -> Event:
    """What the first monster in the queue does: it spreads, asks for spaces to destroy, or finds nothing to do."""
    card = state.card(state.queue[0])
    assert isinstance(card, AmbushCard)
    match card.effect:
        case Effect.SPREAD:
            growths = tuple(_growth(state, Seat(seat), card) for seat in range(state.seats))
            acts = any(growth.cells for growth in growths)
            return MonstersSpread(card.id, growths) if acts else EffectPassed(card.id)
        case Effect.DESTROY_EMPTY | Effect.DESTROY_ANY:
            asked = any(targets(card, board) for board in state.boards)
            return ChoiceAsked(state.turn + 1, card.id) if asked else EffectPassed(card.id)
        case Effect.NONE | Effect.REWARD:
            raise AssertionError(f"{card.id} never acts by itself")
        case _:
            assert_never(card.effect)


def _growth(state: State, owner: Seat, card: AmbushCard) -> Growth:
    """One step, not a flood: every empty space next to a surviving space of the monster."""
    board = state.boards[owner]
    cells = neighbours(board.surviving(card.initial)) & board.empty
    if not cells:
        return Growth(0)
    destroyed = cells & board.marked
    after = board.draw(cells, Terrain.MONSTER, card.initial).destroy(destroyed)
    return Growth(cells, destroyed, board.mountains_closed_by(cells), rewards_at(state, owner, after))


def targets(card: AmbushCard, board: Board) -> Mask:
    """The spaces of a board that a monster may destroy: next to a surviving space of it, and empty or, for the one that
    destroys anything, drawn.
    """
    around = neighbours(board.surviving(card.initial))
    match card.effect:
        case Effect.DESTROY_EMPTY:
            return around & board.empty
        case Effect.DESTROY_ANY:
            layers = board.layers
            lasting = layers[Feature.MOUNTAIN] | layers[Feature.WASTELAND] | layers[Feature.DESTROYED]
            return around & FULL & ~lasting
        case Effect.NONE | Effect.REWARD | Effect.SPREAD:
            raise AssertionError(f"{card.id} destroys nothing")
        case _:
            assert_never(card.effect)


def chooser_of(card: AmbushCard, seat: Seat, seats: int) -> Seat:
    """Whose board a seat chooses on: the owner chooses for the monster that destroys empty spaces, the seat that drew
    it for the one that destroys anything.
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
    """The set of a space, of none where it is no space of the map."""
    return space_bit(where) & FULL if 0 <= where < FULL.bit_length() else 0


def choose(state: State, command: Choose) -> Chosen:
    """The destruction that a command makes. Raises RuleViolation: not a target, with those that are."""
    card = state.choice
    assert card is not None, "nothing is chosen between turns"
    owner = chooser_of(card, command.seat, state.seats)
    board = state.boards[owner]
    possible, chosen = targets(card, board), _bit(command.space)
    if not possible:
        raise RuleViolation(Refusal.NOTHING_TO_DESTROY)
    if not chosen & possible:
        raise RuleViolation(Refusal.NOT_A_TARGET, space_names(possible))
    return Chosen(
        turn=state.turn,
        seat=command.seat,
        subject=owner,
        card=card.id,
        destroyed=chosen,
        mountains=board.mountains_closed_by(chosen),
        rewards=rewards_at(state, owner, board.destroy(chosen)),
        attempt=state.retakes.count((state.turn, command.seat)),
    )
