"""A table with more players than a page lists, on a phone: paging by keyboard, and counts that keep up."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.measuring import at_rest
from tests.browser.playing import listen_for_complaints, marked
from tests.games.cartographers import play
from tests.games.tables.clients import people_named

pytestmark = pytest.mark.browser
PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
SEATS = 14


def test_maps_are_paged_by_keyboard_without_losing_the_shape_in_hand(
    site: object, context_for: Callable[..., BrowserContext]
) -> None:
    people = people_named(*(f"Person{number:02}" for number in range(SEATS)))
    table = play.gather(*people)
    reader, other = (context_for(person, **PHONE).new_page() for person in people[:2])
    complaints = [listen_for_complaints(page) for page in (reader, other)]
    for page in (reader, other):
        page.goto(play.url(table))
        expect(page.locator("html")).to_have_attribute("data-live", "on")
    reader.click("#tool-fit")
    shape = marked(reader, "ghost")
    assert shape
    names = reader.locator("#boards .board-card a[href*=desk] > span")
    expect(names).to_have_count(7)
    reader.locator("#seats-2").focus()
    reader.keyboard.press("Enter")
    expect(names.first).to_have_text("Person07")
    expect(reader.locator("#seats-2")).to_have_attribute("aria-current", "page")
    expect(reader.locator("#seats-2")).to_be_focused()
    assert marked(reader, "ghost") == shape
    expect(reader.locator("#strip-progress")).to_have_text(f"0 of {SEATS} have drawn")
    reader.locator("#strip-progress").click()
    other.click("#tool-fit")
    other.click("#confirm")
    expect(reader.locator("#strip-progress")).to_have_text(f"1 of {SEATS} have drawn")
    expect(reader.locator("#strip-missing")).to_be_visible()
    reader.locator("#strip-progress").click()
    reader.click("#confirm")
    expect(reader.locator("#strip-progress")).to_have_text(f"2 of {SEATS} have drawn")
    expect(names.first).to_have_text("Person07")
    at_rest(reader)
    assert complaints == [[], []]
