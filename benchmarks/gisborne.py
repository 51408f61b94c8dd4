"""Speed of Gisborne's rules and of its stand-in, and how often the stand-in wins.

    python -m benchmarks.gisborne

Seeded games of three to five seats. Times are processor time, in milliseconds or as a multiple of what the slow model
of the tests takes for the same games. Exit status 1 if a promise is missed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from functools import partial, reduce
from statistics import quantiles
from time import process_time
from typing import Final

from benchmarks.gisborne_subjects import Played, engine_again, model_again, play, random_game, recorded_games
from benchmarks.measuring import Comparison, compare
from benchmarks.promises import Measured, Watch, report
from engine.contract import Ask, Seat
from engine.gisborne.commands import Command
from engine.gisborne.definition import MOST_SEATS
from engine.gisborne.game import RULES
from engine.gisborne.players.heuristic import choose_command
from engine.gisborne.state import State
from engine.gisborne.view import View
from engine.verification import check

STAND_INS: Final = 24
"""Games in which stand-ins have all seats."""
ABSENT: Final = 150
"""Games of three in which one stand-in plays against two absent seats."""
GAMES: Final = 12
TRIES: Final = 5
"""The quickest one counts, of the work as of the look beside it."""
SCALED: Final = "ms at the reference"
"""Unit of a time already divided by the slowness of its moment, as a whole game is over within one."""
VIEWS: Final = 100

SLOWEST_ANSWER, CHECK, RANDOM_GAME, ALL_VIEWS = 20, 5, 12, 6
"""Promised milliseconds: of each answer of the stand-in, of the longest game, and of so many views."""
WINS: Final = 70
"""Promised percentage."""


def multiples(games: list[Played], watch: Watch) -> Iterable[Measured]:
    """Compare the engine with the model, which changes lists in place and writes no events that could be stored."""
    stored = [[RULES.encode(event) for event in game.events] for game in games]
    lines: tuple[tuple[str, Callable[[], object], float], ...] = (
        ("recorded answers played again", lambda: [engine_again(game) for game in games], 3),
        ("plain fold", lambda: [reduce(RULES.evolve, game.events, RULES.initial) for game in games], 1.2),
        ("full check", lambda: [check(RULES, game.events) for game in games], 3),
        ("decoded records", lambda: [[RULES.decode(*event) for event in record] for record in stored], 1.5),
    )
    for name, fast, most in lines:
        result = compare(Comparison(name, fast, lambda: [model_again(game) for game in games], len(games), 0, 0))
        yield Measured(f"{name}, of the model's game", 1 / result.figure, "times", most)
        watch.look()


def answers(watch: Watch) -> Iterable[Measured]:
    """Measure each answer of stand-ins that play alone, from the view to the command."""
    took: list[float] = []

    def timed(view: View, ask: Ask) -> Command:
        begin = process_time()
        command = choose_command(view, ask)
        took.append((process_time() - begin) * 1e3)
        return command

    for number in range(STAND_INS):
        play(number, 3 + number % 3, [timed] * MOST_SEATS)
        watch.look()
    hundredths = quantiles(took, n=100)
    yield Measured("answers of the stand-in", len(took), "")
    yield Measured("  median", hundredths[49], "ms")
    yield Measured("  99th percentile", hundredths[98], "ms")
    yield Measured("  slowest", max(took), "ms", SLOWEST_ANSWER)


def games_and_views(games: list[Played], watch: Watch) -> Iterable[Measured]:
    """Measure whole games, and views in the middle of each."""
    checks = [_at_reference(partial(check, RULES, game.events), watch) for game in games]
    yield Measured("check of a game, the longest", max(checks), SCALED, CHECK)
    played = [_at_reference(partial(random_game, number), watch) for number in range(GAMES)]
    yield Measured("a random game, the longest", max(played), SCALED, RANDOM_GAME)
    views = [_at_reference(partial(_views, game.positions[len(game.positions) // 2]), watch) for game in games]
    yield Measured(f"{VIEWS} views of a position, the slowest position", max(views), SCALED, ALL_VIEWS)


def wins() -> Measured:
    """Count the games that a stand-in wins against two absent seats."""
    won = 0
    for number in range(ABSENT):
        good = number % 3
        seats = [choose_command if seat == good else RULES.fallback for seat in range(3)]
        won += RULES.standings(play(number, 3, seats).state).winners == (good,)
    return Measured(f"wins in {ABSENT} games of three against absent seats", 100 * won / ABSENT, "%", WINS, least=True)


def _views(state: State) -> list[View]:
    return [RULES.view(state, Seat(0)) for _ in range(VIEWS)]


def _at_reference(work: Callable[[], object], watch: Watch) -> float:
    """Return the milliseconds of processor time on the reference, the least of tries each beside a look."""
    took = []
    for _ in range(TRIES):
        slowness = watch.look()
        begin = process_time()
        work()
        took.append((process_time() - begin) / slowness)
    return min(took) * 1e3


def main() -> int:
    """Measure, print, and say by the exit status whether every promise and floor is kept."""
    games, watch = recorded_games(GAMES), Watch()
    measured = [*multiples(games, watch), *answers(watch), *games_and_views(games, watch), wins()]
    text, all_met = report(measured, watch.slowness)
    print(text)
    return not all_met


if __name__ == "__main__":
    sys.exit(main())
