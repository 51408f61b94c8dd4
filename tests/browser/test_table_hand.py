"""Gestures beside placing: drag the card's shape, tap or scroll to rotate, autoscroll, double-tap.

Double-tap to confirm is optional.
"""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from games.accounts.models import User
from games.tables.models import Table
from tests.browser.gestures import SPACES_UP, Finger, centre, drag, pitch
from tests.browser.ghosts import at, covered, expect_placed, offered, open_table, query
from tests.browser.measuring import at_rest, measure
from tests.browser.playing import marked, press
from tests.games.cartographers import play

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LAPTOP = {"viewport": {"width": 1366, "height": 768}}
SHOWN = ".hand [data-act=option]"
"""The pictures on the open card that can be taken in hand."""


# --- The card's picture ----------------------------------------------------------------------------------------------


def test_a_picture_of_the_open_card_is_dragged_onto_the_map(
    context_for: ContextFor, people: list[User], table: Table
) -> None:
    page, complaints = open_table(context_for(people[0], **LAPTOP), table)
    pictures = page.locator(SHOWN)
    expect(pictures).to_have_count(2)
    drag(page, f"{SHOWN}:last-child", "#H7", release=False)
    expect(page.locator("#map td.ghost > #H7")).to_have_count(1)
    page.mouse.up()
    assert query(page)["option"] == ["2"]
    expect(page.locator("#option-1")).to_have_attribute("aria-current", "true")
    assert page.evaluate("getSelection().toString()") == ""
    page.locator("#confirm").click()
    expect(page.locator("#take-back")).to_be_visible()
    expect(page.locator(SHOWN)).to_have_count(0)
    assert not complaints


def test_a_click_on_a_picture_takes_its_shape_in_hand(
    context_for: ContextFor, people: list[User], table: Table
) -> None:
    page, _ = open_table(context_for(people[0], **LAPTOP), table)
    for picture in (1, 0):
        page.locator(SHOWN).nth(picture).click()
        expect(page.locator(f"#option-{picture}")).to_have_attribute("aria-current", "true")
        assert page.locator("#place-form [name=option]").input_value() == str(picture + 1)


def test_a_finger_drags_the_picture_up_to_the_map_and_the_page_follows(
    context_for: ContextFor, people: list[User], table: Table
) -> None:
    """On a phone the card is below the map, which is then out of sight."""
    page, complaints = open_table(context_for(people[0], **PHONE), table)
    page.locator(SHOWN).last.evaluate("picture => picture.scrollIntoView({ block: 'center' })")
    scrolled = measure(page, "scrollY")
    finger = Finger(page)
    finger.down(centre(page, f"{SHOWN}:last-child"))
    finger.move((195, 20))
    page.wait_for_function("() => document.getElementById('A1').getBoundingClientRect().top > 0")
    finger.move((195, 300))
    expect(page.locator("#map td.ghost")).not_to_have_count(0)
    finger.up()
    at_rest(page)
    assert query(page)["option"] == ["2"]
    assert measure(page, "scrollY") < scrolled
    expect_placed(page, marked(page, "ghost"))
    assert not complaints


# --- At the edges of the window --------------------------------------------------------------------------------------


def test_at_the_foot_of_the_window_the_page_scrolls_to_its_end_and_stops(
    context_for: ContextFor, people: list[User], table: Table
) -> None:
    page, _ = open_table(context_for(people[0], viewport={"width": 1000, "height": 420}), table)
    page.click("#C5")
    lay = covered(at(offered(table), "C5"))
    expect_placed(page, lay)
    before = measure(page, "scrollY")
    x, y = centre(page, f"#{lay[0]}")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, 200)
    page.mouse.move(x, 410)
    page.wait_for_function("was => scrollY > was + 100", arg=before)
    page.wait_for_function("() => scrollY + innerHeight >= document.documentElement.scrollHeight - 2")
    page.mouse.move(x, 10)
    page.wait_for_function("() => scrollY < 2")
    page.keyboard.press("Escape")
    expect_placed(page, lay)


# --- Turning by a tap and by the wheel -------------------------------------------------------------------------------


