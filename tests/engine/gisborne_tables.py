"""Tables of Gisborne for tests: one way to ask the model and the engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from tests.engine.gisborne_box import CARDS, CHIPS
from tests.engine.gisborne_drawing import Position, draw_position
from tests.engine.gisborne_knowledge import submit
from tests.engine.gisborne_oracle import Game


def letter(seat: int) -> str:
    return "abcde"[seat]


@dataclass
class Beginning:
    """A position to go on from: the drawing, hands and chips by seat, the rest of the box."""

    position: Position
    path: list[str]
    hands: list[list[str]]
    chips: list[list[int]]
    laid_numbers: str = "behind"
    final_scorings: int = 1
    stack: list[str] = field(init=False)
    chip_pile: list[int] = field(init=False)
    pile: list[str] = field(init=False)
    discards: list[str] = field(init=False)
    chest: list[str] = field(init=False)
    """Cards in the chest of the first seat: all that are nowhere else."""

    def divide(self, chips: list[int], pile: int | None, discards: int) -> None:
        """Divide what no seat holds; without a number the pile gets all cards but the discards."""
        laid = [tile for tile in self.position.tiles if tile in self.path]
        self.stack, self.chip_pile = self.path[len(laid) :], chips[len(laid) :]
        rest = sorted((Counter(CARDS) - Counter(card for hand in self.hands for card in hand)).elements())
        self.discards, rest = rest[:discards], rest[discards:]
        self.pile, self.chest = rest[:pile], rest[len(rest[:pile]) :]

    def gone_chips(self) -> list[int]:
        held = [*self.position.chips.values(), *self.chip_pile, *(chip for chips in self.chips for chip in chips)]
        return sorted((Counter([*CHIPS, 1]) - Counter(held)).elements())


class Table(Protocol):
    """A table, of the model or of the engine. `submit` raises Refused; `log` is in the words of the model."""

    def submit(self, question: str, seat: int, answer: Any) -> None: ...

    def open_asks(self) -> dict[int, str]: ...

    def draw(self) -> str: ...

    def log(self) -> list[tuple[Any, ...]]: ...

    def hand(self, seat: int) -> list[str]: ...

    def chips(self, seat: int) -> list[int]: ...


class ModelTable:
    """A table of the model."""

    def __init__(self, beginning: Beginning) -> None:
        self.game = Game(
            len(beginning.hands),
            lambda label, items: list(items),
            beginning.laid_numbers,
            beginning.final_scorings,
            _arrange(beginning),
        )

    def submit(self, question: str, seat: int, answer: Any) -> None:
        submit(self.game, question, seat, answer)

    def open_asks(self) -> dict[int, str]:
        return {seat: self.game.question for seat in self.game.asked if seat not in self.game.answers}

    def draw(self) -> str:
        game = self.game
        on_way = {letter(seat): game.at[seat] for seat in game.seats if game.is_on_way(seat)}
        on_bar = [letter(seat) for seat in game.bar_order if game.at[seat] == 0]
        beach = [letter(seat) for seat in game.arrived]
        return draw_position(Position(game.way.tiles, game.way.chip_on, on_way, beach, on_bar, bool(game.beach_chip)))

    def log(self) -> list[tuple[Any, ...]]:
        return self.game.log

    def hand(self, seat: int) -> list[str]:
        return self.game.hands[seat]

    def chips(self, seat: int) -> list[int]:
        return self.game.chips[seat]


def _arrange(beginning: Beginning) -> Callable[[Game], None]:
    def arrange(game: Game) -> None:
        position = beginning.position
        for tile in position.tiles:
            game.way.join(tile, None)
        game.way.chip_on = dict(position.chips)
        game.stack, game.chip_pile = list(beginning.stack), list(beginning.chip_pile)
        game.chips = {seat: list(chips) for seat, chips in enumerate(beginning.chips)}
        game.wolves_took = beginning.gone_chips()
        game.bar_order = game.seats
        game.at = {seat: position.pawns.get(letter(seat), 0) for seat in game.seats}
        game.hands = {seat: list(hand) for seat, hand in enumerate(beginning.hands)}
        game.pile, game.discards, game.chests[0] = beginning.pile, beginning.discards, beginning.chest

    return arrange
