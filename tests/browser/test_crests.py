"""The editor of a crest in a real browser: with and without scripts, and by keyboard."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from playwright.sync_api import BrowserContext, expect

from games.accounts.models import User
from games.tables.models import Table
from tests.browser.measuring import at_rest, measured
from tests.browser.reading import expect_accessible
from tests.games.cartographers import monsters, play
from tests.games.tables.clients import NAMES, people_named

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]
URL = "/accounts/crest/"


def test_a_crest_is_put_together_by_keyboard(context_for: ContextFor, mira: User) -> None:
    page = context_for(mira).new_page()
    page.goto(URL)
    page.get_by_role("radio", name="Owl").focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("img", name="Owl in")).to_be_visible()
    at_rest(page)
    expect(page.get_by_role("radio", name="Owl")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("img", name="Fish in")).to_be_visible()
    at_rest(page)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Your crest has been saved.")).to_be_visible()
    mira.refresh_from_db()
    assert mira.crest.endswith(".fish")


def test_a_crest_is_put_together_without_scripts(context_for: ContextFor, mira: User) -> None:
    page = context_for(mira, java_script_enabled=False).new_page()
    page.goto(URL)
    page.get_by_role("radio", name="Owl").check(force=True)
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("img", name="Owl in")).to_be_visible()
    page.get_by_role("button", name="Another one").click()
    page.get_by_role("button", name="Another one").click()
    expect(page.get_by_role("img", name=mira.crest_alternative(2).blazon)).to_be_visible()
    page.get_by_role("button", name="Crest of my name").click()
    expect(page.get_by_role("img", name=mira.generated_crest.blazon)).to_be_visible()


@pytest.mark.parametrize("width", [320, 1366])
def test_the_editor_is_accessible(context_for: ContextFor, mira: User, width: int) -> None:
    page = context_for(mira, viewport={"width": width, "height": 700}).new_page()
    page.goto(URL)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    expect_accessible(page, URL)


@pytest.mark.parametrize("seats", [3, 12])
def test_every_crest_stands_whole_in_the_strip_of_a_phone(context_for: ContextFor, site: object, seats: int) -> None:
    people = people_named(*NAMES[:seats])
    page = context_for(people[0], viewport={"width": 320, "height": 568}).new_page()
    page.goto(play.url(play.gather(*people)))
    strip, menu = measured(page.locator("#strip")), measured(page.locator(".menu-button"))
    crests = [measured(crest) for crest in page.locator("#strip .crest").all()]
    assert len(crests) == seats
    for left, right in pairwise(crests):
        assert left["x"] + left["width"] * 0.95 <= right["x"] + 1, "they lie side by side"
    for crest in crests:
        assert crest["width"] >= 14
        assert strip["x"] <= crest["x"]
        assert crest["x"] + crest["width"] <= menu["x"] + 1
        assert strip["y"] <= crest["y"]
        assert crest["y"] + crest["height"] <= strip["y"] + strip["height"]


def test_a_printed_game_names_its_player_in_ink(context_for: ContextFor, mira: User, alone: Table) -> None:
    monsters.play_on(alone, [mira])
    page = context_for(mira).new_page()
    page.goto(play.url(alone))
    page.emulate_media(media="print")
    plate = page.locator("h2.plate")
    expect(plate.locator(".crest")).to_be_visible()
    assert plate.evaluate("name => getComputedStyle(name).color") == page.evaluate(
        "getComputedStyle(document.body).color"
    )
