"""Feats of players: rare events of finished games, found in their logs by each game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

from engine.contract import Seat
from games.tables.log.state import DecodedEvent


@dataclass(frozen=True, slots=True)
class FeatKind:
    """Kind of a feat: its key (at most 32 characters), its name, and a sentence that explains it."""

    key: str
    name: str | Promise
    words: str | Promise


@dataclass(frozen=True, slots=True)
class FoundFeat:
    """Feat of a seat in a turn. `is_whole` is True if it took the whole game, not this turn alone."""

    seat: Seat
    kind: str
    turn: int
    is_whole: bool = False


@dataclass(frozen=True, slots=True)
class Feats:
    """Feats that a game knows, in display order, and how they are found in all events of a finished game.

    A change of `version` lets the site look through all games again.
    """

    version: int
    kinds: Sequence[FeatKind]
    find: Callable[[Sequence[DecodedEvent[Any]]], Iterable[FoundFeat]]
