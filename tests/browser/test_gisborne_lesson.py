"""The lesson of Gisborne on a phone: by taps to its end, with what the bubbles point at in sight."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.measuring import at_rest, measure, measured
from tests.browser.playing import listen_for_complaints

pytestmark = pytest.mark.browser
PHONE = {"viewport": {"width": 390, "height": 664}, "has_touch": True, "is_mobile": True}
MOST_ANSWERS = 25
LED = {"Chips", "Villages", "Swamps", "Rivers"}
CARDS = re.compile(r"(?:(\d+) × )?(bronze|silver|gold) (\d)")
POINTED = {"hand": "#desk .stacks", "tent": ".tent", "button": ".choices", "seats": "#ending > .table-wrap"}


def pointed_at(page: Page) -> Locator:
    """Return what the bubble points at: a place of the way, or a part of the table."""
    place = page.locator("#lesson").get_attribute("data-spaces")
    return page.locator(f"#{place}" if place else POINTED[page.locator("#lesson").get_attribute("data-at") or ""])


def choose(page: Page, title: str, text: str) -> None:
    """Choose the cards that a bubble asks for, else the first one."""
    asked = CARDS.findall(text) if title in LED else []
    for number, metal, value in asked:
        page.locator(f'[data-face="{metal[0]}{value}"] .card-face').nth(int(number or 1) - 1).tap()
    if title == "Tent":
        page.locator(".tent").tap()
    elif not asked:
        # A village asks for two metals, and bronze is the first.
        for metal in page.locator(".metal:not(.empty)").all()[: 2 if "two metals" in text else 1]:
            metal.locator(".card-face").first.tap()
    expect(page.locator("#pending[data-aloud]:not(:has(#problem))")).to_be_visible()


def answer(page: Page) -> None:
    """Answer what is asked by taps, and wait for the next question."""
    title, text = page.locator("#lesson-title").inner_text(), page.locator("#lesson .bubble").inner_text()
    command = page.locator("#desk form:not(#lesson form) [name=command_id]").get_attribute("value")
    if page.locator("#place-form").count():
        choose(page, title, text)
    page.locator("#desk [data-goes-on]").first.tap()
    expect(page.locator(f'#desk [name=command_id][value="{command}"]')).to_have_count(0)
    # The bots take a moment until there is another question, or the lesson is over.
    expect(page.locator("#desk form:not(#lesson form) [name=command_id], #play-real").first).to_be_attached()


def test_lesson_is_played_to_its_end_and_shows_what_it_speaks_of(context_for: Callable[..., BrowserContext]) -> None:
    page = context_for(**PHONE).new_page()
    complaints = listen_for_complaints(page)
    page.goto("/gisborne/learn/")
    page.get_by_role("button", name="Start lesson").tap()
    expect(page.locator("html")).to_have_attribute("data-live", "on")
    titles = []
    while page.locator("#play-real").count() == 0:
        titles.append(page.locator("#lesson-title").inner_text())
        assert len(titles) <= MOST_ANSWERS, titles
        at_rest(page)
        thing = pointed_at(page)
        expect(thing).to_be_in_viewport(ratio=1)
        expect(page.locator("#lesson .bubble")).to_be_in_viewport(ratio=1)
        if page.locator("#lesson[data-spaces]").count():
            place, desk = measured(thing), measured(page.locator("#desk"))
            assert place["y"] + place["height"] <= desk["y"], f"{titles[-1]}: the hand covers its place"
        answer(page)
    assert {"Cards", "Metals", "Tent", "Pushing", "Chips", "Villages", "Swamps", "Beach", "Rivers"} <= {*titles}
    at_rest(page)
    expect(page.locator("#play-real")).to_be_in_viewport(ratio=1)
    expect(pointed_at(page)).to_be_in_viewport(ratio=1)
    assert measure(page, "document.documentElement.scrollWidth") == 390
    assert not complaints