@pytest.mark.parametrize("touch", [True, False], ids=["touch", "mouse"])
def test_a_tap_on_the_ghost_turns_it_and_four_lead_back(
    context_for: ContextFor, people: list[User], table: Table, touch: bool
) -> None:
    page, complaints = open_table(context_for(people[0], **(PHONE if touch else LAPTOP)), table)
    ghost = at(offered(table), "E7")
    lay = covered(ghost)
    tap(page, "E7", touch)
    expect_placed(page, lay)
    ways = [query(page)["held"]]
    for _ in range(4):
        tap(page, "E7", touch)
        at_rest(page)
        assert "E7" in marked(page, "ghost"), "it stays under the finger"
        expect(page.locator("#confirm")).to_be_enabled()
        ways.append(query(page)["held"])
    assert ways[0] == ways[4]
    assert len({way for (way,) in ways}) == 4
    expect_placed(page, lay)
    tap(page, "H3", touch)
    expect_placed(page, covered(at(ghost, "H3")))
    assert not complaints


@pytest.mark.parametrize(
    "corner", ["A1", *(pytest.param(corner, marks=pytest.mark.long) for corner in ("A11", "K1", "K11"))]
)
def test_at_the_edge_of_the_map_four_taps_lead_back_too(
    context_for: ContextFor, people: list[User], table: Table, corner: str
) -> None:
    page, _ = open_table(context_for(people[0], **LAPTOP), table)
    page.click("#option-1")
    page.click(f"#{corner}")
    at_rest(page)
    lay = marked(page, "ghost")
    tapped = lay[0]
    for _ in range(4):
        page.click(f"#{tapped}")
        at_rest(page)
    assert marked(page, "ghost") == lay


def tap(page: Page, name: str, touch: bool) -> None:
    space = page.locator(f"#{name}")
    space.tap() if touch else space.click()


def test_the_wheel_turns_the_ghost_and_scrolls_beside_it(
    context_for: ContextFor, people: list[User], table: Table
) -> None:
    page, complaints = open_table(context_for(people[0], **LAPTOP), table)
    ghost = at(offered(table), "E7")
    page.click("#E7")
    at_rest(page)
    for notch, way in ((120, ghost.turned(1)), (-120, ghost), (-120, ghost.turned(-1))):
        page.mouse.wheel(0, notch)
        expect(page.locator("#place-form [name=held]")).to_have_value(way.orientation.turn.code)
    at_rest(page)
    assert measure(page, "scrollY") == 0
    page.mouse.move(*centre(page, "#I3"))
    page.mouse.wheel(0, 120)
    page.wait_for_function("() => scrollY > 0")
    expect(page.locator("#place-form [name=held]")).to_have_value(ghost.turned(-1).orientation.turn.code)
    assert not complaints


def test_wheel_and_right_click_turn_a_shape_before_it_is_placed(
    context_for: ContextFor, people: list[User], table: Table
) -> None:
    """The preview under the pointer shows the turned shape. Off the map, and once drawn, the wheel scrolls the page."""
    page, complaints = open_table(context_for(people[0], **LAPTOP), table)
    ghost = offered(table)
    held = page.locator("#place-form [name=held]")
    page.locator("#E7").hover()
    at_rest(page)
    for notch, way in ((120, ghost.turned(1)), (-120, ghost), (-120, ghost.turned(-1)), (120, ghost)):
        page.mouse.wheel(0, notch)
        expect(held).to_have_value(way.orientation.turn.code)
        assert marked(page, "preview") == covered(at(way, "E7"))
    for way in (ghost.turned(1), ghost.turned(2), ghost.turned(3), ghost.flipped()):
        page.click("#E7", button="right")
        expect(held).to_have_value(way.orientation.turn.code)
    expect(page.locator("#map td.ghost")).to_have_count(0)
    assert measure(page, "scrollY") == 0
    page.mouse.move(2, 400)
    page.mouse.wheel(0, 120)
    page.wait_for_function("() => scrollY > 0")
    expect(held).to_have_value(ghost.flipped().orientation.turn.code)
    press(page, "n")
    page.click("#confirm")
    expect(page.locator("#take-back")).to_be_visible()
    page.evaluate("scrollTo(0, 0)")
    page.locator("#E7").hover()
    page.mouse.wheel(0, 120)
    page.wait_for_function("() => scrollY > 0")
    assert not complaints


def test_the_wheel_turns_what_is_dragged(context_for: ContextFor, people: list[User], table: Table) -> None:
    page, _ = open_table(context_for(people[0], **LAPTOP), table)
    drag(page, "#E5", "#G8", release=False)
    expect(page.locator("#map td.ghost > #G8")).to_have_count(1)
    page.mouse.wheel(0, 120)
    turned = offered(table).turned(1)
    expect(page.locator("#place-form [name=held]")).to_have_value(turned.orientation.turn.code)
    page.mouse.up()
    at_rest(page)
    assert query(page)["held"] == [turned.orientation.turn.code]


# --- How many taps a turn takes --------------------------------------------------------------------------------------

