"""The editor of scoring cards: clauses and examples, by mouse and by keyboard."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from games.accounts.models import User
from games.catalog.drafts import discard_draft
from games.catalog.models import CatalogEntry
from tests.browser.hands import Keys, Mouse
from tests.browser.making import ADD, begin, curator, preview_of, show_conditions, space, step
from tests.browser.measuring import at_rest, measured, width_of
from tests.browser.reading import DARK, LISTEN, axe, expect_accessible

pytestmark = pytest.mark.browser
NAME = "Green Shores"


@pytest.fixture
def page(context_for: Callable[..., BrowserContext]) -> Page:
    return context_for(curator("ada")).new_page()


@pytest.fixture
def draft(page: Page) -> Page:
    """The editor of a new scoring card."""
    begin(Mouse(page), "scoring", NAME)
    return page


def faults(page: Page) -> list[str]:
    """The axe violations in the editor and its preview; the surrounding pages are the admin's."""
    found = axe(page).response["violations"]
    return [
        f"{each['id']}: {node['html']}"
        for each in found
        for node in each["nodes"]
        if each["id"] != "link-in-text-block"
    ]


def test_by_mouse(draft: Page) -> None:
    page, hand = draft, Mouse(draft)
    page.get_by_label("Rule type").select_option("clusters")
    expect(page.get_by_label("Must be adjacent to")).to_be_attached()
    at_rest(page)
    show_conditions(hand)
    page.get_by_label("Must be adjacent to").select_option("water")
    expect(preview_of(page)).to_contain_text("1 star for each forest cluster next to a water space.")
    step(hand, "Add a clause")
    second = page.locator("#clause-2")
    second.get_by_label("Stars").fill("40")
    expect(second.get_by_text("Enter a whole number from −20 to 20, except 0.")).to_be_visible()
    second.get_by_label("Stars").fill("2")
    expect(preview_of(page)).to_contain_text("2 stars for each forest space.")
    at_rest(page)
    step(hand, "Move clause 2 up")
    expect(page.locator("#clause-1").get_by_label("Stars")).to_have_value("2")
    step(hand, "Draw a map")
    example = page.locator("#example-1")
    space(example, "C6").hover()
    before = measured(space(example, "C6"))
    space(example, "C5").click()
    expect(example).to_contain_text("Doesn’t match. The card scores 2 stars on this map.")
    assert measured(space(example, "C6")) == before, "the board moved away under the mouse"
    assert faults(page) == []
    page.set_viewport_size({"width": 360, "height": 740})
    assert width_of(page) <= 360


def test_by_keyboard(page: Page) -> None:
    page.goto(f"{ADD}/scoring")
    keys = page.keyboard
    tab_to(page, page.get_by_label("Name"))
    keys.type(NAME)
    keys.press("Enter")
    expect(page.get_by_role("heading", name=NAME).first).to_be_visible()
    at_rest(page)
    tab_to(page, page.get_by_label("Rule type"))
    keys.type("Clus")
    expect(page.get_by_label("Minimum size")).to_have_value("1")
    expect(page.get_by_label("Rule type")).to_be_focused()
    at_rest(page)
    tab_to(page, page.get_by_text("Add a condition"))
    keys.press("Enter")
    tab_to(page, page.get_by_label("Minimum size"))
    keys.press("Control+A")
    keys.type("3")
    square = page.get_by_role("checkbox", name="row 1, column 1")
    tab_to(page, square)
    keys.press("Space")
    keys.press("ArrowRight")
    keys.press("Space")
    expect(page.locator("[data-grid-text]")).to_have_text("##")
    expect(preview_of(page)).to_contain_text("3")
    for button in ("Find a map that scores many stars", "Find a map that scores no stars"):
        tab_to(page, page.get_by_role("button", name=button))
        keys.press("Enter")
        expect(page.get_by_role("button", name=button)).to_be_focused()
        at_rest(page)
    expect(preview_of(page)).to_contain_text("Example 2 matches: 0.")
    tab_to(page, page.get_by_role("button", name="Save draft"))
    keys.press("Enter")
    expect(page.locator(".messagelist")).to_contain_text("Saved.")
    card = CatalogEntry.objects.get(name=NAME)
    (clause,) = card.definition["clauses"]
    assert (clause["family"], clause["smallest"], clause["containing"]) == ("clusters", 3, ["##"])
    assert len(card.examples) == 2


