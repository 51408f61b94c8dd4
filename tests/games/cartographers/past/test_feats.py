"""Feats found in the events of whole games, compared with the maps of those turns."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from engine.cartographers.events import MonstersWalkedIn, MonsterWalkedIn, TurnClosed
from engine.cartographers.game import RULES
from engine.cartographers.geometry import COLUMNS, ROWS, neighbours
from engine.cartographers.state import State
from engine.cartographers.terrain import Feature
from engine.contract import Seat
from engine.records import read_record
from games.cartographers.past.feats import FEATS, find_feats
from games.play.feats import FoundFeat
from games.tables.log.state import DecodedEvent

GOLDEN = Path(__file__).resolve().parents[3] / "golden"
NAMES = sorted(path.stem for path in GOLDEN.glob("*.json"))
CLOSING = (TurnClosed, MonsterWalkedIn, MonstersWalkedIn)


def logged(name: str) -> tuple[DecodedEvent[Any], ...]:
    record = read_record(json.loads((GOLDEN / f"{name}.json").read_text()), {"cartographers": RULES})
    state, log = RULES.initial, []
    for number, event in enumerate(record.events, 1):
        state = RULES.evolve(state, event)
        log.append(DecodedEvent(number, state.turn, None, datetime(2026, 1, 1, tzinfo=UTC), event))
    return tuple(log)


def states(log: Sequence[DecodedEvent[Any]]) -> list[State]:
    """Return the states after each event."""
    found, state = [], RULES.initial
    for entry in log:
        state = RULES.evolve(state, entry.event)
        found.append(state)
    return found


def feats(name: str, kind: str) -> set[tuple[int, int]]:
    """Return the seats and turns of a kind of feats in a golden game."""
    return {(feat.seat, feat.turn) for feat in find_feats(logged(name)) if feat.kind == kind}


@pytest.mark.parametrize(
    ("name", "kind", "expected"),
    [
        ("both_three", "reward_shut_in", {(2, 25)}),
        ("first_game_four", "reward_shut_in", {(0, 29), (1, 29), (3, 29)}),
        ("heroes_first_game", "shut_in", {(1, 21)}),
        ("both_two", "unharmed", {(0, 22)}),
        ("solo_legendary", "season", {(0, 24)}),
        ("solo_coins", "coins", {(0, 27)}),
        ("solo_coins", "mountains", {(0, 20)}),
        ("both_six", "ruins", {(0, 9)}),
        ("two_plain", "shut_in", set()),
    ],
)
def test_known_games_have_these_feats(name: str, kind: str, expected: set[tuple[int, int]]) -> None:
    assert feats(name, kind) == expected


@pytest.mark.parametrize("name", NAMES)
def test_maps_show_each_feat_of_a_game(name: str) -> None:
    log = logged(name)
    after = states(log)
    last = {entry.turn: state for entry, state in zip(log, after, strict=True)}
    closed = {
        entry.turn: (after[index - 1], state)
        for index, (entry, state) in enumerate(zip(log, after, strict=True))
        if isinstance(entry.event, CLOSING)
    }
    for feat in find_feats(log):
        position = last[feat.turn].positions[feat.seat]
        board = position.board
        match feat.kind:
            case "shut_in" | "reward_shut_in":
                old, new = (state.positions[feat.seat].board for state in closed[feat.turn])
                came = new.layers[Feature.MONSTER] & ~old.layers[Feature.MONSTER]
                assert came
                assert not neighbours(came) & new.empty
            case "mountains":
                assert not neighbours(board.layers[Feature.MOUNTAIN]) & board.empty
            case "ruins":
                assert not board.empty_ruins
                assert last[feat.turn].season < 2
            case "coins":
                assert position.coins == position.track
            case "cross":
                assert all(sum(line & board.empty == 0 for line in lines) >= 2 for lines in (ROWS, COLUMNS))
            case "season":
                assert last[feat.turn].scores[-1][feat.seat].total >= 40
            case "unharmed":
                assert all(scores[feat.seat].losses == 0 for scores in last[feat.turn].scores)
            case _:
                pytest.fail(f"unknown feat {feat.kind}")


@pytest.mark.parametrize("name", NAMES)
def test_year_without_losses_is_found_whenever_monsters_cost_nothing(name: str) -> None:
    log = logged(name)
    state = states(log)[-1]
    expected = {
        seat
        for seat, position in enumerate(state.positions)
        if any(features.bit_count() for features in (position.board.layers[Feature.MONSTER],))
        and not any(scores[seat].losses for scores in state.scores)
    }
    assert expected <= {seat for seat, _turn in feats(name, "unharmed")}


def test_each_state_of_a_map_is_found_once() -> None:
    for name in NAMES:
        once = [feat for feat in find_feats(logged(name)) if feat.kind in {"mountains", "ruins", "coins", "cross"}]
        assert len({(feat.seat, feat.kind) for feat in once}) == len(once), name


def test_every_feat_is_of_a_known_kind() -> None:
    keys = [kind.key for kind in FEATS.kinds]
    assert len(set(keys)) == len(keys) >= 6
    assert all(len(key) <= 32 for key in keys)
    assert {feat.kind for name in NAMES for feat in find_feats(logged(name))} <= set(keys)
    assert FoundFeat(Seat(0), "unharmed", 22, is_whole=True) in list(find_feats(logged("both_two")))