COUNT = "addEventListener('pointerup', () => (document.taps = (document.taps ?? 0) + 1), true)"


@pytest.mark.parametrize(("turns", "taps"), [(0, 2), (1, 3)], ids=["as it lies", "turned"])
def test_a_turn_takes_two_taps_or_three(
    context_for: ContextFor, people: list[User], table: Table, turns: int, taps: int
) -> None:
    """Put down, rotated in place and confirmed, without scrolling in between."""
    page, _ = open_table(context_for(people[0], **PHONE), table)
    page.evaluate(COUNT)
    page.locator("#E7").tap()
    expect_placed(page, covered(at(offered(table), "E7")))
    for _ in range(turns):
        page.locator("#E7").tap()
        expect(page.locator("#place-form [name=held]")).not_to_have_value(offered(table).orientation.turn.code)
    expect(page.locator("#confirm")).to_be_in_viewport(ratio=1)
    page.locator("#confirm").tap()
    expect(page.locator("#take-back")).to_be_visible()
    assert page.evaluate("document.taps") == taps


# --- A double tap draws ----------------------------------------------------------------------------------------------

TWICE = """space => {
  const click = (detail) => new MouseEvent("click", { bubbles: true, cancelable: true, detail });
  for (const one of [1, 2]) space.dispatchEvent(click(one));
}"""


@pytest.mark.parametrize("lies_there", [False, True], ids=["put down by it", "lies there"])
def test_a_double_tap_draws_for_who_wants_it(
    context_for: ContextFor, people: list[User], table: Table, lies_there: bool
) -> None:
    User.objects.update(double_tap=True)
    page, complaints = open_table(context_for(people[0], **LAPTOP), table)
    lay = covered(at(offered(table), "E7"))
    at_rest(page)
    if lies_there:
        page.click("#E7")
        expect_placed(page, lay)
    page.locator("#H3").hover()
    at_rest(page)
    page.locator("#E7").evaluate(TWICE)
    expect(page.locator("#take-back")).to_be_visible()
    expect(page.locator("#map td.fresh")).to_have_count(len(lay))
    assert marked(page, "fresh") == lay
    assert not complaints


def test_for_everybody_else_a_double_tap_puts_down_and_turns(
    context_for: ContextFor, people: list[User], table: Table
) -> None:
    page, _ = open_table(context_for(people[0], **LAPTOP), table)
    page.locator("#H3").hover()
    at_rest(page)
    page.locator("#E7").evaluate(TWICE)
    way = offered(table).turned(1).orientation.turn.code
    expect(page.locator("#place-form [name=held]")).to_have_value(way)
    at_rest(page)
    expect(page.locator("#place-form")).to_be_visible()


def test_where_it_may_not_lie_a_double_tap_draws_nothing(
    context_for: ContextFor, people: list[User], table: Table
) -> None:
    User.objects.update(double_tap=True)
    page, _ = open_table(context_for(people[0], **LAPTOP), table)
    at_rest(page)
    page.locator("#B4").evaluate(TWICE)
    expect(page.locator("#problem")).to_contain_text("B4")
    expect(page.locator("#confirm")).to_be_disabled()
    expect(page.locator("#place-form")).to_be_visible()


# --- The script that all this needs ----------------------------------------------------------------------------------


def test_without_the_script_that_comes_later_a_shape_is_drawn_all_the_same(
    context_for: ContextFor, people: list[User], table: Table
) -> None:
    page = context_for(people[0], **LAPTOP).new_page()
    page.route(re.compile(r"/hand\."), lambda route: route.abort())
    page.goto(play.url(table))
    page.click("#E7")
    page.click("#E7")
    expect_placed(page, covered(at(offered(table), "E7")))
    page.click("#confirm")
    expect(page.locator("#take-back")).to_be_visible()


def test_a_drag_waits_for_its_script(context_for: ContextFor, people: list[User], table: Table) -> None:
    page, complaints = open_table(context_for(people[0], **PHONE), table)
    waiting: list[Callable[[], None]] = []
    page.route(re.compile(r"/hand\."), lambda route: waiting.append(route.continue_))
    finger = Finger(page)
    x, y = centre(page, "#F6")
    finger.down(centre(page, "#option-1"))
    finger.move((x, y + SPACES_UP * pitch(page)), steps=12)
    finger.up()
    while not waiting:
        page.evaluate("() => new Promise(requestAnimationFrame)")
    expect(page.locator("#map td.ghost")).to_have_count(0)
    waiting[0]()
    expect(page.locator("#map td.ghost > #F6")).to_have_count(1)
    assert query(page)["option"] == ["2"]
    assert not complaints
