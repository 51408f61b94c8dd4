"""Review of a game: every answer of a seat beside the best one, by the chance to win.

A review depends only on the events of the game, its handicaps, the search and its budget. Each answer is rated from
what its seat could see when it was given. Answers that were taken back, and those without a choice, are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import exp
from statistics import fmean

from engine.contract import Ask, Seat
from engine.gisborne.commands import Command, Discard, Give, Keep, Lay, TakeBack
from engine.gisborne.events import Event
from engine.gisborne.evolution import evolve
from engine.gisborne.players.player import Budget
from engine.gisborne.players.search import Expectation, Search
from engine.gisborne.rules import replay, rounds
from engine.gisborne.state import State
from engine.gisborne.view import view
from engine.marks import Mark, mark_of

BEST_SHOWN = 3
"""Most of the best answers that a review shows."""
PLAYOUTS = Budget(playouts=150)
"""Budget with which a review rates an answer."""
STEEPNESS = 0.7
"""Steepness of the accuracy: who loses as much as the answers that were compared do on average gets 50."""
SURE = 2.0
"""Standard errors by which an answer must be behind the best one, so that chance alone hardly explains it."""


@dataclass(frozen=True, slots=True)
class Rating:
    """Answer with the chance to win after it, from 0 to 1."""

    answer: Command
    wins: float


@dataclass(frozen=True, slots=True)
class AnswerReview:
    """Review of the answer that a seat gave in a round (from 1).

    `ask` is the id of the ask and `kind` its kind ("lay", "river", "wolves" or "keep"). `best` has up to three answers,
    the best one first; if no answer is surely better than the given one, that comes first.

    `loss` is the chance to win that the given answer lost, from 0 to 1 and to thousandths: 0 unless it is surely
    behind. `error` is its standard error, at most 1. `stake` is the average loss of the answers that were compared.
    """

    round: int
    seat: Seat
    ask: str
    kind: str
    given: Rating
    best: tuple[Rating, ...]
    loss: float
    error: float
    stake: float

    @property
    def mark(self) -> Mark:
        """Mark of the answer."""
        return mark_of(self.loss, inaccuracy=0.03, mistake=0.06, blunder=0.12)


def accuracy_of(answers: Iterable[AnswerReview]) -> float | None:
    """Return the accuracy of answers from 0 to 100, to tenths, or None if there are none.

    It is 100 exp(-0.7 (L / S)²) for the sum L of losses and the sum S of stakes.
    """
    every = tuple(answers)
    if not every:
        return None
    lost, stake = sum(each.loss for each in every), sum(each.stake for each in every)
    return round(100 * exp(-STEEPNESS * (lost / stake) ** 2), 1) if lost and stake else 100.0


def review_answers(
    events: Iterable[Event],
    *,
    round_: int | None = None,
    seat: Seat | None = None,
    budget: Budget = PLAYOUTS,
    handicaps: Sequence[int] = (),
) -> Iterator[AnswerReview]:
    """Yield the reviews of the answers of a round and of a seat, of all rounds and seats without these, one by one.

    `handicaps` are added to the final points, by seat, () for none.
    """
    for state, ask, command in final_answers(events):
        if round_ in (None, ask.turn) and seat in (None, ask.seat):
            rated = Search(handicaps=handicaps).rate(view(state, ask.seat), ask, budget, [command])
            if len(rated) > 1:
                yield _review(ask, rated, command)


def final_answers(events: Iterable[Event]) -> list[tuple[State, Ask, Command]]:
    """Return the answers that were asked for and not taken back, each with its ask and the state before it."""
    given: dict[str, tuple[State, Ask, Command]] = {}
    state = State()
    for event in events:
        match replay.command_of(state, event):
            case TakeBack(ask=ask_id):
                del given[ask_id]
            case Lay() | Discard() | Give() | Keep() as command:
                # The tent of an empty hand and the only way to pay follow by themselves.
                if ask := next(
                    (ask for ask in rounds.asks(state) if ask.seat == command.seat and not ask.answered), None
                ):
                    given[ask.id] = (state, ask, command)
        state = evolve(state, event)
    return list(given.values())


def _review(ask: Ask, rated: Sequence[Expectation], command: Command) -> AnswerReview:
    given = next(each for each in rated if each.command == command)
    loss, stake = round(rated[0].wins - given.wins, 3), rated[0].wins - fmean(each.wins for each in rated)
    if loss <= SURE * given.behind:
        loss, rated = 0.0, [given, *(each for each in rated if each is not given)]
    best, error = tuple(_rating(each) for each in rated[:BEST_SHOWN]), round(min(given.behind, 1.0), 3)
    return AnswerReview(ask.turn, ask.seat, ask.id, ask.kind, _rating(given), best, loss, error, round(stake, 3))


def _rating(each: Expectation) -> Rating:
    return Rating(each.command, round(each.wins, 3))
