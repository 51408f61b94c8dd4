"""Ambush effects: later actions of monsters. Source: docs/rules.md, "Ambush effects"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

from engine.cartographers.board import Board
from engine.cartographers.cards import AmbushCard
from engine.cartographers.commands import Choose, Close
from engine.cartographers.effects import REGION_AREAS, Effect, EffectAction, EffectArea, EffectChooser
from engine.cartographers.errors import Refusal
from engine.cartographers.events import (
    ChoiceAsked,
    Chosen,
    EffectPassed,
    Event,
    Growth,
    MonstersActed,
    MonstersSpread,
)
from engine.cartographers.geometry import (
    COLUMNS,
    FULL,
    ROWS,
    STRIDE,
    Mask,
    Space,
    diagonal_neighbours,
    first,
    mask_of,
    neighbours,
    shifted,
    space_bit,
    spaces,
)
from engine.cartographers.notation import space_names
from engine.cartographers.position import Outcome, Position
from engine.cartographers.rules.ambush import target
from engine.cartographers.state import ChoosePhase, State
from engine.cartographers.terrain import REGIONS, Feature
from engine.contract import RuleViolation, Seat

_NOTHING = Outcome()
_STEPS: Mapping[EffectArea, tuple[int, ...]] = {
    EffectArea.BESIDE: (-STRIDE, 1, STRIDE, -1),
    EffectArea.NORTH: (-STRIDE,),
    EffectArea.EAST: (1,),
    EffectArea.SOUTH: (STRIDE,),
    EffectArea.WEST: (-1,),
}
"""Differences between the bits of a space and of those to which a move may take it, by its area."""


def next_monster_event(state: State, card: AmbushCard) -> Event:
    """Return the event of a monster that acts now: it acts by itself, asks for choices, or passes."""
    effect = effect_of(card)
    if effect.is_chosen:
        has_targets = any(targets_of(state, card, Seat(seat)) for seat in range(state.seats))
        return ChoiceAsked(state.turn + 1, card.id) if has_targets else EffectPassed(card.id)
    wasteland = state.definition.destroys_wasteland
    growths = tuple(Growth.of(outcome_of(card, position, wasteland=wasteland)) for position in state.positions)
    if not any(growth != Growth(0) for growth in growths):
        return EffectPassed(card.id)
    event = MonstersSpread if effect.action is EffectAction.DRAW else MonstersActed
    return event(card.id, growths)


def effect_of(card: AmbushCard) -> Effect:
    """Return the effect of a card that has one."""
    assert card.effect is not None, f"{card.id} has no effect"
    return card.effect


def outcome_of(card: AmbushCard, position: Position, *, wasteland: bool = False) -> Outcome:
    """Return the outcome of an effect without a choice on one board. It is empty if the monster did not survive."""
    effect = effect_of(card)
    if effect.on_coins:
        return _NOTHING._replace(reward_coins=_coins(card, effect, position))
    cells = targets(card, position.board, wasteland=wasteland)
    if effect.count is not None:
        cells = mask_of(spaces(cells)[: effect.count])
    return outcome_of_choice(card, position, cells) if cells else _NOTHING


def _coins(card: AmbushCard, effect: Effect, position: Position) -> int:
    """Return the coins that a surviving monster gives, or costs as far as the owner has them (negative)."""
    if not position.board.surviving(card.initial):
        return 0
    return card.coins if effect.action is EffectAction.EARN_COINS else -min(card.coins, position.coins)


def outcome_of_choice(card: AmbushCard, position: Position, cells: Mask) -> Outcome:
    """Return the outcome on one board of an effect on the given spaces, which are among its targets."""
    match effect_of(card).action:
        case EffectAction.DRAW:
            return position.monster(cells, card.initial)
        case EffectAction.MOVE:
            monster = position.board.surviving(card.initial)
            (moved,) = shifted(monster, [first(cells) - first(monster)])
            return position.move(monster, moved, card.initial)
        case _:
            return position.destruction(cells)


def targets_of(state: State, card: AmbushCard, owner: Seat) -> Mask:
    """Return the spaces that a monster may take on the board of a seat."""
    return targets(card, state.positions[owner].board, wasteland=state.definition.destroys_wasteland)


def targets(card: AmbushCard, board: Board, *, wasteland: bool = False) -> Mask:
    """Return the spaces of a board that a monster may take, all within reach of its surviving spaces.

    These are empty spaces or, if the monster destroys any space, also drawn ones. Such a monster may destroy wasteland
    only with `destroys_wasteland`. For a move, they are those to which the first of its spaces may move. There are
    none for an effect on coins.
    """
    effect = effect_of(card)
    if effect.on_coins:
        return 0
    monster = board.surviving(card.initial)
    if effect.action is EffectAction.MOVE:
        return _destinations(effect.area, monster, board)
    reached = reach(effect.area, monster, board)
    if effect.action is not EffectAction.DESTROY_ANY:
        return reached & board.empty
    layers = board.layers
    lasting = layers[Feature.MOUNTAIN] | layers[Feature.LANDMARK] | layers[Feature.DESTROYED]
    lasting |= 0 if wasteland else layers[Feature.WASTELAND]
    return reached & FULL & ~lasting


def _destinations(area: EffectArea, monster: Mask, board: Board) -> Mask:
    """Return the spaces to which a monster's first space may move. All its spaces move along, to empty spaces or to
    its own.
    """
    if not monster:
        return 0
    found, free = 0, board.empty | monster
    for step, moved in zip(_STEPS[area], shifted(monster, _STEPS[area]), strict=True):
        if moved.bit_count() == monster.bit_count() and not moved & ~free:
            found |= space_bit(Space(first(monster) + step))
    return found


def reach(area: EffectArea, monster: Mask, board: Board) -> Mask:
    """Return the spaces of an area around a monster's spaces, or of a region of the board if there are any.

    Only the area beside it includes its own spaces, if they are next to each other.
    """
    if area in REGION_AREAS:
        return board.layers[REGIONS[REGION_AREAS.index(area)]] & ~monster if monster else 0
    match area:
        case EffectArea.BESIDE:
            return neighbours(monster)
        case EffectArea.DIAGONAL:
            return diagonal_neighbours(monster) & ~monster
        case EffectArea.ROWS | EffectArea.COLUMNS:
            lines = ROWS if area is EffectArea.ROWS else COLUMNS
            reached = 0
            for line in lines:
                reached |= line if line & monster else 0
            return reached & ~monster
        case _:
            raise AssertionError(f"{area} is a direction")


def may_act(
    card: AmbushCard, position: Position, others: Sequence[AmbushCard] = (), *, wasteland: bool = False
) -> bool:
    """Return True if a monster on the board may act now or later. Those of the others that move may leave spaces."""
    board = position.board
    if effect_of(card).on_coins or effect_of(card).action is EffectAction.MOVE:
        return bool(board.surviving(card.initial))
    for other in others:
        if effect_of(other).action is EffectAction.MOVE:
            board = board.clear(board.surviving(other.initial))
    return bool(targets(card, board, wasteland=wasteland))


def board_chosen_on(state: State, card: AmbushCard, seat: Seat) -> Seat:
    """Return the owner of the board that a seat chooses on: the seat itself if the monster was placed automatically."""
    return seat if state.definition.monsters_walk else chooser_of(card, seat, state.seats)


def chooser_of(card: AmbushCard, seat: Seat, seats: int) -> Seat:
    """Return the seat whose board `seat` chooses on: its own, or the one on which it drew the monster."""
    match effect_of(card).chooser:
        case EffectChooser.OWNER:
            return seat
        case EffectChooser.DRAWER:
            return target(card, seat, seats)
        case EffectChooser.NOBODY:
            raise AssertionError(f"nobody chooses for {card.id}")
        case chooser:
            assert_never(chooser)


def _bit(where: Space) -> Mask:
    """Return the set of a space, or 0 if it is off the map."""
    return space_bit(where) & FULL if 0 <= where < FULL.bit_length() else 0


def choose(state: State, card: AmbushCard, command: Choose) -> Chosen:
    """Return the choice for a command. Raises RuleViolation with the valid targets if the space is not one."""
    owner = board_chosen_on(state, card, command.seat)
    position = state.positions[owner]
    possible, chosen = targets_of(state, card, owner), _bit(command.space)
    if not possible:
        raise RuleViolation(Refusal.NOTHING_TO_DESTROY)
    if not chosen & possible:
        raise RuleViolation(Refusal.NOT_A_TARGET, space_names(possible))
    outcome = outcome_of_choice(card, position, chosen)
    return Chosen(
        turn=state.turn,
        seat=command.seat,
        subject=owner,
        card=card.id,
        destroyed=outcome.destroyed,
        mountains=outcome.mountains,
        rewards=outcome.rewards,
        attempt=state.attempts(state.turn, command.seat),
        reward_coins=outcome.reward_coins,
        grown=outcome.cells,
        initial=outcome.initial,
        landmarks=outcome.landmarks,
        landmark_coins=outcome.landmark_coins,
        cleared=outcome.cleared,
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
