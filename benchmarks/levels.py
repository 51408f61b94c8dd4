"""Strength of the bots of each level: their scores in solo games, and the games that they win against each other.

    python -m benchmarks.levels [--games 200]

Games are seeded and the same for all levels. Bots plan as on the site, but without a time limit. In games of three, one
bot plays against two of another level, in each seat in turn; a third of the games would be won by chance. Exit status 1
if a level is out of its range, or does not win more than its share against the one below it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import sqrt
from statistics import mean, stdev
from typing import Any

from engine.cartographers import PRESETS, Preset, setup_of
from engine.cartographers import RULES as CARTOGRAPHERS
from engine.contract import Level, Rules, Standings
from engine.gisborne import RULES as GISBORNE
from engine.gisborne import Setup, gisborne
from engine.randomness import Shuffler
from engine.runner import advance, begin
from tests.engine.tools import seed_of

GAMES = 200
SEATS = 3
STARS = {Level.APPRENTICE: (75, 92), Level.SURVEYOR: (98, 112), Level.ROYAL: (112, 200)}
"""Promised mean of a solo game of the Cartographers box, in stars: at least, and at most."""

AnyRules = Rules[Any, Any, Any, Any, Any, Any]
SetupOf = Callable[[int], Any]
"""Setup of a numbered game."""


def main(args: Sequence[str] | None = None) -> int:
    """Play, print, and say by the exit status whether the levels are what they should be."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=GAMES)
    games = parser.parse_args(args).games
    fine = [_solo(preset, level, games) for preset in (Preset.CARTOGRAPHERS, Preset.HEROES) for level in Level]
    matches = ((Level.SURVEYOR, Level.APPRENTICE), (Level.ROYAL, Level.SURVEYOR))
    for name, rules, setup in (
        ("Cartographers", CARTOGRAPHERS, _setup_of(Preset.CARTOGRAPHERS)),
        ("Cartographers Heroes", CARTOGRAPHERS, _setup_of(Preset.HEROES)),
        ("Gisborne", GISBORNE, lambda _: Setup(gisborne())),
    ):
        fine += [_match(name, rules, setup, one, others, games) for one, others in matches]
    return not all(fine)


def _solo(preset: Preset, level: Level, games: int) -> bool:
    setup = _setup_of(preset)
    stars = [_play(CARTOGRAPHERS, setup(number), [level], number).places[0].score for number in range(games)]
    least, most = STARS[level] if preset is Preset.CARTOGRAPHERS else (0, 200)
    error = stdev(stars) / sqrt(games)
    spread = f"standard error {error:.1f}, deviation {stdev(stars):.1f}"
    print(f"{preset:14} {level:11} solo: {mean(stars):6.1f} stars, {spread}", flush=True)
    return least <= mean(stars) <= most


def _match(name: str, rules: AnyRules, setup: SetupOf, one: Level, others: Level, games: int) -> bool:
    won = 0
    for number in range(games):
        seat = number % SEATS
        levels = [one if index == seat else others for index in range(SEATS)]
        won += _play(rules, setup(number), levels, number).winners == (seat,)
    share = won / games
    error = sqrt(share * (1 - share) / games)
    print(f"{name}: {one} against two of {others}: {share:.0%} won, standard error {error:.0%}", flush=True)
    return share > 1 / SEATS


def _setup_of(preset: Preset) -> SetupOf:
    return lambda number: setup_of(replace(PRESETS[preset], sheet="ABCD"[number % 2 + 2 * (preset is Preset.HEROES)]))


def _play(rules: AnyRules, setup: Any, levels: Sequence[Level], number: int) -> Standings:
    rng = Shuffler(seed_of(number))
    state = begin(rules, setup, len(levels), rng).state
    while asks := [ask for ask in rules.asks(state) if not ask.answered]:
        ask = asks[0]
        command = rules.plan_command(rules.view(state, ask.seat), ask, levels[ask.seat], None)
        state = advance(rules, state, command, rng).state
    return rules.standings(state)


if __name__ == "__main__":
    sys.exit(main())
