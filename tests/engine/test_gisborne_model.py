"""Random games of the model of Gisborne: what the rules call always true."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from tests.engine.gisborne_box import CARDS, CHIPS
from tests.engine.gisborne_knowledge import all_cards, all_chips, known, submit
from tests.engine.gisborne_oracle import Game
from tests.engine.gisborne_players import PLAYERS, Player, be_absent, hoard

GAMES, SHORT = 3000, 100


def _new_game(number: int) -> Game:
    def shuffle(label: str, items: list[Any]) -> list[Any]:
        return Random(f"{number} {label}").sample(list(items), len(items))

    return Game(3 + number % 3, shuffle, ("behind", "hidden")[number // 3 % 2], 1 + number // 6 % 2)


def _players(number: int) -> list[Player]:
    return Random(number).choices(PLAYERS, k=5)


def _answer_one(game: Game, players: list[Player], rng: Random) -> None:
    seat = rng.choice([seat for seat in game.asked if seat not in game.answers])
    chance = Random(f"{game.round} {game.question} {game.scorings_held} {seat}")
    submit(game, game.question, seat, players[seat](game, seat, chance))


def _check_always_true(game: Game, before: dict[int, int]) -> None:
    assert Counter(all_cards(game)) == Counter(CARDS)
    assert all_chips(game) == sorted([*CHIPS, 1, 4])
    assert all(game.at[seat] >= before[seat] for seat in game.seats)
    fields = [game.at[seat] for seat in game.seats if game.is_on_way(seat)]
    if game.question not in ("river", "wolves"):
        assert len(set(fields)) == len(fields)
        assert not set(fields) & set(game.way.bridges)


def test_random_game_keeps_what_is_always_true(full: bool) -> None:
    for number in range(GAMES if full else SHORT):
        game, rng = _new_game(number), Random(number)
        while not game.over:
            before = dict(game.at)
            _answer_one(game, _players(number), rng)
            _check_always_true(game, before)
        assert len(set(game.standings())) == len(game.seats)


def test_absent_seats_alone_reach_the_end() -> None:
    for number in range(12):
        game = _new_game(number)
        while not game.over:
            _answer_one(game, [be_absent] * 5, Random(0))
        assert game.round < 60


def test_hoarding_seats_run_the_pile_dry() -> None:
    game, rng = _new_game(0), Random(0)
    while game.pile or game.discards:
        _answer_one(game, [hoard] * 5, rng)
    assert sum(map(len, game.hands.values())) > 90


def test_order_of_answers_changes_only_the_log() -> None:
    for number in range(12):
        ends = []
        for order in (Random(1), Random(2)):
            game = _new_game(number)
            while not game.over:
                _answer_one(game, _players(number), order)
            ends.append(([known(game, seat) for seat in game.seats], sorted(map(str, game.log)), game.standings()))
        assert ends[0] == ends[1]
