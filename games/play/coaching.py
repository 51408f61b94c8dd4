"""Reviews of finished games: what a game provides, so that the site can make, store and show them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.functional import Promise

from games.tables.game import Seated


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
    of steps for the last state of a game. `run_step(events, number, results)` returns the result of a step, from 0, as
    JSON data; it depends only on the events and the results of the steps before. `page` shows a review made of all
    results. `insights` is None if players get none.
    """

    version: int
    count_steps: Callable[[Any], int]
    run_step: Callable[[Sequence[Any], int, Sequence[Any]], Any]
    page: Callable[[HttpRequest, Seated, Sequence[Any]], HttpResponse]
    insights: Insights | None = None
