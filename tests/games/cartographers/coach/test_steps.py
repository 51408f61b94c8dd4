"""Steps of a review: what they rate and how, and that no answer is rated twice."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.cartographers.notation import Placement
from engine.cartographers.players.raters import DOUBTFUL, SearchRater
from engine.cartographers.players.review import (
    AnswerReview,
    Rating,
    listed_placement,
    review_answers,
    review_placement,
    summarize,
)
from engine.cartographers.players.review_codec import answer_review_to_json
from engine.contract import Seat
from engine.marks import Mark
from engine.randomness import Shuffler
from games.cartographers.coach import raters
from games.cartographers.coach.exercises import view_of_turn
from games.cartographers.coach.puzzles import LEAST_LEAD, LEAST_LOSS, find_puzzles, find_reviewed_move
from games.cartographers.coach.raters import review_attempt, review_rater
from games.cartographers.coach.steps import all_answers, count_steps, run_step, seat_review
from games.cartographers.coach.words import reasons
from tests.engine.mixes import PRESETS
from tests.engine.tools import Game, seed_of


def game_of(seats: int, seasons: int, seed: int = 1) -> Game:
    """A game of random answers up to the end of a season."""
    game, rng = Game(PRESETS["cartographers"].setup(), seats, Shuffler(seed_of(seed))), Random(seed)
    while not game.state.over and len(game.state.scores) < seasons:
        game.anything(rng)
    return game


def results_of(game: Game) -> list[Any]:
    """The results of all steps, as they are stored."""
    steps = [run_step(game.events, number, ()) for number in range(count_steps(game.state))]
    stored: list[Any] = json.loads(json.dumps(steps))
    return stored


def test_steps_rate_every_answer_of_every_seat_once() -> None:
    game = game_of(3, 2)
    results = results_of(game)
    assert len(results) == 3 * 3, "the third season has begun"
    every = list(review_answers(game.events, None, review_rater(3)))
    assert any(each.subject != each.seat for each in every)
    assert sorted(all_answers(results), key=place) == sorted(every, key=place)
    for seat in map(Seat, range(3)):
        found, expected = seat_review(results, seat), summarize(seat, every)
        assert found.answers == expected.answers
        assert sorted(found.suffered, key=place) == sorted(expected.suffered, key=place)
        assert found.luck is None


def place(review: AnswerReview) -> tuple[int, int]:
    return review.turn, review.seat


def test_whole_game_has_luck_for_each_seat() -> None:
    game = game_of(1, 4)
    assert count_steps(game.state) == 4 + 1
    result = run_step(game.events, 4, ())
    luck = seat_review([[], [], [], [], result], Seat(0)).luck
    assert luck
    assert luck.stars == game.state.total(Seat(0))


def test_the_site_s_rater_is_deterministic_and_corrects_one_ply(
    monkeypatch: pytest.MonkeyPatch, full_playouts: dict[str, int]
) -> None:
    for name, number in full_playouts.items():
        monkeypatch.setattr(raters, name, number)
    game = game_of(1, 1)
    results = results_of(game)
    assert results_of(game) == results
    searched, by_one_ply = all_answers(results), list(review_answers(game.events))
    corrected = {
        each.turn
        for each, now in zip(searched, by_one_ply, strict=True)
        if now.mark is Mark.MISTAKE and each.loss + 2 * each.error < DOUBTFUL
    }
    assert corrected
    for each in searched:
        assert each.loss == pytest.approx(each.best[0].value - each.given.value, abs=0.06)


def test_attempts_agree_with_the_review_of_their_turn() -> None:
    game = game_of(1, 1)
    known = max(seat_review(results_of(game), Seat(0)).answers, key=lambda each: each.loss)
    position = view_of_turn(game.events, known.turn, Seat(0))
    assert position
    view, desk = position
    assert review_attempt(view, placement_of(known.given), 0.5, known) == known
    for each in known.best:
        found = review_attempt(view, placement_of(each), 0.5, known)
        assert (found.given, found.best) == (each, known.best)
        assert found.loss == pytest.approx(known.best[0].value - each.value, abs=0.06)
    rated = {each.answer for each in (known.given, *known.best)}
    other = next(each for each in desk.offer.placements() if listed_placement(desk, each) not in rated)
    found = review_attempt(view, other, 0.5, known)
    assert found.best == known.best
    assert found.loss == pytest.approx(known.best[0].value - found.given.value, abs=0.06)
    assert found.loss == review_placement(view, other, SearchRater(playouts=raters.ATTEMPT_PLAYOUTS, bound=0.5)).loss
    alone = review_attempt(view, other, 0.5)
    assert alone.best
    assert (alone.loss, alone.turn) == (found.loss, known.turn)


def placement_of(rating: Rating) -> Placement:
    assert isinstance(rating.answer, Placement)
    return rating.answer


def test_doubtful_losses_make_no_puzzles() -> None:
    (each,) = [each for each in all_answers(results_of(game_of(1, 1))) if each.turn == 1]
    assert each.kind == "draw"
    second = replace(each.best[0], value=each.best[0].value - LEAST_LEAD)
    clear = replace(each, best=(each.best[0], second), loss=LEAST_LOSS + 1, error=0.4)
    for review, count in ((clear, 1), (replace(clear, error=0.6), 0), (replace(clear, loss=LEAST_LOSS), 0)):
        results = [[answer_review_to_json(review)]]
        assert len(find_puzzles(results)) == count
        assert find_reviewed_move(results, 0, 1) == review
    assert find_reviewed_move([[answer_review_to_json(clear)]], 0, 2) is None


def test_stars_that_turn_up_in_playouts_are_a_reason() -> None:
    (each,) = [each for each in all_answers(results_of(game_of(1, 1))) if each.turn == 1]
    edicts = game_of(1, 1).state.edicts
    better = replace(each.given, value=each.given.value + 2)
    assert reasons(better, each.given, edicts) == "+2 for later turns"
    assert reasons(each.given, each.given, edicts) == ""
