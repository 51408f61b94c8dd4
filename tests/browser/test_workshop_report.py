"""The balance report of a set: on a phone, while it runs and when it is done, and without scripts."""

from collections.abc import Callable

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Page, expect

from engine.contract import Level
from games.accounts.models import User
from games.cartographers.shelf.kinds import EntryKind
from games.cartographers.workshop.set_games import GAMES, play_set
from games.catalog.models import CatalogEntry, Trial
from games.catalog.pages import entry_url
from tests.browser.making import curator
from tests.browser.measuring import width_of
from tests.browser.reading import DARK, expect_accessible
from tests.games.cartographers.shelf.sets import drafted, small_set

pytestmark = pytest.mark.browser
NARROW = {"width": 320, "height": 640}


@pytest.fixture
def ada() -> User:
    return curator("ada")


@pytest.fixture
def entry() -> CatalogEntry:
    return drafted(EntryKind.SET, small_set())


def finish(done: int = 0) -> None:
    """Store so many results of each report, or end all with a few games of two levels."""
    for trial in Trial.objects.all():
        surveyors = range(GAMES[Level.APPRENTICE], GAMES[Level.APPRENTICE] + 12)
        numbers = range(done) if done else (*range(10), *surveyors)
        results = [play_set(trial.outcome["tried"], number) for number in numbers]
        trial.outcome["results"] = results
        trial.done, trial.ended_at = len(results), None if done else timezone.now()
        trial.save()


def run(page: Page, entry: CatalogEntry) -> None:
    page.goto(entry_url(entry))
    page.get_by_role("button", name="Run balance report").click()
    expect(page.get_by_role("heading", name="Balance report: Riverside")).to_be_visible()
    expect(page.get_by_role("progressbar", name="Results")).to_be_visible()


@pytest.mark.parametrize("look", [{}, DARK])
def test_open_page_shows_the_results_when_they_are_there(
    context_for: Callable[..., BrowserContext], ada: User, entry: CatalogEntry, look: dict[str, str]
) -> None:
    page = context_for(ada, viewport=NARROW, **look).new_page()
    run(page, entry)
    assert width_of(page) <= NARROW["width"]
    expect_accessible(page, "a report that runs")
    finish()
    expect(page.get_by_role("heading", name="Surveyor")).to_be_visible()
    expect(page.get_by_role("progressbar")).to_have_count(0)
    page.get_by_text("All pairs").click()
    expect(page.get_by_role("rowheader", name="Treetower, Canal Lake")).to_be_visible()
    assert width_of(page) <= NARROW["width"]
    expect_accessible(page, "a report")


def test_reloading_shows_progress_and_results_without_scripts(
    context_for: Callable[..., BrowserContext], ada: User, entry: CatalogEntry
) -> None:
    page = context_for(ada, java_script_enabled=False).new_page()
    run(page, entry)
    finish(3)
    page.reload()
    expect(page.locator("#report")).to_contain_text("6 of 2480 quick games finished.")
    finish()
    page.reload()
    expect(page.get_by_role("heading", name="Surveyor")).to_be_visible()
    expect(page.get_by_role("progressbar")).to_have_count(0)
