"""What a drawn board is made of, and short ways to name many spaces."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Case:
    """One drawn board: eleven lines of eleven, the stars it earns and the spaces that earn them (C5, D6, ...)."""

    card: str
    name: str
    map: str
    stars: int
    spaces: tuple[str, ...]
    edition: str = "retail"


def at(names: str) -> tuple[str, ...]:
    """The spaces named in a text: "C5 D6"."""
    return tuple(names.split())


def row(letter: str) -> tuple[str, ...]:
    """All spaces of a row, A to K."""
    return tuple(f"{letter}{number}" for number in range(1, 12))


def column(number: int) -> tuple[str, ...]:
    """All spaces of a column, 1 to 11."""
    return tuple(f"{letter}{number}" for letter in "ABCDEFGHIJK")
