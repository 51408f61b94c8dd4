"""Positions of drills: games of a bot, left in the middle, by number; each is made once and kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Final, Generic, TypeVar

from django.http import HttpRequest

from engine.cartographers.game import RULES
from engine.cartographers.mixing.build import setup_of
from engine.cartographers.mixing.mix import Preset
from engine.cartographers.mixing.presets import PRESETS
from engine.cartographers.state import State
from engine.contract import Level, Seat
from engine.randomness import SEED_BYTES, Shuffler
from engine.runner import advance, begin
from games.accounts.limits import NO_WAIT, Limit, count_use_by_address

QUESTIONS: Final = 500
"""Number of questions of a drill. Each is made when it is first asked, which takes a while, and then kept."""
NEW_QUESTION: Final = Limit("drill", 60, timedelta(minutes=10))
"""Limit for the questions of all drills that are made for one address. Those that exist aren't counted."""
_TURNS: Final = tuple(range(8, 27))
"""Turns after which a game may be left for a question: there is something on the map."""
_MIXES: Final = tuple(
    replace(PRESETS[preset], sheet=sheet)
    for preset, sheets in ((Preset.CARTOGRAPHERS, "AB"), (Preset.HEROES, "CD"))
    for sheet in sheets
)

QuestionT = TypeVar("QuestionT")


class Questions(Generic[QuestionT]):
    """Questions of a drill by number, kept once they are made."""

    def __init__(self, make: Callable[[int], QuestionT]) -> None:
        self._make = make
        self._made: dict[int, QuestionT] = {}

    def __call__(self, number: int) -> QuestionT:
        """Return a question, and make it if it is the first time."""
        if number not in self._made:
            self._made[number] = self._make(number)
        return self._made[number]

    def __contains__(self, number: int) -> bool:
        """Return True if a question is made already."""
        return number in self._made

    def cache_clear(self) -> None:
        """Forget all questions."""
        self._made.clear()


def count_new_question(request: HttpRequest, number: int, questions: Questions[QuestionT]) -> timedelta:
    """Count a question that has to be made for a visitor; return the wait, zero if allowed."""
    return NO_WAIT if number in questions else count_use_by_address(NEW_QUESTION, request)


def shuffler_of(number: int) -> Shuffler:
    """Return the shuffler of a question, which always gives the same game."""
    return Shuffler(number.to_bytes(SEED_BYTES, "big"))


def play_states(shuffler: Shuffler) -> Iterator[State]:
    """Yield the states of a bot's solo game in which it must act, up to a random turn, and the one after it."""
    (mix, *_others), (last, *_turns) = shuffler.shuffle("mix", _MIXES), shuffler.shuffle("turn", _TURNS)
    state = begin(RULES, setup_of(mix), 1, shuffler).state
    yield state
    while state.turn <= last and (asks := RULES.asks(state)):
        command = RULES.choose_command(RULES.view(state, Seat(0)), asks[0], Level.SURVEYOR)
        state = advance(RULES, state, command, shuffler).state
        yield state


def read_number(text: str | None, most: int) -> int | None:
    """Return the number that a text holds, or None if there is none from 0 to `most`."""
    if text is None or not text.isascii() or not text.isdigit() or len(text) > len(str(most)):
        return None
    number = int(text)
    return number if number <= most else None
