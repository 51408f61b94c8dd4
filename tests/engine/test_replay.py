"""Playing recorded games again: the quick referee and the thorough verification, held against each other."""

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
from engine.cartographers.faults import Fault, ReplayFault
from engine.cartographers.geometry import Space
from engine.cartographers.placement import Forced, SingleTerrain
from engine.cartographers.replay import replay
from engine.cartographers.verification import verify
from engine.contract import Seat
from tests.engine.tools import BLANK, Game, new_game, random_game, seed_of


def games(count: int) -> list[Game]:
    """Random games of one to five seats on both sheets, some with take-backs, most of them read by either rule."""
    found = [
        random_game(1 + number % 5, number, "AB"[number % 2], list(SingleTerrain)[number // 2 % 2])
        for number in range(count)
    ]
    return [*found, *[with_retakes(seats, seats) for seats in (2, 3, 4)]]


def with_retakes(seats: int, number: int) -> Game:
    """A random game in which drawings are taken back now and then."""
    rng = Random(number)
    game = new_game(seats, seed=number)
    while not game.state.over:
        game.anything(rng)
        drawn = [seat for seat, drawing in enumerate(game.state.drawings) if drawing is not None]
        if drawn and rng.random() < 0.3:
            game.take_back(rng.choice(drawn))
    return game


GAMES = games(40)


def quick_fault(events: Sequence[Event]) -> ReplayFault | None:
    try:
        replay(events)
    except ReplayFault as found:
        return found
    return None


def test_a_game_replays_to_its_state() -> None:
    for game in GAMES:
        assert replay(game.events) == game.state


def test_a_game_under_way_replays_up_to_every_moment_when_somebody_must_act() -> None:
    for game in GAMES[:6]:
        for end in range(len(game.events)):
            events = game.events[:end]
            missing = quick_fault(events)
            if missing is None:
                state = replay(events)
                assert not state.over
                assert any(drawing is None for drawing in state.drawings)
            else:
                expected = Fault.NO_START if end < 3 else Fault.MISSING
                assert (missing.reason, missing.number) == (expected, 1 if end < 3 else end + 1)


def test_verification_finds_every_deck_as_the_seed_shuffles_it() -> None:
    for number, game in enumerate(GAMES[:40]):
        found = verify(game.events, seed_of(number))
        assert (found.fault, found.differing, found.state) == (None, (), game.state)
        seasons = ["deck/spring", "deck/summer", "deck/fall", "deck/winter"]
        assert sorted(found.shuffled) == sorted(["edicts", "ambushes", *seasons])


def test_another_seed_shuffles_every_deck_otherwise() -> None:
    found = verify(GAMES[0].events, seed_of(99))
    assert found.fault is None
    assert set(found.differing) == set(found.shuffled)


def test_edicts_that_were_chosen_are_not_looked_for_in_the_seed() -> None:
    game = new_game(2, seed=5).play_on(Random(5))
    found = verify(game.events, seed_of(5))
    assert "edicts" not in found.shuffled
    assert found.fault is None


def at(game: Game, kind: type, nth: int = 0) -> int:
    """The index of the nth event of a kind."""
    return [index for index, event in enumerate(game.events) if isinstance(event, kind)][nth]


def changed(game: Game, index: int, **changes: Any) -> list[Event]:
    return [*game.events[:index], replace(game.events[index], **changes), *game.events[index + 1 :]]


def test_a_tampered_deck_is_told_from_a_tampered_game() -> None:
    """Cards below the last that is turned up change nothing but the deck itself."""
    game = GAMES[0]
    index = at(game, SeasonBegan, 3)
    event = game.events[index]
    assert isinstance(event, SeasonBegan)
    tampered = changed(game, index, deck=(*event.deck[:-2], event.deck[-1], event.deck[-2]))
    found = verify(tampered, seed_of(0))
    assert (found.differing, found.fault) == (("deck/winter",), None)
    assert replay(tampered) != game.state
    tampered = changed(game, index, deck=(*event.deck[:-1], event.deck[-2]))
    found = verify(tampered, seed_of(0))
    assert found.fault
    assert (found.fault.reason, found.fault.detail) == (Fault.MALFORMED, "deck/winter holds other cards")


def tamperings() -> list[tuple[str, Game, int, dict[str, Any]]]:
    """What is changed in one event of a game, so that the rules would not have written it."""
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
    events = changed(game, index, **changes)
    quick = quick_fault(events)
    thorough = verify(events, seed_of(0)).fault
    assert quick
    assert thorough
    if index > 3:
        assert quick.number == thorough.number == index + 1
    if thorough.expected is not None and "placement" not in changes:
        assert thorough.expected == game.events[index]


def test_a_walk_of_the_ambush_is_checked() -> None:
    game = new_game(1, spring=["goblin_attack"], sheet=BLANK).play_on(Random(1))
    index = at(game, MonsterWalkedIn)
    for changes in ({"cells": 0}, {"mountains": 1}, {"initial": "Z"}, {"turn": 9}):
        events = changed(game, index, **changes)
        quick, thorough = quick_fault(events), verify(events, seed_of(0)).fault
        assert quick
        assert thorough
        assert quick.number == thorough.number == index + 1


def test_events_that_are_left_out_doubled_or_exchanged_are_found_by_both() -> None:
    rng = Random(7)
    for game in GAMES[::3]:
        events = game.events
        for _ in range(12):
            index = rng.randrange(len(events) - 1)
            for tampered in (
                [*events[:index], *events[index + 1 :]],
                [*events[:index], events[index], *events[index:]],
                [*events[:index], events[index + 1], events[index], *events[index + 2 :]],
                [*events[:index], rng.choice(events), *events[index + 1 :]],
                [*events[: index + 1], *events[rng.randrange(len(events)) :]],
            ):
                assert_agreed(tampered, events)


def assert_agreed(tampered: Sequence[Event], events: Sequence[Event]) -> None:
    """Both find a fault at the same event, or both find none and the same state."""
    thorough = verify(tampered, seed_of(0))
    quick = quick_fault(tampered)
    if thorough.fault is None:
        assert quick is None
        assert replay(tampered) == thorough.state
        return
    if quick is None:
        # Only what simply is not over yet may pass the quick one.
        assert thorough.fault.reason is Fault.MISSING
        assert not replay(tampered).over
        return
    if thorough.fault.reason is Fault.MALFORMED:
        # It stumbled while it ran on from the last decision: what is wrong stands there or after it.
        assert quick.number >= thorough.fault.number
        return
    # Before the first card everything is decided at once.
    assert quick.number == thorough.fault.number or max(quick.number, thorough.fault.number) <= 4


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
    assert quick_fault(events)
    assert verify(events, seed_of(0)).fault


def test_nothing_comes_after_the_end() -> None:
    for more in (GameEnded(), TurnClosed(1), GAMES[0].events[5]):
        events = [*GAMES[0].events, more]
        for found in (quick_fault(events), verify(events, seed_of(0)).fault):
            assert found
            assert found.number == len(events)


@pytest.mark.parametrize("value", ["1", None, [1], 1.5])
@pytest.mark.parametrize("kind", [GameEnded, TurnClosed, TakenBack, CardRevealed, Drawn, SeasonBegan])
def test_values_of_other_types_are_faults_and_no_crashes(kind: type, value: Any) -> None:
    game = GAMES[-1]
    index = at(game, kind)
    event = game.events[index]
    for name in ("turn", "seat", "subject", "cells", "season", "deck", "card", "placement"):
        if hasattr(event, name):
            tampered = changed(game, index, **{name: value})
            assert quick_fault(tampered)
            assert verify(tampered, seed_of(4)).fault


def test_a_board_that_is_full_is_asked_nothing_and_turns_close_by_themselves() -> None:
    sheet = replace(BLANK, wasteland=0, mountains=(1 << 131) - 1 & BLANK_SPACES & ~0b11)
    game = new_game(2, sheet=sheet).play_on(Random(3))
    assert replay(game.events) == game.state
    assert verify(game.events, seed_of(0)).fault is None


BLANK_SPACES = sum(((1 << 11) - 1) << 12 * row for row in range(11))
