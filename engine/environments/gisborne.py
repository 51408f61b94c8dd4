"""PettingZoo environment of Gisborne."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.contract import Ask, Seat
from engine.environments.base import Features, GameEnv, clockwise, numbers, one_hot
from engine.gisborne.cards import FACES, Cards, Face, contains, metals_of, sort_cards
from engine.gisborne.commands import Command, Discard, Give, Keep, Lay
from engine.gisborne.game import RULES
from engine.gisborne.rules.setup import Setup
from engine.gisborne.state import Play, State
from engine.gisborne.tiles import Mark
from engine.gisborne.view import KeepDesk, LayDesk, RiverDesk, View, WolvesDesk

TENT = len(FACES)
"""Action that adds the tent to a play; those before it add a card of a face."""
DONE = TENT + 1
"""Action that lays the cards added so far."""
KEEP = DONE + 1
"""First of the actions that put a number of cards into the chest."""

_DESKS = (LayDesk, RiverDesk, WolvesDesk, KeepDesk)
_PHASES = ("lay", "river", "wolves", "keep")
_MARKS = tuple(Mark)


class GisborneEnv(GameEnv):
    """Game of Gisborne in which each seat is an agent.

    A play is several actions: one for each card by its face (0 to 5), `TENT` for the tent, then `DONE`. To mix metals
    by means of the tent, add the tent first. At a river, one action discards each card. The other actions put a number
    of cards into the chest (`KEEP` and up), and give the wolves a chip (from `give_actions` on, by value).

    Raises RuleViolation if the setup cannot be played. A game of agents that always lay the tent has no end, so set
    `max_steps` for those that learn.
    """

    metadata: dict[str, Any] = {"name": "gisborne_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self, setup: Setup, seats: int = 3, max_steps: int | None = None, render_mode: str | None = None
    ) -> None:
        box = setup.definition
        most_dealt = max((number for row in box.places for number in row), default=0)
        self.chips = tuple(sorted({*box.chips, box.start_chip, box.beach_chip}))
        self.give_actions = KEEP + most_dealt + 1
        self._fields = sum(len(tile.path) for tile in box.tiles.values())
        self._picked: tuple[Face, ...] = ()
        self._tent = False
        super().__init__(RULES, setup, seats, self.give_actions + len(self.chips), max_steps, render_mode)

    def _select(self) -> None:
        self._picked, self._tent = (), False
        super()._select()

    def actions_of(self, command: Command) -> list[int]:
        """Return the actions that give a command, if none of them has been taken yet."""
        match command:
            case Lay(cards=cards, tent=tent):
                return [*([TENT] if tent else []), *map(FACES.index, cards), DONE]
            case Discard(cards=cards):
                return list(map(FACES.index, cards))
            case Give(value=value):
                return [self.give_actions + self.chips.index(value)]
            case Keep(chest=chest):
                return [KEEP + chest]
        raise ValueError(f"{command} is no action")

    def _legal_actions(self, view: View, ask: Ask) -> list[int]:
        match view.desk:
            case LayDesk(hand, mixed):
                return self._lay_actions(hand, view.definition.most_cards, mixed=mixed or self._tent)
            case RiverDesk(hand):
                return self._held(hand)
            case WolvesDesk(chips):
                return [self.give_actions + self.chips.index(chip) for chip in sorted(set(chips))]
            case KeepDesk(dealt):
                return [KEEP + number for number in range(dealt + 1)]
        raise AssertionError("an open ask has a desk")

    def _lay_actions(self, hand: Cards, most: int, *, mixed: bool) -> list[int]:
        size = len(self._picked) + self._tent
        done = [DONE] if size else []
        if size == most:
            return done
        metals = metals_of(self._picked)
        faces = [face for face in self._held(hand) if mixed or not metals or FACES[face].metal in metals]
        return [*faces, *([] if self._tent else [TENT]), *done]

    def _held(self, hand: Cards) -> list[int]:
        """Return the actions for faces of which the hand holds more cards than are picked."""
        return [number for number, face in enumerate(FACES) if contains(hand, (*self._picked, face))]

    def _command(self, view: View, ask: Ask, action: int) -> Command | None:
        if action not in self._legal_actions(view, ask):
            raise ValueError(f"action {action} is illegal: not offered")
        if action >= self.give_actions:
            return Give(ask.seat, ask.id, self.chips[action - self.give_actions])
        if action >= KEEP:
            return Keep(ask.seat, ask.id, action - KEEP)
        if action == DONE:
            return Lay(ask.seat, ask.turn, sort_cards(self._picked), self._tent)
        if action == TENT:
            self._tent = True
            return None
        self._picked = (*self._picked, FACES[action])
        if isinstance(view.desk, RiverDesk) and len(self._picked) == view.desk.surplus:
            return Discard(ask.seat, ask.id, sort_cards(self._picked))
        return None

    def _text(self, view: View) -> str:
        pawns = [f"seat_{seat}: field {at}, {view.chests[seat].points} points" for seat, at in enumerate(view.at)]
        return "\n".join([f"round {view.round}, way {''.join(view.way.marks)}", *pawns])

    def _points(self, state: State) -> list[int]:
        return [chest.points for chest in state.chests]

    def _features(self, view: View, seat: Seat) -> Features:
        seats = clockwise(seat, view.seats)
        acts = self.ask is not None and self.ask.seat == seat
        return {
            "hand": _counts(view.hand),
            "picked": numbers([*_counts(self._picked if acts else ()), acts and self._tent]),
            "desk": self._desk(view),
            "phase": one_hot(_PHASES.index(view.phase) if view.phase else None, len(_PHASES)),
            "fields": numbers([view.at[other] for other in seats]),
            "arrived": _places(view.arrived, seats),
            "bar": _places(view.bar, seats),
            "order": _places(view.order, seats),
            "ranks": _places(view.ranks, seats),
            "hands": numbers([view.hands[other] for other in seats]),
            "chest_cards": numbers([view.chests[other].cards for other in seats]),
            "chest_chips": numbers([[view.chests[other].chips.count(chip) for chip in self.chips] for other in seats]),
            "laid": numbers([view.laid[other] for other in seats]),
            "numbers": numbers([_plus_one(view.numbers[other]) for other in seats]),
            "plays": np.stack([_play(view.plays[other]) for other in seats]),
            "stood": np.stack([_mark(view.stood[other]) for other in seats]),
            "owes": one_hot(seats.index(view.owes.seat) if view.owes else None, len(seats)),
            "scoring": self._scoring(view, seats),
            "way": self._way(view),
            "table": numbers(
                [
                    *(view.round, view.begun, view.earned, view.beach_chip, view.next_chip, view.chips_left),
                    *(view.tiles_left, view.pile, view.discards, view.last_round, view.over),
                ]
            ),
        }

    def _desk(self, view: View) -> NDArray[np.float32]:
        """Return the kind of the desk; mixed, halved; surplus; number dealt, and its own answer to it plus one."""
        desk = view.desk
        kind = one_hot(next((place for place, each in enumerate(_DESKS) if isinstance(desk, each)), None), len(_DESKS))
        mixed, halved = (desk.mixed, desk.halved) if isinstance(desk, LayDesk) else (False, False)
        surplus = desk.surplus if isinstance(desk, RiverDesk) else 0
        dealt, choice = (desk.dealt, _plus_one(desk.choice)) if isinstance(desk, KeepDesk) else (0, 0)
        return numbers([*kind, mixed, halved, surplus, dealt, choice])

    def _scoring(self, view: View, seats: list[Seat]) -> NDArray[np.float32]:
        """Return by seat the number of cards dealt, and whether it has decided."""
        if view.scoring is None:
            return np.zeros((len(seats), 2), np.float32)
        dealt = dict(zip(view.scoring.ranks, view.scoring.dealt, strict=True))
        return numbers([(dealt[other], view.scoring.chosen[other]) for other in seats])

    def _way(self, view: View) -> NDArray[np.float32]:
        """Return by field its mark, the river behind it, the fields that a bridge leads on, and its chip."""
        way = np.zeros((self._fields, len(_MARKS) + 3), np.float32)
        for number, mark in enumerate(view.way.marks):
            way[number, _MARKS.index(mark)] = 1
        for field in view.way.rivers:
            way[field - 1, -3] = 1
        for field, end in view.way.bridges.items():
            way[field - 1, -2] = end - field
        for field, chip in view.on_way.items():
            way[field - 1, -1] = chip
        return way


def _counts(cards: Iterable[Face]) -> NDArray[np.float32]:
    held = tuple(cards)
    return numbers([held.count(face) for face in FACES])


def _play(play: Play | None) -> NDArray[np.float32]:
    return numbers([*_counts(play.cards if play else ()), play is not None and play.tent])


def _mark(mark: Mark | None) -> NDArray[np.float32]:
    return one_hot(None if mark is None else _MARKS.index(mark), len(_MARKS))


def _places(listed: tuple[Seat, ...], seats: list[Seat]) -> NDArray[np.float32]:
    """Return by seat its place in a list from 1, 0 if it is not there."""
    return numbers([listed.index(seat) + 1 if seat in listed else 0 for seat in seats])


def _plus_one(number: int | None) -> int:
    """Return a number plus one, 0 for None."""
    return 0 if number is None else number + 1
