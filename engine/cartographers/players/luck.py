"""Luck and skill: the results of a game beside those of the one-ply player, with the same and with other decks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import hypot, sqrt
from random import Random
from statistics import fmean, stdev
from typing import NamedTuple

from engine.cartographers.commands import Choose, Command, Draw
from engine.cartographers.events import Event
from engine.cartographers.evolution import evolve
from engine.cartographers.game import RULES
from engine.cartographers.players.one_ply import OnePly
from engine.cartographers.players.raters import is_own, task_of
from engine.cartographers.rules import replay
from engine.cartographers.rules.setup import Setup
from engine.cartographers.state import State
from engine.cartographers.view import Desk, View
from engine.contract import Ask, Seat
from engine.randomness import SEED_BYTES, RecordedShuffler, Shuffler
from engine.runner import play_out

PLAYS, DEALS = 8, 20
"""Games that are played with the same deck, and with others, if there is one seat."""

_MARGIN = 0.5
"""Stars by which an answer may be worse than the best one to be given as well.

One deck is played several times. If the player always gave the same answers, par would depend on the accidents of a
single game.
"""


class Estimate(NamedTuple):
    """Mean of a sample, and its standard error."""

    mean: float
    error: float

    @classmethod
    def of(cls, sample: Sequence[float]) -> Estimate:
        """Return the estimate from a sample of at least two values."""
        return cls(round(fmean(sample), 2), round(stdev(sample) / sqrt(len(sample)), 2))


@dataclass(frozen=True, slots=True)
class Luck:
    """Luck and skill in a finished game.

    `stars` are a seat's. `par` are those that the one-ply player gets there, with the same deck, playing all seats.
    `expected` are those that it gets on average, over decks dealt anew with the same edicts, sheet and seats.
    """

    stars: int
    par: Estimate
    expected: Estimate

    @property
    def luck(self) -> Estimate:
        """Stars that the deck brought."""
        return Estimate(
            round(self.par.mean - self.expected.mean, 2), round(hypot(self.par.error, self.expected.error), 2)
        )

    @property
    def skill(self) -> Estimate:
        """Stars that the seat got beyond par, or missed."""
        return Estimate(round(self.stars - self.par.mean, 2), self.par.error)


def measure_luck(events: Sequence[Event], plays: int = PLAYS, deals: int = DEALS, seed: int = 0) -> tuple[Luck, ...]:
    """Return the luck of each seat in a finished game, by seat.

    `plays` and `deals` are numbers of games for one seat, both at least 2; there are fewer games of more seats.
    """
    end = final_state(events)
    assert end.over, "the game is finished"
    seats = range(end.seats)
    setup = Setup(replace(end.definition, practice=False, skills=end.skills), tuple(card.id for card in end.edicts))
    rng = Random(seed)  # noqa: S311 - chooses among equal moves, hides nothing
    decks = {label: deck for label, deck in replay.decks(events).items() if label != "skills"}
    same = [
        _totals(setup, end.seats, RecordedShuffler(_seed(rng), decks), rng) for _ in range(_share(plays, end.seats))
    ]
    others = [_totals(setup, end.seats, Shuffler(_seed(rng)), rng) for _ in range(_share(deals, end.seats))]
    # The rules favour no seat, so the mean of all seats in a game is one value for each of them.
    expected = Estimate.of([fmean(totals) for totals in others])
    return tuple(
        Luck(end.total(Seat(seat)), Estimate.of([totals[seat] for totals in same]), expected) for seat in seats
    )


def final_state(events: Sequence[Event]) -> State:
    """Return the state after all events."""
    state: State = RULES.initial
    for event in events:
        state = evolve(state, event)
    return state


def _share(games: int, seats: int) -> int:
    """Return the number of games for some seats: fewer, as each takes longer, but all seats share the luck of one."""
    return max(2, -(-2 * games // (1 + seats)))


def _seed(rng: Random) -> bytes:
    return rng.randbytes(SEED_BYTES)


def _totals(setup: Setup, seats: int, shuffler: Shuffler, rng: Random) -> list[int]:
    """Play a game to its end, and return the stars by seat."""
    player = OnePly()
    *_, end = play_out(RULES, setup, seats, shuffler, lambda view, ask: _choose(player, view, ask, rng))
    return [end.total(Seat(seat)) for seat in range(seats)]


def _choose(player: OnePly, view: View, ask: Ask, rng: Random) -> Command:
    """Return one of the best answers at random."""
    task, side = task_of(view), 1 if is_own(view) else -1
    if isinstance(task, Desk):
        rated = player.rate_promising(view, task)
        least = max([side * each.value for each in rated]) - _MARGIN
        drawing = rng.choice([each for each in rated if side * each.value >= least])
        return Draw(ask.seat, ask.turn, drawing.placement)
    spaces = player.rate_spaces(view, task)
    least = max([side * value for _, value in spaces]) - _MARGIN
    return Choose(ask.seat, ask.turn, rng.choice([space for space, value in spaces if side * value >= least]))
