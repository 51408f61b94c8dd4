"""Replay of finished games: events lead to the same result, and seeds to the same events."""

import json
from collections.abc import Iterable
from functools import cache, reduce
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest

from engine.cartographers.cards import scoring_to_json
from engine.cartographers.catalog import Edition, heroes, scoring_cards
from engine.cartographers.commands import Choose, Draw, TakeBack
from engine.cartographers.events import (
    CardRevealed,
    ChoiceAsked,
    Chosen,
    Definition,
    Drawn,
    EdictsLaid,
    EffectPassed,
    Event,
    GameStarted,
    MonstersSpread,
    MonsterWalkedIn,
    SeasonBegan,
    TakenBack,
)
from engine.cartographers.game import RULES
from engine.cartographers.geometry import first
from engine.cartographers.notation import board_text
from engine.cartographers.placement import Forced
from engine.cartographers.rules.setup import Setup
from engine.cartographers.state import State
from engine.randomness import Shuffler, commitment
from engine.verification import check, verify
from tests.engine.compare import check_same, replayed
from tests.engine.invariants import check_history
from tests.engine.mixes import PRESETS
from tests.engine.shadow import shadowed
from tests.engine.tools import Game, OncePlayed
from tests.golden.make import outcome, record
from tests.golden.recipes import RECIPES
from tests.golden.typical import TYPICAL, typical_first

FILES = sorted(Path(__file__).parent.glob("*.json"))
NAMES = [path.stem for path in FILES]


@cache
def golden(name: str) -> dict[str, Any]:
    game: dict[str, Any] = json.loads((Path(__file__).parent / f"{name}.json").read_text("utf-8"))
    return game


@cache
def events_of(name: str) -> tuple[Event, ...]:
    return tuple(RULES.decode(entry["kind"], entry["data"]) for entry in golden(name)["events"])


def ended(name: str) -> State:
    return reduce(RULES.evolve, events_of(name), RULES.initial)


@pytest.mark.parametrize("name", NAMES)
def test_the_events_lead_to_the_stored_end(name: str) -> None:
    state = ended(name)
    assert state.over
    assert json.loads(json.dumps(outcome(state))) == golden(name)["expected"]
    check_history(events_of(name), state)


MIXED = [recipe.name for recipe in RECIPES if recipe.mix]
"""The games with parts of the Heroes box."""

LATER: dict[str, Any] = {
    "heroes": [],
    "hero_pattern": "turnable",
    "practice": False,
    "hero": "",
    "marks": [],
    "destroyed": [],
    "rewards": [],
    "version": 2,
    "reward": lambda card: 3 if card.get("effect") == "reward" else 0,
    "reward_coins": lambda outcome: 3 * len(outcome.get("rewards", ())),
}
"""The keys that older files have not, and what stands for them, or how it follows from the rest."""


def completed(stored: Any, data: Any) -> Any:
    """Return stored data with newer keys added where today's data has them."""
    if isinstance(stored, list) and isinstance(data, list):
        return [completed(old, new) for old, new in zip(stored, data, strict=True)]
    if not isinstance(stored, dict):
        return stored
    old = {key: completed(value, data.get(key)) for key, value in stored.items()}
    later = {key: value(old) if callable(value) else value for key, value in LATER.items() if key in data}
    return later | old


@pytest.mark.parametrize("name", NAMES)
def test_the_seed_and_the_commands_lead_to_the_same_events(name: str) -> None:
    kept, events = golden(name), events_of(name)
    seed = bytes.fromhex(kept["seed"])
    assert commitment(seed) == kept["commitment"]
    begun, laid = events[0], events[1]
    assert isinstance(begun, GameStarted)
    assert isinstance(laid, EdictsLaid)
    setup = Setup(begun.definition, () if laid.drawn else laid.cards)
    game = Game(setup, begun.seats, Shuffler(seed), OncePlayed())
    for event in events:
        if isinstance(event, Drawn):
            game.do(Draw(event.seat, event.turn, event.placement))
        elif isinstance(event, Chosen):
            game.do(Choose(event.seat, event.turn, first(event.chosen)))
        elif isinstance(event, TakenBack):
            game.do(TakeBack(event.seat, event.turn))
    assert game.events == list(events)
    for event, stored in zip(game.events, kept["events"], strict=True):
        kind, data = RULES.encode(event)
        assert (kind, data) == (stored["kind"], completed(stored["data"], data))


