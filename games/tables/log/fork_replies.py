"""The others of a fork: each does what was done in its place in the game that the fork is played on from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from engine.contract import Seat
from engine.forks import Course, Given, course, others
from engine.randomness import Shuffler
from games.tables.game import game_of
from games.tables.log.state import MOST_KEPT, Logged, Memory, log
from games.tables.log.storage import Happened
from games.tables.models import Table

_NOTHING: Final = Course({}, {})


@dataclass(frozen=True, slots=True)
class _Known:
    """Answers in a game, up to an event number."""

    number: int
    course: Course


_courses: Final = Memory[_Known](MOST_KEPT)


def course_of(table: Table) -> Course:
    """Return the answers of a finished game's seats, cached by table."""
    known = _courses.get(table.code)
    if known is None or known.number < table.number:
        events = [entry.event for entry in log(table, up_to=table.number)]
        known = _Known(table.number, course(game_of(table).rules, events))
        _courses.keep(table.code, known)
    return known.course


def others_do(fork: Table, state: Any, seat: Seat, now: datetime) -> list[Happened]:
    """Return the events of a fork until only `seat` owes an answer.

    The other seats repeat their answers of the original game as far as the rules allow; otherwise the stand-in plays.
    If the original game was deleted, the stand-in always plays.
    """
    original = fork.fork_of
    then = log(original, up_to=original.number) if original else ()
    played = course_of(original) if original else _NOTHING
    events, rng = [entry.event for entry in then], Shuffler(bytes(fork.seed or b""))
    given = others(game_of(fork).rules, state, seat, played, events, rng)
    return [happened for each in given for happened in _happened(each, then, now)]


def _happened(given: Given[Any, Any], then: Sequence[Logged[Any]], now: datetime) -> list[Happened]:
    """Return the events of an answer; the stand-in's are marked, also if it played originally."""
    stand_in = given.number is None or then[given.number - 1].stand_in
    return [Happened(event, given.seat, now, stand_in) for event in given.run.events]
