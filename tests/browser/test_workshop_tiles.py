"""Editor of tiles in a browser: painted with mouse, finger and keyboard, with and without scripts."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from games.accounts.models import User
from games.catalog.models import CatalogEntry
from games.catalog.site_cards import load_published
from tests.browser.measuring import measured, width_of
from tests.browser.reading import DARK, expect_accessible
from tests.games.cartographers.workshop.editing import url
from tests.games.gisborne.workshop.editing import draft

pytestmark = pytest.mark.browser
PHONE = {"width": 320, "height": 664}


@pytest.fixture
def edited(context_for: Callable[..., BrowserContext]) -> Callable[..., Page]:
    """Function that opens the draft of a tile as a curator."""
    load_published()
    user = User.objects.create_user("ada", "chart and compass", is_staff=True, is_superuser=True)
    entry = draft(user, "tile")

    def opened(**options: Any) -> Page:
        page = context_for(user, **options).new_page()
        page.goto(url(entry))
        return page

    return opened


def text_of(page: Page) -> str:
    return page.get_by_label("As text").input_value().strip()


def square(page: Page, row: int, column: int) -> Any:
    return page.locator(f'[data-at="{row - 1},{column - 1}"]')


def test_a_tile_is_painted_with_the_mouse_and_its_preview_follows(edited: Callable[..., Page]) -> None:
    page = edited(viewport={"width": 1366, "height": 768})
    page.get_by_role("radio", name="Village").check()
    square(page, 2, 2).click()
    expect(square(page, 2, 2)).to_have_accessible_name("row 2, column 2, village")
    expect(page.locator("#preview .way-tile")).to_contain_text("2, village")
    page.get_by_role("checkbox", name="after field 1").check()
    expect(page.locator("#preview")).to_contain_text("River after field 1.")
    page.get_by_role("radio", name="Nothing").check()
    square(page, 2, 1).click()
    expect(page.get_by_text("The path must start at row 2, column 1. Paint a field there.").first).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_label("As text")).to_have_value("_____\n.VC..\n_____")
    expect_accessible(page, "the editor of a tile", looks=[DARK])
    page.get_by_role("button", name="Save draft").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    assert CatalogEntry.objects.get(key="misty_fen").definition["rivers"] == [1]


def test_a_stroke_of_a_finger_paints_several_squares(edited: Callable[..., Page]) -> None:
    page = edited(viewport=PHONE, has_touch=True)
    page.get_by_role("radio", name="Swamp").check()
    square(page, 2, 4).scroll_into_view_if_needed()
    square(page, 2, 4).tap()
    assert text_of(page) == "_____\n..CS.\n_____"
    box = measured(square(page, 1, 1))
    assert min(box["width"], box["height"]) >= 40
    assert width_of(page) <= PHONE["width"]
    expect_accessible(page, "the editor of a tile on a phone")


def test_squares_are_one_tab_stop_with_arrows(edited: Callable[..., Page]) -> None:
    page = edited()
    page.get_by_role("radio", name="Wolves").check()
    square(page, 1, 1).focus()
    for key in ("ArrowDown", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    assert text_of(page) == "_____\n.WC..\n_____"
    expect(square(page, 2, 2)).to_be_focused()
    assert page.locator('[data-grid] [data-at][tabindex="0"]').count() == 1


def test_a_tile_is_painted_without_scripts(edited: Callable[..., Page]) -> None:
    page = edited(java_script_enabled=False)
    page.get_by_role("radio", name="Village").check()
    square(page, 2, 5).click()
    assert text_of(page) == "_____\n..C.V\n_____"
    page.get_by_label("As text").fill("_____\n.VC..\n_____")
    page.get_by_role("button", name="Show preview").last.click()
    expect(page.locator("#preview .way-tile")).to_contain_text("2, village")
    page.get_by_role("button", name="Save draft").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
