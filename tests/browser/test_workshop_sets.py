"""Editing sets, in the workshop and by players: by mouse, by keyboard, without scripts."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from games.cartographers.models import OwnSet
from games.cartographers.workshop.own_sets import create_own_set
from tests.browser.hands import Keys, Mouse
from tests.browser.making import begin, curator, preview_of, save
from tests.browser.measuring import at_rest, measure, measured
from tests.browser.reading import DARK, expect_accessible
from tests.games.tables.clients import people_named

pytestmark = pytest.mark.browser
PHONE = {"width": 390, "height": 844}


@pytest.fixture
def page(context_for: Callable[..., BrowserContext]) -> Page:
    """The editor of a new set."""
    page = context_for(curator("ada")).new_page()
    begin(Mouse(page), "set", "Riverside")
    return page


def unfold(page: Page, key: str) -> Locator:
    """Expand a collapsed group of options by keyboard."""
    picks = page.locator(f"[data-picks={key}]")
    picks.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(picks).to_have_attribute("open", "")
    return picks


def test_what_a_set_comes_to_is_told_with_every_pick(page: Page) -> None:
    preview = preview_of(page)
    expect(preview).to_contain_text("With 11 explore cards, 4 ambush cards, 16 scoring cards and 2 map sheets.")
    forest = page.locator("[data-picks=scoring-forest]")
    forest.locator("summary").click()
    forest.get_by_role("button", name="Select none").click()
    expect(preview).to_contain_text("Missing: forest")
    expect(forest.locator("summary")).to_contain_text("0 of 9: choose at least one")
    at_rest(page)
    expect(forest.get_by_role("button", name="Select none")).to_be_focused()
    page.get_by_role("group", name="Scoring cards: forest").get_by_role("checkbox", name="Deepwood").check()
    expect(forest.locator("summary")).to_contain_text("1 of 9")
    expect(preview).to_contain_text("With 11 explore cards, 4 ambush cards, 13 scoring cards and 2 map sheets.")
    expect(preview).to_contain_text("Deepwood")
    page.locator("[data-picks=sheets] > summary").click()
    page.get_by_role("group", name="Map sheets").get_by_role("checkbox", name="A: Wilderness").uncheck()
    expect(preview).to_contain_text("On map sheet B: Wastelands")


def test_what_is_picked_and_written_by_keyboard_is_saved(page: Page) -> None:
    """A set without ruins cards, on sheet B, until the end of the century."""
    keys = Keys(page)
    keys.press(unfold(page, "sheets").get_by_role("checkbox", name="A: Wilderness"))
    expect(preview_of(page)).to_contain_text("1 map sheet.")
    at_rest(page)
    keys.press(unfold(page, "ruins").get_by_role("button", name="Select none"))
    expect(page.get_by_role("group", name="Ruins cards").get_by_role("checkbox").first).not_to_be_checked()
    at_rest(page)
    expect(page.locator("[data-picks=sheets]")).to_have_attribute("open", "")
    keys.press(page.locator("summary").filter(has_text="Availability dates"))
    page.get_by_label("End date").focus()
    page.keyboard.type("12312099")
    definition = save(keys, "Riverside").definition
    assert (definition["sheets"], definition["ruins"], definition["until"]) == (["cartographers/B"], [], "2099-12-31")


@pytest.fixture
def own(context_for: Callable[..., BrowserContext]) -> Callable[..., Page]:
    """Function that opens a player's own set on a phone."""
    ann = people_named("Ann")[0]
    own_set = create_own_set(owner=ann, name="Lakes")

    def opened(**options: bool) -> Page:
        page = context_for(ann, viewport=PHONE, **options).new_page()
        page.goto(f"/cartographers/sets/own/{own_set.key}/")
        return page

    return opened


def test_a_set_of_ones_own_is_short_on_a_phone_and_saved_from_anywhere(own: Callable[..., Page]) -> None:
    page = own()
    assert measure(page, "document.documentElement.scrollHeight") < 3 * PHONE["height"]
    expect(page.get_by_role("button", name="Save", exact=True)).to_be_in_viewport(ratio=1)
    expect_accessible(page, "a set of one's own on a phone", looks=[DARK])
    heroes = unfold(page, "heroes")
    heroes.get_by_role("checkbox").first.check()
    expect(heroes.locator("summary")).to_contain_text("1 of 4")
    unfold(page, "sheets").get_by_role("button", name="Select none").click()
    expect(page.locator("#preview")).to_contain_text("A set needs at least one map sheet.")
    expect(heroes.get_by_role("checkbox").first).to_be_checked()
    last = page.locator("[data-picks=sheets]").get_by_role("checkbox").last
    last.focus()
    at_rest(page)
    bar, box = measured(page.locator(".workshop-actions")), measured(last)
    assert box["y"] + box["height"] <= bar["y"], "what has the focus lies under the bar"
    expect_accessible(page, "a set of one's own on a phone, unfolded")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    expect(page.locator("[data-picks=sheets]")).to_have_attribute("open", "")
    expect(page.locator("[data-picks=sheets] > summary")).to_contain_text("0 of 4: choose at least one")
    expect(page.locator("[data-picks=heroes]")).not_to_have_attribute("open", "")


def test_a_set_of_ones_own_is_picked_without_scripts(own: Callable[..., Page]) -> None:
    page = own(java_script_enabled=False)
    page.locator("[data-picks=explore] > summary").click()
    page.locator("[data-picks=explore]").get_by_role("button", name="Select all").click()
    explore = page.locator("[data-picks=explore]")
    expect(explore).to_have_attribute("open", "")
    expect(explore.locator("summary")).to_contain_text("22 of 22")
    expect(explore).to_be_in_viewport()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    assert len(OwnSet.objects.get().definition["explore"]) == 22
