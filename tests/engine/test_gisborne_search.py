"""Search player of Gisborne: legal, repeatable, within its budget, and stronger than the heuristic it is built on."""

from __future__ import annotations

from math import inf, isfinite

import pytest

from engine.contract import Ask, RuleViolation, Seat
from engine.gisborne import (
    RULES,
    Budget,
    Command,
    Expectation,
    Lay,
    Search,
    Setup,
    View,
    choose_command,
    gisborne,
    parse_cards,
)
from engine.gisborne.players.chances import win_chances
from engine.gisborne.players.search import WIDTH
from engine.gisborne.state import Chest, State
from engine.randomness import Shuffler
from engine.runner import advance, play_game, play_out
from tests.engine.gisborne_games import random_game, seed_of
from tests.engine.gisborne_positions import Table, with_switches

FEW = Budget(playouts=24)


def _choose_with_few(view: View, ask: Ask) -> Command:
    return Search().choose(view, ask, FEW)


def _moments(number: int) -> list[tuple[View, Ask]]:
    """Return an ask of each kind that a game of heuristic players meets, and an early and a late play."""
    found: dict[str, tuple[View, Ask]] = {}
    for state in play_out(RULES, Setup(gisborne()), 3, Shuffler(seed_of(number)), choose_command):
        for ask in RULES.asks(state):
            if not ask.answered:
                found.setdefault(ask.kind, (RULES.view(state, ask.seat), ask))
                found[f"last {ask.kind}"] = (RULES.view(state, ask.seat), ask)
    return list(found.values())


def _two_ways() -> Table:
    """Return a table at which a chip of 4 points is in reach of the first seat."""
    return Table([3, 2, 1], ["b1 b2 g4", "b1 s2", "b1 s2"], chips={5: 4})


@pytest.mark.parametrize("number", [1, 2])
def test_search_answers_every_kind_of_ask_legally_and_again_the_same(number: int) -> None:
    moments = _moments(number)
    assert {ask.kind for _, ask in moments} >= {"lay", "river", "keep"}
    for seen, ask in moments:
        rated = Search().rate(seen, ask, FEW)
        commands = [each.command for each in rated]
        assert len(set(commands)) == len(commands)
        assert Search().choose(seen, ask, FEW) in commands
        assert Search().rate(seen, ask, FEW) == rated


@pytest.mark.parametrize("number", range(3))
def test_search_at_any_moment_of_a_random_game_answers_legally(number: int) -> None:
    for place, (_, state) in enumerate(random_game(number)):
        for ask in RULES.asks(state) if place % 12 == 0 else ():
            if not ask.answered:
                command = Search().choose(RULES.view(state, ask.seat), ask, Budget(playouts=1))
                assert RULES.answer(state, command)


def test_search_of_a_large_hand_compares_few_answers() -> None:
    table = Table([12, 2, 1], ["5b1 5b2 5s2 5s3 5g3 5g4", "", ""], box=with_switches(most_cards=20))
    rated = Search().rate(RULES.view(table.state, Seat(0)), table.ask("A"), FEW)
    assert 5 < len(rated) <= WIDTH + 2


def test_search_wins_most_games_against_heuristic_players() -> None:
    won = 0
    for number in range(6):
        players = [_choose_with_few if seat == number % 3 else choose_command for seat in range(3)]
        state = play_game(RULES, Setup(gisborne()), players, Shuffler(seed_of(number))).state
        won += RULES.standings(state).winners == (number % 3,)
    assert won >= 4


def test_search_lands_on_a_chip_in_reach() -> None:
    table = _two_ways()
    command = Search().choose(RULES.view(table.state, Seat(0)), table.ask("A"), Budget(playouts=100))
    assert command == Lay(Seat(0), table.state.round.number, parse_cards("b2"))


def test_search_does_not_depend_on_what_others_laid_behind_it() -> None:
    table = _two_ways()
    answers = set()
    for cards in ("b1", "s2"):
        command = Lay(Seat(1), table.state.round.number, parse_cards(cards))
        state = advance(RULES, table.state, command, Shuffler(seed_of(1))).state
        answers.add(tuple(Search().rate(RULES.view(state, Seat(0)), table.ask("A"), FEW)))
    assert len(answers) == 1


