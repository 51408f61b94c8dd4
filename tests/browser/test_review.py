"""The review of a lost game in a browser, and an exercise that is solved, with and without scripts."""

from collections.abc import Callable
from time import monotonic

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from engine.cartographers.notation import Placement
from engine.cartographers.players.review import AnswerReview
from engine.contract import Seat
from games.accounts.models import User
from games.cartographers.coach.exercises import exercises_of
from games.cartographers.coach.steps import VERSION, seat_review
from games.cartographers.desk.placement_state import step_of
from games.coach.models import Review, SolvedExercise
from games.coach.reviews import finished_results
from games.notices.task_worker import work
from games.tables.models import Table
from tests.browser.measuring import width_of
from tests.browser.playing import listen_for_complaints
from tests.browser.reading import expect_accessible
from tests.games.cartographers import monsters, play

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]
MOST_SECONDS = 120
"""Time after which the review of a game of two must be finished."""
SIZES = {"phone": (390, 844), "desktop": (1366, 768)}


@pytest.fixture
def table(people: list[User]) -> Table:
    """A finished game of two."""
    table = play.gather(*people[:2])
    monsters.play_on(table, people[:2])
    table.refresh_from_db()
    return table


def worst(table: Table) -> AnswerReview:
    results = finished_results(table, VERSION)
    assert results
    return exercises_of(seat_review(results, Seat(0)))[0]


def reviewed(page: Page, table: Table) -> None:
    """Ask for the review at the end of the game, and wait for it."""
    page.goto(play.url(table))
    page.locator("#review-game button").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Game review")
    deadline = monotonic() + MOST_SECONDS
    while finished_results(table, VERSION) is None:
        work()  # unless the served site does so
        failure = Review.objects.values_list("failure", flat=True).get(table=table)
        assert not failure, failure
        assert monotonic() < deadline, "the review is not finished"


@pytest.mark.parametrize("size", SIZES)
def test_a_player_reads_the_review_and_solves_the_worst_turn(
    size: str, context_for: ContextFor, people: list[User], table: Table
) -> None:
    width, height = SIZES[size]
    page = context_for(people[0], viewport={"width": width, "height": height}).new_page()
    complaints = listen_for_complaints(page)
    reviewed(page, table)
    expect(page.locator("#review-summary")).to_contain_text("Accuracy:")
    expect(page.locator(".review-turn").first).to_have_css("display", "grid")
    expect_accessible(page, "review")
    page.locator("#learn").click()
    expect_accessible(page, "exercises")
    page.locator("#first-exercise").click()
    expect(page.locator("#map")).to_have_role("grid")
    expect_accessible(page, "exercise")
    expect(page.locator("#confirm")).to_be_disabled()
    page.locator("#tool-fit").click()
    expect(page.locator("#pending")).to_have_text("The shape fits. Check your move.")
    expect(page.locator("#confirm")).to_be_enabled()
    best = worst(table).best[0].answer
    assert isinstance(best, Placement)
    page.goto(f"{page.url.partition('?')[0]}?{step_of(best).urlencode()}")
    page.locator("#confirm").click()
    expect(page.locator("#attempt")).to_contain_text("Yes:")
    expect_accessible(page, "solved exercise")
    assert SolvedExercise.objects.filter(user=people[0], turn=worst(table).turn).exists()
    page.get_by_role("link", name="See this turn in the game").click()
    expect(page.locator("#coach")).to_contain_text("about")
    expect_accessible(page, "turn with the coach")
    assert complaints == []


def test_an_exercise_is_solved_without_scripts_on_a_small_phone(
    context_for: ContextFor, people: list[User], table: Table
) -> None:
    page = context_for(people[0], viewport={"width": 320, "height": 568}, java_script_enabled=False).new_page()
    reviewed(page, table)
    page.goto(f"{play.url(table)}review/")
    page.locator("#learn").click()
    page.locator("#first-exercise").click()
    page.locator("#solution").click()
    expect(page.locator("#attempt")).to_contain_text("The best move is")
    assert width_of(page) <= 320
    page.locator("#confirm").click()
    expect(page.locator("#attempt")).to_contain_text("There is no better move.")
    page.locator("#next-exercise").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Find a better move")
