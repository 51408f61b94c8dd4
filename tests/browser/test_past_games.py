"""Game search and player statistics, in real browsers: without scripts, on desktop and phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from games.accounts.models import User
from games.play.summary_keys import GameSummary
from tests.browser.playing import listen_for_complaints
from tests.browser.reading import DARK, expect_accessible
from tests.games.history.finished import ended
from tests.games.history.playing import played
from tests.games.tables.clients import people_named

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]
SIZES: dict[str, ViewportSize] = {
    "phone": {"width": 320, "height": 568},
    "desktop": {"width": 1366, "height": 768},
}
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
WOOD, LAKE, COINS = ("edict", "sentinel_wood"), ("edict", "canal_lake"), ("source", "coins")
OF_WOOD = "/figures/cartographers/edict/sentinel_wood/"


@pytest.fixture
def mira(site: object) -> User:
    """Mira, who has won, lost and played alone."""
    mira, noa = people_named("Mira", "Noa")
    summary = GameSummary((WOOD, LAKE, ("sheet", "A")), ({WOOD: 12, LAKE: 3, COINS: 4}, {WOOD: 5, LAKE: 8, COINS: -1}))
    ended((mira, 40), (noa, 30), name="The long winter", summary=summary)
    ended((mira, 20), (noa, 35), name="A short spring", days=70, summary=summary)
    alone = GameSummary((WOOD,), ({WOOD: 7},), title="master_mapsmith")
    ended((mira, 61), name="Alone in the north", days=140, summary=alone)
    return mira


@pytest.fixture(params=SIZES)
def size(request: pytest.FixtureRequest) -> ViewportSize:
    return SIZES[request.param]


@pytest.fixture
def page(context_for: ContextFor, mira: User, size: ViewportSize) -> Page:
    """An anonymous visitor's browser with scripts off."""
    return context_for(java_script_enabled=False, viewport=size).new_page()


def test_a_game_is_found_without_scripts(page: Page) -> None:
    page.goto("/games/?view=list")
    expect(page.locator(".past-game")).to_have_count(3)
    page.get_by_text("Search games").click()
    page.get_by_label("Game", exact=True).select_option("Cartographers")
    page.get_by_role("button", name="Show games").click()
    page.get_by_text("Search games").click()
    page.get_by_label("Player").fill("mira")
    page.get_by_label("Edict").select_option("Canal Lake")
    page.get_by_role("button", name="Show games").click()
    expect(page.locator(".past-game h3")).to_have_text(["The long winter", "A short spring"])
    page.get_by_role("link", name="2 seats").first.click()
    expect(page.locator(".active-filters li")).to_have_count(4)
    page.get_by_role("link", name="Remove filter: Edict: Canal Lake").click()
    expect(page.locator(".active-filters li")).to_have_count(3)
    page.locator(".past-game").get_by_role("link", name="Mira").first.click()
    expect(page.get_by_role("heading", name="Mira", exact=True)).to_be_visible()


def test_similar_games_of_a_map_are_reached_by_keyboard(page: Page) -> None:
    page.goto("/games/")
    menu = page.locator(".past-game").filter(has_text="The long winter").locator(".alike")
    menu.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(menu.get_by_role("link", name="2 seats")).to_be_visible()
    page.keyboard.press("Tab")
    expect(menu.get_by_role("link").first).to_be_focused()
    menu.get_by_role("link", name="2 seats").press("Enter")
    expect(page.locator(".past-game")).to_have_count(2)


def test_what_cannot_be_looked_for_is_explained_at_its_field(page: Page) -> None:
    page.goto("/games/?player=nobody")
    expect(page.locator(".error-summary")).to_contain_text("No user with public games has this name.")
    expect(page.get_by_label("Player", exact=True)).to_be_visible()


def test_the_pages_fit_and_axe_finds_nothing(page: Page, context_for: ContextFor) -> None:
    reader = context_for(viewport=page.viewport_size).new_page()
    sets = ("/cartographers/sets/", "/cartographers/sets/boxes/heroes/")
    lists = (*sets, "/games/", "/games/?player=mira&seats=2", "/games/?seats=9", "/games/?least=x", "/people/mira/")
    for address in (*lists, OF_WOOD, "/figures/cartographers/sheet/A/"):
        reader.goto(address)
        reader.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true })")
        assert reader.evaluate(OVERFLOW) <= 0, address
        expect_accessible(reader, address, [DARK])


def test_how_a_sheet_went_is_read_without_scripts(page: Page, mira: User) -> None:
    complaints = listen_for_complaints(page)
    for _game in range(3):
        played(mira, sheet="B")
    page.goto("/figures/cartographers/sheet/B/")
    expect(page.get_by_role("row", name="1 seat")).to_contain_text("3")
    board = page.get_by_role("img", name="Final board")
    board.scroll_into_view_if_needed()
    expect(board).to_have_js_property("complete", True)
    expect(board).to_have_js_property("naturalWidth", 1240)
    page.get_by_role("link", name="Open game").click()
    expect(page.get_by_role("heading", name="Desk")).to_be_visible()
    page.go_back()
    page.get_by_role("link", name="All games").click()
    expect(page.locator(".past-game")).to_have_count(3)
    assert complaints == []
