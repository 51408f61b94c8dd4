"""Training of the players' weights: the regression finds what made its data, and games are the same for a seed."""

from random import Random

import pytest

from benchmarks.ridge import NormalEquations
from benchmarks.training_games import play
from benchmarks.training_sums import TrainingSums, as_json, mix
from engine.cartographers.players.features.base import dot
from engine.cartographers.players.weights import KNOTS, Weights, interpolate


def test_a_regression_finds_the_weights_that_made_its_data() -> None:
    rng, equations = Random(1), NormalEquations(2)
    rows = ((2.0, -3.0),) * (len(KNOTS) - 1)
    for _ in range(6000):
        left, features = rng.randint(1, 30), [float(rng.randint(-9, 9)), float(rng.randint(-9, 9))]
        equations.add(features, left, dot(interpolate(rows, left), features))
    for row in equations.solve():
        assert row == pytest.approx(rows[0], rel=0.15)


def test_sums_that_are_added_and_faded_give_the_same_weights() -> None:
    rng, whole, parts = Random(2), NormalEquations(1), [NormalEquations(1), NormalEquations(1)]
    for number in range(400):
        left, features = rng.randint(1, 30), [float(rng.randint(1, 9))]
        for equations in (whole, parts[number % 2]):
            equations.add(features, left, 5 * features[0])
    parts[0].add_all(parts[1], 1.0)
    assert parts[0].solve() == whole.solve()
    before = whole.solve()
    whole.fade(1.0)
    assert whole.solve() == before


def test_a_numbered_game_is_always_the_same_and_teaches() -> None:
    games = [play(0, 7, Weights()) for _ in range(2)]
    assert games[0].records == games[1].records
    assert games[0].scorings == games[1].scorings
    assert len(games[0].scorings) == 4
    sums = TrainingSums()
    sums.learn(games[0])
    assert set(sums.card_ids) <= {card.clauses for card in games[0].value.edicts}
    assert sums.card_ids


def test_weights_are_read_as_they_were_written() -> None:
    sums = TrainingSums()
    sums.learn(play(0, 7, Weights()))
    weights = sums.weights()
    read = Weights.from_json(as_json(weights, sums.card_ids, {}))
    assert (read.cards, read.kinds, read.events) == (weights.cards, weights.kinds, weights.events)
    half = mix(Weights(), weights, 0.5)
    clauses = next(iter(weights.cards))
    assert half.cards[clauses][0] == pytest.approx([weight / 2 for weight in weights.cards[clauses][0]], abs=1e-4)
