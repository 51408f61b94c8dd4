"""Drawing and painting in the workshop: by mouse, by keyboard, and without scripts."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from games.catalog.models import CatalogEntry
from tests.browser.hands import Keys, Mouse
from tests.browser.making import begin, curator, preview_of, save, space
from tests.browser.measuring import at_rest
from tests.browser.playing import press
from tests.browser.reading import DARK, expect_accessible

pytestmark = pytest.mark.browser


def rows(entry: CatalogEntry) -> list[str]:
    return list(entry.definition["rows"])


def test_by_mouse(context_for: Callable[..., BrowserContext]) -> None:
    hand = Mouse(context_for(curator("ada")).new_page())
    page = hand.page
    begin(hand, "explore", "Crooked Lane")
    page.get_by_role("checkbox", name="Village").check()
    expect(preview_of(page)).to_contain_text("Village")
    expect_accessible(page, "an explore card", looks=[DARK])

    begin(hand, "sheet", "Moor")
    sheet = page.get_by_role("group", name="Map sheet")
    hand.sweep(*(space(sheet, name) for name in ("B2", "B3", "B4")))
    sheet.get_by_role("radio", name="Ruins").check()
    sheet.get_by_role("button", name="A1, empty").click()
    expect(preview_of(page)).to_contain_text("3 mountains, 1 ruins space, 0 wasteland spaces, 118 empty spaces.")
    at_rest(page)
    sheet.get_by_role("button", name="Undo").click()
    expect(sheet.get_by_role("button", name="A1, empty")).to_be_visible()
    at_rest(page)
    sheet.get_by_role("button", name="Rotate", exact=True).click()
    expect(sheet.get_by_role("button", name="B10, mountain")).to_be_visible()
    expect_accessible(page, "a sheet", looks=[DARK])
    assert [row.find("^") for row in rows(save(hand, "Moor"))] == [-1, 9, 9, 9, *[-1] * 7]


def test_by_keyboard(context_for: Callable[..., BrowserContext]) -> None:
    hand = Keys(context_for(curator("ada"), viewport={"width": 360, "height": 740}).new_page())
    page = hand.page
    begin(hand, "ambush", "Bog Wight")
    expect_accessible(page, "an ambush on a phone")

    begin(hand, "explore", "Crooked Lane")
    first = page.get_by_role("group", name="Shape 1")
    first.get_by_label("row 1, column 2").focus()
    press(page, "ArrowDown", "Space", "ArrowDown", "Space")
    expect(preview_of(page)).to_contain_text("8 orientations. ##/.#/.#")
    page.get_by_label("Time value").press("Enter")
    expect(first.get_by_label("row 3, column 2")).to_be_checked()
    expect_accessible(page, "an explore card on a phone")
    card = save(hand, "Crooked Lane")
    assert card.definition["shapes"] == [{"drawn": ["##", ".#", ".#"], "coin": False}]

    begin(hand, "sheet", "Moor")
    sheet = page.get_by_role("group", name="Map sheet")
    sheet.get_by_role("radio", name="Mountain").press("ArrowRight")
    expect(sheet.get_by_role("radio", name="Landmark")).to_be_checked()
    sheet.get_by_role("radio", name="Landmark").press("ArrowRight")
    expect(sheet.get_by_role("radio", name="Ruins")).to_be_checked()
    sheet.get_by_role("button", name="A1, empty").focus()
    press(page, "ArrowDown", "ArrowRight", "Enter", "ArrowRight", "Space")
    expect(sheet.get_by_role("button", name="B3, ruins")).to_be_focused()
    expect(preview_of(page)).to_contain_text("0 mountains, 2 ruins spaces, 0 wasteland spaces, 121 empty spaces.")
    at_rest(page)
    hand.press(sheet.get_by_role("button", name="Flip"))
    expect(sheet.get_by_role("button", name="B10, ruins")).to_be_visible()
    expect(sheet.get_by_role("button", name="Flip")).to_be_focused()
    expect_accessible(page, "a sheet on a phone")
    assert rows(save(hand, "Moor"))[1] == "........rr."


def test_without_scripts(context_for: Callable[..., BrowserContext]) -> None:
    hand = Mouse(context_for(curator("ada"), java_script_enabled=False).new_page())
    page = hand.page
    begin(hand, "sheet", "Moor")
    sheet = page.get_by_role("group", name="Map sheet")
    sheet.get_by_role("button", name="A1, empty").click()
    sheet.get_by_role("radio", name="Wasteland").check()
    sheet.get_by_role("button", name="A2, empty").click()
    expect(preview_of(page)).to_contain_text("1 mountain, 0 ruins spaces, 1 wasteland space, 119 empty spaces.")
    sheet.get_by_label("As text").fill("^" * 11)
    page.get_by_role("button", name="Show preview").last.click()
    expect(page.get_by_text("There are 1 lines instead of 11.", exact=True)).to_be_visible()
    sheet.get_by_role("button", name="Undo").click()
    sheet.get_by_role("button", name="Undo").click()
    assert rows(save(hand, "Moor")) == ["." * 11] * 11
