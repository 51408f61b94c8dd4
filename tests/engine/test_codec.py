"""Stored events: round trips through JSON, and rejected data."""

import json
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.cartographers.cards import Place
from engine.cartographers.catalog import heroes
from engine.cartographers.codec import VERSION
from engine.cartographers.effects import PUBLISHED, Effect, effect_from_json, effect_to_json
from engine.cartographers.events import (
    AmbushDeckShuffled,
    Drawn,
    EdictsLaid,
    Event,
    GameStarted,
    HeroDeckShuffled,
    SeasonBegan,
)
from engine.cartographers.game import RULES
from engine.cartographers.placement import SingleTerrain
from engine.cartographers.sheet import Sheet
from engine.verification import verify
from tests.engine.mixes import Mix, staged, wild_random
from tests.engine.tools import Game, new_game, random_game, seed_of

Data = dict[str, Any]


EFFECTS = (
    ["dal_of_jolev", "zombie_plague", "lagoon"],
    ["gorgon_gaze", "lagoon"],
    ["giant_troll_ravage", "lagoon"],
    ["dragon_inferno", "lagoon"],
)
LATER = {
    "game_started": ("heroes", "hero_pattern", "practice"),
    "season_began": ("hero",),
    "drawn": ("marks", "destroyed", "rewards", "reward_coins"),
    "monster_walked_in": ("destroyed", "rewards", "reward_coins"),
    "chosen": ("rewards", "reward_coins"),
}
"""The keys that older records have not."""


WALLED = Sheet.from_rows("walled", "Walled", [".^.........", "^..........", *["." * 11] * 9])
"""Whoever comes to A1 is closed in."""


def whole_games() -> list[Game]:
    """Games in which every kind of event happens."""
    taken_back = new_game(2, spring=["temple_ruins", "farmland", "gnoll_raid"])
    taken_back.draw("1 farm B6", 0)
    taken_back.take_back(0)
    return [
        taken_back.play_on(Random(0)),
        random_game(1, 3, "B", SingleTerrain.CARD),
        random_game(4, 4),
        staged(2, *EFFECTS).play_on(Random(2)),
        staged(1, *EFFECTS).play_on(Random(2)),
        staged(1, ["zombie_plague", "lagoon"], mix=Mix(WALLED, pool="both")).play_on(Random(2)),
    ]


GAMES = whole_games()
STORED = {kind: data for game in GAMES for kind, data in map(RULES.encode, game.events)}


def test_every_event_reads_back_as_it_is_stored() -> None:
    for game in GAMES:
        for event in game.events:
            kind, data = RULES.encode(event)
            again = RULES.decode(kind, json.loads(json.dumps(data)))
            assert again == event
            assert RULES.encode(again) == (kind, data)
    assert len(STORED) == 16


def test_a_drawing_is_stored_so_that_a_person_can_read_it() -> None:
    game = new_game(2, spring=["temple_ruins", "hamlet"])
    (event,) = game.draw("1 village r2 f B5", 1)
    assert isinstance(event, Drawn)
    assert RULES.encode(event) == (
        "drawn",
        {
            "turn": 1,
            "seat": 1,
            "subject": 1,
            "placement": "1 village r2 f B5",
            "cells": ["B5", "B6", "C5"],
            "terrain": "village",
            "coin": True,
            "mountains": [],
            "forced": "",
            "initial": "",
            "attempt": 0,
            "marks": [],
            "destroyed": [],
            "rewards": [],
            "reward_coins": 0,
        },
    )


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(ValueError, match='"sneezed" is no kind of event'):
        RULES.decode("sneezed", {})


@pytest.mark.parametrize(
    ("kind", "key"),
    [(kind, key) for kind, data in STORED.items() for key in data if key not in (*LATER.get(kind, ()), "version")],
)
def test_data_that_lacks_a_key_is_refused(kind: str, key: str) -> None:
    data = {name: value for name, value in STORED[kind].items() if name != key}
    with pytest.raises(ValueError, match=key):
        RULES.decode(kind, data)


@pytest.mark.parametrize("key", sorted(set(STORED["game_started"]["definition"]) - set(LATER["game_started"])))
def test_a_definition_that_lacks_a_key_is_refused(key: str) -> None:
    data = deepcopy(STORED["game_started"])
    del data["definition"][key]
    with pytest.raises(ValueError, match=key):
        RULES.decode("game_started", data)


def test_a_record_from_before_the_heroes_is_read_as_a_game_without_any() -> None:
    game = random_game(1, 3)
    for event in game.events:
        kind, data = RULES.encode(event)
        old = deepcopy(data)
        for key in LATER.get(kind, ()):
            (old["definition"] if kind == "game_started" else old).pop(key)
        old.pop("version", None)
        assert RULES.decode(kind, json.loads(json.dumps(old))) == event


