"""Strength and time of the computer players, on the same decks.

    python -m benchmarks.players                  # a quarter of an hour
    python -m benchmarks.players --games 12       # fewer games of the first match, and of the others in proportion

In each match every player plays the same seeded games, at several seats all seats of them. The table shows mean stars,
and how many more these are than those of the first player in the same games, both with standard errors; and the mean
processor time of a drawing, from the view to the command, with memoised clusters forgotten before. Exit status 1 if a
promise is missed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import sqrt
from statistics import mean, stdev
from time import process_time

from benchmarks.promises import Measured, Watch, report
from engine.cartographers import geometry, stand_in
from engine.cartographers.commands import Command
from engine.cartographers.game import RULES
from engine.cartographers.mixing.build import setup_of
from engine.cartographers.mixing.mix import Preset
from engine.cartographers.mixing.presets import PRESETS
from engine.cartographers.players.one_ply import OnePly
from engine.cartographers.players.weights import trained_weights
from engine.cartographers.view import View
from engine.contract import Ask, Seat
from engine.randomness import Shuffler
from engine.runner import advance, begin
from tests.engine.players import greedy_all_seasons

GAMES = 240
"""Games of the first match."""

BETTER, SLOWEST, FALLBACK = 14, 2, 0
"""Promised for one ply in the first match: stars more than the greedy player's, and milliseconds a drawing. And for one
ply without weights of single cards: stars more than the greedy player's, in every solo match.
"""

GREEDY, STAND_IN, ONE_PLY, UNTRAINED = "greedy, all seasons", "stand-in", "one ply", "one ply, cards untrained"

Choice = Callable[[View, Ask], Command]


@dataclass(frozen=True, slots=True)
class Match:
    """Games of one kind; `share` is their number relative to the first match."""

    name: str
    preset: Preset
    sheets: str
    seats: int
    share: float


MATCHES = (
    Match("base, solo", Preset.CARTOGRAPHERS, "AB", 1, 1),
    Match("Heroes, solo", Preset.HEROES, "CD", 1, 0.4),
    Match("both boxes, solo", Preset.BOTH, "CD", 1, 0.3),
    Match("base, three seats", Preset.CARTOGRAPHERS, "AB", 3, 0.1),
)


@dataclass(frozen=True, slots=True)
class Results:
    """Mean stars of each game, and milliseconds of every drawing."""

    stars: list[float] = field(default_factory=list)
    drawings: list[float] = field(default_factory=list)

    def better_than(self, other: Results) -> tuple[float, float]:
        """Return the mean difference of stars in the same games, and its standard error."""
        return _mean_and_error([mine - theirs for mine, theirs in zip(self.stars, other.stars, strict=True)])


def main() -> int:
    """Play, print, and say by the exit status whether every promise is kept."""
    games, watch, measured = _games(), Watch(), list[Measured]()
    players: dict[str, Choice] = {
        GREEDY: greedy_all_seasons,
        STAND_IN: stand_in.answer,
        ONE_PLY: OnePly().choose,
        UNTRAINED: OnePly(trained_weights().without_cards()).choose,
    }
    for match in MATCHES:
        results = {name: Results() for name in players}
        for number in range(max(2, round(games * match.share))):
            watch.look()
            for name, player in players.items():
                _play(match, number, player, results[name])
        print(_table(match, results), flush=True)
        measured += _promises(match, results)
    text, all_met = report(measured, watch.slowness)
    print(text)
    return not all_met


def _games() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.players")
    parser.add_argument("--games", type=int, default=GAMES, help="games of the first match")
    games: int = parser.parse_args().games
    return games


def _play(match: Match, number: int, player: Choice, results: Results) -> None:
    """Play a numbered game of a match, with a player at every seat."""
    shuffler = Shuffler(f"{match.name} {number}".encode().ljust(32, b".")[:32])
    sheet = match.sheets[number % len(match.sheets)]
    state = begin(RULES, setup_of(replace(PRESETS[match.preset], sheet=sheet)), match.seats, shuffler).state
    while asks := [ask for ask in RULES.asks(state) if not ask.answered]:
        view = RULES.view(state, asks[0].seat)
        geometry.clusters.cache_clear()
        begun = process_time()
        command = player(view, asks[0])
        if asks[0].kind == "draw":
            results.drawings.append((process_time() - begun) * 1e3)
        state = advance(RULES, state, command, shuffler).state
    results.stars.append(mean(state.total(Seat(seat)) for seat in range(match.seats)))


def _table(match: Match, results: dict[str, Results]) -> str:
    first = next(iter(results.values()))
    lines = [f"{match.name}, {len(first.stars)} games"]
    for name, each in results.items():
        (stars, error), (more, uncertain) = _mean_and_error(each.stars), each.better_than(first)
        lines.append(
            f"  {name:26} {stars:6.1f} ± {error:.1f} stars   {more:+6.1f} ± {uncertain:.1f}"
            f"   {mean(each.drawings):5.2f} ms a drawing"
        )
    return "\n".join(lines)


def _promises(match: Match, results: dict[str, Results]) -> list[Measured]:
    """Return what is promised for a match."""
    greedy, one_ply, untrained = results[GREEDY], results[ONE_PLY], results[UNTRAINED]
    promises = []
    if match is MATCHES[0]:
        drawing = mean(one_ply.drawings)
        promises += [
            Measured(f"one ply over greedy, {match.name}", one_ply.better_than(greedy)[0], "stars", BETTER, least=True),
            Measured(f"a drawing of one ply, {match.name}", drawing, "ms", SLOWEST),
        ]
    if match.seats == 1:
        more, _ = untrained.better_than(greedy)
        promises.append(Measured(f"untrained cards over greedy, {match.name}", more, "stars", FALLBACK, least=True))
    return promises


def _mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean of some values and its standard error."""
    return mean(values), stdev(values) / sqrt(len(values))


if __name__ == "__main__":
    sys.exit(main())
