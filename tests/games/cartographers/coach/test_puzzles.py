"""Pages of puzzles: found in reviews, solved, failed, tried as a guest, and gone with their game."""

import re
from typing import Any

import pytest
from django.test import Client

from engine.cartographers.notation import Placement
from engine.cartographers.players.review import AnswerReview
from games.accounts.limits import Limit
from games.accounts.models import User
from games.cartographers.coach import puzzle_views, puzzles
from games.cartographers.coach.puzzles import LEAST_LEAD, LEAST_LOSS, find_puzzles, lead_of
from games.cartographers.coach.steps import seat_review
from games.cartographers.desk.placement_state import step_of
from games.coach import access
from games.coach.models import Puzzle, PuzzleAttempt, PuzzleRecord, Review
from games.tables.models import Access, Table
from tests.games.cartographers.coach.test_coach_on_turns import review_it
from tests.games.history.playing import played
from tests.games.tables.clients import signed_in

pytestmark = pytest.mark.django_db

PUZZLES = "/cartographers/puzzles/"


@pytest.fixture
def game(people: list[User]) -> Table:
    """A finished game of Ann and Ben that the coach has reviewed."""
    table = played(*people[:2])
    review_it(table)
    return table


def first_puzzle() -> tuple[str, AnswerReview]:
    """Return the address of a puzzle, and the review of the move in its game."""
    puzzle = Puzzle.objects.earliest("pk")
    answers = seat_review(Review.objects.get().results, puzzle.seat).answers  # type: ignore[arg-type]  # a seat
    return f"{PUZZLES}{puzzle.pk}/", next(each for each in answers if each.turn == puzzle.turn)


def fields(answer: Any) -> dict[str, Any]:
    assert isinstance(answer, Placement)
    return step_of(answer).dict()


def test_puzzles_of_a_review_have_one_clear_solution(game: Table) -> None:
    results = Review.objects.get().results
    stored = set(Puzzle.objects.values_list("seat", "turn"))
    assert stored == {(each.seat, each.turn) for each in find_puzzles(results)}
    assert stored
    for seat, turn in stored:
        review = next(each for each in seat_review(results, seat).answers if each.turn == turn)
        assert review.loss > LEAST_LOSS
        assert lead_of(review) >= LEAST_LEAD
        assert review.subject == review.seat


def test_a_puzzle_is_anonymous_until_it_is_solved(game: Table, people: list[User]) -> None:
    cas, (address, review) = signed_in(people[2]), first_puzzle()
    assert cas.get(PUZZLES).headers["Location"].startswith(PUZZLES)
    page = cas.get(address).content.decode()
    assert "Find the best spot" in page
    assert '<html lang="en" class="season-' in page
    for secret in (
        game.code,
        game.name,
        *(str(person) for person in people[:2]),
        "Best spots",
        "puzzle-game",
        "analyze",
    ):
        # As a word, because a random token may contain a short name.
        assert not re.search(rf"\b{re.escape(secret)}\b", page.partition("<main")[2]), secret
    page = cas.post(address, fields(review.best[0].answer)).content.decode()
    assert "Solved. There is no better spot." in page
    assert "Your rating is now 1540 (+40). The puzzle’s rating was 1500." in page
    assert f"/tables/{game.code}/turns/{review.turn}/?look={review.seat + 1}&amp;coach=1" in page
    analysis = f"/tables/{game.code}/analysis/?look={review.seat + 1}&turn={review.turn}"
    assert f'<a id="analyze" href="{analysis.replace("&", "&amp;")}"' in page
    assert cas.get(analysis).headers["Location"].startswith("/cartographers/analysis/?")
    assert page.count("less than the best one") == len(review.best) - 1
    page = cas.get(address).content.decode()
    assert "You’ve tried this puzzle before." in page
    assert "Best spots" in page
    profile = signed_in(people[0]).get(f"/people/{people[2].username}/").content.decode()
    assert "Puzzle rating" in profile
    assert "1 (best: 1)" in profile


