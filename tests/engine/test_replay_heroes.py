"""Replaying recorded games with heroes and effects, checked by the rules."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.cartographers.events import (
    CardRevealed,
    ChoiceAsked,
    Chosen,
    Drawn,
    EffectPassed,
    Event,
    GameEnded,
    Growth,
    HeroDeckShuffled,
    MonstersSpread,
    MonsterWalkedIn,
    SeasonBegan,
    TurnClosed,
)
from engine.cartographers.game import RULES
from engine.cartographers.placement import HeroPattern
from engine.cartographers.rules.setup import Setup
from engine.cartographers.shapes import ShapeTurn
from engine.contract import Seat
from engine.randomness import Shuffler
from engine.verification import Fault, check, verify
from tests.engine.mixes import Mix, mixed_random, staged
from tests.engine.test_codec import EFFECTS
from tests.engine.test_replay import assert_found, at, changed, fault_of
from tests.engine.tools import Game, seed_of


def with_retakes(game: Game, number: int) -> Game:
    """Play a game at random, with answers sometimes taken back."""
    rng = Random(number)
    while not game.state.over:
        game.anything(rng)
        answered = [seat for seat, answer in enumerate(game.state.answers) if answer is not None]
        if answered and rng.random() < 0.3:
            game.take_back(rng.choice(answered))
    return game


GAMES = [with_retakes(mixed_random(number), number) for number in range(36)]
GROUP, ALONE = (with_retakes(staged(seats, *EFFECTS), seats) for seats in (3, 1))


def test_mixed_games_replay_and_verify_to_their_state() -> None:
    for number, game in enumerate(GAMES):
        assert check(RULES, game.events) == game.state
        verified = verify(RULES, game.events, seed_of(number))
        assert (verified.fault, verified.differing, verified.state) == (None, (), game.state)
        assert ("heroes" in verified.shuffled) is bool(game.state.definition.heroes)


def test_an_older_record_may_hold_any_turn_of_a_pattern_that_is_held_as_printed() -> None:
    mix = Mix(hero_pattern=HeroPattern.AS_PRINTED)
    game = with_retakes(Game(Setup(mix.definition()), 2, Shuffler(seed_of(0))), 0)
    heroes = [event for event in game.events if isinstance(event, Drawn) and event.marks]
    older = [_turned(event) if event in heroes else event for event in game.events]
    assert {str(event.placement).split()[2] for event in heroes} == {"r0"}
    assert older != game.events
    assert check(RULES, older) == game.state
    verified = verify(RULES, older, seed_of(0))
    assert (verified.fault, verified.state) == (None, game.state)


def _turned(event: Event) -> Event:
    assert isinstance(event, Drawn)
    return replace(event, placement=replace(event.placement, turn=ShapeTurn(2)))


def test_a_game_under_way_replays_up_to_every_moment_when_somebody_must_act() -> None:
    for game in (GROUP, ALONE, GAMES[2], GAMES[4]):
        for end in range(4, len(game.events)):
            missing = fault_of(game.events[:end])
            if missing is None:
                assert any(answer is None for answer in check(RULES, game.events[:end]).answers)
            else:
                assert (missing.reason, missing.number) == (Fault.MISSING, end + 1)


def test_another_seed_shuffles_the_heroes_otherwise() -> None:
    game = next(game for game in GAMES if game.state.definition.heroes)
    verified = verify(RULES, game.events, seed_of(99))
    assert verified.fault is None
    assert "heroes" in verified.differing


def first_with(kind: type, condition: Any) -> int:
    """The index of the first event in GROUP that is of a kind and matches the predicate."""
    return next(index for index, event in enumerate(GROUP.events) if isinstance(event, kind) and condition(event))


def tamperings() -> list[tuple[Game, int, dict[str, Any]]]:
    hero = first_with(Drawn, lambda event: event.marks)
    plain = first_with(Drawn, lambda event: not event.marks and event.turn > 2)
    beast = first_with(Drawn, lambda event: event.initial)
    asked_event, chosen, spread = at(GROUP, ChoiceAsked), at(GROUP, Chosen), at(GROUP, MonstersSpread)
    event, drawn = GROUP.events[chosen], GROUP.events[hero]
    assert isinstance(event, Chosen)
    assert isinstance(drawn, Drawn)
    walked = at(ALONE, MonsterWalkedIn)
    return [
        (GROUP, at(GROUP, HeroDeckShuffled), {"deck": ("dal_of_jolev",) * 4}),
        (GROUP, at(GROUP, SeasonBegan, 1), {"hero": ""}),
        (GROUP, hero, {"marks": drawn.marks ^ 1}),
        (GROUP, hero, {"marks": 0}),
        (GROUP, hero, {"destroyed": 1 << 3}),
        (GROUP, hero, {"rewards": ("D",)}),
        (GROUP, hero, {"initial": "D"}),
        (GROUP, plain, {"marks": 1}),
        (GROUP, plain, {"destroyed": 1}),
        (GROUP, plain, {"rewards": ("D",)}),
        (GROUP, beast, {"initial": ""}),
        (GROUP, asked_event, {"turn": 1}),
        (GROUP, asked_event, {"card": "giant_troll_ravage"}),
        (GROUP, chosen, {"seat": Seat((event.seat + 1) % 3)}),
        (GROUP, chosen, {"seat": Seat(-1)}),
        (GROUP, chosen, {"seat": Seat(9)}),
        (GROUP, chosen, {"subject": event.seat}),
        (GROUP, chosen, {"turn": event.turn + 1}),
        (GROUP, chosen, {"card": "zombie_plague"}),
        (GROUP, chosen, {"destroyed": 1 << 131}),
        (GROUP, chosen, {"destroyed": 0}),
        (GROUP, chosen, {"destroyed": event.destroyed | event.destroyed << 1}),
        (GROUP, chosen, {"mountains": 1 << 13}),
        (GROUP, chosen, {"rewards": ("D",)}),
        (GROUP, chosen, {"attempt": 7}),
        (GROUP, spread, {"card": "gorgon_gaze"}),
        (GROUP, spread, {"growths": (Growth(0),) * 3}),
        (GROUP, spread, {"growths": ()}),
        (ALONE, walked, {"destroyed": 1}),
        (ALONE, walked, {"rewards": ("D",)}),
    ]


@pytest.mark.parametrize(("game", "index", "changes"), tamperings())
def test_a_tampered_event_is_found_where_it_stands(game: Game, index: int, changes: dict[str, Any]) -> None:
    fault = fault_of(changed(game, index, **changes))
    assert fault
    assert fault.number == index + 1


def test_events_that_are_left_out_doubled_or_exchanged_are_found(full: bool) -> None:
    rng = Random(7)
    for game in (GROUP, ALONE, *GAMES[2:20:4]):
        for index, event in enumerate(game.events[:-1]):
            common = isinstance(event, Drawn | TurnClosed | CardRevealed)
            if rng.random() < (0 if full else 0.95 if common else 0.5):
                continue
            for tampered in others(game.events, index, rng):
                assert_found(tampered, game.events)


def others(events: list[Event], index: int, rng: Random) -> list[list[Event]]:
    """Copies of the game with an error at one event."""
    return [
        [*events[:index], *events[index + 1 :]],
        [*events[:index], events[index], *events[index:]],
        [*events[:index], events[index + 1], events[index], *events[index + 2 :]],
        [*events[:index], rng.choice(events), *events[index + 1 :]],
        [*events[:index], EffectPassed("zombie_plague"), *events[index:]],
        [*events[:index], GameEnded(), *events[index:]],
    ]


def test_a_game_without_its_hero_deck_is_none() -> None:
    index = at(GROUP, HeroDeckShuffled)
    without = [*GROUP.events[:index], *GROUP.events[index + 1 :]]
    assert fault_of(without)
    assert verify(RULES, without, seed_of(0)).fault
    assert fault_of(changed(GROUP, 0, definition=replace(GROUP.state.definition, heroes=())))
