"""A hand in stacks by metal and value."""

from __future__ import annotations

from dataclasses import dataclass

from engine.gisborne.cards import Cards, Face, Metal
from engine.gisborne.view import LayDesk, View
from games.gisborne.words.names import (
    cards_count,
    face_name,
    metal_name,
)


@dataclass(frozen=True, slots=True)
class Stack:
    """Cards of one face in a hand. `numbers` are those that can be chosen, from 1; `chosen` is the current one."""

    face: str
    name: str
    metal: str
    worth: int
    count: int
    numbers: tuple[int, ...]
    chosen: int


@dataclass(frozen=True, slots=True)
class MetalStacks:
    """Two stacks of one metal, and how many cards a play of this metal draws back; "" if that is not known."""

    metal: str
    name: str
    draws: str
    stacks: tuple[Stack, ...]

    @property
    def is_empty(self) -> bool:
        """True if the hand has no card of this metal."""
        return not any(stack.count for stack in self.stacks)


@dataclass(frozen=True, slots=True)
class Hand:
    """Stacks by metal, and the number of cards in words."""

    metals: tuple[MetalStacks, ...]
    count: str


def build_hand(view: View, cards: Cards, chosen: Cards = (), most: int = 0) -> Hand:
    """Return a hand in stacks, with the chosen cards; at most `most` cards of a stack can be chosen."""
    metals = tuple(
        MetalStacks(
            metal=metal.value,
            name=metal_name(metal),
            draws=_draws_label(view, metal),
            stacks=tuple(_stack(face, cards, chosen, most) for face in Face if face.metal is metal),
        )
        for metal in Metal
    )
    return Hand(metals, cards_count(len(cards)))


def _draws_label(view: View, metal: Metal) -> str:
    """Return how many cards a play of a metal draws back, as "+2"; "" in the last round, in a village and after it."""
    if view.last_round or not isinstance(view.desk, LayDesk) or view.desk.mixed:
        return ""
    return f"+{view.definition.draws_of(metal)}"


def _stack(face: Face, cards: Cards, chosen: Cards, most: int) -> Stack:
    count, picked = cards.count(face), chosen.count(face)
    # An address may choose more than an answer can have; the form shows that too.
    numbers = tuple(range(1, min(count, max(most, picked)) + 1))
    return Stack(face.value, face_name(face), face.metal.value, face.worth, count, numbers, picked)
