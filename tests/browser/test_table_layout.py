"""The edges of the map and of the card, which players drag by mouse or finger or move with keys."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from games.accounts.models import User
from games.tables.models import Table
from tests.browser.measuring import at_rest, measure, measured
from tests.browser.playing import listen_for_complaints, press
from tests.browser.test_one_screen import OUT_OF_SIGHT
from tests.browser.test_table_still import OBSERVE
from tests.games.cartographers import play

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]
SIZES = ((1366, 768), (1024, 768), (960, 600), (1120, 768), (1280, 577), (1920, 1080))
LAPTOP = {"viewport": {"width": 1366, "height": 768}}


def opened(context: BrowserContext, table: Table) -> tuple[Page, Locator, Locator]:
    """Open the table page; return it with the edge of the map and that of the card."""
    page = context.new_page()
    page.add_init_script(OBSERVE)
    page.goto(play.url(table))
    map_edge = page.get_by_role("separator", name="Map size")
    hand_edge = page.get_by_role("separator", name="Card width")
    expect(map_edge).to_be_visible()
    return page, map_edge, hand_edge


def pull(page: Page, edge: Locator, distance: float) -> None:
    """Drag an edge by a distance to the right, in pixels."""
    box = measured(edge)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + distance, y, steps=5)
    page.mouse.up()


def width_of(page: Page, selector: str) -> int:
    return round(measured(page.locator(selector))["width"])


def test_dragged_edges_stay_until_they_are_reset(context_for: ContextFor, people: list[User], table: Table) -> None:
    context = context_for(people[0], **LAPTOP)
    page, map_edge, hand_edge = opened(context, table)
    complaints = listen_for_complaints(page)
    usual = width_of(page, "#map"), width_of(page, ".hand")
    pull(page, map_edge, -150)
    assert width_of(page, "#map") == pytest.approx(usual[0] - 150, abs=2)
    wider = width_of(page, ".hand")
    assert wider > usual[1]
    pull(page, hand_edge, 60)
    assert width_of(page, ".hand") == pytest.approx(wider + 60, abs=2)
    chosen = width_of(page, "#map"), width_of(page, ".hand")
    assert measure(page, OUT_OF_SIGHT) == []
    page.close()
    page, map_edge, _hand_edge = opened(context, table)
    at_rest(page)
    assert (width_of(page, "#map"), width_of(page, ".hand")) == chosen
    assert page.evaluate("window.moved") == [], "it is applied before the first paint"
    map_edge.dblclick()
    assert width_of(page, "#map") == usual[0]
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Reset layout").click()
    assert (width_of(page, "#map"), width_of(page, ".hand")) == usual
    assert page.evaluate("localStorage.layout") is None
    assert not complaints


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_smallest_and_largest_columns_leave_everything_in_sight(
    size: tuple[int, int], context_for: ContextFor, people: list[User], table: Table
) -> None:
    page, *edges = opened(context_for(people[0], viewport={"width": size[0], "height": size[1]}), table)
    page.locator("#tool-fit").click()
    for keys in (("Home", "Home"), ("Home", "End"), ("End", "Home"), ("End", "End")):
        for edge, key in zip(edges, keys, strict=True):
            if edge.is_visible():
                edge.press(key)
                limit = "aria-valuemin" if key == "Home" else "aria-valuemax"
                expect(edge).to_have_attribute("aria-valuenow", edge.get_attribute(limit) or "")
        assert measure(page, OUT_OF_SIGHT) == [], keys
        assert measure(page, "document.documentElement.scrollWidth") == size[0], keys


def test_arrow_keys_move_an_edge_but_nothing_below(context_for: ContextFor, people: list[User], table: Table) -> None:
    page, map_edge, hand_edge = opened(context_for(people[0], **LAPTOP), table)
    below = measured(page.locator("#log"))["y"]
    map_edge.focus()
    press(page, *["ArrowLeft"] * 5)
    expect(map_edge).to_have_attribute("aria-valuenow", "90")
    now = int(hand_edge.get_attribute("aria-valuenow") or 0)
    hand_edge.focus()
    press(page, "ArrowRight")
    expect(hand_edge).to_have_attribute("aria-valuenow", str(now + 2))
    assert measured(page.locator("#log"))["y"] == pytest.approx(below, abs=1)
    assert page.locator("#map td.ghost").count() == 0, "the keys are not those of the map"


def test_edges_outlast_a_turn(context_for: ContextFor, people: list[User], table: Table) -> None:
    page, map_edge, _hand_edge = opened(context_for(people[0], **LAPTOP), table)
    pull(page, map_edge, -150)
    width = width_of(page, "#map")
    page.locator("#tool-fit").click()
    page.locator("#confirm").click()
    expect(page.locator("#take-back")).to_be_visible()
    expect(map_edge).to_be_visible()
    assert width_of(page, "#map") == width


def test_an_edge_keeps_the_focus_when_the_table_is_swapped(pages: list[Page]) -> None:
    ann, ben = pages
    for page in pages:
        page.set_viewport_size({"width": 1366, "height": 768})
    edge = ann.get_by_role("separator", name="Map size")
    edge.focus()
    ben.locator("#tool-fit").click()
    ben.locator("#confirm").click()
    expect(ann.locator("#strip")).to_contain_text("1 of 2")
    expect(edge).to_be_focused()
    ann.locator("#tool-fit").click()
    ann.locator("#confirm").click()
    ann.locator("#table").evaluate("table => { table.dataset.part = 'table.old' }")
    edge.focus()
    ben.locator("#tool-fit").click()
    ben.locator("#confirm").click()
    expect(ann.locator("#strip")).to_contain_text("1 of 2")
    at_rest(ann)
    expect(edge).to_be_focused()
    press(ann, "ArrowLeft")
    expect(edge).to_have_attribute("aria-valuenow", "98")


def test_a_finger_drags_the_edges_of_a_tablet(context_for: ContextFor, people: list[User], table: Table) -> None:
    tablet = {"viewport": {"width": 1180, "height": 820}, "screen": {"width": 820, "height": 1180}}
    page, map_edge, hand_edge = opened(context_for(people[0], **tablet, has_touch=True, is_mobile=True), table)
    line = page.context.new_cdp_session(page)
    for edge, column, distance in ((map_edge, "#map", -120), (hand_edge, ".hand", 40)):
        if not edge.is_visible():
            continue
        before, box = width_of(page, column), measured(edge)
        assert box["width"] >= 24
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        # After a finger that jumps and is lifted at once, Chromium takes the next tap for the end of a fling.
        moves = [("touchMove", [{"x": x + distance * part, "y": y}]) for part in (0.25, 0.5, 0.75, 1, 1)]
        for kind, points in (("touchStart", [{"x": x, "y": y}]), *moves, ("touchEnd", [])):
            line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        assert width_of(page, column) == pytest.approx(before + distance, abs=2)
    at_rest(page)
    page.get_by_role("button", name="Settings").tap()
    expect(page.get_by_role("button", name="Reset layout")).to_be_visible()


def test_on_a_phone_there_are_no_edges(context_for: ContextFor, people: list[User], table: Table) -> None:
    page = context_for(people[0], viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True).new_page()
    page.goto(play.url(table))
    at_rest(page)
    page.get_by_role("button", name="Settings").click()
    expect(page.locator("#settings")).to_be_visible()
    expect(page.get_by_role("button", name="Reset layout")).to_be_hidden()
    expect(page.locator(".edge")).to_have_count(0)