def test_a_blank_of_the_rule_leads_to_its_field(draft: Page) -> None:
    page, keys = draft, draft.keyboard
    rule = page.locator("#clause-rule-0")
    blank = rule.get_by_role("link", name="forest space")
    tab_to(page, blank)
    keys.press("Enter")
    terrain = page.get_by_label("Terrain:")
    expect(terrain).to_be_focused()
    terrain.select_option("water")
    expect(rule).to_have_text("1 star for each water space.")
    rule.get_by_role("link", name="1 star").click()
    expect(page.locator("#clause-1").get_by_label("Stars")).to_be_focused()
    show_conditions(Mouse(page))
    page.get_by_label("Only adjacent to").select_option("farm")
    fold = page.get_by_text("Add a condition")
    expect(rule).to_have_text("1 star for each water space next to a farm space.")
    fold.click()
    expect(page.get_by_label("Only adjacent to")).not_to_be_visible()
    rule.get_by_role("link", name="a farm space").click()
    expect(page.get_by_label("Only adjacent to")).to_be_focused()
    at_rest(page)
    step(Mouse(page), "Add a clause")
    fields = page.locator("#clause-1 > .workshop-row")
    expect(fields.get_by_label("Only adjacent to")).to_be_visible()
    expect(fields.get_by_label("Minimum number")).to_be_visible()
    expect(page.locator("#clause-1").get_by_label("Only on")).not_to_be_visible()


@pytest.mark.parametrize("width", [1366, 320])
def test_a_clause_is_added_from_the_gallery(draft: Page, width: int) -> None:
    page, hand = draft, Keys(draft)
    page.set_viewport_size({"width": width, "height": 800})
    page.locator("#clause-1").get_by_label("Stars").fill("3")
    at_rest(page)
    step(hand, "Choose from the gallery")
    gallery = page.get_by_role("region", name="Gallery of rule types")
    expect(gallery).to_be_focused()
    assert faults(page) == []
    assert width_of(page) <= width
    step(hand, "Use this: 8 stars for each water cluster that connects opposite edges of the map.")
    expect(page.locator("#clause-2")).to_be_focused()
    expect(page.locator("#clause-rule-1")).to_contain_text("8 stars for each water cluster")
    expect(page.locator("#clause-1").get_by_label("Stars")).to_have_value("3")
    step(hand, "Choose from the gallery")
    step(hand, "Close the gallery")
    expect(page.get_by_role("button", name="Add a clause")).to_be_focused()


