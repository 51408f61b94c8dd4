"""Skills as bots, reviews and batch evaluation use them."""

from dataclasses import replace
from random import Random

import pytest

from engine.cartographers.cards import Place
from engine.cartographers.catalog import cartographers
from engine.cartographers.commands import Draw
from engine.cartographers.events import Drawn
from engine.cartographers.game import RULES
from engine.cartographers.notation import board_of
from engine.cartographers.players.luck import measure_luck
from engine.cartographers.players.one_ply import OnePly
from engine.cartographers.players.player import Budget
from engine.cartographers.players.raters import OnePlyRater
from engine.cartographers.players.review import review_answers
from engine.cartographers.players.search import Search
from engine.cartographers.position import Position
from engine.cartographers.scoring.tally import stars
from engine.cartographers.skills import (
    SkillPower,
)
from engine.cartographers.trial_placements import ScoreCache, try_placements
from engine.contract import Level, Seat
from tests.engine.skill_games import DRAWING, offer_with_skills, play_with_skills, skill, skill_game, skill_shapes

EXPLORE = cartographers().explore
HOMESTEAD = EXPLORE["homestead"]
BLANK = "/".join(["." * 11] * 11)


@pytest.mark.parametrize("power", DRAWING)
def test_placements_with_a_skill_come_to_what_each_does_alone(power: SkillPower) -> None:
    rng, tries = Random(11), ScoreCache()
    rows = [".M.F.V..AW.", "..FF..^..W.", *["...........", "FF.VV.AA.WW"] * 4, "..........."]
    position = Position(board_of("/".join(rows)), 14, coins=rng.randint(3, 14))
    card = replace(HOMESTEAD, place=Place.EDGE)
    offer = offer_with_skills(card, "/".join(rows), skill(power, 2), coins=position.coins, earlier="great_river")
    assert skill_shapes(offer)
    edicts = rng.sample(list(cartographers().scoring.values()), 2)
    for each in try_placements(position, offer, edicts, tries):
        after = position.after(position.drawing(offer, each.placement))
        assert each.coins == after.coins - position.coins
        assert each.stars == sum(stars(card, after.board) for card in edicts)
        assert each.losses == after.board.monster_losses().bit_count()


def _states() -> list[tuple[int, int]]:
    return [(number, turns) for number in range(2) for turns in (3, 12)]


@pytest.mark.parametrize(("number", "turns"), _states())
@pytest.mark.parametrize("level", Level)
def test_bots_of_every_level_answer_by_the_rules(level: Level, number: int, turns: int) -> None:
    game = skill_game(number=number)
    for _ in range(turns):
        game.do(game.fallback(game.open_asks[0]))
    game.state = game.state.but(positions=tuple(each._replace(coins=6) for each in game.state.positions))
    for ask in game.open_asks:
        command = RULES.choose_command(RULES.view(game.state, ask.seat), ask, level)
        assert RULES.answer(game.state, command)


def test_bots_use_a_skill_that_is_worth_more_than_its_coins() -> None:
    used = 0
    for number in range(3):
        game = skill_game([skill(SkillPower.GROW)], 1, number)
        while not game.state.over:
            game.do(game.fallback(game.open_asks[0]))
        used += sum(isinstance(event, Drawn) and bool(event.skill) for event in game.events)
    assert used


def test_what_is_promising_is_rated_like_all_placements() -> None:
    game = skill_game(number=4)
    for _ in range(9):
        game.do(game.fallback(game.open_asks[0]))
    game.state = game.state.but(positions=tuple(each._replace(coins=6) for each in game.state.positions))
    view = RULES.view(game.state, game.open_asks[0].seat)
    assert view.desk is not None
    every = {each[1:]: each.value for each in OnePly().rate_placements(view, view.desk)}
    promising = {each[1:]: each.value for each in OnePly().rate_promising(view, view.desk)}
    assert promising == pytest.approx({key: every[key] for key in promising})
    plain = {key for key in every if not view.desk.offer.options[key[0]].skill}
    assert plain <= promising.keys()


def test_the_player_that_looks_ahead_pays_for_what_it_tries() -> None:
    game = skill_game(number=4)
    for _ in range(9):
        game.do(game.fallback(game.open_asks[0]))
    game.state = game.state.but(positions=tuple(each._replace(coins=2) for each in game.state.positions))
    ask = game.open_asks[0]
    command = Search().choose(RULES.view(game.state, ask.seat), ask, Budget(playouts=60))
    assert isinstance(command, Draw)
    assert RULES.answer(game.state, command)


def test_a_game_with_skills_is_reviewed_and_its_luck_measured() -> None:
    game = play_with_skills(skill_game(seats=1, number=3), Random(3))
    reviews = list(review_answers(game.events[: len(game.events) // 3], Seat(0), OnePlyRater()))
    used = [each for each in game.events[: len(game.events) // 3] if isinstance(each, Drawn) and each.skill]
    assert len(reviews) >= len(used) > 0
    (luck,) = measure_luck(game.events, 2, 2)
    assert luck.stars == game.state.total(Seat(0))
