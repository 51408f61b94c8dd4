"""Reviews and exercises say whose they are, and leave out turns that somebody else played for the seat."""

from dataclasses import replace

import pytest
from django.db.models import QuerySet

from engine.contract import Seat
from games.accounts.models import User
from games.cartographers.coach.review_page import summary_sentences
from games.tables.log.state import cache
from games.tables.models import Table, TableEvent
from tests.games.cartographers.coach.test_coach_on_turns import review_it, review_of
from tests.games.cartographers.play import url
from tests.games.history.playing import played
from tests.games.play.typed_lines import get_line, sentences_of
from tests.games.tables.clients import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(people: list[User]) -> Table:
    """A finished game of Ann and Ben that the coach has reviewed."""
    table = played(*people[:2])
    review_it(table)
    return table


def page(table: Table, person: User, path: str) -> str:
    return signed_in(person).get(f"{url(table)}review/{path}").content.decode()


def let_stand_in_have_drawn(table: Table, turn: int, seat: int = 0) -> None:
    # A plain query set, because that of the model refuses to change events.
    QuerySet(TableEvent).filter(table=table, turn=turn, seat=seat).update(stand_in=True)
    cache.clear()


def test_turn_of_the_stand_in_is_marked_and_does_not_count(game: Table, people: list[User]) -> None:
    worst = review_of(game).deciding_answer
    assert worst
    before, exercise = page(game, people[0], ""), f"exercises/1/{worst.turn}/"
    assert "(played by" not in before
    assert f"The costliest turn was turn {worst.turn}:" in before
    assert exercise in page(game, people[0], "exercises/")
    let_stand_in_have_drawn(game, worst.turn)
    after = page(game, people[0], "")
    assert after.count("(played by the stand-in)") == 1
    assert after.count("coach=1") == before.count("coach=1")
    assert f"The costliest turn was turn {worst.turn}:" not in after
    assert exercise not in page(game, people[0], "exercises/")
    assert signed_in(people[0]).get(f"{url(game)}review/{exercise}").status_code == 404
    told = sentences_of(get_line(signed_in(people[0]), game, f"review {worst.turn}"))
    assert told[0] == "This turn was played by the stand-in."


def test_exercises_say_whose_they_are(game: Table, people: list[User]) -> None:
    worst = review_of(game).deciding_answer
    assert worst
    own, other = f"exercises/1/{worst.turn}/", "exercises/?look=1"
    ann, ben = people[:2]
    assert "<h1>Learn from your mistakes</h1>" in page(game, ann, other)
    assert "<h1>Learn from Ann’s mistakes</h1>" in page(game, ben, other)
    assert "Learn from Ann’s mistakes (" in page(game, ben, "?look=1")
    assert "Your move in the game lost" in page(game, ann, own)
    assert "Ann’s move in the game lost" in page(game, ben, own)


def test_summary_says_if_the_costliest_turn_was_on_another_map(game: Table) -> None:
    review = review_of(game)
    worst = review.deciding_answer
    assert worst
    elsewhere = replace(worst, subject=Seat(1), loss=99.0)
    summary = " ".join(summary_sentences(replace(review, answers=(*review.answers, elsewhere)), me=True))
    assert f"The costliest turn was turn {worst.turn}, on another player’s map: 99 stars." in summary
