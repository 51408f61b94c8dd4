"""Reviews of Gisborne: which answers they are about, what they find, and their stored form."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from engine.contract import Ask, Seat
from engine.gisborne import RULES, Budget, Command, Lay, Search, Setup, View, choose_command, gisborne
from engine.gisborne.commands import TakeBack
from engine.gisborne.events import Event, Laid
from engine.gisborne.players.review import AnswerReview, accuracy_of, final_answers, review_answers
from engine.gisborne.players.review_codec import answer_review_from_json, answer_review_to_json
from engine.gisborne.view import LayDesk
from engine.marks import Mark
from engine.randomness import Shuffler
from engine.runner import advance, begin, play_game
from tests.engine.gisborne_games import seed_of

FEW = Budget(playouts=40)


def _search(view: View, ask: Ask) -> Command:
    return Search(seed=bytes([7]) * 32).choose(view, ask, FEW)


def _always_the_tent(view: View, ask: Ask) -> Command:
    return Lay(ask.seat, ask.turn, (), tent=True) if isinstance(view.desk, LayDesk) else choose_command(view, ask)


def _game() -> list[Event]:
    players = [_search, choose_command, _always_the_tent]
    return play_game(RULES, Setup(gisborne()), players, Shuffler(seed_of(3))).events


GAME = _game()


@pytest.fixture(scope="module")
def reviews() -> list[AnswerReview]:
    return list(review_answers(GAME, budget=FEW))


def test_review_has_every_answer_that_a_seat_chose_freely(reviews: list[AnswerReview]) -> None:
    chosen = [event for event in GAME if isinstance(event, Laid) and event.chosen]
    assert [(each.round, each.seat) for each in reviews if each.kind == "lay"] == [
        (event.round, event.seat) for event in chosen
    ]
    assert {each.kind for each in reviews} >= {"lay", "keep"}
    assert list(review_answers(GAME, round_=2, seat=Seat(1), budget=FEW)) == [
        each for each in reviews if (each.round, each.seat) == (2, 1)
    ]


def test_review_tells_a_player_that_looks_ahead_from_one_that_stays(reviews: list[AnswerReview]) -> None:
    best, _, worst = ([each for each in reviews if each.seat == seat] for seat in range(3))
    good, poor = accuracy_of(best), accuracy_of(worst)
    assert good is not None
    assert poor is not None
    assert good > 80 > poor
    assert sum(each.loss for each in worst) > 5 * sum(each.loss for each in best)
    assert any(each.mark is Mark.BLUNDER for each in worst)


def test_loss_is_the_distance_to_the_best_answer_unless_chance_may_explain_it(reviews: list[AnswerReview]) -> None:
    for each in reviews:
        assert each.best[0].wins >= each.given.wins or not each.loss
        if each.loss:
            assert each.loss == pytest.approx(each.best[0].wins - each.given.wins, abs=0.0011)
            assert each.loss > 2 * each.error - 0.002
        else:
            assert each.best[0] == each.given
            assert each.mark is Mark.BEST


def test_answers_taken_back_are_left_out() -> None:
    rng = Shuffler(seed_of(1))
    events, state = begin(RULES, Setup(gisborne()), 3, rng)
    ask = next(iter(RULES.asks(state)))
    first = choose_command(RULES.view(state, ask.seat), ask)
    for command in (first, TakeBack(ask.seat, ask.id), Lay(ask.seat, ask.turn, (), tent=True)):
        run = advance(RULES, state, command, rng)
        events, state = [*events, *run.events], run.state
    assert [command for _, _, command in final_answers(events)] == [Lay(ask.seat, ask.turn, (), tent=True)]


def test_review_does_not_depend_on_what_others_hold(reviews: list[AnswerReview]) -> None:
    """The view of the seat is all that a review reads; swapping hidden cards of others leaves it as it is."""
    state, ask, command = next(each for each in final_answers(GAME) if each[1].seat == 0 and each[1].turn == 1)
    hands = [state.hands[0], state.hands[2], state.hands[1]]
    assert len(hands[1]) == len(hands[2])
    other = state._replace(hands=tuple(hands))
    assert RULES.view(other, Seat(0)) == RULES.view(state, Seat(0))
    rated = [Search().rate(RULES.view(each, Seat(0)), ask, FEW, [command]) for each in (state, other)]
    assert rated[0] == rated[1]


def test_stored_form_gives_the_same_review(reviews: list[AnswerReview]) -> None:
    for each in reviews:
        assert answer_review_from_json(json.loads(json.dumps(answer_review_to_json(each)))) == each


@pytest.mark.parametrize(("key", "value"), [("kind", "draw"), ("round", -1), ("loss", "0.1"), ("given", {"wins": 0.5})])
def test_invalid_stored_form_is_refused(reviews: list[AnswerReview], key: str, value: object) -> None:
    with pytest.raises(ValueError, match=r"kind|whole number|share|missing"):
        answer_review_from_json({**answer_review_to_json(reviews[0]), key: value})


def test_accuracy_is_full_without_losses_and_none_without_answers(reviews: list[AnswerReview]) -> None:
    assert accuracy_of([]) is None
    assert accuracy_of([replace(each, loss=0.0) for each in reviews]) == 100
    assert accuracy_of([replace(each, loss=0.1, stake=0.1) for each in reviews]) == pytest.approx(49.7)
