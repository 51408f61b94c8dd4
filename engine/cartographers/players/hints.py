"""Hints: the best answers to the viewer's task, for a player who is learning."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.cartographers.players.one_ply import OnePly
from engine.cartographers.players.raters import is_own, rate_answers, task_of
from engine.cartographers.players.review import Rating, different_answers, rating_of
from engine.cartographers.players.value import moment_of, value_of
from engine.cartographers.view import View


@dataclass(frozen=True, slots=True)
class Hints:
    """Best answers to a task, up to three that differ in terrain or in most of their spaces, the best one first.

    `median` is the answer in the middle of all, ordered by value: half of them are no better. `scored` are the stars
    that the owner of the board has from past seasons; a rating's value comes in addition. `is_own` is False on another
    seat's board, where the best answer leaves the owner with the fewest stars.
    """

    best: tuple[Rating, ...]
    median: Rating
    scored: int
    is_own: bool


@dataclass(frozen=True, slots=True)
class Adviser:
    """Adviser that compares the board right after each answer, like the one-ply player."""

    player: OnePly = field(default_factory=OnePly)

    def find_hints(self, view: View) -> Hints | None:
        """Return hints for the task of the viewer, None if it has none or if the answer affects no stars.

        They depend on the view only, so they can't give away what the viewer may not know.
        """
        moment = moment_of(view)
        if view.owed is None or moment is None:
            return None
        task, own = task_of(view), is_own(view)
        values = rate_answers(self.player, view)
        ranked = sorted(values, key=values.__getitem__, reverse=own)
        board_value = value_of(view, self.player.weights)

        best, median = different_answers(task, ranked), ranked[len(ranked) // 2]
        ratings = [rating_of(board_value, task, moment, answer, values[answer]) for answer in (*best, median)]
        return Hints(
            best=tuple(ratings[:-1]),
            median=ratings[-1],
            scored=view.total(task.subject),
            is_own=own,
        )
