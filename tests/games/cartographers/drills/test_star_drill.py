"""The drill "How many stars?": questions by number, answers with reasons, and answers in a row."""

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from engine.cartographers.scoring.tally import score
from games.cartographers.drills.star_drill import QUESTIONS, find_question
from games.cartographers.words.names import card_name
from tests.games.tables.clients import text_of

pytestmark = pytest.mark.django_db

DRILL = "/cartographers/drills/stars/"


def ask(**query: Any) -> Any:
    return Client().get(DRILL, query)


def query_of(url: str) -> dict[str, list[str]]:
    return parse_qs(urlsplit(url).query)


@pytest.mark.parametrize("number", range(12))
def test_a_question_is_always_the_same_and_is_about_a_map_with_drawings(number: int) -> None:
    question = find_question(number)
    find_question.cache_clear()
    assert find_question(number) == question
    assert question.stars == score(question.card, question.board).stars
    assert question.board.empty.bit_count() < 100


def test_most_questions_have_stars_to_count() -> None:
    assert sum(find_question(number).stars > 0 for number in range(12)) >= 10


def test_the_address_alone_leads_to_any_question() -> None:
    first, second = (ask().headers["Location"] for _ in range(2))
    assert first.startswith(DRILL)
    assert first != second
    assert Client().get(first).status_code == 200


@pytest.mark.parametrize("number", ["", "x", "-1", "1.5", "٣", str(QUESTIONS), "9" * 30])
def test_a_question_that_does_not_exist_leads_to_another(number: str) -> None:
    assert ask(question=number).status_code == 303


def test_a_question_shows_the_card_but_not_the_stars() -> None:
    question = find_question(3)
    page = text_of(ask(question=3))
    assert card_name(question.card) in page
    assert "Right" not in page
    assert '<p class="stars"' not in page
    assert 'name="question" value="3"' in page


def test_a_right_answer_is_explained_and_counted_in_a_row() -> None:
    question = find_question(3)
    page = text_of(ask(question=3, answer=question.stars, row=4))
    assert f"Right: {question.stars} star" in page
    assert "5 right answers in a row" in page
    following = re.findall(r'href="([^"]*drills/stars/[^"]*)"', page)[-1].replace("&amp;", "&")
    assert query_of(following)["row"] == ["5"]
    assert len(re.findall(r"<li>", page)) >= 1
    assert 'class="example"' in page


def test_a_wrong_answer_is_explained_and_begins_a_new_row() -> None:
    question = find_question(3)
    page = text_of(ask(question=3, answer=question.stars + 1, row=4))
    assert f"Not {question.stars + 1}: the card scores {question.stars} star" in page
    assert "in a row" not in page
    following = re.findall(r'href="([^"]*drills/stars/[^"]*)"', page)[-1]
    assert "row" not in query_of(following)


@pytest.mark.parametrize(
    ("answer", "error"),
    [("", "Enter the number of stars."), ("many", "Enter a whole number."), ("1000", "less than or equal to 999")],
)
def test_what_is_no_number_of_stars_is_asked_again(answer: str, error: str) -> None:
    response = ask(question=3, answer=answer, row=2)
    assert response.status_code == 422
    page = text_of(response)
    assert error in page
    assert "2 right answers in a row" in page
    assert 'name="question" value="3"' in page


def test_a_row_that_no_one_has_counts_for_nothing() -> None:
    assert "in a row" not in text_of(ask(question=3, row="x"))
    assert "in a row" not in text_of(ask(question=3, row="10000"))
    assert "9999 right answers" in text_of(ask(question=3, answer=find_question(3).stars, row=9999))
