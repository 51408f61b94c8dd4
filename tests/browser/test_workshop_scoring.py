"""A new scoring card, made in the workshop by mouse and by keyboard."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from games.accounts.models import User
from games.catalog.drafts import throw_away
from games.catalog.models import CatalogEntry, State
from tests.browser.measuring import at_rest, width_of
from tests.browser.reading import LISTEN, axe

pytestmark = pytest.mark.browser
BEGIN = "/admin/catalog/catalogentry/add/?kind=cartographers/scoring"


@pytest.fixture
def curator(site: object) -> User:
    return User.objects.create_user("ada", "chart and compass", is_staff=True, is_superuser=True)


@pytest.fixture
def page(context_for: Callable[..., BrowserContext], curator: User) -> Page:
    page = context_for(curator).new_page()
    page.goto(BEGIN)
    return page


def made() -> CatalogEntry:
    """What has come of it."""
    return CatalogEntry.objects.get(key="green_shores")


def faults(page: Page) -> list[str]:
    """What axe finds in the editor and beside it; the pages around them are the admin's."""
    found = axe(page).response["violations"]
    return [
        f"{each['id']}: {node['html']}"
        for each in found
        for node in each["nodes"]
        if each["id"] != "link-in-text-block"
    ]


def test_by_mouse(page: Page) -> None:
    begun(page)
    page.get_by_label("What is counted").select_option("clusters")
    expect(page.get_by_label("Has to touch")).to_be_visible()
    at_rest(page)
    page.get_by_label("Has to touch").select_option("water")
    expect(page.locator("#beside")).to_contain_text("1 star for each forest cluster that touches a water space.")
    page.get_by_role("button", name="Add a clause").click()
    second = page.locator("#clause-2")
    expect(second).to_be_visible()
    at_rest(page)
    second.get_by_label("Stars").fill("40")
    expect(second.get_by_text("Write a whole number from 1 to 20.")).to_be_visible()
    second.get_by_label("Stars").fill("2")
    expect(page.locator("#beside")).to_contain_text("2 stars for each forest space.")
    at_rest(page)
    page.get_by_role("button", name="Move clause 2 up").click()
    expect(page.locator("#clause-1").get_by_label("Stars")).to_have_value("2")
    at_rest(page)
    page.get_by_role("button", name="Paint one").click()
    example = page.locator("#example-1")
    expect(example).to_be_visible()
    at_rest(page)
    example.get_by_role("button", name="C5, empty").click()
    example.get_by_label("Water", exact=True).check()
    example.get_by_role("button", name="C6, empty").click()
    at_rest(page)
    page.get_by_role("button", name="Show what it comes to").last.click()
    expect(page.locator("#example-1")).to_contain_text("The card earns 3 stars there.")
    page.get_by_role("button", name="Take what it earns now as the stars of example 1").click()
    expect(page.locator("#beside")).to_contain_text("Example 1 holds: 3.")
    at_rest(page)
    assert faults(page) == []
    page.set_viewport_size({"width": 360, "height": 740})
    assert width_of(page) <= 360
    page.get_by_role("button", name="Hand it in for review").click()
    expect(page.locator("#content")).to_contain_text("In review")
    card = made()
    assert card.state == State.IN_REVIEW
    assert [clause["family"] for clause in card.definition["clauses"]] == ["spaces", "clusters"]
    assert [example["stars"] for example in card.examples] == [3]


