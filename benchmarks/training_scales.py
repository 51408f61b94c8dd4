"""Scales for groups of weights, found by games in pairs.

Good predictions of stars don't always make good play: a player that trusts a prediction too much gives up other stars
for it. So the weights of each card and event are scaled in three groups: those of its features near a scoring, those of
its features long before one, and those of the room. In each step pairs of games are played on the same decks, the
second with all scales changed the opposite way, and each scale moves in the direction that brought more stars.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from statistics import mean, stdev
from typing import TypeAlias, TypeVar

from benchmarks.training_games import Trial, play_trial
from engine.cartographers.players.value import ROOM
from engine.cartographers.players.weights import Rows, Weights

_Key = TypeVar("_Key", bound=Hashable)
_Group: TypeAlias = tuple[Hashable, int]
"""Key of the weights of a card or event, and the index of a group: near, far, room."""

GROUPS = 3
NEAR = 2
"""Number of rows, counted from the scoring, whose weights are near."""
CHANGE = 0.25
"""Change of each scale in a game."""
RATE, LONGEST, INERTIA = 0.05, 0.2, 0.5
"""Part of the stars for one unit of a scale by which it moves, its longest move, and the share of a move that goes on
in the next step.
"""
LARGEST = 2.5
"""Largest scale."""


@dataclass(slots=True)
class Scales:
    """Scales of the groups of weights: 1 for one that was never changed."""

    weights: Weights
    _scales: dict[_Group, float] = field(default_factory=dict)
    _moves: dict[_Group, float] = field(default_factory=dict)

    def apply(self, change: Mapping[_Group, float] | None = None) -> Weights:
        """Return the weights multiplied by their scales, and by changes of them."""
        changes = change or {}

        def scales_of(key: Hashable) -> list[float]:
            return [self._scales.get((key, each), 1.0) + changes.get((key, each), 0.0) for each in range(GROUPS)]

        def scale_all(rows: Mapping[_Key, Rows]) -> dict[_Key, Rows]:
            return {key: _scale_rows(each, scales_of(key)) for key, each in rows.items()}

        return Weights(scale_all(self.weights.cards), self.weights.kinds, scale_all(self.weights.events))

    def step(self, number: int, seed: int, pairs: int) -> float:
        """Play a step's pairs of games and move the scales. Return the mean stars of all its games."""
        keys: list[Hashable] = [*self.weights.cards, *self.weights.events]
        slopes: dict[_Group, list[float]] = {}
        stars: list[float] = []
        for pair in range(pairs):
            game = number * pairs + pair
            chance = Random(f"{seed}/change {game}")
            change = {(key, each): chance.choice((-CHANGE, CHANGE)) for key in keys for each in range(GROUPS)}
            more = play_trial(game, f"{seed}/scales", self.apply(change))
            less = play_trial(game, f"{seed}/scales", self.apply({group: -by for group, by in change.items()}))
            stars += more.stars, less.stars
            for key in _keys_of(more):
                for each in range(GROUPS):
                    slope = (more.stars - less.stars) / (2 * change[key, each])
                    slopes.setdefault((key, each), []).append(slope)
        for group, found in slopes.items():
            self._move(group, found)
        return mean(stars)

    def _move(self, group: _Group, slopes: list[float]) -> None:
        """Move a scale by the mean slope, less far if the slope is uncertain."""
        if len(slopes) < 2:
            return
        slope, error = mean(slopes), stdev(slopes) / sqrt(len(slopes))
        trust = slope * slope / (slope * slope + error * error) if slope else 0.0
        move = self._moves[group] = INERTIA * self._moves.get(group, 0.0) + slope * trust
        by = max(-LONGEST, min(LONGEST, RATE * move))
        self._scales[group] = max(0.0, min(LARGEST, self._scales.get(group, 1.0) + by))


def _keys_of(trial: Trial) -> list[Hashable]:
    """Return the keys of the weights that a game was played by."""
    return [*(card.clauses for card in trial.edicts), *(f"{event}, {trial.circumstances}" for event in _EVENTS)]


_EVENTS = ("coins", "losses")


def _scale_rows(rows: Rows, scales: list[float]) -> Rows:
    """Return rows of weights, each multiplied by the scale of its group."""
    near, far, room = scales
    own = len(rows[0]) - ROOM.size
    return tuple(
        (
            *[round(weight * (near if row < NEAR else far), 4) for weight in weights[:own]],
            *[round(weight * room, 4) for weight in weights[own:]],
        )
        for row, weights in enumerate(rows)
    )
