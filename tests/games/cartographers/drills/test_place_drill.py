"""The drill "Best spot in 10 seconds": positions by number, answers with their time, averages and runs."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from engine.cartographers.notation import Placement
from engine.cartographers.players.one_ply import OnePly
from engine.cartographers.players.raters import rate_answers
from engine.cartographers.players.review import review_placement
from engine.cartographers.view import View
from games import clock
from games.accounts.limits import Limit
from games.cartographers.coach.puzzles import judge_place
from games.cartographers.desk.placement_state import step_of
from games.cartographers.drills import positions
from games.cartographers.drills.place_drill import DrillQuestion, DrillRun, find_position, next_url, read_question
from games.cartographers.drills.star_drill import find_question
from tests.games.tables.clients import text_of

pytestmark = pytest.mark.django_db

DRILL = "/cartographers/drills/places/"
NUMBER = 3


def question(seconds: float = 0, **run: Any) -> DrillQuestion:
    """A question that was shown some seconds ago."""
    return DrillQuestion(NUMBER, clock.now().timestamp() - seconds, DrillRun(**run))


def places() -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the fields of the best place, and of the worst one."""
    view = find_position(NUMBER)
    worst = worst_place(view)
    best = review_placement(view, worst).best[0].answer
    assert isinstance(best, Placement)
    return step_of(best).dict(), step_of(worst).dict()


def worst_place(view: View) -> Placement:
    """Return the legal place that is worth least."""
    values = rate_answers(OnePly(), view)
    worst = min(values, key=values.__getitem__)
    assert isinstance(worst, Placement)
    return worst


@pytest.mark.parametrize("number", range(8))
def test_a_position_is_always_the_same_and_asks_for_a_shape(number: int) -> None:
    view = find_position(number)
    find_position.cache_clear()
    again = find_position(number)
    assert view.desk
    assert (view.desk, view.turn, view.edicts) == (again.desk, again.turn, again.edicts)
    assert view.turn > 1


def test_the_introduction_leads_to_questions_with_and_without_a_limit() -> None:
    page = text_of(Client().get(DRILL))
    assert 'href="?start=timed"' in page
    assert "/cartographers/drills/stars/" in page
    timed = Client().get(DRILL + "?start=timed").headers["Location"]
    page = text_of(Client().get(timed))
    assert 'id="countdown"' in page
    assert "countdown.js" in page
    assert "JavaScript is off, so there is no time limit." in page
    untimed = Client().get(DRILL + "?start=untimed").headers["Location"]
    page = text_of(Client().get(untimed))
    assert 'id="countdown"' not in page
    assert "No time limit." in page


def test_the_best_place_continues_the_run_and_the_time_is_told() -> None:
    best, _poor = places()
    page = text_of(Client().post(question(7.3, answers=1, lost=4.0, in_a_row=2, best=2).url, best))
    assert "Best. There is no better spot." in page
    assert re.search(r"It took you 7(\.\d)? seconds\.", page)
    assert "Average loss: 2 stars over 2 answers." in page
    assert "Good spots in a row: 3. Best streak: 3." in page
    following = re.findall(r'id="next-position" href="([^"]+)"', page)[0]
    asked = read_question(Client().get(following).headers["Location"].removeprefix(DRILL).removesuffix("/"))
    assert asked
    assert asked.run == DrillRun(2, 4.0, 3, 3)
    assert asked.elapsed < 5


def test_a_poor_place_ends_the_run_and_is_compared_with_the_best() -> None:
    _best, poor = places()
    loss = judge_place(find_position(NUMBER), worst_place(find_position(NUMBER))).loss
    assert loss
    assert loss > 1.5
    page = text_of(Client().post(question(30, in_a_row=2, best=2).url, poor))
    assert "The best spot is worth" in page
    assert "Compared with your answer:" in page
    assert "seconds. The limit is 10." in page
    assert "Good spots in a row: 0. Best streak: 2." in page
    assert "more than the" not in text_of(Client().post(question(30, timed=False).url, poor))


def test_no_answer_shows_the_best_place_and_counts_in_no_average() -> None:
    page = text_of(Client().post(question(10, answers=1, lost=2.0).url, {"solution": "1"}))
    assert "No answer. The best spot is outlined on the map." in page
    assert "Average loss: 2 stars over 1 answer." in page
    assert " lit" in page


def test_a_shape_that_does_not_fit_is_refused_and_the_time_goes_on() -> None:
    answer = Client().post(question(4).url, {"anchor": "Z99"})
    assert answer.status_code == 422
    left = re.findall(r'data-left="([\d.]+)"', text_of(answer))
    assert 0 < float(left[0]) <= 6


@pytest.mark.parametrize("token", ["x", "WzFd:1abc:forged", "9" * 300])
def test_forged_addresses_lead_to_the_introduction(token: str) -> None:
    for answer in (Client().get(f"{DRILL}{token}/"), Client().post(f"{DRILL}{token}/", {"solution": "1"})):
        assert (answer.status_code, answer.headers["Location"]) == (303, DRILL)
    assert Client().get(DRILL, {"run": token}).status_code == 200


def test_an_address_of_one_kind_is_none_of_the_other() -> None:
    run = next_url(DrillRun()).partition("run=")[2].replace("%3A", ":")
    assert Client().get(f"{DRILL}{run}/").status_code == 303
    assert read_question(run) is None


def test_both_drills_share_a_limit_for_questions_that_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(positions, "NEW_QUESTION", Limit("drill", 1, timedelta(minutes=10)))
    find_position.cache_clear()
    find_question.cache_clear()
    assert Client().get("/cartographers/drills/stars/?question=1").status_code == 200
    assert Client().get("/cartographers/drills/stars/?question=1").status_code == 200
    assert Client().get("/cartographers/drills/stars/?question=2").status_code == 429
    assert Client().get(question().url).status_code == 429
