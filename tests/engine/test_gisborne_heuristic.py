"""Heuristic player of Gisborne, and the parts that it is made of."""

from __future__ import annotations

from typing import Any

import pytest

from engine import Shuffler, play_game
from engine.contract import Seat
from engine.gisborne import (
    RULES,
    Mark,
    Outlook,
    Setup,
    choose_command,
    find_outlook,
    find_plays,
    gisborne,
    parse_cards,
)
from engine.gisborne.cards import Cards, steps_of
from engine.gisborne.players import heuristic
from engine.gisborne.plays import MOST_MIXED, plays_to_weigh, shortest_plays
from engine.gisborne.state import State
from tests.engine.gisborne_games import seed_of
from tests.engine.gisborne_positions import Table, with_switches

MOST_CARDS = 20
"""Most cards in a play that the workshop allows."""


def _play(number: int, good: int) -> State:
    """Play a game of three, one of them the player, the others absent."""
    players = [RULES.choose_command if seat == good else RULES.fallback for seat in range(3)]
    return play_game(RULES, Setup(gisborne()), players, Shuffler(seed_of(number))).state


def test_heuristic_player_wins_most_games_against_absent_seats() -> None:
    won = sum(RULES.standings(_play(number, number % 3)).winners == (number % 3,) for number in range(12))
    assert won >= 9


def test_heuristic_player_lands_on_a_chip_in_reach() -> None:
    table = Table([3, 2, 1], ["b1 b2 g4", "b1", "b1"], chips={5: 1})
    command = choose_command(RULES.view(table.state, Seat(0)), table.ask("A"))
    assert command.cards == parse_cards("b2")


@pytest.mark.parametrize(
    ("pawns", "steps", "outlook"),
    [
        ([0, 0, 0], 5, Outlook(5, chip=1, mark=Mark.VIEWPOINT)),
        ([4, 5, 0], 1, Outlook(6)),
        ([4, 5, 0], 9, Outlook(13, known=False)),
        ([16, 0, 0], 2, Outlook(22, known=False)),
    ],
)
def test_outlook_tells_where_steps_lead(pawns: list[int], steps: int, outlook: Outlook) -> None:
    table = Table(pawns, ["b1"] * 3, chips={5: 1})
    found = find_outlook(RULES.view(table.state, Seat(0)), Seat(0), steps)
    assert (found.to, found.chip, found.beach) == (outlook.to, outlook.chip, False)


def test_outlook_of_the_end_is_the_beach() -> None:
    table = Table([74, 73, 30], ["b1"] * 3, whole=True)
    assert find_outlook(RULES.view(table.state, Seat(0)), Seat(0), 9) == Outlook(77, beach=True)
    assert find_outlook(RULES.view(table.state, Seat(2)), Seat(2), 1).rivers == 1


def test_plays_of_a_hand_are_found_once() -> None:
    hand = parse_cards("3b1 s2 s3 g4")
    plays = list(find_plays(hand, 5, mixed=False))
    assert len(set(plays)) == len(plays) == 3 + 3 + 1
    mixed = list(find_plays(hand, 5, mixed=True))
    assert len(set(mixed)) == len(mixed) == 4 * 2 * 2 * 2 - 2


@pytest.mark.parametrize("mixed", [True, False])
@pytest.mark.parametrize("hand", ["5b1 5b2 5s2 5s3 5g3 5g4", "200b1 200b2 200s2 200s3 200g3 200g4"])
def test_any_hand_has_few_plays_to_weigh(hand: str, mixed: bool) -> None:
    plays = list(plays_to_weigh(parse_cards(hand), MOST_CARDS, mixed=mixed))
    assert len(set(plays)) == len(plays) <= 700
    assert max(map(len, plays)) > MOST_MIXED
    assert {steps_of(cards) for cards in plays} >= set(shortest_plays(parse_cards(hand), MOST_CARDS, mixed=mixed))


@pytest.mark.parametrize("mixed", [True, False])
def test_plays_to_weigh_with_the_limit_of_the_box_are_all(mixed: bool) -> None:
    hand, most = parse_cards("3b1 2b2 s2 4s3 6g3 g4"), gisborne().most_cards
    assert list(plays_to_weigh(hand, most, mixed=mixed)) == list(find_plays(hand, most, mixed=mixed))


@pytest.mark.parametrize("mixed", [True, False])
def test_shortest_plays_are_the_first_of_all_plays(mixed: bool) -> None:
    for hand, most in [("3b1 2b2 s2 4s3 2g3 g4", 7), ("2b2 3s2 s3 2g3", 3), ("", 4)]:
        found: dict[int, Cards] = {}
        for cards in find_plays(parse_cards(hand), most, mixed=mixed):
            if len(cards) < len(found.get(steps_of(cards), cards + cards)):
                found[steps_of(cards)] = cards
        assert shortest_plays(parse_cards(hand), most, mixed=mixed) == found


def test_heuristic_player_of_a_large_hand_compares_few_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    weighed: list[Cards] = []

    def weigh(*arguments: Any) -> int:
        weighed.append(arguments[3])
        return 0

    monkeypatch.setattr(heuristic, "_worth_of_move", weigh)
    table = Table([12, 2, 1], ["5b1 5b2 5s2 5s3 5g3 5g4", "", ""], box=with_switches(most_cards=MOST_CARDS))
    choose_command(RULES.view(table.state, Seat(0)), table.ask("A"))
    assert 400 < len(weighed) <= 700


@pytest.mark.parametrize(("river_hand", "tent"), [(3, False), (0, True)])
def test_heuristic_player_crosses_no_river_for_a_low_chip_if_it_takes_all_cards(river_hand: int, tent: bool) -> None:
    box = with_switches(river_hand=river_hand)
    table = Table([30, 40, 50], ["b1 g3 g4", "b1", "b1"], chips={31: 1}, box=box)
    command = choose_command(RULES.view(table.state, Seat(0)), table.ask("A"))
    assert (command.tent, command.cards) == (tent, () if tent else parse_cards("b1"))


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_heuristic_players_alone_end_their_game(seats: int) -> None:
    players = [choose_command] * seats
    state = play_game(RULES, Setup(gisborne()), players, Shuffler(seed_of(seats))).state
    assert state.over
    assert state.round.number < 60
