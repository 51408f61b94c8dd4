"""Movement cards: six faces, each a metal and a value. Cards of one face are alike, so they have no ids.

Cards that lie together are a tuple in the order of `Face`: lowest value first; bronze, silver, gold where values are
equal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum


class Metal(StrEnum):
    """Metal of a card."""

    BRONZE = "bronze"
    SILVER = "silver"
    GOLD = "gold"


class Face(StrEnum):
    """Face of a card: the initial of its metal, and its value."""

    BRONZE_1 = "b1"
    BRONZE_2 = "b2"
    SILVER_2 = "s2"
    SILVER_3 = "s3"
    GOLD_3 = "g3"
    GOLD_4 = "g4"

    @property
    def metal(self) -> Metal:
        """Metal of the card."""
        return _METALS[self]

    @property
    def worth(self) -> int:
        """Value of the card, in steps."""
        return _WORTH[self]


Cards = tuple[Face, ...]
"""Cards that lie together, in the order of `Face`."""

FACES: tuple[Face, ...] = tuple(Face)
_METALS = {face: metal for metal in Metal for face in Face if face.value[0] == metal[0]}
_WORTH = {face: int(face.value[1]) for face in Face}
_FACES = frozenset(face.value for face in Face)
_PLACES = {face: place for place, face in enumerate(Face)}


def sort_cards(cards: Iterable[Face]) -> Cards:
    """Return cards in the order of `Face`."""
    return tuple(sorted(cards, key=_PLACES.__getitem__))


def parse_cards(text: str) -> Cards:
    """Read cards from a text such as "s3 s3 s2" or "2s3 s2". Raises ValueError."""
    cards: list[Face] = []
    for word in text.split():
        number, face = word[:-2] or "1", word[-2:]
        known = face in _FACES and number.isascii() and number.isdigit() and len(number) <= 3
        if not known or not int(number):
            raise ValueError(f'"{word}" is no card')
        cards += [Face(face)] * int(number)
    return sort_cards(cards)


def cards_text(cards: Iterable[Face]) -> str:
    """Write cards as a text that `parse_cards` reads, such as "b1 2s3"."""
    counted = Counter(cards)
    return " ".join(f"{counted[face] if counted[face] > 1 else ''}{face}" for face in Face if counted[face])


def steps_of(cards: Iterable[Face]) -> int:
    """Return the sum of the values of cards."""
    return sum(_WORTH[face] for face in cards)


def metals_of(cards: Iterable[Face]) -> set[Metal]:
    """Return the metals among cards."""
    return {_METALS[face] for face in cards}


def contains(cards: Cards, others: Iterable[Face]) -> bool:
    """Return True if cards hold all the others."""
    wanted = tuple(others)
    return all(cards.count(face) >= wanted.count(face) for face in set(wanted))


def without(cards: Cards, others: Iterable[Face]) -> Cards:
    """Return cards without others, all of which must be among them."""
    left = list(cards)
    for face in others:
        left.remove(face)
    return tuple(left)
