"""Replies of the other seats in a fork, replayed from the original game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from engine.contract import Seat
from engine.forks import ForkReply, GameAnswers, collect_answers, reply_for_others
from engine.randomness import Shuffler
from games.tables.game import game_of
from games.tables.log.state import MOST_KEPT, DecodedEvent, TableCache, log
from games.tables.log.storage import PastEvent
from games.tables.models import Table

_NOTHING: Final = GameAnswers({}, {})


@dataclass(frozen=True, slots=True)
class _CachedAnswers:
    """Answers in a game, up to an event number."""

    number: int
    course: GameAnswers


_courses: Final = TableCache[_CachedAnswers](MOST_KEPT)


def answers_of_game(table: Table) -> GameAnswers:
    """Return the answers of a finished game's seats, cached by table."""
    known = _courses.get(table.code)
    if known is None or known.number < table.number:
        events = [entry.event for entry in log(table, up_to=table.number)]
        known = _CachedAnswers(table.number, collect_answers(game_of(table).rules, events))
        _courses.keep(table.code, known)
    return known.course


def play_other_seats(fork: Table, state: Any, seat: Seat, now: datetime) -> list[PastEvent]:
    """Return the events of a fork until only `seat` owes an answer.

    The other seats repeat their answers of the original game as far as the rules allow; otherwise the stand-in plays.
    If the original game was deleted, the stand-in always plays.
    """
    original = fork.fork_of
    then = log(original, up_to=original.number) if original else ()
    played = answers_of_game(original) if original else _NOTHING
    events, rng = [entry.event for entry in then], Shuffler(bytes(fork.seed or b""))
    given = reply_for_others(game_of(fork).rules, state, seat, played, events, rng)
    return [happened for each in given for happened in _happened(each, then, now)]


def _happened(given: ForkReply[Any, Any], then: Sequence[DecodedEvent[Any]], now: datetime) -> list[PastEvent]:
    """Return the events of an answer; the stand-in's are marked, also if it played originally."""
    stand_in = given.number is None or then[given.number - 1].stand_in
    return [PastEvent(event, given.seat, now, stand_in) for event in given.run.events]
