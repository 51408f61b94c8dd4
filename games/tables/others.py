"""The others of a fork: each does what was done in its place in the game that the fork is played on from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from engine.contract import Seat
from engine.forking import Course, Given, course, others
from engine.randomness import Shuffler
from games.tables.game import game_of
from games.tables.loading import MOST_KEPT, Logged, Memory, log
from games.tables.models import Table
from games.tables.storing import Happened

_NOTHING: Final = Course({}, {})


@dataclass(frozen=True, slots=True)
class _Known:
    """What was answered in a game of so many events."""

    number: int
    course: Course


_courses: Final = Memory[_Known](MOST_KEPT)


def course_of(table: Table) -> Course:
    """What the seats of a finished game answered, remembered with its table."""
    known = _courses.get(table.code)
    if known is None or known.number < table.number:
        events = [entry.event for entry in log(table, up_to=table.number)]
        known = _Known(table.number, course(game_of(table).rules, events))
        _courses.keep(table.code, known)
    return known.course


def others_do(fork: Table, state: Any, seat: Seat, now: datetime) -> list[Happened]:
    """All that happens in a fork, from a state on, until nobody owes anything but the person on `seat`. Where a game
    that it came from is gone, nobody knows what was done there: the stand-in plays.
    """
    original = fork.fork_of
    then = log(original, up_to=original.number) if original else ()
    played = course_of(original) if original else _NOTHING
    events, rng = [entry.event for entry in then], Shuffler(bytes(fork.seed or b""))
    given = others(game_of(fork).rules, state, seat, played, events, rng)
    return [happened for each in given for happened in _happened(each, then, now)]


def _happened(given: Given[Any, Any], then: Sequence[Logged[Any]], now: datetime) -> list[Happened]:
    """What was given and what followed; by the stand-in also where it was so then."""
    stand_in = given.number is None or then[given.number - 1].stand_in
    return [Happened(event, given.seat, now, stand_in) for event in given.run.events]
