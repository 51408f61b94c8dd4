"""New scoring card, explore card, sheet and set: created, reviewed, published and played.

Runs once by mouse and once by keyboard.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from engine.cartographers.cards import ExploreCard, Stack
from engine.cartographers.geometry import FULL
from games.accounts.models import User
from games.tables.models import Table
from tests.browser.hands import Hand, Keys, Mouse
from tests.browser.making import begin, curator, hand_in, pick, preview_of, publish, show_conditions, space, step
from tests.browser.measuring import at_rest
from tests.games.cartographers.play import state_of
from tests.games.tables.clients import people_named

pytestmark = pytest.mark.browser
IN_SPRING = ("Homestead", "Orchard", "Marshlands")
"""Explore cards that fill a spring together with a new one of two steps of time, so that each comes in it."""


@pytest.mark.parametrize(
    "by", [pytest.param(Mouse, id="mouse"), pytest.param(Keys, id="keyboard", marks=pytest.mark.long)]
)
def test_what_is_made_is_published_and_played(context_for: Callable[..., BrowserContext], by: type[Hand]) -> None:
    def at_page(user: User) -> Hand:
        return by(context_for(user).new_page())

    maker, reviewer = at_page(curator("ada")), at_page(curator("ben"))
    make_scoring_card(maker)
    publish(reviewer, "Shore Walk", "2 stars for each water space on the edge of the map.")
    make_explore_card(maker)
    publish(reviewer, "Crooked Lane", "8 orientations. ##/.#/.#")
    make_sheet(maker)
    publish(reviewer, "Moor", "3 mountains, 0 ruins spaces, 0 wasteland spaces, 118 empty spaces.")
    make_set(maker)
    publish(reviewer, "Shores", "With 4 explore cards, 13 scoring cards and 1 map sheet.")
    player = at_page(people_named("Mira")[0])
    play_until_the_new_card_is_drawn(player, open_table(player))


def make_scoring_card(hand: Hand) -> None:
    """Create a scoring card with two examples: water painted along the edge, and an empty board."""
    page = hand.page
    begin(hand, "scoring", "Shore Walk")
    hand.choose(page.get_by_label("Stack"), "Mixed terrain")
    hand.choose(page.get_by_label("Terrain:"), "Water")
    show_conditions(hand)
    hand.choose(page.get_by_label("Only on"), "Edge of the map")
    hand.write(page.locator("#clause-1").get_by_label("Stars"), "2")
    expect(preview_of(page)).to_contain_text("2 stars for each water space on the edge of the map.")
    at_rest(page)
    step(hand, "Draw a map")
    example = page.locator("#example-1")
    hand.press(example.get_by_label("Water", exact=True))
    hand.sweep(*(space(example, name) for name in ("A3", "A4", "A5")))
    expect(example).to_contain_text("The card scores 6 stars on this map.")
    at_rest(page)
    step(hand, "Use current score")
    expect(preview_of(page)).to_contain_text("Example 1 matches: 6.")
    at_rest(page)
    step(hand, "Draw a map")
    expect(preview_of(page)).to_contain_text("Example 2 matches: 0.")
    hand_in(hand)


def make_explore_card(hand: Hand) -> None:
    """Create an explore card with a shape that no other card has."""
    page = hand.page
    begin(hand, "explore", "Crooked Lane")
    shape = page.get_by_role("group", name="Shape 1")
    for square in ("row 2, column 2", "row 3, column 2"):
        hand.press(shape.get_by_label(square))
    hand.write(page.get_by_label("Time value"), "2")
    expect(preview_of(page)).to_contain_text("8 orientations. ##/.#/.#")
    hand_in(hand)


def make_sheet(hand: Hand) -> None:
    """Create a sheet with three mountains in a row."""
    page = hand.page
    begin(hand, "sheet", "Moor")
    sheet = page.get_by_role("group", name="Map sheet")
    hand.sweep(*(space(sheet, name) for name in ("B2", "B3", "B4")))
    expect(preview_of(page)).to_contain_text("3 mountains, 0 ruins spaces, 0 wasteland spaces, 118 empty spaces.")
    hand_in(hand)


def make_set(hand: Hand) -> None:
    """Create a set of the base game without monsters and ruins, with all the new components."""
    begin(hand, "set", "Shores")
    pick(hand, "sheets", "Moor")
    pick(hand, "explore", "Crooked Lane", *IN_SPRING)
    pick(hand, "ruins")
    pick(hand, "ambushes")
    pick(hand, "scoring-spatial", "Shore Walk")
    expect(preview_of(hand.page)).to_contain_text("With 4 explore cards, 13 scoring cards and 1 map sheet.")
    hand_in(hand)


def open_table(hand: Hand) -> Table:
    """Create a solo table with the set, previewing it in the new table form first."""
    page = hand.page
    page.goto("/tables/new/")
    hand.choose(page.get_by_label("Seats", exact=True), "1 (solo)")
    hand.press(page.get_by_role("radio", name="Shores"))
    hand.press(page.locator("summary").filter(has_text="Show contents: Shores"))
    expect(page.locator(".set-cards .card-entry").filter(has_text="Shore Walk").locator("svg")).to_be_visible()
    hand.press(page.get_by_role("button", name="Create table"))
    expect(page.locator(".goals")).to_contain_text("Shore Walk")
    table = Table.objects.get()
    definition = state_of(table).definition
    assert [card.id for card in definition.pool if card.stack is Stack.SPATIAL] == ["shore_walk"]
    assert {card.name for card in definition.deck} == {"Crooked Lane", *IN_SPRING}
    assert (definition.sheet.name, definition.sheet.mountains.bit_count()) == ("Moor", 3)
    return table


def play_until_the_new_card_is_drawn(hand: Hand, table: Table) -> None:
    """Play until the new card comes up, as the fourth at the latest, and draw its shape."""
    while (card := state_of(table).open) and card.name != "Crooked Lane":
        hand.draw()
    expect(hand.page.locator(".hand-name")).to_contain_text("Crooked Lane")
    hand.draw()
    assert isinstance(card, ExploreCard)
    assert state_of(table).latest[0] in [fit.cells for fit in card.shapes[0].shape.fits(FULL)]
