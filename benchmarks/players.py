"""Strength and time of the computer players, on the same decks.

    python -m benchmarks.players                  # an hour and a half
    python -m benchmarks.players --games 12       # fewer games of the first match, and of the others in proportion

In each match every player plays the same seeded games, at several seats all seats of them; the search, which is slow,
only a part of them. The table shows mean stars, and how many more these are than those of the first player in the same
games, both with standard errors; and the mean processor time of a drawing, from the view to the command, with memoised
clusters forgotten before. The search has two budgets of processor time, multiplied on a machine that is slower than the
reference. In solo games of the base box, a beam search that knows the decks shows how much there is to gain. At tables
of three, the search plays against two stand-ins, which play by one ply. Exit status 1 if a promise is missed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import sqrt
from statistics import mean, stdev
from time import process_time

from benchmarks.ceiling import ceiling
from benchmarks.promises import Measured, Watch, report
from engine.cartographers import geometry, stand_in
from engine.cartographers.commands import Command
from engine.cartographers.game import RULES
from engine.cartographers.mixing.build import setup_of
from engine.cartographers.mixing.mix import Preset
from engine.cartographers.mixing.presets import PRESETS
from engine.cartographers.players.one_ply import OnePly
from engine.cartographers.players.player import Budget
from engine.cartographers.players.search import Search
from engine.cartographers.players.weights import trained_weights
from engine.cartographers.rules.setup import Setup
from engine.cartographers.state import State
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

SEARCHED = 0.2
"""Share of the games of a match that the search plays, too."""

SEARCHES = {75: 25, 300: 28}
"""Promised for the search by its milliseconds a drawing: stars more than the greedy player's in the first match, and
half as many in other solo matches.
"""

TABLES, WINS = 0.1, 60
"""Games of three of the search against two stand-ins, relative to the first match; and the promised share of wins in
percent, with ties in equal parts.
"""

GREEDY, ONE_PLY, UNTRAINED = "greedy, all seasons", "one ply", "one ply, cards untrained"

CEILING = "known decks"

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
        """Return the mean difference of stars in the games that both played, and its standard error."""
        return _mean_and_error([mine - theirs for mine, theirs in zip(self.stars, other.stars, strict=False)])


def main() -> int:
    """Play, print, and say by the exit status whether every promise is kept."""
    games, watch, measured = _games(), Watch(), list[Measured]()
    players: dict[str, Choice] = {
        GREEDY: greedy_all_seasons,
        ONE_PLY: stand_in.answer,
        UNTRAINED: OnePly(trained_weights().without_cards()).choose,
    }
    for match in MATCHES:
        searches = {_search_name(budget): _search(budget, watch) for budget in SEARCHES}
        results = {name: Results() for name in (*players, *searches)}
        count = max(2, round(games * match.share))
        for number in range(count):
            watch.look()
            chosen = players if number >= max(2, round(count * SEARCHED)) else {**players, **searches}
            for name, player in chosen.items():
                _play(match, number, player, results[name])
            if match is MATCHES[0] and chosen is not players:
                results.setdefault(CEILING, Results()).stars.append(ceiling(*_deal(match, number)))
        print(_table(match, results), flush=True)
        measured += _promises(match, results)
    measured.append(_against_stand_ins(max(2, round(games * TABLES)), watch))
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
    state = _play_out(match, number, [player] * match.seats, results)
    results.stars.append(mean(state.total(Seat(seat)) for seat in range(match.seats)))


def _deal(match: Match, number: int) -> tuple[Setup, Shuffler]:
    """Return the set-up of a numbered game, and the shuffler that deals its cards."""
    sheet = match.sheets[number % len(match.sheets)]
    shuffler = Shuffler(f"{match.name} {number}".encode().ljust(32, b".")[:32])
    return setup_of(replace(PRESETS[match.preset], sheet=sheet)), shuffler


def _play_out(match: Match, number: int, players: Sequence[Choice], results: Results) -> State:
    """Return the end of a numbered game with a player at each seat, and add the times of its drawings."""
    setup, shuffler = _deal(match, number)
    state = begin(RULES, setup, match.seats, shuffler).state
    while asks := [ask for ask in RULES.asks(state) if not ask.answered]:
        view = RULES.view(state, asks[0].seat)
        geometry.clusters.cache_clear()
        begun = process_time()
        command = players[asks[0].seat](view, asks[0])
        if asks[0].kind == "draw":
            results.drawings.append((process_time() - begun) * 1e3)
        state = advance(RULES, state, command, shuffler).state
    return state


def _search(budget: int, watch: Watch) -> Choice:
    """Return the search with a budget of milliseconds on the reference machine."""
    player = Search(clock=process_time)
    return lambda view, ask: player.choose(view, ask, Budget(seconds=budget / 1e3 * watch.slowness))


def _search_name(budget: int) -> str:
    return f"search, {budget} ms"


def _against_stand_ins(games: int, watch: Watch) -> Measured:
    """Play the search against two stand-ins at tables of three, and return the share of wins."""
    match, budget = MATCHES[-1], min(SEARCHES)
    search, won = _search(budget, watch), list[float]()
    for number in range(games):
        watch.look()
        seat = number % match.seats
        players = [search if each == seat else stand_in.answer for each in range(match.seats)]
        winners = RULES.standings(_play_out(match, number, players, Results())).winners
        won.append(100 * (seat in winners) / len(winners))
    share, error = _mean_and_error(won)
    print(f"{match.name}: {_search_name(budget)}, wins {share:.0f} ± {error:.0f} % of {games} games against stand-ins")
    return Measured("wins of the search against two stand-ins", share, "%", WINS, least=True)


def _table(match: Match, results: dict[str, Results]) -> str:
    first = next(iter(results.values()))
    lines = [f"{match.name}, {len(first.stars)} games"]
    for name, each in results.items():
        (stars, error), (more, uncertain) = _mean_and_error(each.stars), each.better_than(first)
        lines.append(f"  {name:26} {stars:6.1f} ± {error:.1f} stars   {more:+6.1f} ± {uncertain:.1f}   {_time(each)}")
    return "\n".join(lines)


def _time(results: Results) -> str:
    """Return the games and the time of a player as text."""
    drawing = f"{mean(results.drawings):6.2f} ms a drawing, " if results.drawings else ""
    return f"{drawing}{len(results.stars)} games"


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
        promises += _search_promises(match, results)
    return promises


def _search_promises(match: Match, results: dict[str, Results]) -> list[Measured]:
    promises = []
    for budget, stars in SEARCHES.items():
        name, found = _search_name(budget), results[_search_name(budget)]
        promised = stars if match is MATCHES[0] else stars / 2
        more, _ = found.better_than(results[GREEDY])
        promises.append(Measured(f"{name}, over greedy, {match.name}", more, "stars", promised, least=True))
        promises.append(Measured(f"a drawing of {name}, {match.name}", mean(found.drawings), "ms", budget))
    return promises


def _mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean of some values and its standard error."""
    return mean(values), stdev(values) / sqrt(len(values))


if __name__ == "__main__":
    sys.exit(main())