def test_by_keyboard(page: Page) -> None:
    keys = page.keyboard
    tab_to(page, page.get_by_label("Name"))
    keys.type("Green Shores")
    keys.press("Enter")
    expect(page.get_by_role("heading", name="Green Shores").first).to_be_visible()
    at_rest(page)
    tab_to(page, page.get_by_label("What is counted"))
    keys.type("Clus")
    expect(page.get_by_label("Smallest size")).to_have_value("1")
    expect(page.get_by_label("What is counted")).to_be_focused()
    at_rest(page)
    tab_to(page, page.get_by_label("Smallest size"))
    keys.press("Control+A")
    keys.type("3")
    square = page.get_by_role("checkbox", name="row 1, column 1")
    tab_to(page, square)
    keys.press("Space")
    keys.press("ArrowRight")
    keys.press("Space")
    expect(page.locator("[data-grid-text]")).to_have_text("##")
    expect(page.locator("#beside")).to_contain_text("3")
    for button in ("Find one that earns many", "Find a board that earns nothing"):
        tab_to(page, page.get_by_role("button", name=button))
        keys.press("Enter")
        expect(page.get_by_role("button", name=button)).to_be_focused()
        at_rest(page)
    expect(page.locator("#beside")).to_contain_text("Example 2 holds: 0.")
    tab_to(page, page.get_by_role("button", name="Save the draft"))
    keys.press("Enter")
    expect(page.locator(".messagelist")).to_contain_text("Saved.")
    card = made()
    (clause,) = card.definition["clauses"]
    assert (clause["family"], clause["smallest"], clause["containing"]) == ("clusters", 3, ["##"])
    assert len(card.examples) == 2


def test_what_an_example_earns_follows_each_change(page: Page) -> None:
    page.get_by_label("Name").fill("Green Shores")
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("button", name="Find one that earns some").click()
    example = page.locator("#example-1")
    expect(example).to_be_visible()
    at_rest(page)
    expected = int(example.get_by_label("Stars that it is to earn").input_value())
    stars = page.locator("#clause-1").get_by_label("Stars")
    stars.fill("2")
    expect(example).to_contain_text(f"It fails. The card earns {2 * expected} stars there.")
    expect(page.locator("#beside")).to_contain_text(
        f"Example 1 fails: it is to earn {expected}, and earns {2 * expected}."
    )
    expect(stars).to_be_focused()
    lit = example.locator("svg .lit")
    before = lit.get_attribute("d")
    example.get_by_label("Stars that it is to earn").fill("7")
    at_rest(page)
    page.locator("#clause-1").get_by_label("Terrain").select_option("village")
    expect(lit).not_to_have_attribute("d", before or "")
    expect(example.get_by_label("Stars that it is to earn")).to_have_value("7")
    take = example.get_by_role("button", name="Take what it earns now")
    take.focus()
    stars.evaluate("field => { field.value = 3; field.dispatchEvent(new Event('input', { bubbles: true })); }")
    expect(page.locator("#beside")).to_contain_text("3 stars for each village space.")
    at_rest(page)
    expect(take).to_be_focused()
    take.press("Enter")
    expect(page.locator("#beside")).to_contain_text("Example 1 holds")
    expect(example).not_to_contain_text("It fails.")


def test_a_wrong_field_leaves_what_stands_beside_it(page: Page) -> None:
    page.get_by_label("Name").fill("Green Shores")
    page.get_by_role("button", name="Begin").click()
    stars = page.locator("#clause-1").get_by_label("Stars")
    stars.fill("3")
    beside = page.get_by_role("region", name="What it comes to")
    expect(beside).to_contain_text("3 stars for each forest space.")
    stars.fill("")
    wrong = "This shows an earlier state, until what is wrong is mended. Stars: Write a whole number from 1 to 20."
    expect(beside).to_contain_text(wrong)
    expect(page.locator("#errors-clause-0-stars")).to_contain_text("Write a whole number")
    expect(beside).to_contain_text("3 stars for each forest space.")
    expect(stars).to_be_focused()
    assert faults(page) == []
    page.get_by_role("button", name="Add a clause").click()
    # A button draws the whole page anew, which knows only what is stored.
    expect(beside).to_contain_text("1 star for each forest space.")
    expect(beside).to_contain_text(wrong)
    at_rest(page)
    page.locator("#clause-1").get_by_label("Stars").fill("4")
    expect(beside).to_contain_text("4 stars for each forest space.")
    expect(beside).not_to_contain_text("an earlier state")


