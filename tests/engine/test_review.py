"""Reviews of games: every answer is compared with the best one, for games of any parts."""

from random import Random

import pytest

from engine.cartographers.players.one_ply import OnePly
from engine.cartographers.players.review import Mark, SeatReview, review_answers, review_game, review_seat
from engine.contract import Seat
from tests.engine.mixes import mixed_random
from tests.engine.test_one_ply import finish, made_up_game
from tests.engine.tools import Game


def check(review: SeatReview) -> None:
    """Check what holds for every review."""
    for each in (*review.answers, *review.suffered):
        own = each.seat == each.subject
        top = each.best[0]
        values = [rating.value for rating in each.best]
        assert values == sorted(values, reverse=own)
        assert each.loss == pytest.approx(abs(top.value - each.given.value), abs=0.06)
        assert each.loss >= 0
        assert (each.mark is Mark.BEST) is (each.loss == 0)
        assert each.harm >= (each.loss if own else 0)
        assert each.mark is not Mark.BEST or top == each.given
        assert each.given.cells
    assert review.accuracy is None or 0 <= review.accuracy <= 100
    assert all(each.seat == review.seat for each in review.answers)
    assert all(each.subject == review.seat != each.seat for each in review.suffered)


@pytest.mark.parametrize("number", range(12))
def test_games_of_any_parts_are_reviewed(number: int) -> None:
    game = made_up_game(number) if number >= 10 else mixed_random(number * 7)
    finish(game, OnePly(), Random(number), 0.5)
    reviews = review_game(game.events, plays=2, deals=2)
    assert [each.seat for each in reviews] == list(range(game.state.seats))
    for review in reviews:
        check(review)
        assert review.luck
        assert review.luck.stars == game.state.total(review.seat)


def test_answers_of_the_rater_s_own_player_are_best() -> None:
    for number in (1, 5, 13):
        game = mixed_random(number)
        finish(game, OnePly(), Random(number))
        answers = list(review_answers(game.events))
        assert {each.mark for each in answers} == {Mark.BEST}
        assert len(answers) > 20


def test_a_game_that_ended_early_is_reviewed_as_far_as_it_went() -> None:
    game, rng = mixed_random(3), Random(3)
    for _ in range(30):
        game.anything(rng)
    review = review_seat(game.events, Seat(0))
    check(review)
    assert review.answers
    assert review.luck is None
    assert max(each.turn for each in review.answers) < game.state.turn


def test_a_game_without_closed_turns_has_no_answers() -> None:
    game: Game = mixed_random(1)
    review = review_seat(game.events, Seat(0))
    assert (review.answers, review.accuracy, review.season_accuracies, review.deciding_answer) == ((), None, (), None)
