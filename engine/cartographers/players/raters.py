"""Raters for reviews: what each answer to a task would leave the owner of the board with."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from math import isfinite
from statistics import fmean
from typing import NamedTuple, Protocol, TypeAlias, assert_never

from engine.cartographers.geometry import Space, space_bit
from engine.cartographers.notation import Placement
from engine.cartographers.players.one_ply import OnePly
from engine.cartographers.players.player import Budget
from engine.cartographers.players.search import Doubt, Search
from engine.cartographers.position import Outcome
from engine.cartographers.view import Desk, SpaceChoice, Task, View

Answer: TypeAlias = Placement | Space
"""Placement of a shape, or space to destroy."""

PLAYOUTS = 1000
"""Most playouts for each drawing that `SearchRater` judges. It takes fewer if there is no doubt."""

DOUBTFUL = 3.0
"""Loss in stars above which an answer is a mistake."""

_CONFIDENCE = 2.5
"""Standard errors within which a loss is in doubt."""

_WIDTH, _GAP = 6, 1.5
"""Most candidates that a drawing is compared with, and how many stars behind the best one they may be by one ply.

More candidates take more playouts without naming other mistakes.
"""


class Judgement(NamedTuple):
    """Judgement on one answer.

    `values` gives, for some of the possible answers, the stars that the owner of the board may expect after it until
    the end of the game. Among them are the given answer, the best ones for the seat, and the one that is kindest to
    the owner. `stake` is the number of stars by which the best answer is better than a random one, on average. `error`
    is the standard error of the difference between the best and the given answer, 0 if nothing is sampled.
    """

    values: Mapping[Answer, float]
    stake: float
    error: float = 0.0


class Rater(Protocol):
    """Rater of the answers to a task. The same arguments always give the same judgement."""

    def judge(self, view: View, given: Answer) -> Judgement:
        """Judge an answer to the task of the viewer, in the view that it had before anyone answered.

        `given` has the orientation under which an offer lists it.
        """
        ...


@dataclass(frozen=True, slots=True)
class OnePlyRater:
    """Rater that judges the board right after each answer, like the one-ply player."""

    player: OnePly = field(default_factory=OnePly)

    def judge(self, view: View, given: Answer) -> Judgement:
        """Judge an answer by the values of all of them."""
        values = rate_answers(self.player, view)
        return Judgement(values, stake_of(values.values(), own=is_own(view)))


@dataclass(frozen=True, slots=True)
class SearchRater:
    """Rater that compares drawings on the seat's own board by playouts on common futures, like the search player.

    It plays on after the candidates of the search and the given drawing. Others are as far behind the best one as one
    ply says, and answers of other kinds are judged by one ply. `bound` is the loss in stars that it compares the given
    drawing with: it plays on while there is doubt on which side it is.
    """

    search: Search = field(default_factory=Search)
    playouts: int = PLAYOUTS
    bound: float = DOUBTFUL

    def judge(self, view: View, given: Answer) -> Judgement:
        """Judge an answer within the number of playouts."""
        task, player = task_of(view), OnePly(self.search.weights)
        if not isinstance(task, Desk) or not isinstance(given, Placement) or not is_own(view):
            return OnePlyRater(player).judge(view, given)
        rated = player.rate_placements(view, task)
        doubt = Doubt(self.bound, _CONFIDENCE, _WIDTH, _GAP)
        found = self.search.rate_placements(view, task, Budget(playouts=self.playouts), (given,), doubt, rated)
        error = next(each.behind_error for each in found if each.placement == given)
        values: dict[Answer, float] = {each.placement: each.value for each in found}
        best, lead = max(values.values()), max(each.value for each in rated)
        # Of equals, those that were played on come first.
        values |= {each.placement: best - (lead - each.value) for each in rated if each.placement not in values}
        return Judgement(values, stake_of([each.value for each in rated], own=True), error if isfinite(error) else 0.0)


def rate_answers(player: OnePly, view: View) -> dict[Answer, float]:
    """Return the value of every answer to the viewer's task."""
    task = task_of(view)
    match task:
        case Desk():
            return {each.placement: each.value for each in player.rate_placements(view, task)}
        case SpaceChoice():
            return dict(player.rate_spaces(view, task))
        case _:
            assert_never(task)


def stake_of(values: Collection[float], *, own: bool) -> float:
    """Return the number of stars by which the best answer is better than a random one, on average."""
    mean = fmean(values)
    return max(0.0, max(values) - mean if own else mean - min(values))


def task_of(view: View) -> Task:
    """Return the viewer's task, which must exist."""
    assert view.task is not None, "the seat owes an answer"
    return view.task


def is_own(view: View) -> bool:
    """Return True if the viewer's task is about its own board."""
    return task_of(view).subject == view.viewer


def outcome_of(task: Task, answer: Answer) -> Outcome:
    """Return the outcome of an answer to a task."""
    if isinstance(task, Desk):
        assert isinstance(answer, Placement), "a desk is for drawing"
        return task.position.drawing(task.offer, answer)
    assert not isinstance(answer, Placement), "a space is chosen"
    return task.outcome(space_bit(answer))
