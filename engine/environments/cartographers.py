"""PettingZoo environment of Cartographers and its Heroes box."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.cartographers.commands import Choose, Command, Draw
from engine.cartographers.game import RULES
from engine.cartographers.geometry import FULL, SIZE, STRIDE, Mask, spaces
from engine.cartographers.notation import Placement, whole_board_text
from engine.cartographers.position import Position
from engine.cartographers.rules.setup import Setup
from engine.cartographers.shapes import TURNS
from engine.cartographers.state import State
from engine.cartographers.terrain import Feature, Terrain
from engine.cartographers.view import View
from engine.contract import Ask, Seat
from engine.environments.base import Features, GameEnv, clockwise, numbers, one_hot

CELLS = spaces(FULL)
"""Spaces of the map in reading order."""
PLANES = len(Feature) + 1
"""Planes of a map: one for each feature, and one for monsters that still earn coins when surrounded."""
DRAWN = tuple(terrain for terrain in Terrain if terrain is not Terrain.MOUNTAIN)

_CELL_NUMBERS = {cell: number for number, cell in enumerate(CELLS)}
_TURN_NUMBERS = {turn: number for number, turn in enumerate(TURNS)}
_BYTES = (SIZE * STRIDE + 7) // 8


class CartographersEnv(GameEnv):
    """Game of Cartographers in which each seat is an agent.

    An action below `draw_actions` draws: its number is `((option * 6 + terrain) * 8 + turn) * 121 + space`, with the
    numbers of `Terrain` and `TURNS` and spaces in reading order. The others choose the space that a monster destroys,
    in reading order. Only one of several orientations that look alike is legal.

    Practice games, whose turns have to be closed, can't be played. Raises ValueError for those, and RuleViolation if
    the setup cannot be played.
    """

    metadata: dict[str, Any] = {"name": "cartographers_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self, setup: Setup, seats: int = 2, max_steps: int | None = None, render_mode: str | None = None
    ) -> None:
        definition = setup.definition
        if definition.practice:
            raise ValueError("practice games have no environment")
        self.options = max(len(card.options) for card in definition.explore)
        self.draw_actions = self.options * len(DRAWN) * len(TURNS) * len(CELLS)
        self._cards = {card.id: number for number, card in enumerate(definition.deck)}
        self._edicts = {card.id: number for number, card in enumerate(definition.pool)}
        super().__init__(RULES, setup, seats, self.draw_actions + len(CELLS), max_steps, render_mode)

    def actions_of(self, command: Command) -> list[int]:
        """Return the one action that gives a command."""
        match command:
            case Draw(placement=placement):
                desk = self.view(self.agent_selection).desk
                turn = desk.offer.options[placement.option].shape.held(placement.turn).turn
                return [self._draw_action(replace(placement, turn=turn))]
            case Choose(space=space):
                return [self.draw_actions + _CELL_NUMBERS[space]]
        raise ValueError(f"{command} is no action")

    def _draw_action(self, placement: Placement) -> int:
        shape = (placement.option * len(DRAWN) + placement.terrain) * len(TURNS) + _TURN_NUMBERS[placement.turn]
        return shape * len(CELLS) + _CELL_NUMBERS[placement.anchor]

    def _legal_actions(self, view: View, ask: Ask) -> list[int]:
        if view.desk:
            return [self._draw_action(placement) for placement in view.desk.offer.placements()]
        assert view.choice is not None, "an open ask is to draw or to choose a space"
        return [self.draw_actions + _CELL_NUMBERS[space] for space in spaces(view.choice.targets)]

    def _command(self, view: View, ask: Ask, action: int) -> Command:
        if action not in range(self.draw_actions + len(CELLS)) or (view.desk is None) != (action >= self.draw_actions):
            raise ValueError(f"action {action} is illegal: not asked")
        if action >= self.draw_actions:
            return Choose(ask.seat, ask.turn, CELLS[action - self.draw_actions])
        rest, cell = divmod(action, len(CELLS))
        rest, turn = divmod(rest, len(TURNS))
        option, terrain = divmod(rest, len(DRAWN))
        options = view.desk.offer.options if view.desk else ()
        if option < len(options) and options[option].shape.held(TURNS[turn]).turn != TURNS[turn]:
            raise ValueError(f"action {action} is illegal: another orientation looks alike")
        return Draw(ask.seat, ask.turn, Placement(option, DRAWN[terrain], TURNS[turn], CELLS[cell]))

    def _text(self, view: View) -> str:
        boards = [whole_board_text(board).replace("/", "\n") for board in view.boards]
        return "\n\n".join(
            f"seat_{seat}: {view.total(Seat(seat))} stars, {view.coins[seat]} coins\n{board}"
            for seat, board in enumerate(boards)
        )

    def _points(self, state: State) -> list[int]:
        return [state.total(Seat(seat)) for seat in range(state.seats)]

    def _features(self, view: View, seat: Seat) -> Features:
        seats = clockwise(seat, view.seats)
        season = view.next_season
        return {
            "maps": np.stack([_planes(view.positions[other]) for other in seats]),
            "subject": one_hot(seats.index(view.task.subject) if view.task else None, len(seats)),
            "coins": numbers([view.coins[other] for other in seats]),
            "stars": numbers([view.total(other) for other in seats]),
            "awaited": numbers([view.awaited[other] for other in seats]),
            "drawn": numbers([view.drawn[other] for other in seats]),
            "open": self._cards_named([view.open.id] if view.open else ()),
            "destroyer": self._cards_named([view.destroyer.id] if view.destroyer else ()),
            "column": self._cards_named(view.column),
            "revealed": self._cards_named(view.revealed),
            "effects": self._cards_named(view.effects),
            "edicts": np.stack([one_hot(self._edicts[card.id], len(self._edicts)) for card in view.edicts]),
            "clock": numbers(
                [view.season, view.time, season.threshold if season else 0, view.turn, view.ruins_pending, view.over]
            ),
        }

    def _cards_named(self, ids: Iterable[str]) -> NDArray[np.float32]:
        part = np.zeros(len(self._cards), np.float32)
        for card in ids:
            part[self._cards[card]] = 1
        return part


def _planes(position: Position) -> NDArray[np.float32]:
    """Return the planes of a map, with 11 rows and columns each."""
    earning = [reward.initial for reward in position.rewarding if reward.initial not in position.rewarded]
    monsters = 0
    for initial in earning:
        monsters |= position.board.surviving(initial)
    return np.stack([_plane(mask) for mask in (*position.board.layers, monsters)])


def _plane(mask: Mask) -> NDArray[np.float32]:
    bits = np.unpackbits(np.frombuffer(mask.to_bytes(_BYTES, "little"), np.uint8), bitorder="little")
    return bits[: SIZE * STRIDE].reshape(SIZE, STRIDE)[:, :SIZE].astype(np.float32)
