"""Three people who share a tablet: the curtain, the button to hand over, and the way back."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from games.tables.models import Table
from tests.browser.playing import listen_for_complaints

pytestmark = pytest.mark.browser
TABLET = {"width": 768, "height": 1024}


@pytest.mark.parametrize("scripts", [True, False])
def test_a_tablet_is_handed_on(context_for: Callable[..., BrowserContext], scripts: bool) -> None:
    context = context_for(viewport=TABLET, java_script_enabled=scripts)
    page: Page = context.new_page()
    complaints = listen_for_complaints(page)
    page.goto("/tables/new/?game=cartographers")
    page.get_by_label("Your name").fill("Ann")
    expect(page.get_by_label("Name of player 2")).to_be_hidden()
    page.get_by_label("Play on this device").check()
    expect(page.get_by_label("Seats", exact=True)).to_be_hidden()
    page.get_by_label("Name of player 2").fill("Ben")
    page.get_by_label("Name of player 3").fill("Cleo")
    page.get_by_label("PIN of player 2").fill("1234")
    page.get_by_role("button", name="Create table").click()
    expect(page.get_by_role("heading", name="Hand the device to Ann")).to_be_visible()
    expect(page.get_by_role("button", name="I’m Ann")).to_be_focused()
    page.get_by_role("button", name="I’m Ann").click()
    _draw(page)
    old = context.new_page()
    old.goto(page.url)
    hand_on = page.get_by_role("button", name="Hand over to Ben")
    if scripts:
        expect(hand_on).to_be_focused()
    hand_on.click()
    expect(page.get_by_role("heading", name="Hand the device to Ben")).to_be_visible()
    if scripts:
        expect(old.get_by_role("heading", name="Hand the device to Ben")).to_be_visible()
    page.go_back()
    expect(page.locator("#map")).to_have_count(0)
    expect(page.get_by_role("heading", name="Hand the device to Ben")).to_be_visible()
    page.get_by_label("PIN of Ben").fill("4321")
    page.get_by_role("button", name="I’m Ben").click()
    expect(page.get_by_role("alert").filter(has_text="This PIN is wrong")).to_be_visible()
    page.get_by_label("PIN of Ben").fill("1234")
    page.get_by_role("button", name="I’m Ben").click()
    _draw(page)
    expect(page.get_by_role("button", name="Hand over to Cleo")).to_be_visible()
    assert Table.objects.get().seats.filter(awaited=True).count() == 1
    assert [words for words in complaints if "422" not in words] == []


def _draw(page: Page) -> None:
    page.locator("#tool-fit").click()
    page.locator("#confirm").click()
    expect(page.locator("#take-back")).to_be_visible()
