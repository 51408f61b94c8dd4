"""Cards and rules that open over the table."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from games.accounts.models import User
from tests.browser.measuring import width_of
from tests.browser.playing import listen_for_complaints
from tests.browser.reading import expect_accessible
from tests.games.cartographers import play

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
NARROW = {"viewport": {"width": 320, "height": 640}, "has_touch": True}


def opened(context: BrowserContext, people: list[User]) -> Page:
    """Open a new game of these users."""
    page = context.new_page()
    page.goto(play.url(play.gather(*people)))
    return page


@pytest.mark.parametrize("size", [PHONE, NARROW, {}], ids=["390", "320", "wide"])
def test_cards_and_rules_open_in_place_and_give_the_focus_back(
    size: dict[str, object], context_for: ContextFor, people: list[User]
) -> None:
    context = context_for(people[0], **size)
    page = opened(context, people)
    complaints = listen_for_complaints(page)
    page.click("#tool-fit")
    lies = page.url
    rules = page.locator(".brief").get_by_role("link", name="Rules")
    for link, title in ((page.locator(".hand-name a"), ""), (rules, "Rules")):
        if not link.is_visible():
            continue
        link.click()
        expect(page.locator("#why")).to_be_focused()
        expect(page.locator("#why-title")).to_have_text(title or link.inner_text())
        assert width_of(page) <= (page.viewport_size or {"width": 0})["width"]
        expect_accessible(page, f"{title or 'a card'} over the table")
        page.keyboard.press("Escape")
        expect(page.locator("#why")).to_be_hidden()
        expect(link).to_be_focused()
        assert page.url == lies
    expect(page.locator("#confirm")).to_be_enabled()
    page.locator(".hand-name a").click()
    with context.expect_page() as whole:
        page.get_by_role("link", name="Open full page in a new tab").click()
    expect(whole.value.locator("h1")).to_be_visible()
    page.get_by_role("button", name="Close").click()
    expect(page.locator("#why")).to_be_hidden()
    assert complaints == []


def test_a_card_among_the_rules_opens_in_their_place(context_for: ContextFor, people: list[User]) -> None:
    page = opened(context_for(people[0], **PHONE), people)
    page.locator(".brief").get_by_role("link", name="Rules").tap()
    card = page.locator("#why figcaption a").first
    name = card.inner_text()
    card.tap()
    expect(page.locator("#why-title")).to_have_text(name)
    expect(page.locator("#map")).to_be_visible()
