"""Exercises from mistakes: the worst turn is played again, rated, solved and remembered."""

from typing import Any

import pytest
from django.test import Client

from engine.cartographers.notation import Placement
from engine.cartographers.players.review import INACCURATE, AnswerReview, Rating, listed_placement
from games.accounts.limits import Limit
from games.accounts.models import User
from games.cartographers.coach.exercises import exercises_of, view_of_turn
from games.cartographers.coach.raters import review_attempt
from games.cartographers.coach.words import about_stars
from games.cartographers.desk.placement_state import step_of
from games.coach import access
from games.coach.models import SolvedExercise
from games.coach.personal_data import exercise_data
from games.tables.log.state import log
from games.tables.models import Table
from tests.games.cartographers.coach.test_coach_on_turns import review_it, review_of
from tests.games.cartographers.play import url
from tests.games.history.playing import played
from tests.games.tables.clients import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(people: list[User]) -> Table:
    """A finished game of Ann and Ben that the coach has reviewed."""
    table = played(*people[:2])
    review_it(table)
    return table


def listed(table: Table) -> tuple[AnswerReview, ...]:
    return exercises_of(review_of(table))


def at(table: Table, turn: int, seat: int = 1) -> str:
    return f"{url(table)}review/exercises/{seat}/{turn}/"


def fields(rating: Rating) -> dict[str, Any]:
    assert isinstance(rating.answer, Placement)
    return step_of(rating.answer).dict()


def test_exercises_come_worst_first_and_are_reached_from_the_review(game: Table, people: list[User]) -> None:
    ann, worst = signed_in(people[0]), listed(game)[0]
    losses = [each.loss for each in listed(game)]
    assert losses == sorted(losses, reverse=True)
    review = ann.get(f"{url(game)}review/").content.decode()
    assert f'href="{url(game)}review/exercises/?look=1"' in review
    page = ann.get(f"{url(game)}review/exercises/?look=1").content.decode()
    assert f'id="first-exercise" href="{at(game, worst.turn)}"' in page
    assert page.count("review-turn") == len(losses)


def test_every_exercise_is_solved_by_the_best_move_and_not_by_the_given_one(game: Table, people: list[User]) -> None:
    ann = signed_in(people[0])
    for each in listed(game):
        page = ann.get(at(game, each.turn)).content.decode()
        assert "Find a better move" in page
        assert f'<a id="analyze" href="{url(game)}analysis/?look=1&amp;turn={each.turn}"' in page
        page = ann.post(at(game, each.turn), fields(each.given)).content.decode()
        assert "Not yet: this is as good as in the game." in page
        assert not SolvedExercise.objects.filter(turn=each.turn).exists()
        page = ann.post(at(game, each.turn), fields(each.best[0])).content.decode()
        assert "better than in the game. There is no better move." in page
        assert SolvedExercise.objects.filter(turn=each.turn, seat=0, user=people[0]).count() == 1
    page = ann.get(f"{url(game)}review/exercises/").content.decode()
    assert "You’ve solved all the exercises from this game." in page
    assert len(exercise_data(people[0])["solved_exercises"]) == len(listed(game))


def test_solution_is_drawn_on_request(game: Table, people: list[User]) -> None:
    worst = listed(game)[0]
    page = signed_in(people[0]).get(at(game, worst.turn)).content.decode()
    assert "The best move is" not in page
    assert " ghost " not in page
    page = signed_in(people[0]).get(at(game, worst.turn) + "?solution=1").content.decode()
    assert "The best move is" in page
    assert " ghost " in page


def test_move_that_does_not_fit_is_refused_in_words(game: Table, people: list[User]) -> None:
    worst = listed(game)[0]
    answer = signed_in(people[0]).post(at(game, worst.turn), {"option": "x", "anchor": "Z99"})
    assert answer.status_code == 422
    assert "Select a space on the map to place the shape." in answer.content.decode()
    assert not SolvedExercise.objects.exists()


def test_attempts_are_limited(game: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "ATTEMPT", Limit("review-attempt", 1, access.timedelta(hours=1)))
    worst = listed(game)[0]
    statuses = [Client().post(at(game, worst.turn), fields(worst.given)).status_code for _try in range(2)]
    assert statuses == [200, 429]
    assert Client().get(at(game, worst.turn)).status_code == 200


def test_attempt_that_the_review_does_not_know_is_rated_like_the_review(game: Table, people: list[User]) -> None:
    worst = listed(game)[0]
    position = view_of_turn((entry.event for entry in log(game, up_to=game.number)), worst.turn, worst.seat)
    assert position
    view, desk = position
    rated = {each.answer for each in (worst.given, *worst.best)}
    other = next(each for each in desk.offer.placements() if listed_placement(desk, each) not in rated)
    left = review_attempt(view, other, INACCURATE, worst).loss
    page = signed_in(people[0]).post(at(game, worst.turn), step_of(other).dict()).content.decode()
    gained = about_stars(abs(worst.loss - left))
    assert f"{gained} better than in the game" in page or f"{gained} worse than in the game" in page


def test_spectators_may_try_without_being_remembered(game: Table) -> None:
    worst = listed(game)[0]
    page = Client().post(at(game, worst.turn), fields(worst.best[0])).content.decode()
    assert "Yes:" in page
    assert not SolvedExercise.objects.exists()


def test_other_turns_and_seats_are_no_exercises(game: Table, people: list[User]) -> None:
    turns = {each.turn for each in listed(game)}
    other = next(turn for turn in range(1, 99) if turn not in turns)
    for address in (at(game, other), at(game, listed(game)[0].turn, seat=3), at(game, listed(game)[0].turn, seat=0)):
        assert signed_in(people[0]).get(address).status_code == 404


def test_game_without_a_review_leads_to_where_it_is_made(people: list[User]) -> None:
    table = played(people[0])
    for address in (f"{url(table)}review/exercises/", at(table, 1)):
        answer = signed_in(people[0]).get(address)
        assert (answer.status_code, answer["Location"]) == (303, f"{url(table)}review/")
