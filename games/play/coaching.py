"""Reviews of finished games: what a game provides, so that the site can make, store and show them; words of marks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

from engine.marks import Mark
from games.tables.game import Seated


@dataclass(frozen=True, slots=True)
class FoundPuzzle:
    """Position of a reviewed game with one clear best answer: that of a seat (from 0) before it answered in a turn.

    `move_review` is the review of that answer as JSON data, from which the game shows the solution.
    """

    seat: int
    turn: int
    move_review: Any


def _no_puzzles(_results: Sequence[Any]) -> Sequence[FoundPuzzle]:
    return ()


@dataclass(frozen=True, slots=True)
class RatedMove:
    """Move of a seat in a review: its turn, the seat on whose board it was made, and what it lost.

    `losses` says in which rows of the insights it counts, by the key of their group, and with which loss; that of a
    row may be negative if the move gained there and lost elsewhere.
    """

    turn: int
    board: int
    loss: float
    losses: Mapping[str, Mapping[str, float]]


@dataclass(frozen=True, slots=True)
class InsightGroup:
    """Table of the insights: its key, its caption, and the heading of its first column.

    `names` returns the names of its rows by key; a row without a name is called by its key. If `in_order`, rows come
    in the order of the names, else those with the largest loss first. `note` explains the figures, "" if they need no
    explanation.
    """

    key: str
    caption: str | Promise
    one: str | Promise
    names: Callable[[], Mapping[str, str]]
    in_order: bool = False
    note: str | Promise = ""


@dataclass(frozen=True, slots=True)
class Insights:
    """Statistics of a player from the reviews of many games.

    `moves(state, results, seat)` yields the moves of a seat from the last state and all results of a review. `groups`
    are the tables in order. `loss_words` returns a loss with its unit. `turn_url(table, turn, board)` returns the page
    of a turn with what the coach says of it; `table` is the URL of the table.
    """

    moves: Callable[[Any, Sequence[Any], int], Iterable[RatedMove]]
    groups: Sequence[InsightGroup]
    loss_words: Callable[[float], str]
    turn_url: Callable[[str, int, int], str]


@dataclass(frozen=True, slots=True)
class Coach:
    """Coach that reviews finished games, in steps of at most about 2 seconds.

    `version` changes whenever reviews mean something else; older ones are made anew. `count_steps` returns the number
    of steps for the last state of a game. `run_step(events, number, results, handicaps)` returns the result of a step,
    from 0, as JSON data; it depends only on the events, the results of the steps before, and the handicaps by seat,
    which are added to final scores. `page` shows a review made of all results. `find_puzzles` returns the puzzles in
    all results, none if the game has no puzzles. `insights` is None if players get none.
    """

    version: int
    count_steps: Callable[[Any], int]
    run_step: Callable[[Sequence[Any], int, Sequence[Any], Sequence[int]], Any]
    page: Callable[[HttpRequest, Seated, Sequence[Any]], HttpResponse]
    find_puzzles: Callable[[Sequence[Any]], Sequence[FoundPuzzle]] = _no_puzzles
    insights: Insights | None = None


@dataclass(frozen=True, slots=True)
class MarkWords:
    """Mark of an answer as it is shown: its symbol ("" for none), its name and its CSS class."""

    symbol: str
    name: str
    css: str


_NAMES: Final[dict[Mark, tuple[str, Promise]]] = {
    Mark.BEST: ("!", pgettext_lazy("mark of a move", "Best")),
    Mark.GOOD: ("", gettext_lazy("Good")),
    Mark.INACCURACY: ("?!", gettext_lazy("Inaccuracy")),
    Mark.MISTAKE: ("?", gettext_lazy("Mistake")),
    Mark.BLUNDER: ("??", gettext_lazy("Blunder")),
}
POOR: Final = frozenset({Mark.INACCURACY, Mark.MISTAKE, Mark.BLUNDER})
"""Marks of answers that are worth another look."""


def mark_words(mark: Mark) -> MarkWords:
    """Return a mark as it is shown."""
    symbol, name = _NAMES[mark]
    return MarkWords(symbol, str(name), f"mark-{mark.value}")
