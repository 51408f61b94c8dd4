"""Replay of finished games of Gisborne: events lead to the same result, and seeds to the same events."""

import json
from functools import cache, reduce
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from engine.gisborne.events import (
    ChipTaken,
    Event,
    Laid,
    Moved,
    PileShuffled,
    Reason,
    ScoringBegan,
    Stayed,
    TakenBack,
)
from engine.gisborne.game import RULES
from engine.gisborne.state import State
from engine.randomness import commitment
from engine.verification import check, verify
from tests.golden.gisborne.make import RECIPES, Recipe, outcome, record

NAMES = [recipe.name for recipe in RECIPES]


@cache
def golden(name: str) -> dict[str, Any]:
    game: dict[str, Any] = json.loads((Path(__file__).parent / f"{name}.json").read_text("utf-8"))
    return game


@cache
def events_of(name: str) -> tuple[Event, ...]:
    return tuple(RULES.decode(entry["kind"], entry["data"]) for entry in golden(name)["events"])


def states_of(name: str) -> list[State]:
    states = [RULES.initial]
    for event in events_of(name):
        states.append(RULES.evolve(states[-1], event))
    return states


def every_event() -> list[Event]:
    return [event for name in NAMES for event in events_of(name)]


@pytest.mark.parametrize("name", NAMES)
def test_the_events_lead_to_the_stored_end(name: str) -> None:
    state = reduce(RULES.evolve, events_of(name), RULES.initial)
    assert state.over
    assert json.loads(json.dumps(outcome(state))) == golden(name)["expected"]


@pytest.mark.parametrize("name", NAMES)
def test_replay_and_verification_find_no_fault(name: str) -> None:
    events, seed = events_of(name), bytes.fromhex(golden(name)["seed"])
    assert commitment(seed) == golden(name)["commitment"]
    state = check(RULES, events)
    checked = verify(RULES, events, seed)
    assert (checked.fault, checked.differing, checked.state) == (None, (), state)
    assert len(checked.shuffled) >= 4


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.name)
def test_the_script_makes_the_same_file_again(recipe: Recipe) -> None:
    assert json.loads(json.dumps(record(recipe))) == golden(recipe.name)


def test_the_games_show_every_way_to_move_stay_and_win_a_chip() -> None:
    events = every_event()
    assert {event.leg for event in events if isinstance(event, Moved)} == {Reason.STEPS, Reason.PUSH, Reason.BRIDGE}
    assert {event.why for event in events if isinstance(event, Stayed)} == {Reason.TENT, Reason.SWAMP}
    taken = {event.how for event in events if isinstance(event, ChipTaken)}
    assert taken == {Reason.LANDED, Reason.PASSED, Reason.BEACH}
    assert {type(event) for event in events} >= {TakenBack, PileShuffled}
    assert any(not event.chosen for event in events if isinstance(event, Laid))
    assert any(event.tent and event.cards for event in events if isinstance(event, Laid))


def test_a_pawn_is_pushed_over_a_bridge() -> None:
    events = events_of("five_crowded")
    pairs = [(one, next_) for one, next_ in pairwise(events) if isinstance(next_, Moved)]
    assert any(
        isinstance(one, Moved) and one.leg is Reason.PUSH and after.leg is Reason.BRIDGE and one.seat == after.seat
        for one, after in pairs
    )


def test_the_pile_runs_dry() -> None:
    assert any(not state.pile and not state.discards and any(state.draws) for state in states_of("five_dry")[9:])


def test_a_round_has_two_scorings_and_the_last_one_no_choice() -> None:
    begun = [event for event in every_event() if isinstance(event, ScoringBegan)]
    assert {event.number for event in begun} >= {1, 2}
    assert {event.has_choice for event in begun} == {True, False}
    (last_round,) = {
        event.round for event in events_of("three_twice") if isinstance(event, ScoringBegan) and not event.has_choice
    }
    assert sum(isinstance(event, ScoringBegan) and event.round == last_round for event in events_of("three_twice")) >= 2


def test_a_tie_goes_to_the_better_rank() -> None:
    first, second, *_ = golden("four_tie")["expected"]["standings"]
    assert first["points"] == second["points"]
    assert first["tie_break"] == second["tie_break"] == "position"


def test_every_number_of_seats_and_several_arrivals_are_shown() -> None:
    ends = [golden(name)["expected"] for name in NAMES]
    assert {len(end["at"]) for end in ends} == {3, 4, 5}
    assert len({len(end["arrived"]) for end in ends}) > 1
