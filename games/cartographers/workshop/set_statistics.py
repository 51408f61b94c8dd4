"""Statistics of a set's balance report: means, spreads and correlations of its games."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from statistics import StatisticsError, correlation, fmean, stdev
from typing import Final

from engine.contract import Level
from games.cartographers.workshop.set_games import GameResult

LEAST_GAMES: Final = 10
"""Number of games that cards need in play for a warning or a correlation."""
CLEAR: Final = 3
"""Number of standard errors from 0 at which a correlation counts as clear: a report has about 100 pairs of cards, and
1 of 20 would be 2 standard errors from 0 by chance.
"""
STRONG: Final = 0.3
"""Least size of a correlation that matters to players."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Mean and standard deviation of a figure over a number of games."""

    games: int
    mean: float
    deviation: float

    @property
    def error(self) -> float:
        """Standard error of the mean."""
        return self.deviation / sqrt(self.games)


@dataclass(frozen=True, slots=True)
class CardFigures:
    """A scoring card, by its position in the set, in the games in which it was an edict.

    `nothing` is the share of games in which it earned no stars. `with_score` is the correlation of its stars with the
    final score, or None if either is always the same.
    """

    card: int
    stars: Sample
    nothing: float
    with_score: float | None


@dataclass(frozen=True, slots=True)
class PairFigures:
    """The correlation of the stars of two scoring cards, by their positions, in the games with both."""

    first: int
    second: int
    games: int
    correlation: float

    @property
    def is_clear(self) -> bool:
        """True if the correlation is strong, and hardly by chance."""
        return abs(self.correlation) >= max(STRONG, CLEAR / sqrt(self.games))


@dataclass(frozen=True, slots=True)
class LevelFigures:
    """Results of one level. `edicts` are the stars of edicts A to D, `singles` is in percent of a game's turns.

    `uses` are those of each of the set's skills.
    """

    level: Level
    score: Sample
    edicts: tuple[Sample, ...]
    coins: Sample
    losses: Sample
    singles: Sample
    turns: Sample
    empty: Sample
    cards: tuple[CardFigures, ...]
    uses: tuple[Sample, ...] = ()

    @property
    def games(self) -> int:
        """Number of games."""
        return self.score.games


def sample_of(values: Collection[float]) -> Sample:
    """Return the sample of at least one value; a single one has no deviation."""
    return Sample(len(values), fmean(values), stdev(values) if len(values) > 1 else 0)


def correlation_of(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Return Pearson's correlation, or None if there are too few values or one of the two is always the same."""
    try:
        return correlation(first, second)
    except StatisticsError:
        return None


def figures_of(results: Iterable[GameResult]) -> tuple[LevelFigures, ...]:
    """Return the figures of each level that has games, weakest first."""
    by_level: dict[Level, list[GameResult]] = {level: [] for level in Level}
    for result in results:
        by_level[Level(result.level)].append(result)
    return tuple(_level_figures(level, games) for level, games in by_level.items() if games)


def _level_figures(level: Level, games: Sequence[GameResult]) -> LevelFigures:
    def sample(figure: Callable[[GameResult], float]) -> Sample:
        return sample_of([figure(game) for game in games])

    return LevelFigures(
        level=level,
        score=sample(lambda game: game.score),
        edicts=tuple(sample_of(stars) for stars in zip(*(game.earned for game in games), strict=True)),
        coins=sample(lambda game: game.coins),
        losses=sample(lambda game: game.losses),
        singles=sample(lambda game: 100 * game.singles / max(game.turns, 1)),
        turns=sample(lambda game: game.turns),
        empty=sample(lambda game: game.empty),
        cards=tuple(_card_figures(games)),
        uses=tuple(sample_of(uses) for uses in zip(*(game.uses for game in games), strict=True)),
    )


def _card_figures(games: Iterable[GameResult]) -> Iterator[CardFigures]:
    found: dict[int, list[tuple[int, int]]] = {}
    for game in games:
        for card, stars in zip(game.cards, game.earned, strict=True):
            found.setdefault(card, []).append((stars, game.score))
    for card, played in sorted(found.items()):
        earned = [stars for stars, _score in played]
        nothing = sum(stars <= 0 for stars in earned) / len(earned)
        with_score = correlation_of(earned, [score for _stars, score in played])
        yield CardFigures(card, sample_of(earned), nothing, with_score)


def pairs_of(results: Iterable[GameResult]) -> list[PairFigures]:
    """Return the pairs of cards with enough games together, strongest correlation first. All games must be of one
    level: a stronger one earns more stars with both cards, which is no relation between them.
    """
    found: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for game in results:
        edicts = sorted(zip(game.cards, game.earned, strict=True))
        for (first, stars), (second, others) in combinations(edicts, 2):
            found.setdefault((first, second), []).append((stars, others))
    pairs = []
    for (first, second), earned in found.items():
        value = correlation_of(*zip(*earned, strict=True)) if len(earned) >= LEAST_GAMES else None
        if value is not None:
            pairs.append(PairFigures(first, second, len(earned), value))
    return sorted(pairs, key=lambda pair: (-abs(pair.correlation), pair.first, pair.second))