@pytest.mark.parametrize("name", NAMES)
def test_the_record_has_its_form(name: str) -> None:
    kept = golden(name)
    assert (kept["format"], kept["version"], kept["game"]) == ("carto-game", 1, "cartographers")
    assert len(kept["seats"]) == ended(name).seats == len(kept["expected"]["boards"])
    assert [entry["number"] for entry in kept["events"]] == list(range(1, len(kept["events"]) + 1))
    assert all(set(entry) == {"number", "kind", "data"} for entry in kept["events"])


@pytest.mark.parametrize("name", NAMES)
def test_replay_and_verification_find_no_fault(name: str) -> None:
    events = events_of(name)
    assert check(RULES, events) == ended(name)
    checked = verify(RULES, events, bytes.fromhex(golden(name)["seed"]))
    assert (checked.fault, checked.differing, checked.state) == (None, (), ended(name))
    assert len(checked.shuffled) >= 5


@pytest.mark.parametrize("name", typical_first(NAMES))
def test_the_oracle_agrees(name: str) -> None:
    if name in MIXED:
        assert shadowed(list(events_of(name))) == ended(name)
        return
    game = Game.__new__(Game)
    game.events, game.state = list(events_of(name)), ended(name)
    check_same(game, replayed(game))


@pytest.mark.parametrize("recipe", RECIPES[:1] + RECIPES[13:15] + RECIPES[-2:], ids=lambda recipe: recipe.name)
def test_the_script_makes_the_same_file_again(recipe: Any) -> None:
    anew = json.loads(json.dumps(record(recipe)))
    kept = golden(recipe.name)
    for ours, stored in zip(anew["events"], kept["events"], strict=True):
        assert ours == {**stored, "data": completed(stored["data"], ours["data"])}
    assert {**anew, "events": []} == {**kept, "events": []}


def traits(names: Iterable[str]) -> set[object]:
    """Return the traits of games: numbers of seats, kinds of events, and cards revealed."""
    events = [event for name in names for event in events_of(name)]
    cards = {event.card for event in events if isinstance(event, CardRevealed)}
    return {type(event) for event in events} | cards | {ended(name).seats for name in names}


def test_the_typical_games_show_everything_that_all_show() -> None:
    assert traits(TYPICAL) == traits(NAMES)


def test_every_recipe_has_its_file() -> None:
    assert sorted(recipe.name for recipe in RECIPES) == NAMES
    assert set(MIXED) < set(NAMES)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_games_show_every_preset_with_every_number_of_seats(preset: str) -> None:
    """Compare the cards only: a corrected card leaves the games as they were played."""
    mix = PRESETS[preset]
    seats = set()
    for name in NAMES:
        begun, laid = events_of(name)[:2]
        assert isinstance(begun, GameStarted)
        assert isinstance(laid, EdictsLaid)
        laid_by_host = () if laid.drawn else laid.cards
        if (_cards(begun.definition), laid_by_host) == (_cards(mix.definition()), mix.edicts):
            seats.add(begun.seats)
    assert seats == {1, 2, 3, 4, 5, 6}


def _cards(definition: Definition) -> tuple[Any, ...]:
    """Return the cards and rules of a definition, by name."""
    decks = (definition.explore, definition.ruins, definition.ambushes, definition.heroes, definition.pool)
    rules = (
        definition.singles,
        definition.single_terrain,
        definition.hero_pattern,
        [season.threshold for season in definition.seasons],
    )
    return definition.sheet.id, *([card.id for card in deck] for deck in decks), *rules


