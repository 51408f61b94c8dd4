"""Coach of Gisborne: the review of a finished game, and what it says on the pages of rounds."""

import re

import pytest

from engine.contract import Seat
from engine.gisborne.players import review as rating
from engine.gisborne.players.player import Budget
from games.coach.models import Review
from games.coach.reviews import finished_results
from games.gisborne.coach.steps import VERSION, seat_reviews
from games.gisborne.log.past_states import closed_rounds
from games.notices.task_worker import work
from games.play.coaching import POOR
from games.tables import models
from games.tables.log.state import load
from games.tables.models import Table
from tests.games.gisborne.past.played import played_table
from tests.games.tables.clients import people_named, signed_in, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _short_reviews(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let reviews try few games: what the pages show doesn't depend on how many."""
    quick = rating.review_answers.__kwdefaults__ | {"budget": Budget(playouts=24)}
    monkeypatch.setattr(rating.review_answers, "__kwdefaults__", quick)


def _reviewed(table: Table, path: str) -> Review:
    signed_in(people_named("Dee")[0]).post(path)
    while work():
        pass
    return Review.objects.get(table=table)


def test_finished_game_is_reviewed_for_every_seat() -> None:
    people = people_named("Ann", "Ben", "Cas")
    table = played_table(people)
    ann, path = signed_in(people[0]), f"/tables/{table.code}/review/"
    assert 'action="' + path in text_of(ann.get(f"/tables/{table.code}/"))
    review = _reviewed(table, path)
    assert (review.failure, review.done) == ("", closed_rounds(load(table).state))
    page = text_of(ann.get(path))
    assert "Your game" in page
    assert "Accuracy: " in page
    assert "The costliest move was in round " in page
    assert "Ben’s game" in text_of(ann.get(path + "?look=2"))
    results = finished_results(table, VERSION)
    assert results
    for seat in range(3):
        reviews = seat_reviews(results, Seat(seat))
        shown = text_of(signed_in(None).get(f"{path}?look={seat + 1}"))
        assert shown.count('class="review-turn') == len(reviews) > 5


def test_round_shows_the_coach_only_after_the_game() -> None:
    people = people_named("Ann", "Ben", "Cas")
    running = played_table(people, 3)
    ann = signed_in(people[0])
    assert 'id="coach"' not in text_of(ann.get(f"/tables/{running.code}/turns/1/"))
    assert ann.get(f"/tables/{running.code}/review/").status_code == 404
    table = played_table(people)
    url = f"/tables/{table.code}/turns/1/"
    assert "hasn’t reviewed" in text_of(ann.get(url))
    _reviewed(table, f"/tables/{table.code}/review/")
    page = text_of(ann.get(url + "?look=2"))
    assert 'class="review-turn' in page
    results = finished_results(table, VERSION)
    assert results
    poor = {each.round for each in seat_reviews(results, Seat(1)) if each.mark in POOR}
    assert {int(number) for number in re.findall(r"<span>(\d+)<b class=\"sign\"", page)} == poor
    assert poor


def test_review_counts_handicaps() -> None:
    people = people_named("Ann", "Ben", "Cas")
    table = played_table(people)
    models.Seat.objects.filter(table=table, index=1).update(handicap=30)
    _reviewed(table, f"/tables/{table.code}/review/")
    results = finished_results(table, VERSION)
    assert results
    first = [next(iter(seat_reviews(results, Seat(seat)))).given.wins for seat in range(3)]
    assert first[1] > 0.9 > 0.1 > max(first[0], first[2])
