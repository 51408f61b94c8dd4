"""Deterministic shuffler: the only source of randomness in a game.

All results follow from a seed, so anyone who has the seed can check every deck.

The order of `items` under a label is a Fisher-Yates shuffle, from the last position down: each position is swapped
with one drawn uniformly from those up to and including itself. Draws read a stream of 8-byte big-endian numbers,
HMAC-SHA-256(seed, label + ":" + counter) for counter 0, 1, 2, ...; numbers that would cause a bias are skipped.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from struct import Struct
from typing import Any, TypeVar

SEED_BYTES = 32

_BLOCK = Struct(">4Q")
_NUMBERS = 1 << 64

Item = TypeVar("Item")


def commitment(seed: bytes) -> str:
    """Return the SHA-256 of a seed in hex. It is shown at the start, to verify the seed shown at the end."""
    return hashlib.sha256(seed).hexdigest()


@dataclass(frozen=True, slots=True)
class Shuffler:
    """Shuffler by label; the same seed and label always give the same order."""

    seed: bytes

    def __post_init__(self) -> None:
        if len(self.seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(self.seed)}")

    def shuffle(self, label: str, items: Sequence[Item]) -> tuple[Item, ...]:
        """Return the items in the order for `label`."""
        order = list(items)
        numbers = self._numbers(label)
        for last in range(len(order) - 1, 0, -1):
            chosen = _below(last + 1, numbers)
            order[last], order[chosen] = order[chosen], order[last]
        return tuple(order)

    def _numbers(self, label: str) -> Iterator[int]:
        counter = 0
        while True:
            yield from _BLOCK.unpack(hmac.digest(self.seed, f"{label}:{counter}".encode(), "sha256"))
            counter += 1


@dataclass(frozen=True)
class RecordedShuffler(Shuffler):
    """Shuffler that returns the recorded decks by label, and collects `claims`, by label, to be checked later with the
    seed's own shuffler. Decks that are not recorded, or hold other items than those to shuffle, are shuffled by its own
    seed.
    """

    decks: Mapping[str, tuple[Any, ...]]
    claims: dict[str, Callable[[Shuffler], bool]] = field(default_factory=dict)

    def shuffle(self, label: str, items: Sequence[Item]) -> tuple[Item, ...]:
        """Return the recorded order."""
        deck = self.decks.get(label)
        if deck is None or Counter(deck) != Counter(items):
            return super().shuffle(label, items)
        self.claims[label] = lambda seeded: seeded.shuffle(label, items) == deck
        return deck


def _below(bound: int, numbers: Iterator[int]) -> int:
    most = _NUMBERS - bound
    for number in numbers:
        chosen = number % bound
        if number - chosen <= most:
            return chosen
    raise AssertionError("the numbers have no end")
