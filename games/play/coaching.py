"""Reviews of finished games: what a game provides, so that the site can make, store and show them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse

from games.tables.game import Seated


@dataclass(frozen=True, slots=True)
class FoundPuzzle:
    """Position of a reviewed game with one clear best answer: that of a seat (from 0) before it answered in a turn."""

    seat: int
    turn: int


def _no_puzzles(_results: Sequence[Any]) -> Sequence[FoundPuzzle]:
    return ()


@dataclass(frozen=True, slots=True)
class Coach:
    """Coach that reviews finished games, in steps of at most about 2 seconds.

    `version` changes whenever reviews mean something else; older ones are made anew. `count_steps` returns the number
    of steps for the last state of a game. `run_step(events, number, results)` returns the result of a step, from 0, as
    JSON data; it depends only on the events and the results of the steps before. `page` shows a review made of all
    results. `find_puzzles` returns the puzzles in all results, none if the game has no puzzles.
    """

    version: int
    count_steps: Callable[[Any], int]
    run_step: Callable[[Sequence[Any], int, Sequence[Any]], Any]
    page: Callable[[HttpRequest, Seated, Sequence[Any]], HttpResponse]
    find_puzzles: Callable[[Sequence[Any]], Sequence[FoundPuzzle]] = _no_puzzles
