"""Plays that a hand allows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from engine.gisborne.cards import Cards, Face, Metal, steps_of

MOST_MIXED: Final = 5
"""Most cards of mixed plays of which `plays_to_weigh` yields every one. The printed box allows no more."""

_Counted = Sequence[tuple[Face, int]]
"""Faces with their numbers, in the order of `Face`."""


def find_plays(hand: Cards, most: int, *, mixed: bool) -> Iterator[Cards]:
    """Yield every play without the tent once: one to `most` cards, of one metal unless `mixed`."""
    for group in _groups(hand, mixed=mixed):
        yield from _selections(group, most)


def plays_to_weigh(hand: Cards, most: int, *, mixed: bool) -> Iterator[Cards]:
    """Yield the plays among which to choose, so few that all of them can be compared.

    They are all but mixed ones of more than `MOST_MIXED` cards. Of these it is for each number of steps the one of
    fewest cards.
    """
    if not mixed or most <= MOST_MIXED:
        yield from find_plays(hand, most, mixed=mixed)
        return
    yield from find_plays(hand, MOST_MIXED, mixed=True)
    yield from (cards for cards in shortest_plays(hand, most, mixed=True).values() if len(cards) > MOST_MIXED)


def shortest_plays(hand: Cards, most: int, *, mixed: bool) -> dict[int, Cards]:
    """Return the play of fewest cards for each number of steps; of equals it is the first of `find_plays`."""
    found: dict[int, Cards] = {}
    for group in _groups(hand, mixed=mixed):
        for steps, cards in _shortest(group, most).items():
            _keep_shorter(found, steps, cards)
    return found


def _groups(hand: Cards, *, mixed: bool) -> list[_Counted]:
    counted = list(Counter(hand).items())
    return [counted] if mixed else [[(face, n) for face, n in counted if face.metal is metal] for metal in Metal]


def _selections(counted: _Counted, most: int) -> Iterator[Cards]:
    """Yield every selection of one to `most` cards of these."""
    for index, (face, held) in enumerate(counted):
        for number in range(1, min(held, most) + 1):
            some = (face,) * number
            yield some
            for others in _selections(counted[index + 1 :], most - number):
                yield (*some, *others)


def _shortest(counted: _Counted, most: int) -> dict[int, Cards]:
    """Return the shortest selection by steps, built up from the last face to the first."""
    found: dict[int, Cards] = {0: ()}
    for face, held in reversed(counted):
        longer: dict[int, Cards] = {}
        for number in (*range(1, min(held, most) + 1), 0):
            some = (face,) * number
            for steps, others in found.items():
                if number + len(others) <= most:
                    _keep_shorter(longer, steps + steps_of(some), some + others)
        found = longer
    del found[0]
    return found


def _keep_shorter(found: dict[int, Cards], steps: int, cards: Cards) -> None:
    if steps not in found or len(cards) < len(found[steps]):
        found[steps] = cards
