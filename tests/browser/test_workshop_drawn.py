"""A new shape drawn and a new sheet painted in the workshop: by mouse, by keyboard, and without scripts."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from games.accounts.models import User
from games.catalog.models import CatalogEntry
from tests.browser.measuring import at_rest
from tests.browser.reading import DARK, expect_accessible
from tests.processes.site import Site

pytestmark = pytest.mark.browser

ADD = "/admin/catalog/catalogentry/add/?kind=cartographers"


@pytest.fixture
def curator(site: Site) -> User:
    """Somebody who may do everything, on a site that is started anew: what the one before remembers of the kinds of
    records that the admin notes may have gone with the database of the test before.
    """
    site.stop()
    site.start()
    return User.objects.create_user("ada", "chart and compass", is_staff=True, is_superuser=True)


def begin(page: Page, kind: str, name: str) -> None:
    page.goto(f"{ADD}/{kind}")
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", name=name, level=1)).to_be_visible()
    at_rest(page)


def saved(page: Page) -> CatalogEntry:
    page.get_by_role("button", name="Save the draft").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    return CatalogEntry.objects.get(state="draft")


def beside(page: Page) -> Locator:
    return page.get_by_role("region", name="What it comes to")


def rows(entry: CatalogEntry) -> list[str]:
    return list(entry.definition["rows"])


def test_by_mouse(context_for: Callable[..., BrowserContext], curator: User) -> None:
    page = context_for(curator).new_page()
    begin(page, "explore", "Crooked Lane")
    first = page.get_by_role("group", name="Shape 1")
    first.get_by_label("row 2, column 2").click()
    first.get_by_label("row 3, column 2").click()
    expect(first.get_by_text("##/.#/.#", exact=True)).to_be_visible()
    expect(beside(page)).to_contain_text("It can be held in 8 ways. ##/.#/.#")
    page.get_by_role("checkbox", name="Village").check()
    expect(beside(page)).to_contain_text("Village")
    expect_accessible(page, "an explore card", looks=[DARK])
    entry = saved(page)
    assert entry.definition["shapes"] == [{"drawn": ["##", ".#", ".#"], "coin": False}]
    entry.delete()

    begin(page, "sheet", "Moor")
    sheet = page.get_by_role("group", name="Sheet")
    sheet.get_by_role("button", name="B2, empty").hover()
    page.mouse.down()
    sheet.get_by_role("button", name="B3, empty").hover()
    sheet.get_by_role("button", name="B4, empty").hover()
    page.mouse.up()
    sheet.get_by_role("radio", name="Ruins").check()
    sheet.get_by_role("button", name="A1, empty").click()
    expect(beside(page)).to_contain_text("3 mountains, 1 ruins space, 0 spaces of wasteland, 118 empty spaces.")
    at_rest(page)
    sheet.get_by_role("button", name="Undo").click()
    expect(sheet.get_by_role("button", name="A1, empty")).to_be_visible()
    at_rest(page)
    sheet.get_by_role("button", name="Turn", exact=True).click()
    expect(sheet.get_by_role("button", name="B10, mountain")).to_be_visible()
    expect_accessible(page, "a sheet", looks=[DARK])
    assert [row.find("^") for row in rows(saved(page))] == [-1, 9, 9, 9, *[-1] * 7]


def test_by_keyboard(context_for: Callable[..., BrowserContext], curator: User) -> None:
    page = context_for(curator, viewport={"width": 360, "height": 740}).new_page()
    begin(page, "explore", "Crooked Lane")
    first = page.get_by_role("group", name="Shape 1")
    first.get_by_label("row 1, column 2").focus()
    for key in ("ArrowDown", "Space", "ArrowDown", "Space"):
        page.keyboard.press(key)
    expect(beside(page)).to_contain_text("It can be held in 8 ways. ##/.#/.#")
    page.get_by_label("Steps of time").focus()
    page.keyboard.press("Enter")
    expect(first.get_by_label("row 3, column 2")).to_be_checked()
    expect_accessible(page, "an explore card on a phone")
    saved(page).delete()
    begin(page, "ambush", "Bog Wight")
    expect_accessible(page, "an ambush on a phone")

    CatalogEntry.objects.get(state="draft").delete()
    begin(page, "sheet", "Moor")
    sheet = page.get_by_role("group", name="Sheet")
    sheet.get_by_role("radio", name="Mountain").focus()
    page.keyboard.press("ArrowRight")
    expect(sheet.get_by_role("radio", name="Ruins")).to_be_checked()
    sheet.get_by_role("button", name="A1, empty").focus()
    for key in ("ArrowDown", "ArrowRight", "Enter", "ArrowRight", "Space"):
        page.keyboard.press(key)
    expect(sheet.get_by_role("button", name="B3, ruins")).to_be_focused()
    expect(beside(page)).to_contain_text("0 mountains, 2 ruins spaces, 0 spaces of wasteland, 121 empty spaces.")
    at_rest(page)
    sheet.get_by_role("button", name="Mirror").focus()
    page.keyboard.press("Enter")
    expect(sheet.get_by_role("button", name="B10, ruins")).to_be_visible()
    expect(sheet.get_by_role("button", name="Mirror")).to_be_focused()
    expect_accessible(page, "a sheet on a phone")
    assert rows(saved(page))[1] == "........rr."


def test_without_scripts(context_for: Callable[..., BrowserContext], curator: User) -> None:
    page = context_for(curator, java_script_enabled=False).new_page()
    begin(page, "sheet", "Moor")
    sheet = page.get_by_role("group", name="Sheet")
    sheet.get_by_role("button", name="A1, empty").click()
    sheet.get_by_role("radio", name="Wasteland").check()
    sheet.get_by_role("button", name="A2, empty").click()
    expect(beside(page)).to_contain_text("1 mountain, 0 ruins spaces, 1 space of wasteland, 119 empty spaces.")
    sheet.get_by_label("As text").fill("^" * 11)
    page.get_by_role("button", name="Show what it comes to").last.click()
    expect(page.get_by_text("There are 1 lines instead of 11.", exact=True)).to_be_visible()
    sheet.get_by_role("button", name="Undo").click()
    sheet.get_by_role("button", name="Undo").click()
    assert rows(saved(page)) == ["." * 11] * 11