def test_a_change_is_told_aloud_in_a_line(page: Page) -> None:
    page.get_by_label("Name").fill("Green Shores")
    page.get_by_role("button", name="Begin").click()
    stars = page.locator("#clause-1").get_by_label("Stars")
    expect(stars).to_be_visible()
    at_rest(page)
    assert page.locator("[aria-live]:not([aria-live=off])").count() == 0
    page.evaluate(LISTEN)
    for typed in ("3", "", "4"):
        stars.fill(typed)
        expect(page.get_by_role("status")).to_contain_text(f"{typed} stars" if typed else "Stars: Write")
        at_rest(page)
    assert page.evaluate("window.heard") == [
        "status: Up to date. 3 stars for each forest space.",
        "status: This shows an earlier state, until what is wrong is mended. Stars: Write a whole number from 1 to 20.",
        "status: Up to date. 4 stars for each forest space.",
    ]


def test_the_focus_goes_on_beside_what_is_taken_away(page: Page) -> None:
    begun(page)
    add = page.get_by_role("button", name="Add a clause")
    for number in (2, 3, 4):
        pressed(page, add)
        expect(page.locator(f"#clause-{number}")).to_be_focused()
    pressed(page, page.get_by_role("button", name="Take clause 2 away"))
    expect(page.get_by_role("group", name="Clause 2")).to_be_focused()
    pressed(page, page.get_by_role("button", name="Take clause 3 away"))
    expect(page.get_by_role("group", name="Clause 2")).to_be_focused()
    pressed(page, page.get_by_role("button", name="Take clause 1 away"))
    expect(page.get_by_role("group", name="Clause 1")).to_be_focused()

    paint = page.get_by_role("button", name="Paint one")
    for number in (1, 2):
        pressed(page, paint)
        expect(page.locator(f"#example-{number}")).to_be_visible()
        expect(paint).to_be_focused()
    pressed(page, page.get_by_role("button", name="Take example 1 away"))
    expect(page.get_by_role("group", name="Example 1", exact=True)).to_be_focused()
    page.get_by_label("Stars that it is to earn").fill("7")
    at_rest(page)
    page.get_by_role("button", name="Show what it comes to").last.click()
    expect(page.locator("#example-1")).to_contain_text("It fails.")
    pressed(page, page.get_by_role("button", name="Take what it earns now as the stars of example 1"))
    expect(page.get_by_role("group", name="Example 1", exact=True)).to_be_focused()
    pressed(page, page.get_by_role("button", name="Take example 1 away"))
    expect(paint).to_be_focused()


def test_games_that_go_on_are_told_of_until_the_draft_has_changed(page: Page) -> None:
    refused: list[str] = []
    page.on("response", lambda answer: refused.append(answer.url) if answer.status >= 400 else None)
    begun(page)
    pressed(page, page.get_by_role("button", name="Have it tried"))
    trial = page.get_by_role("region", name="How good is it?")
    expect(trial.get_by_role("progressbar")).to_be_visible()
    expect(trial).to_have_attribute("hx-trigger", "every 2s")
    throw_away(entry=made(), by=User.objects.get())
    expect(page.locator("#beside")).to_contain_text("The draft has changed since.")
    expect(page.locator("[hx-trigger^=every]")).to_have_count(0)
    assert refused == []


def begun(page: Page) -> None:
    """The draft of a scoring card."""
    page.get_by_label("Name").fill("Green Shores")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_label("What is counted")).to_be_visible()
    at_rest(page)


def pressed(page: Page, button: Locator) -> None:
    """Press a button by keyboard, and wait for what comes of it."""
    button.focus()
    page.keyboard.press("Enter")
    at_rest(page)


def tab_to(page: Page, wanted: Locator) -> None:
    """Press Tab until something has the focus."""
    for _press in range(250):
        if wanted.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    expect(wanted).to_be_focused()
