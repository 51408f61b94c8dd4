"""One-ply player: takes the answer after which the board is expected to bring the most stars."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar, assert_never

from engine.cartographers.commands import Choose, Close, Command, Draw
from engine.cartographers.geometry import Space, space_bit, spaces
from engine.cartographers.players.player import UNLIMITED, Budget
from engine.cartographers.players.shortlist import rate_promising
from engine.cartographers.players.value import RatedPlacement, moment_of, value_of
from engine.cartographers.players.weights import Weights, trained_weights
from engine.cartographers.view import Desk, SpaceChoice, View
from engine.contract import Ask
from engine.randomness import SEED_BYTES, Shuffler

_T = TypeVar("_T")

_EQUAL = 1e-6
"""Stars by which values of equally good answers may differ, because they are rounded."""


@dataclass(frozen=True, slots=True)
class OnePly:
    """Player that compares the values of the positions after each answer.

    On another seat's board it wants the lowest value. `seed` decides between equally good answers, together with the
    seat, the turn and the ask's `tie_key`. It ignores the budget.
    """

    weights: Weights = field(default_factory=trained_weights)
    seed: bytes = bytes(SEED_BYTES)

    def choose(self, view: View, ask: Ask, budget: Budget = UNLIMITED) -> Command:
        """Return the command for an open ask of the viewer."""
        if view.held:
            return Close(ask.seat, ask.turn)
        task = view.owed
        assert task is not None, "the ask is open"
        match task:
            case Desk():
                placement = self._best(self.rate_promising(view, task), lambda each: each.value, task, ask).placement
                return Draw(ask.seat, ask.turn, placement)
            case SpaceChoice():
                space, _ = self._best(self.rate_spaces(view, task), lambda each: each[1], task, ask)
                return Choose(ask.seat, ask.turn, space)
            case _:
                assert_never(task)

    def rate_placements(self, view: View, desk: Desk) -> list[RatedPlacement]:
        """Return every placement on offer with the stars that the board's owner may then expect until the end."""
        moment = moment_of(view)
        assert moment is not None, "a season is being played"
        return value_of(view, self.weights).rate(desk.position, desk.offer, moment)

    def rate_promising(self, view: View, desk: Desk) -> list[RatedPlacement]:
        """Return the placements that may be the best one, rated as by `rate_placements`."""
        moment = moment_of(view)
        assert moment is not None, "a season is being played"
        value = value_of(view, self.weights)
        return rate_promising(desk.offer, lambda offer, only: value.rate(desk.position, offer, moment, only))

    def rate_spaces(self, view: View, choice: SpaceChoice) -> list[tuple[Space, float]]:
        """Return every space that may be chosen with the stars that the board's owner may then expect."""
        value, moment, position = value_of(view, self.weights), moment_of(view), choice.position
        if moment is None:
            return [(space, 0.0) for space in spaces(choice.targets)]
        return [
            (space, value.value(position.after(choice.outcome(space_bit(space))), moment))
            for space in spaces(choice.targets)
        ]

    def _best(self, rated: Sequence[_T], value: Callable[[_T], float], task: Desk | SpaceChoice, ask: Ask) -> _T:
        """Return the best answer for the seat; the seed decides between equals."""
        values = list(map(value, rated))
        if task.subject == ask.seat:
            bound = max(values) - _EQUAL
            best = [each for each, worth in zip(rated, values, strict=True) if worth >= bound]
        else:
            bound = min(values) + _EQUAL
            best = [each for each, worth in zip(rated, values, strict=True) if worth <= bound]
        if len(best) == 1:
            return best[0]
        return Shuffler(self.seed).shuffle(f"{ask.tie_key}:{ask.seat}:{ask.turn}", best)[0]