def test_a_failed_attempt_shows_why_and_further_ones_are_not_rated(game: Table, people: list[User]) -> None:
    cas, (address, review) = signed_in(people[2]), first_puzzle()
    page = cas.post(address, fields(review.given.answer)).content.decode()
    assert "Not solved. The best spot is worth" in page
    assert "Compared with your answer:" in page
    assert "(-40)" in page or "(−40)" in page
    page = cas.post(address, fields(review.best[0].answer)).content.decode()
    assert "Only the first attempt is rated." in page
    attempt = PuzzleAttempt.objects.get()
    assert (attempt.is_solved, attempt.loss, attempt.user) == (False, review.loss, people[2])


def test_asking_for_the_solution_counts_as_failed(game: Table, people: list[User]) -> None:
    page = signed_in(people[2]).post(first_puzzle()[0], {"solution": "1"}).content.decode()
    assert "The best spot is outlined on the map." in page
    attempt = PuzzleAttempt.objects.get()
    assert (attempt.is_solved, attempt.loss) == (False, None)


def test_a_visitor_becomes_a_guest_with_the_first_answer(game: Table) -> None:
    visitor, (address, review) = Client(), first_puzzle()
    page = visitor.get(address).content.decode()
    assert 'name="guest"' in page
    refused = visitor.post(address, {"option": "x", "anchor": "Z99", "guest": "1"})
    assert refused.status_code == 422
    assert not User.objects.guests().exists()
    assert visitor.post(address, fields(review.best[0].answer)).status_code == 303, "an old form makes no guest"
    page = visitor.post(address, {**fields(review.best[0].answer), "guest": "1"}).content.decode()
    assert "Solved." in page
    assert PuzzleRecord.objects.get().user.guest


def test_players_of_the_game_may_try_without_rating(game: Table, people: list[User]) -> None:
    ann, (address, review) = signed_in(people[0]), first_puzzle()
    assert ann.get(PUZZLES).status_code == 200
    page = ann.post(address, fields(review.best[0].answer)).content.decode()
    assert "This puzzle is from a game that you played, so your attempt isn’t rated." in page
    assert not PuzzleAttempt.objects.exists()


def test_puzzle_is_judged_without_its_review_and_attempts_are_limited(
    game: Table, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "ATTEMPT", Limit("review-attempt", 1, access.timedelta(hours=1)))
    cas, (address, review) = signed_in(people[2]), first_puzzle()
    Review.objects.all().delete()
    Puzzle.objects.update(move_review=None)
    page = cas.post(address, fields(review.given.answer)).content.decode()
    assert "Not solved. The best spot is worth" in page
    assert "Best spots" in page
    assert cas.post(address, fields(review.given.answer)).status_code == 429


def test_solution_of_a_tried_puzzle_is_shown_without_playouts(
    game: Table, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    cas, (address, review) = signed_in(people[2]), first_puzzle()
    Review.objects.all().delete()
    page = cas.post(address, fields(review.best[0].answer)).content.decode()
    assert "Solved. There is no better spot." in page
    monkeypatch.setattr(puzzles, "review_attempt", None)
    monkeypatch.setattr(puzzle_views, "finished_results", None)
    page = cas.get(address).content.decode()
    assert page.count("less than the best one") == len(review.best) - 1
    monkeypatch.undo()
    Puzzle.objects.update(move_review=None)
    monkeypatch.setattr(puzzles, "review_attempt", None)
    assert "Best spots" in cas.get(address).content.decode(), "by one ply"


def test_puzzles_that_are_off_or_hidden_are_gone(game: Table, people: list[User]) -> None:
    cas, (address, _review) = signed_in(people[2]), first_puzzle()
    Puzzle.objects.update(is_off=True)
    assert cas.get(address).status_code == 404
    Puzzle.objects.update(is_off=False)
    Table.objects.update(access=Access.INVITATION)
    assert cas.get(address).status_code == 404
    assert cas.post(address, {"solution": "1"}).status_code == 404


def test_without_puzzles_the_page_says_so_and_leads_to_a_drill() -> None:
    page = Client().get(PUZZLES).content.decode()
    assert "No puzzles yet." in page
    assert "/cartographers/drills/" in page
    assert Client().get(f"{PUZZLES}99999999999999999999/").status_code == 404
