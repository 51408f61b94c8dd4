"""Summary of a finished game, for finding games and for statistics.

Its keys are opaque: only the game itself can put them into words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise

Piece = tuple[str, str]
"""Something that a game is played with, or that scores come from: the key of its kind, of 32 characters at most, and
its own, of 64.
"""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of pieces: its key, what one of them and several are called, and the keys and names of those there are.

    `chosen` tells whether games are looked for by it, `compared` whether people see what each brings them, and `whole`
    whether all of its pieces together make up a score.
    """

    key: str
    one: str | Promise
    many: str | Promise
    pieces: Sequence[tuple[str, str]]
    chosen: bool = False
    compared: bool = False
    whole: bool = False


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A game that is over: the `pieces` it was played with, what came from which piece by seat, and the title (a code)
    that one alone has earned, "" for none. Where it `counts` not, as a lesson, nobody's figures know of it.
    """

    pieces: tuple[Piece, ...] = ()
    gains: tuple[Mapping[Piece, int], ...] = ()
    title: str = ""
    counts: bool = True
