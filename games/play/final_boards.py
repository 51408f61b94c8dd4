"""Interface of a game that draws final boards as images for lists."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.utils.functional import Promise

from engine.contract import Seat


class Tone(StrEnum):
    """Colors of an image. It can't see the page's theme, so each page asks for what fits its own."""

    DAY = "day"
    NIGHT = "night"
    DAY_CONTRAST = "day-contrast"
    NIGHT_CONTRAST = "night-contrast"


@dataclass(frozen=True, slots=True)
class FinalBoards:
    """Images of the boards of finished games.

    `name` is the label of a list that shows them, such as "Boards", and `best` the title of a person's best ones.

    `svg` returns the image of a seat's board as spectators see it, square and with the same size in every game.
    """

    name: str | Promise
    best: str | Promise
    svg: Callable[[Any, Seat, Tone], str]
