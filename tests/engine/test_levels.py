"""Bots of each level: always legal, and each level stronger than the one below."""

from collections.abc import Sequence
from dataclasses import replace
from statistics import mean
from typing import Any

import pytest

from engine.cartographers.game import RULES as CARTOGRAPHERS
from engine.cartographers.geometry import EDGE
from engine.cartographers.sheet import Sheet
from engine.contract import Level, Rules, Standings
from engine.gisborne import RULES as GISBORNE
from engine.gisborne import Setup, gisborne
from engine.randomness import Shuffler
from engine.runner import advance, begin
from tests.engine.mixes import BOTH, HEROES, living_sheet_of
from tests.engine.mixes import CARTOGRAPHERS as BASE
from tests.engine.tools import seed_of


def play(rules: Rules[Any, Any, Any, Any, Any, Any], setup: Any, levels: Sequence[Level], number: int) -> Standings:
    """Play a numbered game; the rules refuse a command that is not legal."""
    rng = Shuffler(seed_of(number))
    state = begin(rules, setup, len(levels), rng).state
    while asks := [ask for ask in rules.asks(state) if not ask.answered]:
        view = rules.view(state, asks[0].seat)
        command = rules.choose_command(view, asks[0], levels[asks[0].seat])
        assert command == rules.choose_command(view, asks[0], levels[asks[0].seat])
        state = advance(rules, state, command, rng).state
    return rules.standings(state)


@pytest.mark.parametrize("mix", [BASE, HEROES], ids=["base", "heroes"])
def test_each_level_draws_more_stars_than_the_one_below(mix: Any) -> None:
    apprentice, surveyor, royal = (
        mean(play(CARTOGRAPHERS, mix.setup(), [level], number).places[0].score for number in range(8))
        for level in Level
    )
    assert apprentice + 8 < surveyor < royal - 4


@pytest.mark.parametrize("mix", [HEROES, BOTH], ids=["heroes", "both"])
def test_levels_play_a_whole_game_together(mix: Any) -> None:
    places = play(CARTOGRAPHERS, mix.setup(), list(Level), 3).places
    assert sorted(place.seat for place in places) == [0, 1, 2]


@pytest.mark.parametrize("number", range(5))
def test_levels_play_together_on_a_sheet_with_landmarks_coin_spaces_and_regions(number: int) -> None:
    mix = replace(BOTH, sheet=living_sheet_of(number))
    assert len(play(CARTOGRAPHERS, mix.setup(), list(Level), number).places) == len(Level)


def test_levels_play_on_where_only_coin_spaces_are_left() -> None:
    sheet = Sheet.from_rows("island", "Island", ["...........", "...........", *["###########"] * 9])
    sheet = replace(sheet, tolls=sheet.empty & EDGE)
    assert len(play(CARTOGRAPHERS, replace(BASE, sheet=sheet).setup(), list(Level), 1).places) == len(Level)


@pytest.mark.parametrize(("good", "others"), [(Level.SURVEYOR, Level.APPRENTICE), (Level.ROYAL, Level.SURVEYOR)])
def test_higher_level_has_more_points_in_gisborne(good: Level, others: Level) -> None:
    points: dict[Level, list[int]] = {good: [], others: []}
    for number in range(9):
        levels = [good if seat == number % 3 else others for seat in range(3)]
        for place in play(GISBORNE, Setup(gisborne()), levels, number).places:
            points[levels[place.seat]].append(place.score)
    assert mean(points[good]) > mean(points[others]) + 2
