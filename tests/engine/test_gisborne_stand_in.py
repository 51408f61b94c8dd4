"""Stand-in of Gisborne, and the parts that it is made of."""

from __future__ import annotations

import pytest

from engine import Shuffler, advance, begin
from engine.contract import Seat
from engine.gisborne import RULES, Mark, Outlook, Setup, choose_command, find_outlook, find_plays, gisborne, parse_cards
from engine.gisborne.state import State
from tests.engine.gisborne_games import seed_of
from tests.engine.gisborne_positions import Table


def _play(number: int, good: int) -> State:
    """Play a game of three, one of them the stand-in, the others absent."""
    rng = Shuffler(seed_of(number))
    state = begin(RULES, Setup(gisborne()), 3, rng).state
    while asks := [ask for ask in RULES.asks(state) if not ask.answered]:
        view = RULES.view(state, asks[0].seat)
        command = (RULES.choose_command if asks[0].seat == good else RULES.fallback)(view, asks[0])
        state = advance(RULES, state, command, rng).state
    return state


def test_stand_in_wins_most_games_against_absent_seats() -> None:
    won = sum(RULES.standings(_play(number, number % 3)).winners == (number % 3,) for number in range(12))
    assert won >= 9


def test_stand_in_lands_on_a_chip_in_reach() -> None:
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


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_stand_ins_alone_end_their_game(seats: int) -> None:
    rng = Shuffler(seed_of(seats))
    state = begin(RULES, Setup(gisborne()), seats, rng).state
    while asks := [ask for ask in RULES.asks(state) if not ask.answered]:
        command = choose_command(RULES.view(state, asks[0].seat), asks[0])
        state = advance(RULES, state, command, rng).state
        assert state.round.number < 60
    assert state.over
