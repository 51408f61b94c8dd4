"""The coach on the page of a turn: its moves, the one that is drawn on the map, and the marks of poor turns."""

import pytest

from engine.cartographers.players.review import SeatReview
from engine.contract import Seat
from games.accounts.models import User
from games.cartographers.coach.steps import seat_review
from games.cartographers.game import CARTOGRAPHERS
from games.coach.reviews import begin_review, finished_results
from games.notices.task_worker import work
from games.play.coaching import POOR
from games.tables.models import Table
from tests.games.cartographers.play import url
from tests.games.history.playing import begun, played
from tests.games.tables.clients import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(people: list[User]) -> Table:
    """A finished game of Ann and Ben that the coach has reviewed."""
    table = played(*people[:2])
    review_it(table)
    return table


def review_it(table: Table) -> None:
    assert CARTOGRAPHERS.coach
    begin_review(table, CARTOGRAPHERS.coach)
    while work():
        pass


def review_of(table: Table, seat: int = 0) -> SeatReview:
    assert CARTOGRAPHERS.coach
    results = finished_results(table, CARTOGRAPHERS.coach.version)
    assert results
    return seat_review(results, Seat(seat))


def turn_page(table: Table, person: User, turn: int, query: str) -> str:
    return signed_in(person).get(f"{url(table)}turns/{turn}/?{query}").content.decode()


def test_the_coach_is_shown_when_asked_for(game: Table, people: list[User]) -> None:
    worst = review_of(game).deciding_answer
    assert worst
    closed = turn_page(game, people[0], worst.turn, "look=1")
    assert "Show the coach" in closed
    assert "stars at the end" not in closed
    assert 'class="sign"' not in closed
    page = turn_page(game, people[0], worst.turn, "look=1&coach=1")
    assert page.count("stars at the end") == len(worst.best)
    assert "The best move is worth" in page
    assert "coached" in page
    assert " ghost " in page
    poor = [each for each in review_of(game).answers if each.mark in POOR]
    assert page.count('class="sign"') == len({each.turn for each in poor}) > 0


def test_a_game_without_a_review_offers_one(people: list[User]) -> None:
    table = played(*people[:2])
    page = turn_page(table, people[0], 1, "coach=1")
    assert "The coach hasn’t reviewed this game." in page
    assert f'href="{url(table)}review/?look=1"' in page


def test_every_turn_of_every_map_shows_the_coach(game: Table, people: list[User]) -> None:
    for turn in range(1, game.turn + 1):
        for seat in (1, 2):
            page = turn_page(game, people[0], turn, f"look={seat}&coach=3")
            assert 'id="coach"' in page
            assert "stars at the end" in page or "Nothing was drawn on this map" in page


def test_a_running_game_has_no_coach(people: list[User]) -> None:
    table = begun(people[0])
    assert "Show the coach" not in signed_in(people[0]).get(url(table)).content.decode()


def test_review_page_links_each_turn(game: Table, people: list[User]) -> None:
    page = signed_in(people[0]).get(f"{url(game)}review/").content.decode()
    answers = review_of(game).answers
    assert page.count("coach=1") == len(answers)
    assert all(word in page for word in ("Spring", "Blunder", "Luck:", "Skill:"))
    other = signed_in(people[0]).get(f"{url(game)}review/?look=2").content.decode()
    assert "Ben’s game" in other