def test_the_mixed_games_show_every_hero_and_effect() -> None:
    games = {name: events_of(name) for name in MIXED}
    events = [event for game in games.values() for event in game]
    for alone in (True, False):
        own = [events_of(name) for name in MIXED if (ended(name).seats == 1) == alone]
        assert {card for game in own for card in _heroes(game)} == set(heroes().heroes)
        assert {event.card for game in own for event in game if isinstance(event, ChoiceAsked)} == {
            *("gorgon_gaze", "giant_troll_ravage")
        }
        assert any(isinstance(event, MonstersSpread) for game in own for event in game)
        assert any(getattr(event, "rewards", ()) for game in own for event in game)
    drawn = [event for event in events if isinstance(event, Drawn)]
    assert any(event.destroyed and event.marks for event in drawn)
    assert any(event.destroyed and not event.marks for event in drawn)
    assert any(growth.destroyed for event in events if isinstance(event, MonstersSpread) for growth in event.growths)
    assert any(isinstance(event, EffectPassed) for event in events)
    assert any(isinstance(event, Chosen) and event.attempt for event in events)
    assert any(isinstance(event, Chosen) and event.mountains for event in events)
    assert any(isinstance(event, Chosen) and event.rewards for event in events)
    singles = [event for event in drawn if event.forced and event.terrain.word == "hero"]
    assert singles
    assert not [event for event in singles if event.marks]


def test_published_scoring_cards_keep_the_form_in_which_games_store_them() -> None:
    stored = [card for name in NAMES for card in golden(name)["events"][0]["data"]["definition"]["pool"]]
    published = [card for edition in Edition for card in scoring_cards(edition).values()]
    assert [card.id for card in published if scoring_to_json(card) not in stored] == []


def _heroes(game: tuple[Event, ...]) -> set[str]:
    return {event.card for event in game if isinstance(event, CardRevealed)} & set(heroes().heroes)


def _tie_breaks(name: str) -> tuple[str, ...]:
    """The tie-breaks of the seats with as many stars as the winner."""
    places = golden(name)["expected"]["standings"]
    return tuple(each["tie_break"] for each in takewhile(lambda each: each["stars"] == places[0]["stars"], places))


def test_the_games_show_every_number_of_seats_ambush_and_end() -> None:
    assert {len(golden(name)["seats"]) for name in NAMES} == {1, 2, 3, 4, 5, 6}
    together = [name for name in NAMES if len(golden(name)["seats"]) > 1]
    ends = {_tie_breaks(name)[0] for name in together}
    assert ends == {"", "fewer_losses", "shared"}
    titles = [golden(name)["expected"]["title"] for name in NAMES]
    assert len(set(titles) - {""}) == 8
    for alone in (True, False):
        names = [name for name in NAMES if (len(golden(name)["seats"]) == 1) == alone]
        revealed = {event.card for name in names for event in events_of(name) if isinstance(event, CardRevealed)}
        assert revealed >= {"goblin_attack", "bugbear_assault", "kobold_onslaught", "gnoll_raid"}


def test_the_games_show_forced_singles_full_boards_full_tracks_and_more() -> None:
    drawn = [event for name in NAMES for event in events_of(name) if isinstance(event, Drawn)]
    assert {event.forced for event in drawn} == set(Forced)
    assert max(event.outcome.coins for event in drawn) >= 2
    assert any(event.attempt > 1 for event in drawn)
    walks = [event for name in NAMES for event in events_of(name) if isinstance(event, MonsterWalkedIn)]
    assert {bool(walk.cells) for walk in walks} == {True, False}
    boards = [board for name in NAMES for board in ended(name).boards]
    assert any(not board.empty for board in boards)
    assert any("." not in board_text(board) for board in boards)
    assert any(14 in golden(name)["expected"]["coins"] for name in NAMES)
    assert {event.drawn for name in NAMES for event in events_of(name) if isinstance(event, EdictsLaid)} == {
        True,
        False,
    }
    waiting = [event for name in NAMES for event in events_of(name) if isinstance(event, SeasonBegan)]
    assert max(len(event.deck) for event in waiting) > 14
