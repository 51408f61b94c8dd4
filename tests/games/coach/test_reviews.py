"""Reviews of finished games: begun on demand, made step by step in the background, and kept."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from games import clock
from games.accounts.limits import Limit
from games.accounts.models import User
from games.cartographers.game import CARTOGRAPHERS
from games.coach import access, reviews
from games.coach.models import Review
from games.coach.reviews import begin_review, finished_results, go_on
from games.locks import writing
from games.notices.task_worker import work
from games.tables.models import Access, Table
from games.tables.people.personal_data import delete_tables
from tests.games.cartographers.conftest import people as people
from tests.games.history.playing import begun, played
from tests.games.tables.clients import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(people: list[User]) -> Table:
    return played(*people[:2])


def everything() -> None:
    while work():
        pass


def at(table: Table) -> str:
    return f"/tables/{table.code}/review/"


def test_review_is_made_off_the_request_and_kept(game: Table, people: list[User]) -> None:
    ann = signed_in(people[0])
    page = ann.get(at(game))
    assert "Review this game" in page.content.decode()
    answer = ann.post(at(game) + "?look=2")
    assert (answer.status_code, answer["Location"]) == (303, at(game) + "?look=2")
    assert Review.objects.get().results == []
    page = ann.get(at(game)).content.decode()
    assert 'hx-trigger="every 1s"' in page
    everything()
    review = Review.objects.get()
    assert (review.done, review.steps, len(review.results)) == (9, 9, 9)
    waiting = ann.get(at(game), headers={"HX-Request": "true"})
    assert waiting["HX-Refresh"] == "true"
    page = ann.get(at(game)).content.decode()
    assert "every 1s" not in page
    assert "Accuracy:" in page
    ann.post(at(game))
    assert work() == 0, "a finished review is not made again"


def test_review_survives_a_task_that_is_lost_and_one_run_twice(game: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    coach = CARTOGRAPHERS.coach
    assert coach
    begin_review(game, coach)
    monkeypatch.setattr(reviews, "LONGEST_TASK", reviews.timedelta(0))
    pk = Review.objects.get().pk
    go_on.call(pk)
    assert Review.objects.get().done == 1
    go_on.call(pk)
    begin_review(game, coach)
    everything()
    results = finished_results(game, coach.version)
    go_on.call(pk)
    assert finished_results(game, coach.version) == results
    assert results is not None
    assert len(results) == 9


def test_review_that_another_version_began_is_left_alone(game: Table) -> None:
    assert CARTOGRAPHERS.coach
    older = Review.objects.create(table=game, version=CARTOGRAPHERS.coach.version - 1, steps=3)
    go_on.call(older.pk)
    older.refresh_from_db()
    assert (older.done, older.results, older.failure) == (0, [], "")


def test_progress_goes_by_the_clock_that_all_processes_share(game: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    shared = timezone.now() + timedelta(hours=3)
    monkeypatch.setattr(clock, "now", lambda: shared)
    assert CARTOGRAPHERS.coach
    review = begin_review(game, CARTOGRAPHERS.coach)
    review.refresh_from_db()
    assert (review.begun_at, review.progressed_at) == (shared, shared)
    assert not reviews.is_stalled(review)
    monkeypatch.setattr(clock, "now", lambda: shared + reviews.STALLED_AFTER + timedelta(seconds=1))
    assert reviews.is_stalled(review)


def test_review_without_progress_can_be_continued(game: Table, people: list[User]) -> None:
    ann = signed_in(people[0])
    ann.post(at(game))
    DBTaskResult.objects.all().delete()
    page = ann.get(at(game)).content.decode()
    assert "every 1s" in page
    assert "Try again" not in page
    Review.objects.update(progressed_at=timezone.now() - reviews.STALLED_AFTER)
    page = ann.get(at(game)).content.decode()
    assert "The review has made no progress for a while. Try again to continue it." in page
    assert "every 1s" not in page
    assert ann.get(at(game), headers={"HX-Request": "true"})["HX-Refresh"] == "true"
    ann.post(at(game))
    assert "every 1s" in ann.get(at(game)).content.decode()
    everything()
    assert "Accuracy:" in ann.get(at(game)).content.decode()


def test_only_the_progress_is_swapped_and_results_are_not_loaded_for_it(game: Table, people: list[User]) -> None:
    ann = signed_in(people[0])
    ann.post(at(game))
    with CaptureQueriesContext(connection) as queries:
        page = ann.get(at(game), headers={"HX-Request": "true"}).content.decode()
    assert re.findall(r"<(\w+) [^>]*hx-get=", page.partition("<main")[2] or page) == ["progress"]
    assert not any('"results"' in query["sql"] for query in queries.captured_queries)


def test_failure_is_shown_and_can_be_tried_again(
    game: Table, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = signed_in(people[0])
    with monkeypatch.context() as broken:
        broken.setattr("games.coach.reviews.log", lambda *_args, **_options: 1 / 0)
        ann.post(at(game))
        everything()
    assert Review.objects.get().failure == "ZeroDivisionError"
    assert "The review stopped because of an error." in ann.get(at(game)).content.decode()
    ann.post(at(game))
    everything()
    assert "Accuracy:" in ann.get(at(game)).content.decode()


def test_review_of_an_older_version_is_made_anew(game: Table) -> None:
    Review.objects.create(table=game, version=0, steps=1, done=1, results=[1], ended_at="2026-01-01T00:00Z")
    coach = CARTOGRAPHERS.coach
    assert coach
    assert finished_results(game, coach.version) is None
    begin_review(game, coach)
    everything()
    assert finished_results(game, coach.version)


@pytest.mark.parametrize("method", ["get", "post"])
def test_games_in_progress_hidden_games_and_games_without_a_coach_have_no_review(
    method: str, people: list[User], settings: Any
) -> None:
    settings.CARTO_GAMES = {**settings.CARTO_GAMES, "toy": "tests.games.tables.toy_features.TOY"}
    running = begun(*people[:2])
    hidden = played(people[0], access=Access.INVITATION)
    toy = played(*people[:2], game="toy")
    for table, person in ((running, people[0]), (hidden, people[1]), (toy, people[0])):
        assert getattr(signed_in(person), method)(at(table)).status_code == 404
    assert not Review.objects.exists()


def test_anyone_who_sees_the_game_may_ask_but_not_without_limit(
    game: Table, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "REVIEW", Limit("review", 1, access.timedelta(hours=1)))
    assert Client().post(at(game)).status_code == 303
    assert Client().post(at(game)).status_code == 429
    everything()
    assert Client().post(at(game)).status_code == 303, "nothing is left to make"
    assert "Accuracy:" in Client().get(at(game)).content.decode()


def test_review_is_deleted_with_its_game(game: Table) -> None:
    coach: Any = CARTOGRAPHERS.coach
    begin_review(game, coach)
    with writing():
        delete_tables([game.pk])
    assert not Review.objects.exists()
    everything()