def test_a_hero_and_what_it_destroys_are_stored_by_the_names_of_spaces() -> None:
    game = staged(1, ["zombie_plague", "dal_of_jolev", "lagoon"])
    (event, *_) = game.draw("1 hero B2")
    kind, data = RULES.encode(event)
    assert (kind, data["marks"], data["destroyed"], data["rewards"]) == ("drawn", ["A1", "A3", "C1", "C3"], ["A1"], [])


def _scoring(change: Callable[[Data], object]) -> Callable[[Data], object]:
    return lambda definition: change(definition["pool"][0])


def _clause(key: str, value: object) -> Callable[[Data], object]:
    return lambda definition: definition["pool"][0]["clauses"][0].update({key: value})


KNOTS: Data = {"family": "lines", "stars": 1, "direction": "knots"}


def _clusters(**parameters: object) -> Callable[[Data], object]:
    clause = {"family": "clusters", "stars": 1, "terrain": "farm", **parameters}
    return lambda definition: definition["pool"][0].update(clauses=[clause])


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (_clause("family", "luck"), "family: must be one of spaces, clusters"),
        (_clause("stars", 0), "stars: must be a whole number from -20 to 20, except 0"),
        (_clause("stars", 21), "stars: must be a whole number from -20 to 20, except 0"),
        (_clause("stars", "1"), "stars: must be a whole number from -20 to 20, except 0"),
        (_clause("stars", True), "stars: must be a whole number from -20 to 20, except 0"),
        (_clause("stars", 1.0), "stars: must be a whole number from -20 to 20, except 0"),
        (_clause("terrain", "swamp"), "terrain: must be one of forest"),
        (_clause("terrain", None), "terrain: must be one of forest"),
        (_clause("on", "forest"), "on: must be one of edge, ruins"),
        (_clause("luck", 1), "luck: no such parameter"),
        (_clause("tiers", 3), "tiers: must be a list"),
        (_clause("tiers", [1]), "tiers: must be a list of 2 to 10 increasing"),
        (_clause("tiers", [1, 1]), "tiers: must be a list of 2 to 10 increasing"),
        (_clause("tiers", [-1, 2]), "tiers: must be a list of 2 to 10 increasing"),
        (_clause("tiers", [1, True]), "tiers: must be a list of 2 to 10 increasing"),
        (_clause("tiers", list(range(11))), "tiers: must be a list of 2 to 10 increasing"),
        (_clause("tiers", [1, 100]), "tiers: must be a list of 2 to 10 increasing"),
        (_clusters(avoiding="forest"), "avoiding: must be a list"),
        (_clusters(containing="##"), "containing: must be a list of rows"),
        (_clusters(containing=[2]), "containing: must be a list of rows"),
        (_scoring(lambda card: card.update(clauses=[KNOTS])), "direction: must be one of rows"),
        (_scoring(lambda card: card.update(clauses=[])), "clauses: a card needs at least one"),
        (_scoring(lambda card: card["clauses"][0].pop("stars")), "stars: is missing"),
        (_scoring(lambda card: card.update(stack="sea")), "sea"),
        (_scoring(lambda card: card.update(combination="middle")), "combination: 'middle'"),
        (_scoring(lambda card: card.update(cap=0)), "cap: must be a whole number from 1 to 99"),
        (_scoring(lambda card: card.update(floor=1)), "floor: must be a whole number from -99 to 0"),
        (lambda definition: definition["explore"][0].update(terrains=[]), "at least one shape and one terrain"),
        (lambda definition: definition["explore"][0]["shapes"][0].update(drawn=["#", "##"]), "rows of equal length"),
        (lambda definition: definition["sheet"]["rows"].pop(), "a sheet has 11 rows"),
        (lambda definition: definition["ambushes"][0].update({"pass": "sideways"}), "sideways"),
        (lambda definition: definition["ambushes"][0].update(solo_corner="middle"), "middle"),
        (lambda definition: definition["seasons"][0].update(edicts=["A", "E"]), "E"),
        (lambda definition: definition["seasons"][0].update(edicts=["A"]), "seasons: 1: edicts: a season has two"),
        (lambda definition: definition.update(single_terrain="none"), "none"),
        (lambda definition: definition.update(singles=["swamp"]), "swamp"),
    ],
)
def test_a_definition_out_of_bounds_is_refused(change: Callable[[Data], object], reason: str) -> None:
    data = deepcopy(STORED["game_started"])
    change(data["definition"])
    with pytest.raises(ValueError, match=reason):
        RULES.decode("game_started", data)


