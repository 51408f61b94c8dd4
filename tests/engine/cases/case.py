"""Test case of a drawn board, and helpers that name many spaces."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Case:
    """A drawn board: 11 lines of 11 letters, its stars and the spaces that earn them (C5, D6, ...)."""

    card: str
    name: str
    map: str
    stars: int
    spaces: tuple[str, ...]
    edition: str = "retail"


def at(names: str) -> tuple[str, ...]:
    """The spaces named in a string such as "C5 D6"."""
    return tuple(names.split())


def row(letter: str) -> tuple[str, ...]:
    """All spaces of a row, A to K."""
    return tuple(f"{letter}{number}" for number in range(1, 12))


def column(number: int) -> tuple[str, ...]:
    """All spaces of a column, 1 to 11."""
    return tuple(f"{letter}{number}" for letter in "ABCDEFGHIJK")
