"""Looking up cards and map sheets in real browsers: with and without scripts, on desktop and phone."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.playing import focused, listen_for_complaints
from tests.browser.reading import DARK, expect_accessible

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]
PHONE = {"width": 320, "height": 568}
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture
def page(context_for: ContextFor) -> Page:
    return context_for().new_page()


def names(page: Page) -> Any:
    return page.locator("#found h4 a")


def test_the_list_follows_what_is_typed_and_chosen(page: Page) -> None:
    complaints = listen_for_complaints(page)
    page.goto("/cartographers/cards/?table=ABCDEF")
    page.get_by_label("Search", exact=True).press_sequentially("granary")
    expect(names(page)).to_have_text(["The Golden Granary"])
    expect(page.get_by_role("status").filter(has_text="card")).to_have_text("1 card")
    assert focused(page) == "id_words"
    expect(page).to_have_url(re.compile(r"/cartographers/cards/\?table=ABCDEF&words=granary$"))
    page.get_by_label("Stack").select_option("forest")
    expect(page.locator("#found")).to_contain_text("No cards match these filters.")
    page.get_by_role("link", name="Show all cards").click()
    expect(page).to_have_url(re.compile(r"/cartographers/cards/\?table=ABCDEF$"))
    page.get_by_label("What is scored").select_option("Longest run")
    expect(names(page)).not_to_have_count(0)
    names(page).first.click()
    expect(page.get_by_role("link", name="Back to the table")).to_be_visible()
    assert complaints == []


def test_cards_are_found_without_scripts(context_for: ContextFor) -> None:
    page = context_for(java_script_enabled=False, viewport=PHONE).new_page()
    page.goto("/cartographers/cards/")
    page.get_by_label("Terrain").select_option("Monster")
    page.get_by_label("Type").select_option("Hero card")
    page.get_by_role("button", name="Show cards").click()
    expect(page.locator("#found")).to_contain_text("No cards match these filters.")
    page.get_by_label("Type").select_option("Ambush card")
    page.get_by_role("button", name="Show cards").click()
    expect(names(page)).to_have_count(8)
    page.get_by_role("link", name="Goblin Attack").click()
    expect(page.get_by_role("heading", name="Goblin Attack")).to_be_visible()
    page.goto("/cartographers/cards/treetower/")
    page.get_by_role("link", name="Statistics from real games").click()
    expect(page.get_by_role("heading", name="Treetower")).to_be_visible()


def test_the_pages_fit_and_axe_finds_nothing(context_for: ContextFor) -> None:
    page = context_for(viewport=PHONE).new_page()
    for address in (
        "/cartographers/cards/?terrain=monster&kind=ambush",
        "/cartographers/cards/?kind=x",
        "/cartographers/cards/treetower/",
        "/cartographers/sheets/",
        "/cartographers/sheets/B/",
    ):
        page.goto(address)
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
        assert page.evaluate(OVERFLOW) <= 0, address
        expect_accessible(page, address, [DARK])


@pytest.mark.parametrize("view", ["", "full/", "side-by-side/"])
def test_the_rules_begin_on_the_first_screen_of_a_phone(context_for: ContextFor, view: str) -> None:
    page = context_for(viewport={"width": 390, "height": 664}).new_page()
    page.goto(f"/cartographers/rules/{view}")
    for shown in (
        page.get_by_role("navigation", name="Views of the rules"),
        page.get_by_role("searchbox", name="Search the rules"),
        page.locator(".contents"),
        page.locator(".chapter h2").first,
    ):
        expect(shown).to_be_in_viewport(ratio=1)
