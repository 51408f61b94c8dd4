"""Choosing what to play with, mostly without scripts: a preset, a set, or a custom mix."""

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from games.accounts.models import User
from games.tables.models import Table
from tests.browser.measuring import measured, width_of
from tests.browser.playing import draw
from tests.games.cartographers.play import state_of
from tests.games.cartographers.shelf.sets import published_set
from tests.games.tables.clients import people_named

pytestmark = pytest.mark.browser


def new_table(context_for: Callable[..., BrowserContext]) -> Page:
    """The new table form on a phone."""
    user = User.objects.create_user("mira", "chart and compass", display_name="Mira")
    page = context_for(user, java_script_enabled=False, viewport={"width": 320, "height": 640}).new_page()
    page.goto("/tables/new/")
    return page


def test_a_set_of_the_boxes_is_one_choice(context_for: Callable[..., BrowserContext]) -> None:
    page = new_table(context_for)
    expect(page.get_by_label("Cartographers The original game")).to_be_checked()
    page.get_by_text("More options", exact=True).click()
    expect(page.get_by_text("Cards and map sheet")).to_be_hidden()
    page.get_by_label("Both boxes").check()
    page.get_by_role("button", name="Create table").click()
    expect(page.get_by_text("Both boxes")).to_be_visible()
    expect(page.get_by_text("Map sheet C")).to_be_visible()
    options = Table.objects.get().options
    assert (options["set"], options["sheet"]) == ("heroes/both", "C")


def test_terrains_in_the_contents_of_a_set_are_as_high_as_a_line(context_for: Callable[..., BrowserContext]) -> None:
    page = context_for(viewport={"width": 390, "height": 844}).new_page()
    page.goto("/tables/new/")
    page.get_by_text("Show contents: Cartographers", exact=True).click()
    terrain = page.locator(".set-cards .grounds .swatch").first
    expect(terrain).to_be_visible()
    assert measured(terrain)["height"] == pytest.approx(20, abs=1)


def test_a_mix_of_ones_own_is_explained_until_it_can_be_played(context_for: Callable[..., BrowserContext]) -> None:
    page = new_table(context_for)
    page.get_by_label("Custom mix").check()
    page.get_by_text("More options", exact=True).click()
    page.get_by_text("Cards and map sheet").click()
    page.get_by_label("D: Wastelands of the Western Lands").check()
    page.get_by_label("Hero cards").check()
    page.locator("summary", has_text="Edicts").click()
    page.get_by_role("group", name="Scoring cards").first.get_by_label("Both").check()
    for letter, card in zip("ABCD", ("Deepwood", "Wildholds", "Canal Lake", "Borderlands"), strict=True):
        offer = page.get_by_role("radio", name=card)
        offer.check()
        stack = page.get_by_role("group").filter(has=offer).last
        stack.get_by_role("combobox").select_option(letter)
    page.get_by_role("group", name="Scoring cards").first.get_by_label("Cartographers").check()
    expect(page.get_by_role("radio", name="Faunlost Thicket")).to_be_hidden()
    expect(page.get_by_role("radio", name="Deepwood")).to_be_visible()
    page.get_by_role("button", name="Create table").click()
    expect(page.locator(".error-summary")).to_contain_text("Deepwood isn’t in this set")
    expect(page.get_by_label("D: Wastelands")).to_be_checked()
    assert width_of(page) <= 320
    page.get_by_role("group", name="Scoring cards").first.get_by_label("Both").check()
    page.get_by_role("button", name="Create table").click()
    expect(page.get_by_text("Edicts: Deepwood, Wildholds, Canal Lake, Borderlands")).to_be_visible()
    options = Table.objects.get().options
    assert (options["preset"], options["sheet"], options["heroes"], options["pool"]) == ("own", "D", True, "both")


def test_a_second_card_of_a_stack_takes_the_place_of_the_first(context_for: Callable[..., BrowserContext]) -> None:
    page = new_table(context_for)
    page.get_by_text("More options", exact=True).click()
    page.locator("summary", has_text="Edicts").click()
    page.get_by_role("radio", name="Treetower").check()
    page.get_by_role("radio", name="Greenbough").check()
    expect(page.get_by_role("radio", name="Treetower")).not_to_be_checked()
    expect(page.get_by_role("radio", name="Deepwood")).to_be_hidden()
    page.get_by_role("button", name="Create table").click()
    expect(page.get_by_text("Greenbough")).to_be_visible()
    edicts = Table.objects.get().options["edicts"]
    assert (len(edicts), "greenbough" in edicts) == (4, True)


def with_a_set(context_for: Callable[..., BrowserContext], *, scripts: bool) -> Page:
    """The edicts section of the new table form, on a site that has a published set."""
    published_set()
    page = context_for(people_named("Mira")[0], java_script_enabled=scripts).new_page()
    page.goto("/tables/new/")
    page.get_by_text("More options", exact=True).click()
    page.locator("summary", has_text="Edicts").click()
    return page


