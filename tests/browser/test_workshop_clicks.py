"""Components with everything new, made by form within a few clicks each, published and played."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, expect

from engine.cartographers.cards import Overlap
from engine.cartographers.terrain import Feature
from games.tables.models import Table
from tests.browser.hands import Mouse
from tests.browser.making import begin, curator, hand_in, pick, preview_of, publish, space, step
from tests.browser.measuring import at_rest
from tests.games.cartographers.play import state_of
from tests.games.tables.clients import people_named

pytestmark = pytest.mark.browser
MOST = 25
"""Most clicks and fields that a component may take, from the name to the submission: about five minutes of work."""
TURNS = 6


class CountingMouse(Mouse):
    """A mouse that counts clicks, filled fields, chosen options and strokes over a map."""

    count = 0

    def press(self, target: Locator) -> None:
        self.count += 1
        super().press(target)

    def write(self, field: Locator, text: str) -> None:
        self.count += 1
        super().write(field, text)

    def choose(self, field: Locator, option: str) -> None:
        self.count += 1
        super().choose(field, option)

    def sweep(self, *spaces: Locator) -> None:
        self.count += 1
        super().sweep(*spaces)


def make_scoring_card(hand: CountingMouse) -> None:
    """Create a scoring card with a pattern, and a map with and without it, found by the site."""
    page = hand.page
    begin(hand, "scoring", "Hedge Rows")
    hand.choose(page.get_by_label("Rule type"), "Patterns")
    grid = page.get_by_role("group", name="Pattern", exact=True)
    expect(grid).to_be_visible()
    at_rest(page)
    hand.press(grid.get_by_label("Farm"))
    hand.press(grid.get_by_role("button", name="row 2, column 1, any"))
    at_rest(page)
    step(hand, "Find a map that scores no stars")
    step(hand, "Find a map that scores a few stars")
    hand_in(hand)


def make_ambush_card(hand: CountingMouse) -> None:
    """Create a monster that moves down after each season."""
    page = hand.page
    begin(hand, "ambush", "Wandering Ogre")
    hand.choose(page.get_by_label("Effect:", exact=True), "Custom, with the settings below")
    hand.choose(page.get_by_label("When it acts"), "after each season’s scoring")
    hand.choose(page.get_by_label("What it does"), "moves one space")
    hand.choose(page.get_by_label("Spaces:", exact=True), "down (only for moves)")
    hand.write(page.get_by_label("Initial"), "O")
    at_rest(page)
    hand_in(hand)


def make_sheet(hand: CountingMouse) -> None:
    """Create a sheet with landmarks, coin spaces and a region."""
    page = hand.page
    begin(hand, "sheet", "Vale")
    sheet = page.get_by_role("group", name="Map sheet")
    for tool, names in (
        ("Landmark", ("C3", "C4")),
        ("Coin space", ("H1", "H2", "H3")),
        ("Region 1", ("E1", "E2", "E3", "E4", "E5", "E6")),
    ):
        hand.press(sheet.get_by_label(tool, exact=True))
        hand.sweep(*(space(sheet, name) for name in names))
        at_rest(page)
    hand.write(page.get_by_label("Coins for each landmark"), "2")
    expect(preview_of(page)).to_contain_text("3 coin spaces")
    at_rest(page)
    hand_in(hand)


def make_explore_card(hand: CountingMouse) -> None:
    """Create a card that destroys what it covers, in the region."""
    page = hand.page
    begin(hand, "explore", "Landslide")
    hand.choose(page.get_by_label("Place:"), "in region 1")
    hand.choose(page.get_by_label("Drawn spaces under the shape"), "are destroyed")
    hand.press(page.get_by_role("group", name="Shape 1").get_by_label("row 2, column 2"))
    at_rest(page)
    hand_in(hand)


def make_skill(hand: CountingMouse) -> None:
    """Create a skill."""
    begin(hand, "skill", "Old Trick")
    hand.choose(hand.page.get_by_label("Power"), "Single square")
    at_rest(hand.page)
    hand_in(hand)


def make_set(hand: CountingMouse) -> None:
    """Create a set with all of them."""
    begin(hand, "set", "Vale Games")
    pick(hand, "sheets", "Vale")
    pick(hand, "ambushes", "Wandering Ogre")
    pick(hand, "scoring-forest", "Hedge Rows")
    for key, name in (("explore", "Landslide"), ("skills", "Old Trick")):
        picks = hand.page.locator(f"[data-picks={key}]")
        hand.press(picks.locator("summary"))
        hand.press(picks.get_by_role("checkbox", name=name))
        at_rest(hand.page)
    hand_in(hand)


MAKING = (
    (make_scoring_card, "Hedge Rows", "1 star for each place on the map with this pattern"),
    (make_ambush_card, "Wandering Ogre", "moves"),
    (make_sheet, "Vale", "2 landmarks: each earns 2 coins when surrounded."),
    (make_explore_card, "Landslide", "Time value: 1."),
    (make_skill, "Old Trick", "Costs 1 coin."),
    (make_set, "Vale Games", "1 skill"),
)
"""Steps that make each component, with its name and the text that the reviewer reads."""


def test_components_with_everything_new_take_few_clicks_and_are_played(
    context_for: Callable[..., BrowserContext],
) -> None:
    maker, reviewer = (CountingMouse(context_for(curator(name)).new_page()) for name in ("ada", "ben"))
    for make, name, reading in MAKING:
        maker.count = 0
        make(maker)
        assert maker.count <= MOST, f"{name} takes {maker.count} clicks"
        publish(reviewer, name, reading)
    player = Mouse(context_for(people_named("Mira")[0]).new_page())
    play_some_turns(player, open_table(player))


def open_table(hand: Mouse) -> Table:
    """Create a solo table with the set."""
    page = hand.page
    page.goto("/tables/new/")
    hand.choose(page.get_by_label("Seats", exact=True), "1 (solo)")
    hand.press(page.get_by_role("radio", name="Vale Games"))
    hand.press(page.get_by_role("button", name="Create table"))
    expect(page.locator("#skills")).to_contain_text("Old Trick")
    table = Table.objects.get()
    definition = state_of(table).definition
    assert definition.sheet.layers[Feature.TOLL].bit_count() == 3
    assert [card.overlap for card in definition.deck if card.name == "Landslide"] == [Overlap.DESTROY]
    return table


def play_some_turns(hand: Mouse, table: Table) -> None:
    """Play some turns."""
    for _ in range(TURNS):
        hand.draw()
    assert state_of(table).turn >= TURNS
