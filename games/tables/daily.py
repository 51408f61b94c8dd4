"""Daily deal of a game: the same cards for everyone on one day."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.functional import Promise

from engine.contract import Seat


@dataclass(frozen=True, slots=True)
class DailyDeal:
    """Daily deal of a game.

    `name` is what the site calls it, and `title` the same with the place `%(day)s`. `sets` are the keys of its sets
    from Monday to Sunday, and `choices` returns the keys and names of those that a deal can be played with. `options`
    returns the options for a set's key on a day; it raises ValidationError if the set
    isn't available. `share_lines` returns a short text without secrets about a seat's finished game, line by line.
    """

    name: str | Promise
    title: str | Promise
    sets: Sequence[str]
    choices: Callable[[], Sequence[tuple[str, str | Promise]]]
    options: Callable[[str, date], dict[str, Any]]
    share_lines: Callable[[Any, Seat], Sequence[str]]

    def set_of(self, day: date) -> str:
        """Return the key of the set that is played on a day, as the calendar has it."""
        return self.sets[day.weekday() % len(self.sets)]
