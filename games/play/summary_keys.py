"""Summary of a finished game, for finding games and for statistics.

Its keys are opaque: only the game itself can put them into words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from django.utils.functional import Promise

_LONGEST: Final = 32
"""Maximum length of the key under which tables and results store their set."""

Piece = tuple[str, str]
"""Component or other source of a score: the key of its kind (at most 32 characters), and its own key (at most 64)."""


@dataclass(frozen=True, slots=True)
class PieceKind:
    """Kind of component: its key, its singular and plural names, and its components.

    `pieces` are their keys and names. `chosen` is True if games can be filtered by this kind, `compared` if pages
    show what each component earns, and `whole` if all its components together make up a score. `is_board` is True for
    what boards begin as; lists of the best boards can be filtered by it.
    """

    key: str
    one: str | Promise
    many: str | Promise
    pieces: Sequence[tuple[str, str]]
    chosen: bool = False
    compared: bool = False
    whole: bool = False
    is_board: bool = False


@dataclass(frozen=True, slots=True)
class GameSummary:
    """Summary of a finished game.

    `pieces` are the components it was played with, `gains` the points from each component by seat. `title` is the code
    of the title earned in a solo game, "" for none. `counts` is False for games such as the lesson, which are left
    out of all statistics.
    """

    pieces: tuple[Piece, ...] = ()
    gains: tuple[Mapping[Piece, int], ...] = ()
    title: str = ""
    counts: bool = True


def short_key(prefix: str, id: str) -> str:
    """Return the key of a set, with a digest of its id in place of the end of a key that is too long."""
    key = f"{prefix}{id}"
    if len(key) <= _LONGEST:
        return key
    return f"{key[: _LONGEST - 9]}-{sha256(id.encode()).hexdigest()[:8]}"
