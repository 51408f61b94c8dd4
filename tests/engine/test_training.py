"""Training of the players' weights: the regression finds what made its data, and games are the same for a seed."""

import json
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest

from benchmarks import train_players
from benchmarks.ridge import NormalEquations
from benchmarks.training_corrections import Corrections
from benchmarks.training_games import play, play_trial
from benchmarks.training_lookahead import Lookahead, play_ahead
from benchmarks.training_scales import GROUPS, NEAR, Scales
from benchmarks.training_sums import TrainingSums, as_json, mix
from engine.cartographers.players.features.base import dot
from engine.cartographers.players.value import ROOM
from engine.cartographers.players.weights import KNOTS, Weights, interpolate, knot_shares, trained_weights


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


@pytest.mark.parametrize("left", range(40))
def test_weights_at_a_time_are_shared_by_the_rows_around_it(left: int) -> None:
    rows = tuple((float(knot),) for knot in KNOTS[1:])
    shares = knot_shares(left)
    assert interpolate(rows, left) == [pytest.approx(min(left, KNOTS[-1]))]
    assert sum(share * rows[row][0] for row, share in shares) == pytest.approx(min(left, KNOTS[-1]))


def test_scales_change_near_far_and_room_weights_by_themselves() -> None:
    weights = trained_weights()
    clauses, rows = next(iter(weights.cards.items()))
    own, knots = len(rows[0]) - ROOM.size, range(len(rows))
    expected = {
        0: {(knot, place) for knot in knots[:NEAR] for place in range(own)},
        1: {(knot, place) for knot in knots[NEAR:] for place in range(own)},
        2: {(knot, place) for knot in knots for place in range(own, len(rows[0]))},
    }
    for group in range(GROUPS):
        changed = Scales(weights).apply({(clauses, group): 1.0})
        for knot in knots:
            for place, weight in enumerate(rows[knot]):
                factor = 2 if (knot, place) in expected[group] else 1
                assert changed.cards[clauses][knot][place] == pytest.approx(factor * weight, abs=1e-4)
        assert [each for each in weights.cards if changed.cards[each] != weights.cards[each]] in ([clauses], [])
        assert (changed.kinds, changed.events) == (weights.kinds, weights.events)


def test_a_step_moves_scales_of_played_cards_and_is_always_the_same() -> None:
    steps = [Scales(trained_weights()) for _ in range(2)]
    stars = [scales.step(0, 7, 6) for scales in steps]
    assert stars[0] == stars[1] > 0
    first, second = (scales.apply() for scales in steps)
    assert (first.cards, first.events) == (second.cards, second.events)
    assert first.cards != trained_weights().cards
    assert first.kinds == trained_weights().kinds


def test_trial_games_depend_on_number_seed_and_weights_alone() -> None:
    plain = play_trial(3, "7", Weights())
    assert play_trial(3, "7", Weights()) == plain
    assert play_trial(3, "8", Weights()) != plain
    assert play_trial(3, "7", trained_weights()).edicts == plain.edicts


def test_a_numbered_game_with_the_search_is_always_the_same() -> None:
    games = [list(play_ahead(0, 7, trained_weights())) for _ in range(2)]
    assert games[0]
    for one, other in zip(*games, strict=True):
        assert np.array_equal(one.errors, other.errors)
        assert one.features.keys() == other.features.keys()
    known = {*trained_weights().cards, *trained_weights().events}
    for each in games[0]:
        assert each.features.keys() <= known
        assert abs(each.errors.sum()) < 1e-6
        for columns in each.features.values():
            assert len(columns) == len(each.errors)
            assert np.allclose(columns.sum(axis=0), 0)


def test_corrections_find_the_weights_by_which_the_search_judges() -> None:
    weights, rng = trained_weights(), np.random.default_rng(1)
    clauses, rows = next(iter(weights.cards.items()))
    corrections, wanted = Corrections(weights), rng.normal(size=len(rows[0]))
    for _ in range(400):
        boards = rng.normal(size=(6, len(wanted)))
        shares = rng.random(len(rows))
        columns = np.array([np.outer(shares, board).ravel() for board in boards])
        columns -= columns.mean(axis=0)
        corrections.learn(Lookahead({clauses: columns}, columns @ np.tile(wanted, len(rows))))
    corrected = corrections.apply()
    for before, after in zip(rows, corrected.cards[clauses], strict=True):
        assert np.array(after) - np.array(before) == pytest.approx(wanted, abs=0.2)
    assert {key: each for key, each in corrected.cards.items() if key != clauses} == {
        key: each for key, each in weights.cards.items() if key != clauses
    }
    again = corrections.apply()
    assert np.array(again.cards[clauses]) == pytest.approx(np.array(corrected.cards[clauses]), abs=0.2)


def test_the_data_file_says_which_commands_made_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "weights.json"
    data = json.loads(train_players.OUT.read_text("utf-8"))
    out.write_text(json.dumps(data), encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["train_players", "--games", "--ahead", "1", "--out", str(out)])
    assert train_players.main() == 0
    made = json.loads(out.read_text("utf-8"))["made"]
    command = "python -m benchmarks.train_players --games --ahead 1 --steps 0 --seed 1"
    assert made["commands"] == [*data["made"]["commands"], command]
    assert made["games"] == data["made"]["games"] + 1


def test_weights_go_a_part_of_the_way_to_corrected_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def trained(*more: str) -> tuple[Weights, list[str]]:
        out = tmp_path / "weights.json"
        out.write_text(train_players.OUT.read_text("utf-8"), encoding="utf-8")
        monkeypatch.setattr(sys, "argv", ["train_players", "--games", "--ahead", "1", *more, "--out", str(out)])
        assert train_players.main() == 0
        data = json.loads(out.read_text("utf-8"))
        return Weights.from_json(data), data["made"]["commands"]

    whole, _ = trained()
    half, commands = trained("--part", "0.5")
    assert commands[-1] == "python -m benchmarks.train_players --games --ahead 1 --part 0.5 --steps 0 --seed 1"
    for key, rows in half.cards.items():
        ends = np.array(trained_weights().cards[key]), np.array(whole.cards[key])
        assert np.array(rows) == pytest.approx(sum(ends) / 2, abs=1e-4)
    assert half.cards != whole.cards
