"""Mean scores of simple players in seeded games, for the table in docs/engine.md.

    python -m benchmarks.baselines                # 100 games for each figure, ten minutes
    python -m benchmarks.baselines --games 1000

All seats of a game have the same kind of player. Game N has the seed `N.to_bytes(32, "big")`. The standard error is
computed from the mean score of each game, as seats of one game share their cards.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from random import Random
from statistics import mean, stdev
from typing import Any, NamedTuple

from engine import Ask, Shuffler, play_game
from engine.cartographers import (
    PRESETS,
    Choose,
    Draw,
    ScoreCache,
    Space,
    SpaceChoice,
    Task,
    View,
    setup_of,
    spaces,
    try_placements,
)
from engine.cartographers import RULES as CARTOGRAPHERS
from engine.gisborne import RULES as GISBORNE
from engine.gisborne import (
    Discard,
    Give,
    Keep,
    KeepDesk,
    Lay,
    LayDesk,
    RiverDesk,
    Setup,
    WolvesDesk,
    find_plays,
    gisborne,
)
from engine.gisborne import View as GisborneView

Player = Callable[[Any, Ask], Any]
"""Function from a view and an ask to a command."""
Maker = Callable[[Random], Player]
"""Function that makes the player of a game from the game's source of chance."""

TENT = 0.15
"""Share of rounds in which a random player of Gisborne lays only the tent."""


class Baseline(NamedTuple):
    """Player by name."""

    name: str
    make: Maker


class Case(NamedTuple):
    """Kind of game for which a player's mean score is reported."""

    name: str
    rules: Any
    setup: Any
    seats: int


def random_placement(chance: Random) -> Player:
    """Return a player of Cartographers that takes any legal placement or space, all with the same chance."""

    def player(view: View, ask: Ask) -> Draw | Choose:
        if view.desk:
            return Draw(ask.seat, ask.turn, chance.choice(list(view.desk.offer.placements())))
        return Choose(ask.seat, ask.turn, chance.choice(_targets(view.task)))

    return player


def first_placement(_chance: Random) -> Player:
    """Return a player of Cartographers that takes the first legal placement or space."""

    def player(view: View, ask: Ask) -> Draw | Choose:
        if view.desk:
            return Draw(ask.seat, ask.turn, next(view.desk.offer.placements()))
        return Choose(ask.seat, ask.turn, _targets(view.task)[0])

    return player


def greedy_placement(_chance: Random) -> Player:
    """Return a player that takes the best placement by the season's two edicts, coins and monsters.

    On another seat's map it takes the worst one, and a monster destroys the first space that it may.
    """
    memory = ScoreCache()

    def player(view: View, ask: Ask) -> Draw | Choose:
        if not view.desk:
            return Choose(ask.seat, ask.turn, _targets(view.task)[0])
        assert view.next_season is not None, "a season is left while a card is drawn"
        due = [view.edicts[edict.number] for edict in view.next_season.edicts]
        side = 1 if view.desk.subject == ask.seat else -1
        tries = try_placements(view.desk.position, view.desk.offer, due, memory)
        return Draw(ask.seat, ask.turn, max(tries, key=lambda each: side * each.worth).placement)

    return player


def random_play(chance: Random) -> Player:
    """Return a player of Gisborne that takes any answer, at times the tent alone, else any play without it."""

    def player(view: GisborneView, ask: Ask) -> Lay | Discard | Give | Keep:
        match view.desk:
            case LayDesk(hand, mixed):
                plays = list(find_plays(hand, view.definition.most_cards, mixed=mixed))
                if chance.random() < TENT:
                    return Lay(ask.seat, ask.turn, (), tent=True)
                return Lay(ask.seat, ask.turn, chance.choice(plays))
            case RiverDesk(hand, surplus):
                taken = set(chance.sample(range(len(hand)), surplus))
                return Discard(ask.seat, ask.id, tuple(card for place, card in enumerate(hand) if place in taken))
            case WolvesDesk(chips):
                return Give(ask.seat, ask.id, chance.choice(chips))
            case KeepDesk(dealt):
                return Keep(ask.seat, ask.id, chance.randint(0, dealt))
        raise AssertionError("an open ask has a desk")

    return player


PLACEMENTS = (
    Baseline("first legal", first_placement),
    Baseline("random", random_placement),
    Baseline("greedy", greedy_placement),
    Baseline("bot", lambda _: CARTOGRAPHERS.choose_command),
)
PLAYS = (
    Baseline("stand-in", lambda _: GISBORNE.fallback),
    Baseline("random", random_play),
    Baseline("bot", lambda _: GISBORNE.choose_command),
)
SEATS = (1, 3)
"""Seats in games of Cartographers."""
GISBORNE_SEATS = (3, 5)


def cartographers_cases() -> list[Case]:
    """Return a case for each preset and number of seats."""
    return [
        Case(f"{preset}, {seats}", CARTOGRAPHERS, setup_of(mix), seats)
        for preset, mix in PRESETS.items()
        for seats in SEATS
    ]


def gisborne_cases() -> list[Case]:
    """Return a case for each number of seats."""
    return [Case(f"gisborne, {seats}", GISBORNE, Setup(gisborne()), seats) for seats in GISBORNE_SEATS]


def mean_scores(case: Case, make: Maker, games: int) -> Iterator[float]:
    """Yield the mean score of all seats of each game."""
    for number in range(games):
        chance = Random(number)
        players = [make(chance) for _ in range(case.seats)]
        state = play_game(case.rules, case.setup, players, Shuffler(number.to_bytes(32, "big"))).state
        yield mean(place.score for place in case.rules.standings(state).places)


def figure(case: Case, make: Maker, games: int) -> str:
    """Return the mean of all games with its standard error."""
    scores = list(mean_scores(case, make, games))
    return f"{mean(scores):.1f} ± {stdev(scores) / games**0.5:.1f}"


def table(cases: list[Case], baselines: tuple[Baseline, ...], games: int) -> Iterator[str]:
    """Yield the lines of a table with a row for each case."""
    yield f"| preset, seats | {' | '.join(baseline.name for baseline in baselines)} |"
    yield f"| --- |{' --- |' * len(baselines)}"
    for case in cases:
        yield f"| {case.name} | {' | '.join(figure(case, baseline.make, games) for baseline in baselines)} |"


def _targets(task: Task | None) -> tuple[Space, ...]:
    assert isinstance(task, SpaceChoice), "an open ask is to draw or to choose a space"
    return spaces(task.targets)


def main() -> None:
    """Print both tables, line by line."""
    parser = ArgumentParser(description="Mean scores of simple players in seeded games.")
    parser.add_argument("--games", type=int, default=100)
    games = max(2, parser.parse_args().games)
    for cases, baselines in ((cartographers_cases(), PLACEMENTS), (gisborne_cases(), PLAYS)):
        for line in table(cases, baselines, games):
            print(line, flush=True)
        print()


if __name__ == "__main__":
    main()