def _spoil(thing: Any, rng: Random) -> Any:
    """Replace a random value in the data with one of any kind."""
    if isinstance(thing, (dict, list)) and thing and rng.random() < 0.9:
        key = rng.choice(list(thing) if isinstance(thing, dict) else range(len(thing)))
        spoilt = deepcopy(thing)
        spoilt[key] = _spoil(thing[key], rng)
        return spoilt
    return rng.choice([None, [], {}, "", "x", -1, 7, 3.5, True, [None], {"x": 1}, "A1", ["Z9"]])


@pytest.mark.parametrize("kind", STORED)
def test_spoilt_data_is_refused_in_words_or_read(kind: str) -> None:
    rng = Random(8)
    for _ in range(300):
        data = _spoil(STORED[kind], rng)
        try:
            RULES.decode(kind, data)
        except ValueError as refused:
            named = str(refused).split(": ")[1]
            assert named in STORED[kind] or not isinstance(data, dict)


def _same_kind(rng: Random, value: Any) -> Any:
    """Another value of the same kind, plausible in a record."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return rng.choice([value + 1, abs(value - 1), 0, 10**9])
    if isinstance(value, str):
        return rng.choice(["", "A1", "K11", "lagoon", "forest", "1 forest r3 f K11", "99 monster A1", value[::-1]])
    return value


def _altered(thing: Any, rng: Random) -> Any:
    """Replace a random value in the data with another of its kind."""
    if isinstance(thing, (dict, list)) and thing:
        key = rng.choice(list(thing) if isinstance(thing, dict) else range(len(thing)))
        altered = deepcopy(thing)
        if isinstance(altered, list) and rng.random() < 0.3:
            del altered[key]
            return altered
        altered[key] = _altered(thing[key], rng)
        return altered
    return _same_kind(rng, thing)


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_records_with_anything_changed_are_refused_and_nothing_crashes(number: int) -> None:
    rng, game = Random(number), GAMES[number]
    stored = [RULES.encode(event) for event in game.events]
    faults = 0
    for _ in range(150):
        index = rng.choice((0, rng.randrange(len(stored))))
        kind, data = stored[index]
        change = rng.choice((_altered, _altered, _spoil))
        try:
            event = RULES.decode(kind, change(data, rng))
        except ValueError as refused:
            assert str(refused)  # noqa: PT017 - a fault is as right
            faults += 1
            continue
        fault = verify(RULES, [*game.events[:index], event, *game.events[index + 1 :]], seed_of(0)).fault
        assert fault or _as_good(event, game.events[index])
        faults += fault is not None
    assert faults > 75


def _as_good(event: Event, other: Event) -> bool:
    """True if the events differ only in data that only the seed and the site can verify."""
    match event:
        case GameStarted():
            return True
        case EdictsLaid(cards):
            return isinstance(other, EdictsLaid) and cards == other.cards
        case AmbushDeckShuffled(deck) | HeroDeckShuffled(deck):
            return isinstance(other, type(event)) and sorted(deck) == sorted(other.deck)
        case SeasonBegan(deck=deck):
            return isinstance(other, SeasonBegan) and replace(event, deck=other.deck) == other and len(deck) > 0
        case Drawn():
            return isinstance(other, Drawn) and replace(event, placement=other.placement) == other
        case _:
            return event == other


@pytest.mark.parametrize("text", ["\ud800", 7, None, ["A"]])
def test_a_text_that_cannot_be_written_is_no_text(text: Any) -> None:
    data = deepcopy(STORED["game_started"])
    data["definition"]["seasons"][0]["id"] = text
    with pytest.raises(ValueError, match="game_started: definition: "):
        RULES.decode("game_started", data)


def test_an_id_may_not_be_empty() -> None:
    data = deepcopy(STORED["game_started"])
    data["definition"]["explore"][0]["id"] = ""
    with pytest.raises(ValueError, match="id: may not be empty"):
        RULES.decode("game_started", data)


def test_no_initial_may_be_null_as_in_older_data() -> None:
    event = GAMES[1].events[0]
    kind, data = RULES.encode(event)
    for card in data["definition"]["ambushes"]:
        assert card["initial"] == ""
        card["initial"] = None
    assert RULES.decode(kind, data) == event


@pytest.mark.parametrize("number", range(4))
def test_a_game_with_effects_of_blocks_is_stored_in_version_5_or_6(number: int) -> None:
    started = wild_random(number).events[0]
    assert isinstance(started, GameStarted)
    kind, data = RULES.encode(started)
    definition = started.definition
    newer = any(card.effect and card.effect.needs_version_6 for card in definition.ambushes)
    newer |= any(card.place not in (None, Place.EDGE, Place.MOUNTAIN) for card in definition.explore)
    assert data["version"] == (6 if newer else 5)
    assert RULES.decode(kind, json.loads(json.dumps(data))) == started


@pytest.mark.parametrize("number", range(18, 22))
def test_a_game_with_landmarks_coin_spaces_or_regions_is_stored_in_version_6(number: int) -> None:
    started = wild_random(number).events[0]
    kind, data = RULES.encode(started)
    assert data["version"] == VERSION == 6
    assert RULES.decode(kind, json.loads(json.dumps(data))) == started


def _version_of(change: Callable[[Data], object]) -> int:
    """The version in which a game is stored again whose definition was changed."""
    kind, data = deepcopy(RULES.encode(GAMES[1].events[0]))
    change(data["definition"])
    event = RULES.decode(kind, data)
    stored = RULES.encode(event)[1]
    assert RULES.decode(kind, json.loads(json.dumps(stored))) == event
    return int(stored["version"])


def _only_clause(**parameters: object) -> Callable[[Data], object]:
    clause = {"stars": 1, **parameters}
    return lambda definition: definition["pool"][0].update(clauses=[clause])


@pytest.mark.parametrize(
    ("change", "version"),
    [
        (lambda _: None, 2),
        (_only_clause(family="spaces", terrain="landmark"), 6),
        (_only_clause(family="spaces", terrain="farm", on="toll"), 6),
        (_only_clause(family="spaces", terrain="farm", on="region_1"), 6),
        (_only_clause(family="sets", each=["farm", "water"]), 2),
        (_only_clause(family="sets", each=["farm", ["village", "water"]]), 6),
        (_only_clause(family="lines", direction="rows", equal=["farm", "water"]), 2),
        (_only_clause(family="lines", direction="rows", equal=["farm", ["village", "water"]]), 6),
        (lambda definition: definition["explore"][0].update(place="mountain"), 5),
        (lambda definition: definition["explore"][0].update(place="landmark"), 6),
        (lambda definition: definition["explore"][0].update(place="region_2"), 6),
    ],
)
def test_a_game_is_stored_in_the_oldest_version_that_can_hold_it(
    change: Callable[[Data], object], version: int
) -> None:
    assert _version_of(change) == version


def test_a_game_of_a_newer_version_is_not_read() -> None:
    kind, data = RULES.encode(wild_random(0).events[0])
    newer = json.loads(json.dumps(data)) | {"version": VERSION + 1}
    with pytest.raises(ValueError, match=f"version: {VERSION + 1} is newer than {VERSION}"):
        RULES.decode(kind, newer)


def test_published_effects_are_stored_as_their_words() -> None:
    cards = heroes().ambushes.values()
    assert [effect_to_json(card.effect) for card in cards] == [*map(BY_WORD.__getitem__, [card.id for card in cards])]
    for word, effect in PUBLISHED.items():
        assert effect_from_json(word) == effect == effect_from_json(blocks(effect))
        assert effect_to_json(effect_from_json(blocks(effect))) == word


BY_WORD = {
    "dragon_inferno": "reward",
    "zombie_plague": "spread",
    "giant_troll_ravage": "destroy_empty",
    "gorgon_gaze": "destroy_any",
}


def blocks(effect: Effect) -> Data:
    """The stored blocks of a published effect, as a card file may have them."""
    coins = {"when": effect.timing.value, "what": effect.action.value}
    spaces = {"where": effect.area.value, "count": effect.count, "chooser": effect.chooser.value}
    return coins if effect.on_coins else coins | spaces


@pytest.mark.parametrize(
    ("stored", "reason"),
    [
        ("dance", "must be one of none, reward"),
        ([], "is no object"),
        ({"when": "never", "what": "draw_monster"}, "'never'"),
        ({"when": "at_once", "what": "dance"}, "'dance'"),
        ({"when": "at_once", "what": "lose_coins", "where": "beside"}, "where: is no block of this effect"),
        ({"when": "at_once", "what": "draw_monster", "how": "fast"}, "how: is no block of this effect"),
        ({"when": "at_once", "what": "draw_monster", "chooser": "owner"}, "count: does not fit"),
        ({"when": "at_once", "what": "draw_monster", "count": 0}, "count: does not fit"),
        ({"when": "at_once", "what": "draw_monster", "count": -1}, "no whole number from 0"),
        ({"when": "surrounded", "what": "draw_monster"}, "what: does not fit"),
    ],
)
def test_blocks_that_do_not_fit_are_refused(stored: Any, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        effect_from_json(stored)


def test_an_effect_without_a_block_is_refused() -> None:
    with pytest.raises(KeyError, match="what"):
        effect_from_json({"when": "at_once"})
