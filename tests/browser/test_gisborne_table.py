"""The table of Gisborne: its settings menu and list of keys, hands of many cards, and low screens."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from games.accounts.models import User
from games.tables.models import Table
from tests.browser.measuring import at_rest, measured, width_of
from tests.browser.playing import listen_for_complaints
from tests.games.gisborne import play
from tests.games.tables.clients import people_named

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]


@pytest.fixture
def travelers(site: object) -> list[User]:
    return people_named("Ann", "Ben", "Cas")


@pytest.fixture
def way_table(travelers: list[User]) -> Table:
    return play.gather(*travelers)


def open_table(context: BrowserContext, table: Table) -> Page:
    page = context.new_page()
    page.goto(f"/tables/{table.code}/")
    at_rest(page)
    return page


def test_a_key_opens_the_list_of_keys_and_settings_apply_at_once(
    context_for: ContextFor, travelers: list[User], way_table: Table
) -> None:
    page = open_table(context_for(travelers[0], viewport={"width": 1366, "height": 768}), way_table)
    complaints = listen_for_complaints(page)
    page.keyboard.press("?")
    menu = page.locator("#settings")
    expect(menu).to_be_visible()
    expect(menu.get_by_role("definition").first).to_contain_text("Add a card: bronze 1")
    expect(menu.get_by_text("Star previews")).to_have_count(0)
    only = menu.get_by_role("button", name="Keyboard shortcuts only on the way and the hand")
    only.click()
    expect(only).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    page.locator("body").press("?")
    expect(menu).to_be_hidden()
    page.get_by_role("button", name="Keyboard shortcuts").click()
    expect(menu).to_be_visible()
    assert not complaints


def test_two_full_stacks_fit_a_small_phone(context_for: ContextFor, travelers: list[User], way_table: Table) -> None:
    page = open_table(context_for(travelers[0], viewport={"width": 320, "height": 568}), way_table)
    # Hands as large as these take many rounds to gather.
    page.evaluate(
        """() => {
          const metal = document.querySelector(".metal:not(.empty)");
          const [stack] = metal.querySelectorAll(".stack-of");
          const cards = stack.getElementsByClassName("card-face");
          while (cards.length < 5) stack.append(cards[0].cloneNode(true));
          for (const other of [...metal.querySelectorAll(".stack-of")].slice(1)) other.remove();
          stack.after(stack.cloneNode(true));
        }"""
    )
    assert width_of(page) == 320
    hand, card = measured(page.locator("#desk")), measured(page.locator(".card-face").nth(9))
    assert card["x"] + card["width"] <= hand["x"] + hand["width"]
    assert card["width"] >= 24


@pytest.mark.parametrize("size", [(844, 390), (683, 384)], ids=str)
def test_hand_and_way_share_a_low_screen(
    size: tuple[int, int], context_for: ContextFor, travelers: list[User], way_table: Table
) -> None:
    page = open_table(context_for(travelers[0], viewport={"width": size[0], "height": size[1]}), way_table)
    expect(page.locator("#field-1")).to_be_in_viewport(ratio=1)
    expect(page.locator("#confirm")).to_be_in_viewport(ratio=1)
    way, desk = measured(page.locator("#way")), measured(page.locator("#desk"))
    assert way["x"] + way["width"] <= desk["x"]


@pytest.mark.parametrize("locale", ["en", "fr"])
@pytest.mark.parametrize("guest", [False, True])
def test_header_is_one_line_at_every_width(
    guest: bool, locale: str, context_for: ContextFor, travelers: list[User]
) -> None:
    User.objects.filter(pk=travelers[0].pk).update(guest=guest, display_name="Ambrosia of the Far Northern Shore")
    page = context_for(travelers[0], locale=locale).new_page()
    page.goto("/gisborne/rules/")
    for width in (1024, 1088, 1152, 1216, 1279, 1280, 1366, 1400):
        page.set_viewport_size({"width": width, "height": 768})
        assert measured(page.locator(".site-nav"))["height"] < 64, width
        assert width_of(page) == width
