"""The workshop on a phone: what stays in view, tap target sizes, and accidental gestures."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from games.accounts.models import User
from games.cartographers.shelf.kinds import EntryKind
from games.cartographers.workshop.own_sets import create_own_set
from games.catalog.pages import entry_url
from tests.browser.hands import Mouse
from tests.browser.making import LIST, curator, show_conditions
from tests.browser.measuring import at_rest, width_of
from tests.games.cartographers.shelf.sets import drafted, published, small_set
from tests.games.cartographers.workshop.editing import draft

pytestmark = pytest.mark.browser
LONG = "Donau" * 12


@pytest.fixture
def ada() -> User:
    return curator("ada")


@pytest.fixture
def phone(context_for: Callable[..., BrowserContext], ada: User) -> Page:
    return context_for(ada, viewport={"width": 360, "height": 740}).new_page()


def sizes(squares: Locator) -> list[float]:
    """The smaller side of each square."""
    boxes = squares.evaluate_all(
        "all => all.map(one => one.getBoundingClientRect()).map(b => Math.min(b.width, b.height))"
    )
    return [float(size) for size in boxes]


def test_sentence_stars_and_a_board_stay_in_sight_while_the_form_is_filled(phone: Page, ada: User) -> None:
    phone.goto(entry_url(draft(ada, EntryKind.SCORING)))
    show_conditions(Mouse(phone))
    for name in ("Terrain:", "Only adjacent to"):
        phone.locator("#clause-1").get_by_label(name).focus()
        seen = phone.locator(".workshop-summary")
        for part in (
            seen.get_by_text("1 star for each forest space."),
            seen.locator(".small-map"),
            seen.locator("strong"),
        ):
            expect(part).to_be_in_viewport(ratio=0.95)
    phone.locator("#clause-1").get_by_label("Terrain:").select_option("water")
    expect(seen.get_by_text("1 star for each water space.")).to_be_in_viewport(ratio=0.95)
    assert width_of(phone) <= 360


@pytest.mark.parametrize(
    "kind", [EntryKind.EXPLORE, EntryKind.AMBUSH, EntryKind.HERO, EntryKind.SCORING, EntryKind.SHEET, EntryKind.SET]
)
def test_whole_preview_stays_above_the_form(phone: Page, ada: User, kind: EntryKind) -> None:
    phone.set_viewport_size({"width": 390, "height": 664})
    phone.goto(entry_url(drafted(kind, small_set()) if kind is EntryKind.SET else draft(ada, kind)))
    kept = phone.locator(".workshop-kept")
    phone.locator("#editor .workshop-more").last.scroll_into_view_if_needed()
    at_rest(phone)
    expect(kept).to_be_in_viewport(ratio=1)
    assert kept.evaluate("one => one.scrollHeight <= one.clientHeight && one.clientHeight < innerHeight / 2.5")
    assert width_of(phone) <= 390


def test_a_new_rule_type_leaves_the_page_where_it_was(phone: Page, ada: User) -> None:
    phone.goto(entry_url(draft(ada, EntryKind.SCORING)))
    rule = phone.locator("#clause-1").get_by_label("Rule type")
    rule.focus()
    at_rest(phone)
    before = phone.evaluate("scrollY")
    rule.select_option(index=3)
    expect(phone.locator("#clause-1")).to_contain_text("What is scored")
    at_rest(phone)
    assert phone.evaluate("scrollY") == pytest.approx(before, abs=2)


@pytest.mark.parametrize("width", [320, 360])
@pytest.mark.parametrize("kind", [EntryKind.EXPLORE, EntryKind.AMBUSH, EntryKind.HERO, EntryKind.SHEET])
def test_squares_are_wide_enough_for_a_finger(phone: Page, ada: User, kind: EntryKind, width: int) -> None:
    phone.set_viewport_size({"width": width, "height": 740})
    phone.goto(entry_url(draft(ada, kind)))
    assert min(sizes(phone.locator("#editor [data-at]"))) >= 40
    assert width_of(phone) <= width


@pytest.mark.parametrize("kind", [EntryKind.EXPLORE, EntryKind.SHEET])
def test_a_grid_is_one_tab_stop_which_goes_where_the_focus_was(phone: Page, ada: User, kind: EntryKind) -> None:
    phone.goto(entry_url(draft(ada, kind)))
    grid = phone.locator("#editor [data-grid]").first
    stop = grid.locator("[data-at][tabindex='0']")
    expect(stop).to_have_count(1)
    expect(stop).to_have_attribute("data-at", "0,0")
    stop.focus()
    for key in ("ArrowDown", "ArrowRight"):
        phone.keyboard.press(key)
    expect(stop).to_have_attribute("data-at", "1,1")
    phone.keyboard.press("Tab")
    assert not phone.evaluate("grid => grid.contains(document.activeElement)", grid.element_handle())
    phone.keyboard.press("Shift+Tab")
    expect(stop).to_be_focused()


def test_a_double_click_adds_one_example(phone: Page, ada: User) -> None:
    phone.goto(entry_url(draft(ada, EntryKind.SCORING)))
    phone.get_by_role("button", name="Draw a map").dblclick()
    expect(phone.locator("#example-1")).to_be_visible()
    at_rest(phone)
    expect(phone.locator(".workshop-example")).to_have_count(1)
    phone.get_by_role("button", name="Add a clause").dblclick()
    expect(phone.locator("#clause-2")).to_be_visible()
    at_rest(phone)
    expect(phone.locator(".workshop-clause")).to_have_count(2)


@pytest.mark.parametrize("width", [360, 1366])
def test_a_long_word_widens_no_list(phone: Page, ada: User, width: int) -> None:
    entry = draft(ada, EntryKind.SCORING, LONG)
    create_own_set(owner=ada, name=LONG)
    published(drafted(EntryKind.SET, {**small_set(), "name": LONG}))
    phone.set_viewport_size({"width": width, "height": 740})
    for address in (LIST, entry_url(entry), "/cartographers/sets/own/all/", "/cartographers/sets/", "/tables/new/"):
        phone.goto(address)
        assert width_of(phone) <= width, address