@pytest.mark.parametrize("width", [1366, 820, 320])
def test_the_gallery_is_read_by_everybody(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto("/admin/catalog/catalogentry/gallery/cartographers/scoring/")
    expect(page.get_by_role("heading", name="Patterns")).to_be_visible()
    expect_accessible(page, "the gallery", looks=[DARK])


def test_what_an_example_earns_follows_each_change(draft: Page) -> None:
    page = draft
    step(Mouse(page), "Find a map that scores a few stars")
    example = page.locator("#example-1")
    expected = int(example.get_by_label("Expected stars").input_value())
    stars = page.locator("#clause-1").get_by_label("Stars")
    stars.fill("2")
    expect(example).to_contain_text(f"Doesn’t match. The card scores {2 * expected} stars on this map.")
    expect(preview_of(page)).to_contain_text(f"Example 1 doesn’t match: expected {expected}, scores {2 * expected}.")
    expect(stars).to_be_focused()
    lit = example.locator("svg .lit")
    before = lit.get_attribute("d")
    example.get_by_label("Expected stars").fill("7")
    at_rest(page)
    page.locator("#clause-1").get_by_label("Terrain:").select_option("village")
    expect(lit).not_to_have_attribute("d", before or "")
    expect(example.get_by_label("Expected stars")).to_have_value("7")
    take = example.get_by_role("button", name="Use current score")
    take.focus()
    stars.evaluate("field => { field.value = 3; field.dispatchEvent(new Event('input', { bubbles: true })); }")
    expect(preview_of(page)).to_contain_text("3 stars for each village space.")
    at_rest(page)
    expect(take).to_be_focused()
    take.press("Enter")
    expect(preview_of(page)).to_contain_text("Example 1 matches")
    expect(example).not_to_contain_text("Doesn’t match.")


def test_a_wrong_field_leaves_what_stands_beside_it(draft: Page) -> None:
    page = draft
    stars = page.locator("#clause-1").get_by_label("Stars")
    stars.fill("3")
    expect(preview_of(page)).to_contain_text("3 stars for each forest space.")
    stars.fill("")
    wrong = "Showing an earlier state until the error is fixed. Stars: Enter a whole number from −20 to 20, except 0."
    expect(preview_of(page)).to_contain_text(wrong)
    expect(page.locator("#errors-clause-0-stars")).to_contain_text("Enter a whole number from")
    expect(preview_of(page)).to_contain_text("3 stars for each forest space.")
    expect(stars).to_be_focused()
    assert faults(page) == []
    page.get_by_role("button", name="Add a clause").click()
    # A button draws the whole page anew, which knows only what is stored.
    expect(preview_of(page)).to_contain_text("1 star for each forest space.")
    expect(preview_of(page)).to_contain_text(wrong)
    at_rest(page)
    page.locator("#clause-1").get_by_label("Stars").fill("4")
    expect(preview_of(page)).to_contain_text("4 stars for each forest space.")
    expect(preview_of(page)).not_to_contain_text("an earlier state")


def test_a_change_is_told_aloud_in_a_line(draft: Page) -> None:
    page = draft
    stars = page.locator("#clause-1").get_by_label("Stars")
    expect(stars).to_be_visible()
    at_rest(page)
    assert page.locator("[aria-live]:not([aria-live=off])").count() == 0
    page.evaluate(LISTEN)
    for typed in ("3", "", "4"):
        stars.fill(typed)
        expect(page.get_by_role("status")).to_contain_text(f"{typed} stars" if typed else "Stars: Enter")
        at_rest(page)
    assert page.evaluate("window.heard") == [
        "status: Up to date. 3 stars for each forest space.",
        "status: Showing an earlier state until the error is fixed. "
        "Stars: Enter a whole number from −20 to 20, except 0.",
        "status: Up to date. 4 stars for each forest space.",
    ]


def test_the_focus_goes_on_beside_what_is_taken_away(draft: Page) -> None:
    page, hand = draft, Keys(draft)
    for number in (2, 3, 4):
        step(hand, "Add a clause")
        expect(page.locator(f"#clause-{number}")).to_be_focused()
    step(hand, "Remove clause 2")
    expect(page.get_by_role("group", name="Clause 2")).to_be_focused()
    step(hand, "Remove clause 3")
    expect(page.get_by_role("group", name="Clause 2")).to_be_focused()
    step(hand, "Remove clause 1")
    expect(page.get_by_role("group", name="Clause 1")).to_be_focused()

    paint = page.get_by_role("button", name="Draw a map")
    for number in (1, 2):
        step(hand, "Draw a map")
        expect(page.locator(f"#example-{number}")).to_be_visible()
        expect(paint).to_be_focused()
        if number == 1:  # a second blank map would be refused
            space(page.locator("#example-1"), "C5").click()
            at_rest(page)
    step(hand, "Remove example 1")
    expect(page.get_by_role("group", name="Example 1", exact=True)).to_be_focused()
    page.get_by_label("Expected stars").fill("7")
    expect(page.locator("#example-1")).to_contain_text("Doesn’t match.")
    at_rest(page)
    step(hand, "Use current score for example 1")
    expect(page.get_by_role("group", name="Example 1", exact=True)).to_be_focused()
    step(hand, "Remove example 1")
    expect(paint).to_be_focused()


def test_games_that_go_on_are_told_of_until_the_draft_has_changed(draft: Page) -> None:
    page = draft
    refused: list[str] = []
    page.on("response", lambda answer: refused.append(answer.url) if answer.status >= 400 else None)
    step(Keys(page), "Run test")
    trial = page.get_by_role("region", name="Balance test")
    expect(trial.get_by_role("progressbar")).to_be_visible()
    expect(trial).to_have_attribute("hx-trigger", "every 2s")
    discard_draft(entry=CatalogEntry.objects.get(name=NAME), by=User.objects.get())
    expect(preview_of(page)).to_contain_text(
        "The draft has changed since this test. Reload the page and run the test again."
    )
    expect(page.locator("[hx-trigger^=every]")).to_have_count(0)
    assert refused == []


def tab_to(page: Page, target: Locator) -> None:
    """Press Tab until something has the focus."""
    for _press in range(250):
        if target.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    expect(target).to_be_focused()
