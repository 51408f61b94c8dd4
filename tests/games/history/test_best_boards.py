"""Best boards on a person's page, and what stands there before the first game."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.accounts.models import User
from games.history.best_boards import build_best_boards
from games.history.models import SeatSummary
from games.play.game import played_game
from games.tables.game import games
from games.tables.models import Access, Table
from tests.games.history.finished import person
from tests.games.history.playing import played
from tests.games.tables.clients import signed_in

pytestmark = pytest.mark.django_db
NOBODY = Client()


@pytest.fixture
def ann() -> User:
    return person("Ann")


def scored(score: int, *people: User, access: Access = Access.OPEN) -> Table:
    """Play a game whose first player gets this score."""
    table = played(*people, access=access)
    for rows in (SeatSummary.objects.filter(summary=table.pk), table.seats):
        rows.filter(user=people[0]).update(score=score)
    return table


def best_of(user: User) -> list[str]:
    return [board.score for group in build_best_boards(user) for board in group.boards]


def test_best_boards_are_the_three_highest_of_public_games(ann: User) -> None:
    tables = {score: scored(score, ann) for score in (30, 50, 40, 20)}
    scored(90, ann, access=Access.INVITATION)
    assert best_of(ann) == ["50 stars", "40 stars", "30 stars"]
    for viewer in (None, ann, person("Ben")):
        page = signed_in(viewer).get("/people/ann/").content.decode()
        best, latest = page.split('id="latest-title"')
        assert re.findall(r"src=\"/tables/\w+(/final/1/[^/]+/day.svg)", best) == [
            f"/final/1/1-{tables[score].number}/day.svg" for score in (50, 40, 30)
        ]
        assert "Best maps" in best
        assert f'href="/tables/{tables[50].code}/turns/1/?look=1"' in best
        assert ("90 stars" in latest) == (viewer == ann)
    assert NOBODY.get(f"/tables/{tables[50].code}/turns/1/?look=1").status_code == 200


def test_best_boards_leave_out_games_that_do_not_count(ann: User) -> None:
    table = scored(50, ann)
    SeatSummary.objects.filter(summary=table.pk).update(result="practice")
    assert best_of(ann) == []
    assert "Best maps" not in NOBODY.get("/people/ann/").content.decode()


def test_best_board_is_that_of_the_person_and_not_of_the_winner(ann: User) -> None:
    table = scored(5, ann, person("Ben"))
    seat = table.seats.get(user=ann).index + 1
    (board,) = build_best_boards(ann)[0].boards
    assert board.image.url.startswith(f"/tables/{table.code}/final/{seat}/")
    assert board.replay.endswith(f"?look={seat}")


def test_best_boards_take_the_same_queries_for_one_as_for_three(ann: User) -> None:
    scored(10, ann)
    build_best_boards(ann)
    with CaptureQueriesContext(connection) as one:
        build_best_boards(ann)
    for score in (20, 30):
        scored(score, ann)
    with CaptureQueriesContext(connection) as three:
        assert len(best_of(ann)) == 3
    with_images = sum(played_game(key).final_boards is not None for key in games())
    assert len(one) == len(three) == with_images + 2, "one for each game, and those for the tables and their seats"


def test_page_of_a_person_without_games_invites_only_that_person(ann: User) -> None:
    own, others = (client.get("/people/ann/").content.decode() for client in (signed_in(ann), NOBODY))
    words, action = "Your best games and your statistics will appear here after your first game.", "Find a table"
    assert words in own
    assert action in own
    assert "No finished games count toward statistics yet." in others
    assert words not in others
    assert action not in others.partition("<main")[2].partition("</main>")[0]
