"""A set is made in the workshop, by mouse and by keyboard, and a table is opened with it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from games.accounts.models import User
from games.cartographers.shelf.kinds import Kind
from games.catalog.models import CatalogEntry
from games.catalog.pages import entry_url
from games.catalog.publishing import publish
from games.tables.models import Table
from tests.browser.measuring import at_rest, width_of
from tests.games.cartographers.play import state_of
from tests.games.catalog.making import reviewer

pytestmark = pytest.mark.browser


@pytest.fixture
def page(context_for: Callable[..., BrowserContext]) -> Page:
    """A curator's page on which something new is begun."""
    user = User.objects.create_user("ada", "chart and compass", is_staff=True, is_superuser=True)
    page = context_for(user).new_page()
    page.goto("/admin/catalog/catalogentry/add/?kind=cartographers/set")
    return page


def published(key: str) -> None:
    """What was handed in, published by somebody else."""
    entry = CatalogEntry.objects.get(kind=Kind.SET, key=key)
    publish(entry=entry, saves=entry.saves, by=reviewer(), words="Good.")


def opened_with(page: Page, name: str) -> Table:
    """The table that is opened with a set, chosen in the form of a new table."""
    page.goto("/tables/new/")
    page.locator("#id_capacity").select_option("1")
    page.get_by_role("radio", name=name).check()
    page.get_by_text(f"See what is in it: {name}").click()
    expect(page.locator(".set-cards .card-entry svg").first).to_be_visible()
    page.get_by_text(f"See what is in it: {name}").click()
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".map").first).to_be_visible()
    return Table.objects.latest("pk")


def made_by_mouse(page: Page) -> None:
    """A set with one scoring card of the forests, on sheet B."""
    page.locator("#id_name").fill("Riverside")
    page.get_by_role("button", name="Begin").click()
    beside = page.locator("#beside")
    at_rest(page)
    expect(beside).to_contain_text("With 11 explore cards, 4 ambushes, 16 scoring cards and 2 map sheets.")
    page.locator("[data-picks=scoring-forest]").get_by_role("button", name="None of them").click()
    expect(beside).to_contain_text("has none of this one: forest")
    at_rest(page)
    page.get_by_role("group", name="Scoring cards: forest").get_by_role("checkbox", name="Deepwood").check()
    expect(beside).to_contain_text("With 11 explore cards, 4 ambushes, 13 scoring cards and 2 map sheets.")
    expect(beside).to_contain_text("Deepwood")
    page.get_by_role("group", name="Map sheets").get_by_role("checkbox", name="A: Wilderness").uncheck()
    expect(beside).to_contain_text("On sheet B: Wastelands")
    page.get_by_role("button", name="Save, and hand it in for review").click()
    expect(page.get_by_text("Handed in.")).to_be_visible()


def made_by_keyboard(page: Page) -> None:
    """A set without ruins cards, on sheet B, until the end of the century."""
    page.locator("#id_name").focus()
    page.keyboard.type("Uplands")
    page.keyboard.press("Enter")
    beside = page.locator("#beside")
    expect(beside).to_contain_text("2 map sheets")
    at_rest(page)
    page.get_by_role("group", name="Map sheets").get_by_role("checkbox", name="A: Wilderness").focus()
    page.keyboard.press("Space")
    expect(beside).to_contain_text("1 map sheet.")
    at_rest(page)
    page.locator("[data-picks=ruins]").get_by_role("button", name="None of them").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("group", name="Ruins cards").get_by_role("checkbox").first).not_to_be_checked()
    at_rest(page)
    page.get_by_label("Last day").focus()
    page.keyboard.type("12312099")
    page.get_by_role("button", name="Save, and hand it in for review").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Handed in.")).to_be_visible()


def test_sets_are_made_by_mouse_and_by_keyboard_and_tables_opened_with_them(page: Page) -> None:
    made_by_mouse(page)
    published("riverside")
    table = opened_with(page, "Riverside")
    assert (table.options["set"], state_of(table).definition.sheet.id) == ("workshop/riverside", "B")
    assert any(card.id == "deepwood" for card in state_of(table).edicts)
    page.goto("/admin/catalog/catalogentry/add/?kind=cartographers/set")
    made_by_keyboard(page)
    published("uplands")
    definition = CatalogEntry.objects.get(key="uplands").definition
    assert (definition["sheets"], definition["ruins"], definition["until"]) == (["cartographers/B"], [], "2099-12-31")
    assert state_of(opened_with(page, "Uplands")).definition.ruins == ()
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(entry_url(CatalogEntry.objects.get(key="uplands")))
    assert width_of(page) <= 360
