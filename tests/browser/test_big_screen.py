"""Big screen and pairing in a browser: updates without reloads, and the link on a solo page."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from games.accounts.models import User
from tests.browser.measuring import at_rest
from tests.browser.playing import listen_for_complaints
from tests.games.cartographers import play

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]


def test_screen_follows_the_table_while_a_solo_player_is_paired(context_for: ContextFor, people: list[User]) -> None:
    ann, ben, television = (context_for(user).new_page() for user in (*people, None))
    complaints = [listen_for_complaints(page) for page in (ann, ben, television)]
    ann.goto("/tables/pair/")
    ann.click("#pair")
    address = ann.url
    ann.click("#meanwhile button")
    expect(ann.locator("html")).to_have_attribute("data-live", "on")
    television.goto(f"{address}screen/")
    expect(television.locator(".screen-link .qr")).to_be_visible()
    expect(television.locator("html")).to_have_attribute("data-live", "on")
    television.evaluate("window.same = true")
    ben.goto("/tables/pair/")
    ben.click("#pair")
    expect(ben).to_have_url(address)
    expect(television.locator(".screen-map")).to_have_count(2)
    expect(ann.locator("#next-table")).to_have_attribute("href", address.removeprefix(address.split("/tables/")[0]))
    expect(ann.locator("#messages .spoken")).to_contain_text("Next:")
    ann.click("#next-table")
    for page in (ann, ben):
        page.click("#tool-fit")
        page.click("#confirm")
    expect(television.locator(".screen-map .fresh")).to_have_count(2)
    assert television.evaluate("window.same"), "the page has never been loaded again"
    assert complaints == [[], [], []]


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (3840, 2160)], ids=str)
def test_screen_shows_everything_at_once(size: tuple[int, int], context_for: ContextFor, people: list[User]) -> None:
    table = play.gather(*people)
    page = context_for(None, viewport={"width": size[0], "height": size[1]}).new_page()
    page.goto(f"{play.url(table)}screen/")
    at_rest(page)
    for part in (".strip", ".screen-card", ".screen-goals", ".screen-map"):
        for element in page.locator(part).all():
            expect(element).to_be_in_viewport(ratio=1)
    expect(page.locator("#full-screen")).to_be_visible()