def test_search_uses_the_size_of_a_play_ahead() -> None:
    table = Table([3, 2, 1], ["5b1", "b1 b1 b2 g4", "s2 s3"], chips={5: 2, 4: 1})
    rated = []
    for cards in ("b1", "5b1"):
        command = Lay(Seat(0), table.state.round.number, parse_cards(cards))
        state = advance(RULES, table.state, command, Shuffler(seed_of(1))).state
        rated.append(Search().rate(RULES.view(state, Seat(1)), table.ask("B"), FEW))
    assert rated[0] != rated[1]


def test_rate_includes_a_given_command_and_tries_it_in_every_world() -> None:
    table = _two_ways()
    poor = Lay(Seat(0), table.state.round.number, parse_cards("b1"), tent=True)
    rated = Search().rate(RULES.view(table.state, Seat(0)), table.ask("A"), Budget(playouts=100), [poor])
    given = next(each for each in rated if each.command == poor)
    assert given.playouts == max(each.playouts for each in rated) > min(each.playouts for each in rated)
    assert [each.wins for each in rated] == sorted((each.wins for each in rated), reverse=True)
    assert rated[0].wins > given.wins
    assert all(0 <= each.wins <= 1 and isfinite(each.error) for each in rated if each.playouts > 1)
    assert all(each.error == inf for each in rated if each.playouts == 1)
    assert isinstance(rated[0], Expectation)


def test_rate_of_an_illegal_command_is_refused() -> None:
    table = _two_ways()
    command = Lay(Seat(0), table.state.round.number, parse_cards("5g3"))
    with pytest.raises(RuleViolation):
        Search().rate(RULES.view(table.state, Seat(0)), table.ask("A"), FEW, [command])


def test_budget_of_seconds_ends_the_search_and_of_playouts_counts_them() -> None:
    table, ticks = _two_ways(), iter(range(1000))
    seen, ask = RULES.view(table.state, Seat(0)), table.ask("A")
    timed = Search(clock=lambda: next(ticks)).rate(seen, ask, Budget(seconds=20))
    assert sum(each.playouts for each in timed) < 20 * len(timed)
    counted = Search().rate(seen, ask, Budget(playouts=60))
    assert 60 <= sum(each.playouts for each in counted) < 60 + len(counted)


@pytest.mark.parametrize("budget", [Budget(seconds=0), Budget(playouts=0)])
def test_search_without_time_meets_a_single_world(budget: Budget) -> None:
    table = _two_ways()
    rated = Search().rate(RULES.view(table.state, Seat(0)), table.ask("A"), budget)
    assert {each.playouts for each in rated} == {1}


def test_chances_to_win_add_up_and_are_certain_at_the_end() -> None:
    states: list[State] = list(play_out(RULES, Setup(gisborne()), 4, Shuffler(seed_of(4)), choose_command))
    assert all(sum(win_chances(state)) == pytest.approx(1) for state in states)
    winner = RULES.standings(states[-1]).winners[0]
    assert [seat for seat, chance in enumerate(win_chances(states[-1])) if chance == 1] == [winner]


def test_chances_to_win_are_better_with_points_fields_or_cards() -> None:
    plain = win_chances(Table([30, 30, 30], ["b1"] * 3).state)
    for better in (
        Table([30, 30, 30], ["b1"] * 3, chests=[(3,)]),
        Table([35, 30, 30], ["b1"] * 3),
        Table([30, 30, 30], ["b1 g4", "b1", "b1"]),
    ):
        assert win_chances(better.state)[0] > plain[0]


def test_chances_to_win_count_handicaps() -> None:
    state = Table([30, 30, 30], ["b1"] * 3).state
    assert win_chances(state, (0, 3, 0)) == win_chances(Table([30, 30, 30], ["b1"] * 3, chests=[(), (3,)]).state)
    over = state._replace(over=True, chests=(Chest((), (4,)), Chest((), (1,)), Chest()))
    assert win_chances(over) == [1, 0, 0]
    assert win_chances(over, (0, 5, 0)) == [0, 1, 0]
    assert win_chances(over, (0, 3, 0)) == [0.5, 0.5, 0]


def test_search_expects_more_with_a_handicap() -> None:
    table = _two_ways()
    seen, ask = RULES.view(table.state, Seat(0)), table.ask("A")
    plain, ahead = (Search(handicaps=handicaps).rate(seen, ask, FEW)[0].wins for handicaps in ((), (30, 0, 0)))
    assert plain < 0.7 < 0.9 < ahead
