"""Recorded games checked by the rules: complete, in progress, and tampered with."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.cartographers.events import (
    AmbushDeckShuffled,
    CardRevealed,
    Drawn,
    EdictsLaid,
    Event,
    GameEnded,
    MonsterWalkedIn,
    SeasonBegan,
    SeasonScore,
    SeasonScored,
    TakenBack,
    TurnClosed,
)
from engine.cartographers.game import RULES
from engine.cartographers.geometry import Space
from engine.cartographers.placement import Forced, SingleTerrain
from engine.contract import Seat
from engine.verification import Fault, RecordFault, check, verify
from tests.engine.tools import BLANK, Game, new_game, random_game, seed_of


def games(count: int) -> list[Game]:
    """Random games of 1 to 5 seats on both sheets, some with take-backs, most valid under either rule."""
    played = [
        random_game(1 + number % 5, number, "AB"[number % 2], list(SingleTerrain)[number // 2 % 2])
        for number in range(count)
    ]
    return [*played, *[with_retakes(seats, seats) for seats in (2, 3, 4)]]


def with_retakes(seats: int, number: int) -> Game:
    """A random game in which drawings are taken back now and then."""
    rng = Random(number)
    game = new_game(seats, seed=number)
    while not game.state.over:
        game.anything(rng)
        drawn = [seat for seat, drawing in enumerate(game.state.answers) if drawing is not None]
        if drawn and rng.random() < 0.3:
            game.take_back(rng.choice(drawn))
    return game


GAMES = games(40)


def fault_of(events: Sequence[Event]) -> RecordFault | None:
    """The fault of a game, finished or in progress, or None."""
    try:
        check(RULES, events)
    except RecordFault as fault:
        return fault
    return None


def test_a_game_replays_to_its_state() -> None:
    for game in GAMES:
        assert check(RULES, game.events) == game.state


def test_a_game_under_way_replays_up_to_every_moment_when_somebody_must_act() -> None:
    for game in GAMES[:6]:
        for end in range(len(game.events)):
            events = game.events[:end]
            missing = fault_of(events)
            if missing is None:
                state = check(RULES, events)
                assert not state.over
                assert any(drawing is None for drawing in state.answers)
            else:
                expected = (Fault.NO_START, 1) if end < 2 else (Fault.MISSING, end + 1)
                assert (missing.reason, missing.number) == expected


def test_verification_finds_every_deck_as_the_seed_shuffles_it() -> None:
    for number, game in enumerate(GAMES[:40]):
        verified = verify(RULES, game.events, seed_of(number))
        assert (verified.fault, verified.differing, verified.state) == (None, (), game.state)
        seasons = ["deck/spring", "deck/summer", "deck/fall", "deck/winter"]
        assert sorted(verified.shuffled) == sorted(["edicts", "ambushes", *seasons])


def test_another_seed_shuffles_every_deck_otherwise() -> None:
    verified = verify(RULES, GAMES[0].events, seed_of(99))
    assert verified.fault is None
    assert set(verified.differing) == set(verified.shuffled)


def test_edicts_that_were_chosen_are_not_looked_for_in_the_seed() -> None:
    game = new_game(2, seed=5).play_on(Random(5))
    verified = verify(RULES, game.events, seed_of(5))
    assert "edicts" not in verified.shuffled
    assert verified.fault is None


def at(game: Game, kind: type, nth: int = 0) -> int:
    """The index of the nth event of a kind."""
    return [index for index, event in enumerate(game.events) if isinstance(event, kind)][nth]


def changed(game: Game, index: int, **changes: Any) -> list[Event]:
    return [*game.events[:index], replace(game.events[index], **changes), *game.events[index + 1 :]]


def test_a_tampered_deck_is_told_from_a_tampered_game() -> None:
    """Cards below the last one revealed only affect the deck itself."""
    game = GAMES[0]
    index = at(game, SeasonBegan, 3)
    event = game.events[index]
    assert isinstance(event, SeasonBegan)
    tampered = changed(game, index, deck=(*event.deck[:-2], event.deck[-1], event.deck[-2]))
    verified = verify(RULES, tampered, seed_of(0))
    assert (verified.differing, verified.fault) == (("deck/winter",), None)
    assert check(RULES, tampered) != game.state
    tampered = changed(game, index, deck=(*event.deck[:-1], event.deck[-2]))
    verified = verify(RULES, tampered, seed_of(0))
    assert verified.fault
    assert (verified.fault.number, verified.fault.reason, verified.fault.expected) == (index + 1, Fault.DIFFERS, event)


def tamperings() -> list[tuple[str, Game, int, dict[str, Any]]]:
    """Changes to one event of a game that the rules would not have produced."""
    group, alone, retaken = GAMES[2], GAMES[0], GAMES[-1]
    drawn, reveal, scored = at(group, Drawn, 4), at(group, CardRevealed), at(group, SeasonScored, 1)
    event, score = group.events[drawn], group.events[scored]
    assert isinstance(event, Drawn)
    assert isinstance(score, SeasonScored)
    better = replace(score.scores[0], coins=score.scores[0].coins + 1)
    return [
        ("ambushes", group, 2, {"deck": ("goblin_attack",) * 4}),
        ("edicts", group, 1, {"cards": ("treetower",) * 4}),
        ("season", group, 3, {"season": 1}),
        ("season's ambush", group, 3, {"ambush": ""}),
        ("reveal", group, reveal, {"card": "ghost"}),
        ("reveal's turn", group, reveal, {"turn": 7}),
        ("drawing's turn", group, drawn, {"turn": event.turn + 1}),
        ("drawing's seat", group, drawn, {"seat": Seat(7)}),
        ("nobody's seat", group, drawn, {"seat": Seat(-1)}),
        ("drawing's board", group, drawn, {"subject": Seat((event.subject + 1) % 3)}),
        ("cells", group, drawn, {"cells": event.cells << 1}),
        ("terrain", group, drawn, {"terrain": (event.terrain + 1) % 5}),
        ("option", group, drawn, {"placement": replace(event.placement, option=9)}),
        ("negative option", group, drawn, {"placement": replace(event.placement, option=-1)}),
        ("anchor", group, drawn, {"placement": replace(event.placement, anchor=Space(event.placement.anchor ^ 1))}),
        ("coin", group, drawn, {"coin": not event.coin}),
        ("mountains", group, drawn, {"mountains": 1 << 13}),
        ("forced", group, drawn, {"forced": Forced.NOTHING_FITS}),
        ("initial", group, drawn, {"initial": "Z"}),
        ("attempt", group, drawn, {"attempt": 1}),
        ("retaken attempt", retaken, at(retaken, TakenBack), {"turn": 40}),
        ("taken back", retaken, at(retaken, TakenBack), {"seat": Seat(9)}),
        ("closed", group, at(group, TurnClosed), {"turn": 9}),
        ("score", group, scored, {"scores": (better, *score.scores[1:])}),
        ("scores", group, scored, {"scores": score.scores[1:]}),
        ("solo score", alone, at(alone, SeasonScored), {"scores": (SeasonScore((0, 0), 0, 0),)}),
    ]


@pytest.mark.parametrize(("game", "index", "changes"), [one[1:] for one in tamperings()])
def test_a_tampered_event_is_found_where_it_stands(game: Game, index: int, changes: dict[str, Any]) -> None:
    fault = fault_of(changed(game, index, **changes))
    assert fault
    # Whether the edicts can be played is known before anything is compared.
    assert fault.number == (1 if "cards" in changes else index + 1)
    if fault.expected is not None and index > 3 and "placement" not in changes:
        assert fault.expected == game.events[index]


def test_a_walk_of_the_ambush_is_checked() -> None:
    game = new_game(1, spring=["goblin_attack"], sheet=BLANK).play_on(Random(1))
    index = at(game, MonsterWalkedIn)
    for changes in ({"cells": 0}, {"mountains": 1}, {"initial": "Z"}, {"turn": 9}):
        fault = fault_of(changed(game, index, **changes))
        assert fault
        assert (fault.number, fault.expected) == (index + 1, game.events[index])


def test_events_that_are_left_out_doubled_or_exchanged_are_found(full: bool) -> None:
    rng = Random(7)
    for game in GAMES[::3]:
        events = game.events
        for _ in range(12 if full else 4):
            index = rng.randrange(len(events) - 1)
            for tampered in (
                [*events[:index], *events[index + 1 :]],
                [*events[:index], events[index], *events[index:]],
                [*events[:index], events[index + 1], events[index], *events[index + 2 :]],
                [*events[:index], rng.choice(events), *events[index + 1 :]],
                [*events[: index + 1], *events[rng.randrange(len(events)) :]],
            ):
                assert_found(tampered, events)


def assert_found(tampered: Sequence[Event], events: Sequence[Event]) -> None:
    """Assert that the first event that differs from a game is reported if the rules don't allow it either; it is
    the same with a seed and without.
    """
    fault, verified = fault_of(tampered), verify(RULES, tampered, seed_of(0))
    if fault is None:
        state = check(RULES, tampered)
        assert (verified.state == state) if state.over else (verified.fault and verified.fault.reason is Fault.MISSING)
        return
    assert verified.fault
    assert (verified.fault.number, verified.fault.reason) == (fault.number, fault.reason)
    first = next((index for index, (one, other) in enumerate(zip(tampered, events)) if one != other), len(events))  # noqa: B905 - one may be shorter
    assert fault.number > first or fault.number == 1


@pytest.mark.parametrize(
    "events",
    [
        [],
        [GameEnded()],
        GAMES[0].events[1:],
        [GAMES[0].events[0], GameEnded(), GameEnded()],
        [GAMES[0].events[0], EdictsLaid(("a", "b", "c", "d"), True), AmbushDeckShuffled(())],
    ],
)
def test_what_is_no_beginning_is_no_game(events: list[Event]) -> None:
    assert fault_of(events)
    assert verify(RULES, events, seed_of(0)).fault


def test_nothing_comes_after_the_end() -> None:
    for more in (GameEnded(), TurnClosed(1), GAMES[0].events[5]):
        events = [*GAMES[0].events, more]
        for fault in (fault_of(events), verify(RULES, events, seed_of(0)).fault):
            assert fault
            assert fault.number == len(events)


def test_a_board_that_is_full_is_asked_nothing_and_turns_close_by_themselves() -> None:
    sheet = replace(BLANK, wasteland=0, mountains=(1 << 131) - 1 & BLANK_SPACES & ~0b11)
    game = new_game(2, sheet=sheet).play_on(Random(3))
    assert check(RULES, game.events) == game.state
    assert verify(RULES, game.events, seed_of(0)).fault is None


BLANK_SPACES = sum(((1 << 11) - 1) << 12 * row for row in range(11))
