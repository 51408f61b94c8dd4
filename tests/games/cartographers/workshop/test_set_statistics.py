"""Figures of a balance report, against samples computed by hand."""

from dataclasses import replace

import pytest

from engine.cartographers.cards import ScoringCard
from engine.cartographers.catalog import scoring_cards
from engine.contract import Level
from games.cartographers.workshop import set_statistics
from games.cartographers.workshop.report_warnings import pair_sentences, warnings_of
from games.cartographers.workshop.set_games import GameResult
from games.cartographers.workshop.set_statistics import (
    LevelFigures,
    PairFigures,
    correlation_of,
    figures_of,
    pairs_of,
    sample_of,
)

CARDS: list[ScoringCard] = [scoring_cards()[id] for id in ("treetower", "canal_lake", "wildholds", "borderlands")]


def result(*earned: int, cards: tuple[int, ...] = (0, 1, 2, 3), **figures: int) -> GameResult:
    whole = {"coins": 4, "losses": 2, "turns": 20, "singles": 1, "empty": 30, **figures}
    return GameResult(Level.SURVEYOR, cards, earned, **whole)


def only(*results: GameResult) -> LevelFigures:
    (figures,) = figures_of(results)
    return figures


def test_mean_deviation_and_error_are_those_computed_by_hand() -> None:
    sample = sample_of([2, 4, 4, 4, 5, 5, 7, 9])
    assert (sample.games, sample.mean) == (8, 5)
    assert sample.deviation == pytest.approx((32 / 7) ** 0.5)
    assert sample.error == pytest.approx((32 / 7 / 8) ** 0.5)
    assert sample_of([3]).error == 0


def test_correlation_is_the_one_computed_by_hand() -> None:
    # Deviations (-1, 0, 1) and (-1, 1, 0): their products add up to 1, and their squares to 2 each.
    assert correlation_of([1, 2, 3], [1, 3, 2]) == pytest.approx(0.5)
    assert correlation_of([1, 1, 1], [1, 2, 3]) is None
    assert correlation_of([1], [1]) is None


def test_figures_of_a_level_are_per_game() -> None:
    figures = only(result(10, 0, 5, 5), result(20, 0, 5, 15, coins=6, losses=4, turns=25, singles=5, empty=20))
    assert (figures.level, figures.games) == (Level.SURVEYOR, 2)
    assert figures.score.mean == (22 + 42) / 2
    assert [edict.mean for edict in figures.edicts] == [15, 0, 5, 10]
    assert (figures.coins.mean, figures.losses.mean, figures.turns.mean, figures.empty.mean) == (5, 3, 22.5, 25)
    assert figures.singles.mean == (5 + 20) / 2


def test_figures_of_a_card_are_from_the_games_in_which_it_is_an_edict() -> None:
    games = [result(10, 0, 5, 5), result(20, 0, 5, 5), result(1, 2, 3, 4, cards=(4, 1, 2, 3))]
    cards = {each.card: each for each in only(*games).cards}
    assert (cards[0].stars.games, cards[0].stars.mean, cards[0].nothing) == (2, 15, 0)
    assert cards[0].with_score == pytest.approx(1)
    assert (cards[4].stars.games, cards[4].with_score) == (1, None)
    assert cards[1].nothing == pytest.approx(2 / 3)


def test_levels_are_kept_apart_and_those_without_games_left_out() -> None:
    strong = result(9, 9, 9, 9)._replace(level=Level.ROYAL)
    assert [(each.level, each.games) for each in figures_of([strong, result(1, 1, 1, 1), strong])] == [
        (Level.SURVEYOR, 1),
        (Level.ROYAL, 2),
    ]


def test_pairs_are_correlated_over_their_games_strongest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(set_statistics, "LEAST_GAMES", 3)
    games = [result(1, 1, 3, 0), result(2, 3, 2, 0), result(3, 2, 1, 0), result(9, 9, 9, 9, cards=(4, 5, 6, 7))]
    pairs = {(pair.first, pair.second): pair.correlation for pair in pairs_of(games)}
    assert pairs == {(0, 2): pytest.approx(-1), (0, 1): pytest.approx(0.5), (1, 2): pytest.approx(-0.5)}
    assert next(iter(pairs)) == (0, 2)
    # The same pair counts whatever edicts the cards are.
    turned = [result(3, 1, 0, 1, cards=(2, 0, 3, 1)), *games[1:]]
    assert {(pair.first, pair.second): pair.correlation for pair in pairs_of(turned)} == pairs


def test_few_games_are_no_pair() -> None:
    games = [result(number, number, 0, 0) for number in range(9)]
    assert pairs_of(games) == []
    assert [(pair.first, pair.second, pair.games) for pair in pairs_of([*games, result(9, 9, 0, 0)])] == [(0, 1, 10)]


@pytest.mark.parametrize(
    ("games", "value", "clear"),
    [(36, 0.5, True), (36, -0.5, True), (36, 0.49, False), (400, 0.3, True), (400, 0.29, False)],
)
def test_pair_is_clear_if_strong_and_hardly_by_chance(games: int, value: float, *, clear: bool) -> None:
    assert PairFigures(0, 1, games, value).is_clear is clear


def test_clear_pairs_are_told_in_words() -> None:
    pairs = [PairFigures(0, 1, 100, -0.75), PairFigures(0, 2, 100, 0.5), PairFigures(0, 3, 100, 0.1)]
    assert list(pair_sentences(pairs, CARDS)) == [
        "Treetower and Canal Lake compete: one earns less when the other earns more (−0.75).",
        "Treetower and Wildholds help each other: one earns more when the other does (0.50).",
    ]


def test_ordinary_games_have_no_warnings() -> None:
    assert list(warnings_of(only(*[result(10, 12, 9, 11)] * 10), CARDS)) == []


def test_warnings_name_cards_that_earn_nothing_or_too_much_and_full_maps() -> None:
    rich = replace(CARDS[0], id="rich", name="Rich")
    cards = [*CARDS, rich]
    games = [result(10, 0, 9, 11, singles=4), result(26, 0, 9, 11, cards=(4, 1, 2, 3), singles=4)] * 10
    assert list(warnings_of(only(*games), cards)) == [
        "Canal Lake earns no stars in 100% of its games. Make its rule easier, or remove it.",
        "Rich earns 26.0 stars on average, the other cards of its stack (forest) only 10.0. Lower its stars or make "
        "its rule harder.",
        "No shape fits in 20% of turns, so that a single square is drawn. Use smaller shapes, map sheets with more "
        "space, or shorter seasons.",
    ]
    assert list(warnings_of(only(*games[:8]), cards))[:-1] == [], "too few games of each card"