def test_of_the_cards_those_are_offered_that_the_set_has(context_for: Callable[..., BrowserContext]) -> None:
    page = with_a_set(context_for, scripts=True)
    treetower, greenbough = (page.get_by_role("radio", name=name) for name in ("Treetower", "Greenbough"))
    greenbough.check()
    page.get_by_role("radio", name="Riverside").check()
    offered = page.locator(".edict-choice .picks").get_by_role("radio")
    expect(offered).to_have_count(4 + 4 + 1)  # chance and the card of each stack, and what was chosen before
    page.get_by_role("button", name="Create table").click()
    expect(page.locator(".error-summary")).to_contain_text("Greenbough isn’t in this set")
    expect(greenbough).to_be_checked()
    treetower.check()
    expect(greenbough).to_be_hidden()
    expect(offered).to_have_count(4 + 4)
    page.get_by_role("radio", name="Cartographers The original game").check()
    expect(greenbough).to_be_visible()
    page.get_by_role("radio", name="Riverside").check()
    page.get_by_role("button", name="Create table").click()
    expect(page.get_by_text("Set: Riverside")).to_be_visible()
    assert "treetower" in Table.objects.get().options["edicts"]


def test_without_scripts_a_card_that_the_set_has_not_is_refused_in_words(
    context_for: Callable[..., BrowserContext],
) -> None:
    page = with_a_set(context_for, scripts=False)
    page.get_by_role("radio", name="Riverside").check()
    page.get_by_role("radio", name="Greenbough").check()
    page.get_by_role("button", name="Create table").click()
    expect(page.locator(".error-summary")).to_contain_text("Greenbough isn’t in this set")


@pytest.mark.parametrize(("width", "height"), [(320, 568), (390, 844), (844, 390), (1366, 768)])
def test_the_table_is_opened_without_scrolling(
    context_for: Callable[..., BrowserContext], width: int, height: int
) -> None:
    page = new_table(context_for)
    page.set_viewport_size({"width": width, "height": height})
    expect(page.get_by_role("button", name="Create table")).to_be_in_viewport(ratio=1)
    expect(page.get_by_label("Seats", exact=True)).to_be_in_viewport(ratio=1)
    assert width_of(page) <= width


def test_choices_are_kept_under_a_name(context_for: Callable[..., BrowserContext]) -> None:
    page = new_table(context_for)
    page.get_by_label("Both boxes").check()
    page.get_by_text("More options", exact=True).click()
    page.get_by_label("Save these settings as").fill("Long evening")
    page.get_by_role("button", name="Create table").click()
    page.goto("/tables/new/")
    expect(page.get_by_label("Both boxes")).to_be_checked()
    page.get_by_role("link", name="Default setup").click()
    expect(page.get_by_label("Cartographers The original game")).to_be_checked()
    page.get_by_role("link", name="Long evening").click()
    expect(page.get_by_label("Both boxes")).to_be_checked()
    page.get_by_role("button", name="Delete “Long evening”").click()
    expect(page.get_by_role("link", name="Long evening")).to_have_count(0)


def open_with_monsters_and_heroes(page: Page) -> None:
    """Fill in and submit the new table form for two players with ambushes and heroes."""
    page.get_by_label("Seats", exact=True).select_option("2")
    page.get_by_label("Custom mix").check()
    page.get_by_text("More options", exact=True).click()
    if not page.get_by_text("Ambush cards").first.is_visible():
        page.get_by_text("Cards and map sheet").click()
    page.get_by_role("group", name="Ambush cards").get_by_label("Both").check()
    page.get_by_role("group", name="Scoring cards").first.get_by_label("Both").check()
    page.get_by_label("Hero cards").check()
    page.get_by_role("button", name="Create table").click()


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_mix_of_ones_own_is_chosen_joined_and_played(
    context_for: Callable[..., BrowserContext], scripts: bool
) -> None:
    mira, ben = (context_for(person, java_script_enabled=scripts).new_page() for person in people_named("Mira", "Ben"))
    mira.goto("/tables/new/")
    open_with_monsters_and_heroes(mira)
    text = "Custom mix: base game with ambush cards from both boxes, hero cards and scoring cards from both boxes"
    expect(mira.get_by_text(text)).to_be_visible()
    ben.goto("/tables/")
    expect(ben.get_by_text(text)).to_be_visible()
    ben.get_by_role("button", name="Join").click()
    expect(ben.locator("#desk-title")).to_be_visible()
    if not scripts:
        mira.goto(ben.url)
    expect(mira.locator("#desk-title")).to_be_visible()
    for page in (mira, ben):
        expect(page.locator("#played-with")).to_contain_text(text)
        draw(page, Random(1))
    state = state_of(Table.objects.get())
    assert state.turn == 2
    assert {card.initial for card in state.definition.ambushes} == {"", *"DGTZ"}
    assert len(state.definition.heroes) == 4
    expect(ben.locator("#log")).to_contain_text("You drew")
    expect(ben.locator("#log")).to_contain_text("Mira drew")
