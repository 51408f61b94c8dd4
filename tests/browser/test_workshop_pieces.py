"""The component list: pictures and states, filters and available actions, on desktop and phone."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from games.accounts.models import User
from games.cartographers.shelf.kinds import EntryKind
from tests.browser.reading import DARK, expect_accessible
from tests.games.cartographers.workshop.editing import draft

pytestmark = pytest.mark.browser
LIST = "/admin/catalog/catalogentry/"
PHONE = {"width": 390, "height": 844}


@pytest.fixture
def listed(context_for: Callable[..., BrowserContext]) -> Callable[..., Page]:
    """Function that opens the list as a curator, with a draft of a map sheet in it."""
    user = User.objects.create_user("ada", "chart and compass", is_staff=True, is_superuser=True)
    draft(user, EntryKind.SHEET, "Moor")

    def opened(**options: Any) -> Page:
        page = context_for(user, **options).new_page()
        page.goto(LIST)
        return page

    return opened


def test_all_of_it_is_open_on_a_desk(listed: Callable[..., Page]) -> None:
    page = listed(viewport={"width": 1366, "height": 768})
    expect(page.get_by_role("heading", name="Components")).to_be_visible()
    treetower = page.get_by_role("row", name="Treetower")
    expect(treetower.locator("svg.emblem")).to_be_visible()
    expect(treetower.get_by_text("Active", exact=True)).to_be_visible()
    expect_accessible(page, "the list of pieces", looks=[DARK])
    page.get_by_role("navigation", name="Filter").get_by_role("link", name="Drafts", exact=True).click()
    row = page.get_by_role("row", name="Moor")
    expect(row.locator("svg.small-map")).to_be_visible()
    expect(row.get_by_text("Draft", exact=True)).to_be_visible()
    expect(page.get_by_role("row", name="Treetower")).to_have_count(0)
    page.get_by_role("navigation", name="Create component").get_by_role("link", name="Explore card").click()
    expect(page.get_by_role("radio", name="Explore card")).to_be_checked()


@pytest.mark.parametrize("scripts", [True, False])
def test_what_is_folded_on_a_phone_opens_at_a_tap(listed: Callable[..., Page], scripts: bool) -> None:
    page = listed(viewport=PHONE, java_script_enabled=scripts)
    expect(page.get_by_role("row", name="Goblin Attack").locator("svg.shape")).to_be_visible()
    expect(page.get_by_role("link", name="In review")).to_be_hidden()
    if scripts:
        expect_accessible(page, "the list of pieces on a phone", looks=[DARK])
    page.get_by_text("Filter: Active and drafts").click()
    if scripts:
        expect_accessible(page, "the list of pieces on a phone, with its filters")
    page.get_by_role("link", name="Map sheet").click()
    expect(page.get_by_text("Filter: Active and drafts · Map sheet")).to_be_visible()
    expect(page.get_by_role("row", name="Moor")).to_be_visible()
    page.locator("summary").filter(has_text="Create component").click()
    page.get_by_role("link", name="Scoring card").click()
    expect(page.get_by_role("radio", name="Scoring card")).to_be_checked()
