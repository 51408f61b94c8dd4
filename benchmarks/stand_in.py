"""Time of the stand-in's answers, and its scores compared with simpler players.

    python -m benchmarks.stand_in

It plays seeded games of both boxes in all seats, alone and with two others. An answer is measured in processor time,
from the view to the command, with memoised clusters forgotten before. Exit status 1 if a promise is missed.
"""

from __future__ import annotations

import sys
from statistics import mean, quantiles
from time import process_time

from benchmarks.promises import Measured, Watch, report
from engine.cartographers import geometry
from engine.cartographers.commands import Command
from engine.cartographers.stand_in import answer, first_legal
from engine.cartographers.view import View
from engine.contract import Ask
from tests.engine.players import Player, greedy, scores

GAMES = {1: 60, 3: 18}
"""How many games, by the number of seats."""

MEDIAN, MOST, SLOWEST = 5, 20, 50
"""Promised milliseconds: of half the answers, of 99 in a hundred, of each."""


def main() -> int:
    """Play, print, and say by the exit status whether every promise is kept."""
    watch, took = Watch(), list[float]()

    def timed(view: View, ask: Ask) -> Command:
        geometry.clusters.cache_clear()
        begin = process_time()
        command = answer(view, ask)
        took.append((process_time() - begin) * 1e3)
        return command

    measured: list[Measured] = []
    for seats in GAMES:
        watch.look()
        mine, others = _mean(timed, seats), [_mean(player, seats) for player in (greedy, first_legal)]
        measured += [
            Measured(f"mean score of the stand-in, seats: {seats}", mine, "stars", round(others[0]), least=True),
            Measured("  of a greedy player", others[0], "stars"),
            Measured("  of the first legal placement", others[1], "stars"),
        ]
    watch.look()
    text, all_met = report([*_answers(took), *measured], watch.slowness)
    print(f"{len(took)} answers\n{text}")
    return not all_met


def _mean(player: Player, seats: int) -> float:
    return mean(score for number in range(GAMES[seats]) for score in scores(player, seats, number))


def _answers(took: list[float]) -> list[Measured]:
    hundredths = quantiles(took, n=100)
    return [
        Measured("an answer of the stand-in, median", hundredths[49], "ms", MEDIAN),
        Measured("  99th percentile", hundredths[98], "ms", MOST),
        Measured("  slowest", max(took), "ms", SLOWEST),
    ]


if __name__ == "__main__":
    sys.exit(main())
