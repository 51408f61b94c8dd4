"""A set is made in the workshop, by mouse and by keyboard, and a table is opened with it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from games.accounts.models import User
from games.cartographers.models import OwnSet
from games.cartographers.shelf.kinds import Kind
from games.cartographers.workshop.own_sets import make
from games.catalog.models import CatalogEntry
from games.catalog.pages import entry_url
from games.catalog.publishing import publish
from games.tables.models import Table
from tests.browser.measuring import at_rest, measure, measured, width_of
from tests.browser.reading import DARK, expect_accessible
from tests.games.cartographers.play import people_named, state_of
from tests.games.catalog.making import reviewer

pytestmark = pytest.mark.browser
PHONE = {"width": 390, "height": 844}


@pytest.fixture
def page(context_for: Callable[..., BrowserContext]) -> Page:
    """A curator's page on which something new is begun."""
    user = User.objects.create_user("ada", "chart and compass", is_staff=True, is_superuser=True)
    page = context_for(user).new_page()
    page.goto("/admin/catalog/catalogentry/add/?kind=cartographers/set")
    return page


def unfold(page: Page, key: str) -> Locator:
    """What can be picked of a kind or a stack, which is folded at first: unfolded by keyboard."""
    picks = page.locator(f"[data-picks={key}]")
    picks.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(picks).to_have_attribute("open", "")
    return picks


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
    forest = page.locator("[data-picks=scoring-forest]")
    forest.locator("summary").click()
    forest.get_by_role("button", name="None of them").click()
    expect(beside).to_contain_text("has none of this one: forest")
    expect(forest.locator("summary")).to_contain_text("0 of 9: choose one at least")
    at_rest(page)
    expect(forest.get_by_role("button", name="None of them")).to_be_focused()
    page.get_by_role("group", name="Scoring cards: forest").get_by_role("checkbox", name="Deepwood").check()
    expect(forest.locator("summary")).to_contain_text("1 of 9")
    expect(beside).to_contain_text("With 11 explore cards, 4 ambushes, 13 scoring cards and 2 map sheets.")
    expect(beside).to_contain_text("Deepwood")
    page.locator("[data-picks=sheets] > summary").click()
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
    unfold(page, "sheets").get_by_role("checkbox", name="A: Wilderness").focus()
    page.keyboard.press("Space")
    expect(beside).to_contain_text("1 map sheet.")
    at_rest(page)
    unfold(page, "ruins").get_by_role("button", name="None of them").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("group", name="Ruins cards").get_by_role("checkbox").first).not_to_be_checked()
    at_rest(page)
    expect(page.locator("[data-picks=sheets]")).to_have_attribute("open", "")
    page.locator("summary").filter(has_text="Days on which").focus()
    page.keyboard.press("Enter")
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


@pytest.fixture
def own(context_for: Callable[..., BrowserContext]) -> Callable[..., Page]:
    """The page of a set of one's own, on a phone."""
    ann = people_named("Ann")[0]
    own_set = make(owner=ann, name="Lakes")

    def opened(**options: bool) -> Page:
        page = context_for(ann, viewport=PHONE, **options).new_page()
        page.goto(f"/sets/own/{own_set.pk}/")
        return page

    return opened


def test_a_set_of_ones_own_is_short_on_a_phone_and_saved_from_anywhere(own: Callable[..., Page]) -> None:
    page = own()
    assert measure(page, "document.documentElement.scrollHeight") < 3 * PHONE["height"]
    expect(page.get_by_role("button", name="Save it")).to_be_in_viewport(ratio=1)
    expect_accessible(page, "a set of one's own on a phone", looks=[DARK])
    heroes = unfold(page, "heroes")
    heroes.get_by_role("checkbox").first.check()
    expect(heroes.locator("summary")).to_contain_text("1 of 4")
    unfold(page, "sheets").get_by_role("button", name="None of them").click()
    expect(page.locator("#beside")).to_contain_text("A set needs a map sheet.")
    expect(heroes.get_by_role("checkbox").first).to_be_checked()
    last = page.locator("[data-picks=sheets]").get_by_role("checkbox").last
    last.focus()
    at_rest(page)
    bar, box = measured(page.locator(".workshop-actions")), measured(last)
    assert box["y"] + box["height"] <= bar["y"], "what has the focus lies under the bar"
    expect_accessible(page, "a set of one's own on a phone, unfolded")
    page.get_by_role("button", name="Save it").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    expect(page.locator("[data-picks=sheets]")).to_have_attribute("open", "")
    expect(page.locator("[data-picks=sheets] > summary")).to_contain_text("0 of 4: choose one at least")
    expect(page.locator("[data-picks=heroes]")).not_to_have_attribute("open", "")


def test_a_set_of_ones_own_is_picked_without_scripts(own: Callable[..., Page]) -> None:
    page = own(java_script_enabled=False)
    page.locator("[data-picks=explore] > summary").click()
    page.locator("[data-picks=explore]").get_by_role("button", name="All of them").click()
    explore = page.locator("[data-picks=explore]")
    expect(explore).to_have_attribute("open", "")
    expect(explore.locator("summary")).to_contain_text("22 of 22")
    expect(explore).to_be_in_viewport()
    page.get_by_role("button", name="Save it").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    assert len(OwnSet.objects.get().definition["explore"]) == 22
