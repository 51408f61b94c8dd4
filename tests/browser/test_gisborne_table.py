"""The table of Gisborne: its settings menu and list of keys, hands of many cards, rivers, phones and low screens."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from engine.contract import Seat
from engine.gisborne.cards import Cards
from games.accounts.models import User
from games.tables.models import Table
from tests.browser.measuring import at_rest, measured, width_of
from tests.browser.playing import listen_for_complaints
from tests.games.gisborne import play
from tests.games.tables.clients import people_named, seeded, signed_in

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


@pytest.fixture
def river(travelers: list[User], monkeypatch: pytest.MonkeyPatch) -> tuple[Table, Seat, Cards, int]:
    """A table where a seat must discard cards: the seat, its hand and how many must go."""
    seeded(monkeypatch, play.RIVER_SEED)
    table = play.gather(*travelers)
    return table, *play.play_to_a_river(table, [signed_in(user) for user in travelers])


def stack_of(page: Page, face: str) -> Locator:
    return page.locator(f'[data-face="{face}"] .card-face')


def test_cards_are_discarded_by_taps_and_keys(
    context_for: ContextFor, travelers: list[User], river: tuple[Table, Seat, Cards, int]
) -> None:
    table, seat, hand, surplus = river
    page = open_table(context_for(travelers[seat], viewport={"width": 390, "height": 844}), table)
    complaints = listen_for_complaints(page)
    count, lowest, highest = page.locator("#count"), hand[0], hand[-1]
    expect(count).to_have_text(f"{surplus} of {surplus} cards chosen. The lowest cards are chosen for you.")
    stack_of(page, lowest).last.click()  # a second tap on a chosen card chooses none
    left = surplus - hand.count(lowest)
    expect(count).to_have_text(f"{left} of {surplus} cards chosen.")
    expect(page.locator("#messages .spoken")).to_have_text(f"{left} of {surplus} cards chosen.")
    page.keyboard.press("t")  # there is no tent at a river
    page.keyboard.press("6")
    expect(count).to_have_text(f"{left + 1} of {surplus} cards chosen.")
    page.keyboard.press("Shift+6")
    expect(count).to_have_text(f"{left} of {surplus} cards chosen.")
    page.keyboard.press("Escape")
    expect(count).to_have_text(f"0 of {surplus} cards chosen.")
    page.reload()
    at_rest(page)
    expect(count).to_have_text(f"0 of {surplus} cards chosen.")
    stack_of(page, highest).nth(1).click()
    page.locator("#confirm").click()
    expect(page.locator("#refusal")).to_contain_text(f"exactly {surplus} cards")
    expect(count).to_have_text(f"2 of {surplus} cards chosen.")
    complaints.clear()  # the browser reports the refusal
    for face in hand[: surplus - 2]:
        page.locator("#desk-title").press(str(1 + ["b1", "b2", "s2", "s3", "g3", "g4"].index(face)))
    expect(count).to_have_text(f"{surplus} of {surplus} cards chosen.")
    page.keyboard.press("Enter")
    expect(page.locator("#discard-form")).to_have_count(0)
    assert not complaints


def test_cards_are_discarded_without_scripts(
    context_for: ContextFor, travelers: list[User], river: tuple[Table, Seat, Cards, int]
) -> None:
    table, seat, hand, surplus = river
    page = open_table(context_for(travelers[seat], java_script_enabled=False), table)
    stack_of(page, hand[-1]).first.click()
    page.locator("#confirm").click()
    expect(page.locator("#count")).to_have_text(f"{surplus + 1} of {surplus} cards chosen.")
    assert hand.count(hand[0]) == 1
    page.locator(f'[data-face="{hand[0]}"] .none').click()
    page.locator("#confirm").click()
    expect(page.locator("#discard-form")).to_have_count(0)


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (820, 1180), (1366, 768), (844, 390)], ids=str)
def test_cards_to_discard_are_on_one_screen(
    size: tuple[int, int],
    context_for: ContextFor,
    travelers: list[User],
    river: tuple[Table, Seat, Cards, int],
) -> None:
    table, seat, hand, _surplus = river
    page = open_table(context_for(travelers[seat], viewport={"width": size[0], "height": size[1]}), table)
    assert width_of(page) == size[0]
    for face in set(hand):
        expect(stack_of(page, face).first).to_be_in_viewport(ratio=1)
        assert measured(stack_of(page, face).first)["width"] >= 24
    for seen in ("#confirm", "#count", "#way .own"):
        expect(page.locator(seen)).to_be_in_viewport(ratio=1)


def test_a_hoard_at_a_river_fits_a_small_phone(
    context_for: ContextFor, travelers: list[User], river: tuple[Table, Seat, Cards, int]
) -> None:
    table, seat, _hand, _surplus = river
    page = open_table(context_for(travelers[seat], viewport={"width": 320, "height": 568}), table)
    page.evaluate(
        """() => document.querySelectorAll(".stack-of").forEach((stack) => {
          const cards = stack.getElementsByClassName("card-face");
          while (cards.length < 12) stack.append(cards[0].cloneNode(true));
        })"""
    )
    assert width_of(page) == 320
    for card in page.locator(".card-face").all():
        box = measured(card)
        assert box["x"] + box["width"] <= 320
        assert box["width"] >= 24


def test_phones_show_hands_chests_and_supplies(
    context_for: ContextFor, travelers: list[User], way_table: Table
) -> None:
    page = open_table(context_for(travelers[0], viewport={"width": 390, "height": 844}), way_table)
    seats = page.locator("#seats")
    expect(seats.get_by_role("columnheader", name="Field")).to_have_count(1)
    expect(page.locator("#confirm")).to_be_in_viewport(ratio=1)
    expect(page.locator("#seats > table")).to_be_in_viewport(ratio=1)
    expect(seats.get_by_text("Pile: 107. Discards: 0.").filter(visible=True)).to_have_count(0)
    seats.get_by_text("Hands, chests and supplies").click()
    expect(seats.get_by_text("Pile: 107. Discards: 0.").filter(visible=True)).to_have_count(1)
    supplies = page.locator("#supplies")
    expect(supplies.get_by_role("link", name="Ann: 5 cards. Explain.")).to_be_visible()
    expect(supplies.get_by_role("row").filter(has_text="Ann")).to_contain_text("0 cards")
    page.set_viewport_size({"width": 820, "height": 1180})
    expect(seats.get_by_text("Hands, chests and supplies")).to_be_hidden()
    expect(seats.get_by_text("Pile: 107. Discards: 0.").filter(visible=True)).to_have_count(1)


def test_a_play_that_will_stand_is_announced_as_a_player_behind_lays(
    context_for: ContextFor, travelers: list[User], way_table: Table
) -> None:
    front, behind = play.state_of(way_table).round.order[:2]
    page = open_table(context_for(travelers[front]), way_table)
    stack_of(page, play.state_of(way_table).hands[front][0]).first.click()
    outlook = page.locator("#pending .outcome p").first
    expect(outlook).to_contain_text("if nobody ahead moves")
    expect(page.locator("#stands")).to_have_count(0)
    other = open_table(context_for(travelers[behind]), way_table)
    stack_of(other, play.state_of(way_table).hands[behind][0]).first.click()
    other.locator("#confirm").click()
    expect(page.locator("#stands")).to_contain_text("you can’t undo this play")
    expect(outlook).to_contain_text("if nobody ahead moves")  # the selection is kept
    expect(page.locator("#messages .spoken")).to_contain_text("you can’t undo this play")
    for width, height in ((390, 844), (320, 568)):
        page.set_viewport_size({"width": width, "height": height})
        assert width_of(page) == width
        for seen in ("#stands", "#confirm", "#way .own >> nth=0"):
            expect(page.locator(seen)).to_be_in_viewport(ratio=1)


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
