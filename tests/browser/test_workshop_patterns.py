"""The editor of scoring cards: painting a pattern by mouse, by keyboard and on a phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.hands import Mouse
from tests.browser.making import begin, curator, preview_of
from tests.browser.measuring import at_rest
from tests.browser.reading import axe

pytestmark = pytest.mark.browser


@pytest.fixture
def page(context_for: Callable[..., BrowserContext]) -> Page:
    """The editor of a new scoring card with a pattern."""
    page = context_for(curator("ada")).new_page()
    begin(Mouse(page), "scoring", "Hamlets")
    page.get_by_label("Rule type").select_option("patterns")
    expect(page.get_by_role("group", name="Pattern", exact=True)).to_be_visible()
    at_rest(page)
    return page


def test_a_pattern_is_painted_by_mouse(page: Page) -> None:
    grid = page.get_by_role("group", name="Pattern", exact=True)
    grid.get_by_label("Water").check()
    grid.get_by_role("button", name="row 2, column 1, any").click()
    expect(preview_of(page)).to_contain_text("row 1: forest, village; row 2: water, any.")
    expect(grid.get_by_label("As text")).to_have_value("FV..\nW...\n....\n....")
    at_rest(page)
    grid.get_by_role("button", name="Undo").click()
    expect(preview_of(page)).to_contain_text("this pattern, rotated or flipped as you like: forest, village.")


def test_a_pattern_is_painted_by_keyboard(page: Page) -> None:
    grid = page.get_by_role("group", name="Pattern", exact=True)
    grid.get_by_label("Empty").focus()
    page.keyboard.press("Space")
    grid.get_by_role("button", name="row 1, column 1, forest").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(preview_of(page)).to_contain_text("forest, village, empty.")


def test_a_pattern_fits_on_a_phone_and_meets_the_rules_of_accessibility(page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 800})
    grid = page.get_by_role("group", name="Pattern", exact=True)
    assert grid.evaluate("box => box.scrollWidth <= box.clientWidth")
    page.set_viewport_size({"width": 1280, "height": 900})
    found = [each["id"] for each in axe(page).response["violations"]]
    assert [each for each in found if each != "link-in-text-block"] == []
