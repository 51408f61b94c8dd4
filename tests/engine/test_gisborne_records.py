"""Records of Gisborne: stored events, game files, checks against the rules and the seed."""

from __future__ import annotations

import json
import pickle
import re
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine import Fault, RecordFault, check, read_record, verify
from engine.contract import Seat
from engine.gisborne import RULES, gisborne
from engine.gisborne import events as ev
from engine.gisborne.cards import Face
from engine.gisborne.definition import (
    check_definition,
    definition_from_json,
    definition_to_json,
    tile_from_json,
    tile_to_json,
)
from engine.labels import Labels
from tests.engine.gisborne_games import seed_of, whole_game


def _document(events: list[ev.Event], seed: bytes) -> dict[str, Any]:
    stored = [{"kind": kind, "data": data} for kind, data in map(RULES.encode, events)]
    names = ["Ann", "Ben", "Cas", "Dee", "Eva"][: events[0].seats]
    document = {"format": "carto-game", "version": 1, "game": "gisborne", "seats": names, "seed": seed.hex()}
    return json.loads(json.dumps(document | {"events": stored}))


@pytest.mark.parametrize("number", range(6))
def test_record_of_a_game_reads_back_and_verifies(number: int) -> None:
    events, state = whole_game(number)
    record = read_record(_document(events, seed_of(number)), {"gisborne": RULES})
    assert list(record.events) == events
    checked = verify(RULES, record.events, seed_of(number))
    assert (checked.fault, checked.differing, checked.state) == (None, (), state)
    assert {"tiles", "chips", "bar", "pile/1"} <= set(checked.shuffled)


def test_record_with_another_seed_differs_in_every_order() -> None:
    events, _ = whole_game(1)
    checked = verify(RULES, events, seed_of(2))
    assert checked.fault is None
    assert checked.differing == checked.shuffled


@pytest.mark.parametrize("number", range(3))
def test_record_without_one_event_is_faulty(number: int) -> None:
    events, _ = whole_game(number)
    chance = Random(number)
    for place in chance.sample(range(len(events)), 12):
        left_out = [*events[:place], *events[place + 1 :]]
        # Plays and decisions of one barrier may come in any order, so the fault is found later.
        with pytest.raises(RecordFault):
            _must_end(left_out)


def _must_end(events: list[ev.Event]) -> None:
    state = check(RULES, events)
    if not state.over:
        raise RecordFault(len(events) + 1, Fault.MISSING)


def _first(events: list[ev.Event], kind: type[ev.Event]) -> int:
    return next(place for place, event in enumerate(events) if isinstance(event, kind))


@pytest.mark.parametrize(
    ("kind", "change", "reason"),
    [
        (ev.Moved, {"to": 60}, Fault.DIFFERS),
        (ev.SetOut, {"steps": 30}, Fault.DIFFERS),
        (ev.Laid, {"seat": Seat(9)}, Fault.REFUSED),
        (ev.Laid, {"cards": (Face.GOLD_4,) * 5}, Fault.REFUSED),
        (ev.Laid, {"attempt": 3}, Fault.DIFFERS),
        (ev.Drew, {"cards": (Face.GOLD_4,) * 5}, Fault.DIFFERS),
        (ev.ChipTaken, {"value": 3000}, Fault.DIFFERS),
        (ev.ScoringClosed, {"chests": (0, 0, 9, 0)}, Fault.DIFFERS),
        (ev.Kept, {"chest": 7}, Fault.REFUSED),
        (ev.GameStarted, {"seats": 2}, Fault.REFUSED),
    ],
)
def test_changed_event_is_a_fault(kind: type[ev.Event], change: dict[str, Any], reason: Fault) -> None:
    events, _ = whole_game(1)
    place = _first(events, kind)
    events[place] = replace(events[place], **change)
    checked = verify(RULES, events, seed_of(1))
    assert checked.fault is not None
    assert (checked.fault.number, checked.fault.reason) == (1 if kind is ev.GameStarted else place + 1, reason)


@pytest.mark.parametrize(
    ("kind", "data", "message"),
    [
        ("flew", {}, '"flew" is no kind of event'),
        ("moved", {"seat": 0, "to": 3, "left": 0}, "moved: leg: is missing"),
        ("moved", {"seat": -1, "to": 3, "left": 0, "leg": "steps"}, "moved: seat: -1 is no whole number from 0"),
        ("moved", {"seat": 0, "to": 3, "left": 0, "leg": "wings"}, "moved: leg: 'wings' is not a valid Reason"),
        ("discarded", {"seat": 0, "cards": ["b9"]}, "discarded: cards: 'b9' is not a valid Face"),
        ("discarded", {"seat": 0, "cards": "b1"}, "discarded: cards: 'b1' is no list"),
        ("game_started", {"version": 9}, "game_started: version: 9 is newer than 1, the newest that can be read"),
    ],
)
def test_malformed_event_is_refused_with_its_field(kind: str, data: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        RULES.decode(kind, data)


def test_every_kind_of_event_has_a_name_and_reads_back() -> None:
    seen: set[type[ev.Event]] = set()
    for number in range(12):
        for event in whole_game(number)[0]:
            seen.add(type(event))
            assert RULES.decode(*RULES.encode(event)) == event
    assert len(seen) == 26


def test_box_reads_back_and_is_checked() -> None:
    box = gisborne()
    assert definition_from_json(json.loads(json.dumps(definition_to_json(box)))) == box
    check_definition(box, 5)


def test_tile_is_stored_with_its_names_and_a_printed_one_without() -> None:
    stored = {"id": "fen", "name": "Misty Fen", "rows": ["_____", ".SC..", "_____"], "rivers": [1]}
    stored |= {"names": {"fr": "Tourbière"}, "words": {"en": "Wet."}}
    tile = tile_from_json(stored)
    assert (tile.name, tile.labels.name("fr"), tile.labels.own_words("fr")) == ("Misty Fen", "Tourbière", "Wet.")
    assert tile_to_json(tile) == stored
    assert all(set(tile_to_json(printed)) <= {"id", "rows", "rivers"} for printed in gisborne().tiles.values())


def test_tiles_that_differ_in_names_alone_are_equal() -> None:
    reed_mire = gisborne().tiles["reed_mire"]
    named = replace(reed_mire, name="Misty Fen", labels=Labels((("fr", "Tourbière"),)))
    assert named == reed_mire
    assert hash(named) == hash(reed_mire)


@pytest.mark.parametrize("part", [{"name": 3}, {"name": "two\nlines"}, {"names": {"fr": "two\nlines"}}, {"names": []}])
def test_tile_with_an_unreadable_name_is_refused(part: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"is no|one line"):
        tile_from_json(tile_to_json(gisborne().start) | part)


def test_state_and_views_can_be_pickled() -> None:
    _, state = whole_game(2)
    assert pickle.loads(pickle.dumps(state)) == state
    view = RULES.view(state, Seat(0))
    assert pickle.loads(pickle.dumps(view)) == view
