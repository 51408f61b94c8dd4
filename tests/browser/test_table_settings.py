"""The settings menu of a table: changes apply at once, and without scripts too."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from games.accounts.models import User
from games.tables.models import Table
from tests.browser.measuring import at_rest, measure
from tests.browser.playing import listen_for_complaints, press
from tests.games.cartographers import play

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]
LAPTOP = {"viewport": {"width": 1366, "height": 768}}
TOP = "document.querySelector('#map').getBoundingClientRect().top"


def opened(context: BrowserContext, table: Table) -> Page:
    """Open the table page and its menu, once the script has loaded."""
    page = context.new_page()
    with page.expect_response(re.compile(r"/settings\.")):
        page.goto(play.url(table))
    at_rest(page)
    page.get_by_role("button", name="Settings").click()
    return page


def switch(page: Page, name: str) -> None:
    """Press a switch or a theme of the open menu, and wait until it is on."""
    button = page.locator("#settings").get_by_role("button", name=name)
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")


def test_settings_apply_at_once_and_stay(context_for: ContextFor, people: list[User], table: Table) -> None:
    context = context_for(people[0], **LAPTOP)
    page = opened(context, table)
    complaints = listen_for_complaints(page)
    option, root = page.locator("#place-form [name=option]"), page.locator("html")
    page.evaluate("window.same = true")
    top = measure(page, TOP)
    switch(page, "Keyboard shortcuts only on the map")
    switch(page, "Double tap to place")
    lines = page.get_by_role("button", name="Shape lines")
    expect(lines).to_have_attribute("aria-pressed", "true")
    lines.click()
    expect(root).not_to_have_attribute("data-shape-lines", re.compile(""))
    switch(page, "Dark")
    expect(root).to_have_attribute("data-theme", "dark")
    expect(page.locator("#look [value=dark]")).to_have_attribute("aria-pressed", "true")
    assert measure(page, TOP) == top
    press(page, "2", "Escape")
    expect(page.locator("#settings")).to_be_hidden()
    expect(option).to_have_value("1")
    assert page.evaluate("window.same"), "the page has not been left"
    page.locator("#E7").dblclick()
    expect(page.locator("#take-back")).to_be_visible()
    page.close()
    page = opened(context, table)
    root = page.locator("html")
    for name in ("data-keys-on-map", "data-double-tap"):
        expect(root).to_have_attribute(name, "")
    expect(root).not_to_have_attribute("data-shape-lines", re.compile(""))
    expect(root).to_have_attribute("data-theme", "dark")
    switch(page, "System default")
    expect(root).not_to_have_attribute("data-theme", re.compile(""))
    keys = page.get_by_role("button", name="Keyboard shortcuts only on the map")
    keys.click()
    expect(keys).to_have_attribute("aria-pressed", "false")
    expect(root).not_to_have_attribute("data-keys-on-map", re.compile(""))
    assert not complaints


def test_setting_that_cannot_be_sent_stays_as_it_is(context_for: ContextFor, people: list[User], table: Table) -> None:
    page = opened(context_for(people[0], **LAPTOP), table)
    page.route(re.compile("/table-settings/"), lambda route: route.abort())
    page.get_by_role("button", name="Double tap to place").click()
    expect(page.locator("#failed")).to_contain_text("Not sent")
    expect(page.get_by_role("button", name="Double tap to place")).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1366, 768)], ids=str)
def test_menu_fits_the_screen(size: tuple[int, int], context_for: ContextFor, people: list[User], table: Table) -> None:
    page = context_for(people[0], viewport={"width": size[0], "height": size[1]}).new_page()
    page.goto(play.url(table))
    page.get_by_role("button", name="Settings").click()
    expect(page.locator("#settings")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("link", name="All settings")).to_have_attribute("href", "/accounts/profile/")


def test_without_scripts_the_menu_consists_of_forms(context_for: ContextFor, people: list[User], table: Table) -> None:
    page = context_for(people[0], java_script_enabled=False).new_page()
    page.goto(play.url(table))
    for name in ("Sounds", "Double tap to place", "Dark"):
        page.get_by_role("button", name="Settings").click()
        page.locator("#settings").get_by_role("button", name=name).click()
        expect(page.locator("#settings")).to_be_hidden()
        expect(page).to_have_url(re.compile(play.url(table) + "$"))
        page.get_by_role("button", name="Settings").click()
        button = page.locator("#settings").get_by_role("button", name=name)
        expect(button).to_have_attribute("aria-pressed", "true")
        page.keyboard.press("Escape")


def test_menu_lists_the_keys(context_for: ContextFor, people: list[User], table: Table) -> None:
    page = opened(context_for(people[0], viewport={"width": 844, "height": 390}), table)
    menu = page.locator("#settings")
    menu.get_by_text("Keyboard shortcuts", exact=True).click()
    expect(menu.get_by_role("definition").first).to_have_text("Rotate right, left")
    last = menu.get_by_role("definition").last
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport(ratio=1)


def test_stars_of_a_placement_are_shown_on_request_only(
    context_for: ContextFor, people: list[User], table: Table
) -> None:
    page = opened(context_for(people[0], **LAPTOP), table)
    gains = page.locator("#controls .goals b")
    previews = page.get_by_role("button", name="Star previews")
    expect(gains.first).not_to_have_css("display", "none")
    previews.click()
    expect(previews).to_have_attribute("aria-pressed", "false")
    expect(gains.first).to_have_css("display", "none")
    page.reload()
    expect(gains.first).to_have_css("display", "none")
    expect(page.locator("#controls .goal-figure").first).to_be_visible()
