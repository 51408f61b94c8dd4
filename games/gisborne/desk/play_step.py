"""Play in the making, as it stands in the address of a table: a number for each face, and the tent."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import QueryDict

from engine.gisborne.cards import Cards, Face
from games.gisborne.desk.intents import MOST

TENT = "tent"


@dataclass(frozen=True, slots=True)
class Selection:
    """Selected cards of a hand, and whether the tent is with them."""

    cards: Cards = ()
    tent: bool = False

    def __bool__(self) -> bool:
        return bool(self.cards) or self.tent


def step_of(cards: Cards, *, tent: bool = False) -> QueryDict:
    """Return the fields of the address for a selection."""
    step = QueryDict(mutable=True)
    for face in Face:
        if number := cards.count(face):
            step[face.value] = str(number)
    if tent:
        step[TENT] = "on"
    return step


def discard_step(cards: Cards) -> QueryDict:
    """Return the fields of the address for cards to discard. A choice of none has a field, unlike no choice yet."""
    return step_of(cards) or QueryDict(f"{next(iter(Face)).value}=0")


def has_cards(step: QueryDict) -> bool:
    """Return True if an address has a choice of cards, even if it is none."""
    return any(face.value in step for face in Face)


def selection_of(step: QueryDict, hand: Cards) -> Selection:
    """Return the selection in an address, as far as the hand has the cards; unreadable numbers are ignored."""
    cards: list[Face] = []
    for face in Face:
        cards += [face] * min(_number(step.get(face.value, "")), hand.count(face))
    return Selection(tuple(cards), TENT in step)


def _number(text: str | None) -> int:
    return min(int(text), MOST) if text and text.isascii() and text.isdigit() and len(text) < 5 else 0
