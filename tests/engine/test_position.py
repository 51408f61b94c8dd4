"""Positions: the results of actions on a board, equal wherever they are computed."""

from random import Random

import pytest

from engine.cartographers.catalog import heroes
from engine.cartographers.effects import PUBLISHED, EffectTiming
from engine.cartographers.events import Chosen, Drawn, MonstersSpread, MonsterWalkedIn, TurnClosed
from engine.cartographers.game import RULES
from engine.cartographers.position import Outcome, Position, Reward, starting
from tests.engine.mixes import mixed_random
from tests.engine.tools import Game, board, mask, mostly_empty, mostly_full, random_game

DRAGON = heroes().ambushes["dragon_inferno"]


def whole_games() -> list[Game]:
    return [random_game(3, 4), *(mixed_random(number).play_on(Random(number)) for number in (12, 19, 25, 28))]


@pytest.mark.parametrize("game", whole_games(), ids=lambda game: f"{game.state.seats} seats")
def test_every_board_of_a_game_changes_by_its_outcomes_alone(game: Game) -> None:
    state, changed = RULES.initial, 0
    for event in game.events:
        before, answers = state.positions, state.answers
        state = RULES.evolve(state, event)
        match event:
            case TurnClosed():
                outcomes = [(answer.subject, answer.outcome) for answer in answers if answer]
            case MonsterWalkedIn():
                outcomes = [(0, event.outcome)]
            case MonstersSpread(card, growths):
                initial = state.monster(card).initial
                outcomes = [(seat, growth.outcome._replace(initial=initial)) for seat, growth in enumerate(growths)]
            case _:
                assert not before or state.positions == before
                continue
        expected = list(before)
        for owner, outcome in outcomes:
            expected[owner] = before[owner].after(outcome)
            changed += 1
        assert state.positions == tuple(expected)
    assert changed >= 28


def test_the_answers_of_a_game_are_the_outcomes_of_their_positions() -> None:
    for game in whole_games():
        state, seen = RULES.initial, 0
        for event in game.events:
            if isinstance(event, Drawn):
                view = RULES.view(state, event.seat)
                assert view.desk
                assert view.desk.position.drawing(view.desk.offer, event.placement) == event.outcome
                seen += 1
            elif isinstance(event, Chosen):
                position = state.positions[event.subject]
                assert position.destruction(event.destroyed) == event.outcome
            state = RULES.evolve(state, event)
        assert seen >= 28 or state.seats == 1


def test_coins_beyond_the_track_are_lost() -> None:
    nearly = Position(board(mostly_empty()), track=14, coins=13)
    shape = Outcome(mask("A1 A2"), coin=True, mountains=mask("B4 C7"))
    assert shape.coins == 3
    assert nearly.after(shape).coins == 14
    assert nearly._replace(track=20).after(shape).coins == 16


def test_a_monster_pays_once_when_it_is_closed_in() -> None:
    lair = board(mostly_full(A="..FFFFFFFFF", B="FFFFFFFFFFF"))
    position = starting(lair, 14, (DRAGON,))
    assert position.rewarding == (Reward("D", 3),)
    entered = position.after(position.monster(mask("A1"), "D"))
    assert (entered.coins, entered.rewarded) == (0, ())
    closing = entered.monster(mask("A2"), "")
    assert (closing.rewards, closing.reward_coins, closing.coins) == (("D",), 3, 3)
    closed = entered.after(closing)
    assert (closed.coins, closed.rewarded) == (3, ("D",))
    assert closed.destruction(mask("A1")).rewards == ()


def test_what_is_drawn_on_an_attack_is_destroyed_at_once() -> None:
    marked = Position(board(mostly_empty()).mark(mask("C3")), track=14)
    drawing = marked.monster(mask("C3 C4"), "Z")
    assert drawing.destroyed == mask("C3")
    after = marked.after(drawing).board
    assert (after.surviving("Z"), after.marked_with("Z")) == (mask("C4"), mask("C3 C4"))


def test_every_published_effect_has_its_moment() -> None:
    assert {word: effect.timing for word, effect in PUBLISHED.items()} == {
        "reward": EffectTiming.SURROUNDED,
        "spread": EffectTiming.SEASON_END,
        "destroy_empty": EffectTiming.SEASON_END,
        "destroy_any": EffectTiming.AT_ONCE,
    }
