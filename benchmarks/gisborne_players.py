"""Strength of the players of Gisborne that look ahead, against the bots of the highest level.

    python -m benchmarks.gisborne_players                          # hours
    python -m benchmarks.gisborne_players --games 12 --ms 75       # one budget, fewer games

In each game one player looks ahead and all others are bots; it sits at each seat in turn, and each budget plays the
same seeded games. Budgets are in milliseconds of processor time, so that other work does not matter. Exit status 1 if
a player does not win more than its share.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import mean, stdev
from time import process_time

from engine.contract import Ask
from engine.gisborne import RULES, Budget, Command, Search, Setup, View, choose_command, gisborne
from engine.gisborne.players.search import ROUNDS
from engine.randomness import Shuffler
from engine.runner import play_game

GAMES = 120
SEATS = (3, 4, 5)
MILLISECONDS = (75, 300)


@dataclass(slots=True)
class Results:
    """Games of one match: whether the player won, its points more than the best other seat's, and its answers in ms."""

    won: list[float] = field(default_factory=list)
    margins: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)


def main(args: Sequence[str] | None = None) -> int:
    """Play, print, and say by the exit status whether the player wins more than its share of every match."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.gisborne_players")
    parser.add_argument("--games", type=int, default=GAMES, help="games of each match")
    parser.add_argument("--seats", type=int, nargs="+", default=SEATS, help="seats at a table")
    parser.add_argument("--ms", type=int, nargs="+", default=MILLISECONDS, help="budgets of an answer")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="rounds that are played out")
    options = parser.parse_args(args)
    player, fine = Search(rounds=options.rounds, clock=process_time), True
    for seats in options.seats:
        for budget in options.ms:
            results = Results()
            for number in range(options.games):
                _play(player, Budget(seconds=budget / 1e3), seats, number, results)
            print(f"{seats} seats, {budget} ms: {_line(results)}", flush=True)
            fine &= mean(results.won) > 1 / seats
    return not fine


def _play(player: Search, budget: Budget, seats: int, number: int, results: Results) -> None:
    """Play a numbered game."""
    own = number % seats

    def choose(view: View, ask: Ask) -> Command:
        begun = process_time()
        command = player.choose(view, ask, budget)
        results.answers.append((process_time() - begun) * 1e3)
        return command

    shuffler = Shuffler(f"players {number}".encode().ljust(32, b"."))
    choices = [choose if seat == own else choose_command for seat in range(seats)]
    state = play_game(RULES, Setup(gisborne()), choices, shuffler).state
    points = [chest.points for chest in state.chests]
    results.won.append(RULES.standings(state).winners == (own,))
    results.margins.append(points[own] - max(points[:own] + points[own + 1 :]))


def _line(results: Results) -> str:
    games, share = len(results.won), mean(results.won)
    error = sqrt(share * (1 - share) / games)
    uncertain = stdev(results.margins) / sqrt(games) if games > 1 else 0
    return (
        f"{share:.1%} ± {error:.1%} won, {mean(results.margins):+.1f} ± {uncertain:.1f} points, "
        f"{mean(results.answers):.0f} ms an answer, at most {max(results.answers):.0f}, {games} games"
    )


if __name__ == "__main__":
    sys.exit(main())
