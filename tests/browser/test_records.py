"""Importing a game record in real browsers: pasted without scripts, replayed on a phone, and saved."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from games.accounts.models import User
from games.tables.models import Table
from tests.browser.reading import DARK, expect_accessible
from tests.browser.test_past_games import OVERFLOW, SIZES
from tests.games.tables.clients import people_named

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]
GOLDEN = Path(__file__).resolve().parents[1] / "golden"
WORDS = "Uploaded game. The player names come from the file, and the game doesn’t count toward statistics."


@pytest.fixture
def ann(site: object) -> User:
    return people_named("Ann")[0]


def paste(page: Page, text: str) -> None:
    page.goto("/records/")
    page.get_by_label("Or paste as text").fill(text)
    page.get_by_role("button", name="Check file").click()


def test_a_record_is_stepped_through_on_a_phone_without_scripts_and_kept(context_for: ContextFor, ann: User) -> None:
    page = context_for(ann, java_script_enabled=False, viewport=SIZES["phone"]).new_page()
    paste(page, json.dumps(json.loads((GOLDEN / "heroes_four.json").read_text()) | {"seats": ["Mira", "B", "C", "D"]}))
    page.get_by_role("link", name="Replay").click()
    expect(page.get_by_role("heading", name="Turn 1", exact=True)).to_be_visible()
    expect(page.locator("#brought")).to_contain_text(WORDS)
    page.get_by_role("link", name="Turn 2", exact=True).first.click()
    expect(page.get_by_role("heading", name="Turn 2", exact=True)).to_be_visible()
    page.get_by_role("link", name="Stars by turn").click()
    expect(page.locator("#brought")).to_contain_text("Available until:")
    page.locator("#brought").get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#brought")).to_contain_text("Saved permanently")
    expect(page.locator("#ending")).to_contain_text("Mira won.")
    page.goto("/records/")
    page.get_by_role("link", name="Delete: Mira, B, C and D").click()
    expect(page.get_by_role("heading", name="Delete “Mira, B, C and D”?")).to_be_visible()
    page.get_by_role("link", name="Cancel").click()
    expect(page.locator("#ending")).to_be_visible()
    page.locator("#brought").get_by_role("link", name="Delete").click()
    page.get_by_role("button", name="Delete").click()
    expect(page.locator("#messages")).to_contain_text("“Mira, B, C and D” was deleted.")
    assert not Table.objects.exists()


def test_who_has_the_link_sees_it_and_nobody_else(context_for: ContextFor, site: object) -> None:
    page, friend, stranger = (context_for(java_script_enabled=False).new_page() for _ in range(3))
    paste(page, (GOLDEN / "solo_coins.json").read_text())
    link = page.get_by_label("Share this game:").input_value()
    page.get_by_role("link", name="End of the game").click()
    expect(page.locator("#ending")).to_be_visible()
    friend.goto(link)
    expect(friend.locator("#brought")).to_contain_text(WORDS)
    stranger.goto(page.url)
    expect(stranger.locator("#ending")).to_have_count(0)


@pytest.mark.parametrize("size", SIZES)
def test_the_pages_fit_and_axe_finds_nothing(context_for: ContextFor, ann: User, size: str) -> None:
    page = context_for(ann, viewport=SIZES[size]).new_page()
    document = json.loads((GOLDEN / "both_six.json").read_text()) | {"seats": ["x" * 24] * 6}

    def look(name: str) -> None:
        page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true })")
        assert page.evaluate(OVERFLOW) <= 0, name
        expect_accessible(page, name, [DARK])

    paste(page, json.dumps(document))
    look("a record that holds")
    page.get_by_role("link", name="Replay").click()
    expect(page.locator("#turn")).to_be_visible()
    look("a turn of it")
    next(event for event in document["events"] if event["kind"] == "drawn")["data"]["cells"] = ["A1"]
    paste(page, json.dumps(document))
    expect(page.get_by_text("(first invalid event)")).to_be_visible()
    look("one that does not")
