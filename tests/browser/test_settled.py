"""The page's idle signal, used by scripts and by the tests."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from games.accounts.models import User
from games.tables.models import Table
from tests.games.cartographers import play

pytestmark = pytest.mark.browser


@pytest.fixture
def page(context_for: Callable[..., BrowserContext], people: list[User], table: Table) -> Page:
    page = context_for(people[0]).new_page()
    page.goto(play.url(table))
    expect(page.locator("html[data-settled]")).to_be_attached()
    return page


@pytest.mark.parametrize(
    ("url_pattern", "act"),
    [
        ("**/placement", "document.getElementById('confirm').click()"),
        ("**/?*anchor=*", "document.getElementById('tool-fit').click()"),
        ("**/why/**", "document.querySelector('#table [data-why][href*=\"/why/\"]').click()"),
        ("**/?*since=*", "htmx.trigger('#strip', 'carto:changed')"),
    ],
)
def test_it_is_not_settled_while_something_is_on_its_way(page: Page, url_pattern: str, act: str) -> None:
    page.click("#tool-fit")
    expect(page.locator("html[data-settled]")).to_be_attached()
    held: list[Route] = []
    page.route(url_pattern, lambda route: held.append(route))
    page.evaluate(act)
    expect(page.locator("html:not([data-settled])")).to_be_attached()
    while not held:
        page.evaluate("() => new Promise(requestAnimationFrame)")
    expect(page.locator("html:not([data-settled])")).to_be_attached()
    for route in held:
        route.continue_()
    expect(page.locator("html[data-settled]")).to_be_attached()


def test_an_answer_that_never_comes_leaves_it_settled(page: Page) -> None:
    page.route("**/placement", lambda route: route.abort("internetdisconnected"))
    page.click("#tool-fit")
    page.click("#confirm")
    expect(page.locator("#failed .message")).to_be_visible()
    expect(page.locator("html[data-settled]")).to_be_attached()


def test_an_answer_that_the_turn_is_over_leaves_it_settled(page: Page) -> None:
    asks = '{"carto:changed": {"target": "#strip"}}'
    page.route("**/?*anchor=*", lambda route: route.fulfill(status=204, headers={"HX-Trigger": asks}))
    with page.expect_response(lambda answer: "since=" in answer.url):  # it looks for the news
        page.click("#tool-fit")
    expect(page.locator("html[data-settled]")).to_be_attached()
