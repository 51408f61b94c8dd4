"""The table page of a game without scripts of its own: state kept across swaps, and announcements."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from games.accounts.models import User
from games.tables.log.state import cache
from games.tables.models import Table
from tests.browser.conftest import served
from tests.browser.measuring import at_rest
from tests.browser.playing import listen_for_complaints
from tests.games.cartographers import play
from tests.games.tables.conftest import gather
from tests.processes.site import Site

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def _served(_served: Site, collected_static: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site that only has the toy game, in place of the main site.

    SQLite allows only one process at a time. The main site restarts when a test needs it.
    """
    if _served.process:
        _served.stop()
    with served("tests.processes.toy_settings", collected_static, tmp_path_factory.mktemp("toy")) as site:
        yield site


@pytest.fixture
def table(people: list[User], settings: Any) -> Iterator[Table]:
    settings.CARTO_GAMES = {"toy": "tests.games.tables.toy_features.TOY"}
    yield gather(*people)
    cache.clear()


@pytest.fixture
def waiting(pages: list[Page]) -> list[Page]:
    """The pages of Ann, who has picked and is waiting, and Ben, who has not."""
    pick(pages[0])
    expect(pages[0].locator("#strip")).to_contain_text("Waiting for Ben")
    return pages


def pick(page: Page, number: int = 5) -> None:
    page.locator("#place-form [name=number]").fill(str(number))
    page.locator("#place-form button").click()


def closes_the_turn(ann: Page, ben: Page) -> None:
    """Let Ben pick too, and expect Ann's page to show the new turn."""
    expect(ann.locator("#toy")).to_contain_text("turn 1")
    pick(ben)
    expect(ann.locator("#toy")).to_contain_text("turn 2")
    expect(ann.locator("#latest")).to_contain_text("Ben picked 5")
    at_rest(ann)


def test_what_is_unfolded_and_has_the_focus_outlives_a_swap(waiting: list[Page]) -> None:
    ann, ben = waiting
    complaints = listen_for_complaints(ann)
    ann.locator("#fairness summary").click()
    expect(ann.locator("#fairness summary")).to_be_focused()
    ann.evaluate("window.foldBefore = document.getElementById('fairness')")
    closes_the_turn(ann, ben)
    assert ann.evaluate("window.foldBefore.isConnected") is False, "it was swapped"
    expect(ann.locator("#fairness")).to_have_attribute("open", "")
    expect(ann.locator("#fairness summary")).to_be_focused()
    assert complaints == []


def test_the_focus_goes_on_where_what_had_it_is_gone(waiting: list[Page]) -> None:
    ann, ben = waiting
    ann.locator("#place-form button").focus()
    closes_the_turn(ann, ben)
    expect(ann.locator("#place-form [name=number]")).to_be_focused()
    pick(ann)
    expect(ann.locator("#strip")).to_contain_text("Waiting for Ben")
    expect(ann.locator("#toy")).to_be_focused()


def test_whose_turn_it_is_is_said_once_and_loud_where_one_was_waiting(waiting: list[Page]) -> None:
    ann, ben = waiting
    expect(ann.locator("#messages .spoken")).to_have_text("Waiting for Ben.")
    closes_the_turn(ann, ben)
    expect(ann.locator("#alert .spoken")).to_have_text("Pick a number.")
    expect(ben.locator("#alert .spoken")).to_have_count(0)


def test_a_figure_is_explained_over_the_page(pages: list[Page], table: Table) -> None:
    ann = pages[0]
    ann.locator("#stars .ask").first.click()
    expect(ann.locator("#why-title")).to_have_text("Stars of Ann")
    expect(ann.locator("#why")).to_be_focused()
    ann.get_by_role("button", name="Close").click()
    expect(ann.locator("#stars .ask").first).to_be_focused()
    assert ann.url.endswith(play.url(table))


def test_no_script_of_a_game_is_loaded(context_for: Callable[..., BrowserContext], table: Table) -> None:
    requests: list[str] = []
    page = context_for().new_page()
    page.on("request", lambda request: requests.append(request.url))
    page.goto(play.url(table))
    at_rest(page)
    assert any("/js/swaps" in url for url in requests)
    assert not [url for url in requests if "/js/map/" in url]
