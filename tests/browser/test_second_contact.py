"""A drag belongs to one pointer: a second finger, a palm or a mouse neither ends nor moves nor blocks it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from games.accounts.models import User
from games.tables.models import Table
from tests.browser.gestures import SPACES_UP, Finger, Point, centre, pitch
from tests.browser.ghosts import at, covered, offered
from tests.browser.hands import Mouse
from tests.browser.making import begin, curator, space
from tests.browser.test_table_dragging import PHONE, lies, moved, opened

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]

CONTACT = """([type, selector, kind, id]) => {
  const element = document.querySelector(selector);
  const { x, y, width, height } = element.getBoundingClientRect();
  const place = { clientX: x + width / 2, clientY: y + height / 2 };
  const more = { bubbles: true, cancelable: true, button: 0, buttons: 1, detail: 1 };
  const event = { ...place, ...more, pointerId: id, pointerType: kind, isPrimary: true };
  element.dispatchEvent(new PointerEvent(type, event));
}"""
"""What another kind of pointer does, which is primary among its own kind."""


DRAG = """([selector, id, down]) => {
  const element = document.querySelector(selector);
  element.setPointerCapture = () => {}; // a synthetic pointer has none
  const { x, y, width, height } = element.getBoundingClientRect();
  const more = { bubbles: true, buttons: 1, pointerId: id, pointerType: "pen" };
  const event = { ...more, clientX: x + width / 2, clientY: y + height / 2 + down };
  element.dispatchEvent(new PointerEvent("pointermove", event));
}"""
"""A move of a pen that came down on an element, by a distance in pixels."""


def contact(page: Page, selector: str, kind: str = "pen", pointer: int = 77) -> None:
    """Tap an element with another pointer."""
    for event in ("pointerdown", "pointermove", "pointerup", "click"):
        page.evaluate(CONTACT, [event, selector, kind, pointer])


def touch(finger: Finger, kind: str, points: dict[int, Point]) -> None:
    """Dispatch a touch event with numbered fingers; `touchEnd` lifts the fingers that it names."""
    places = [{"x": x, "y": y, "id": number} for number, (x, y) in points.items()]
    finger.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})


@pytest.mark.parametrize("kind", ["pen", "mouse"])
def test_tap_of_another_pointer_leaves_the_drag_alone(
    context_for: ContextFor, people: list[User], table: Table, kind: str
) -> None:
    page, complaints = opened(context_for(people[0], **PHONE), table)
    page.tap("#E7")
    ghost = at(offered(table), "E7")
    finger = Finger(page)
    x, y = centre(page, f"#{covered(ghost)[0]}")
    finger.down((x, y))
    contact(page, "#K1", kind)  # before the finger has moved
    lies(page, ghost)
    lift = SPACES_UP + 0.25
    finger.move((x, y + (2 + lift) * pitch(page)))
    lies(page, moved(ghost, 2, 0))
    contact(page, "#A11", kind)
    lies(page, moved(ghost, 2, 0))
    finger.move((x - pitch(page), y + (2 + lift) * pitch(page)))
    lies(page, moved(ghost, 2, -1))
    finger.up()
    lies(page, moved(ghost, 2, -1))
    assert not complaints


def test_second_finger_leaves_the_drag_alone(context_for: ContextFor, people: list[User], table: Table) -> None:
    page, complaints = opened(context_for(people[0], **PHONE), table)
    page.tap("#E7")
    ghost = at(offered(table), "E7")
    finger = Finger(page)
    x, y = centre(page, f"#{covered(ghost)[0]}")
    palm, finger_spot = centre(page, "#K1"), centre(page, "#A1")
    finger.down((x, y))
    to = (x, y + (2 + SPACES_UP + 0.25) * pitch(page))
    finger.move(to)
    lies(page, moved(ghost, 2, 0))
    touch(finger, "touchStart", {0: to, 1: palm})
    touch(finger, "touchMove", {0: to, 1: finger_spot})
    lies(page, moved(ghost, 2, 0))
    touch(finger, "touchEnd", {1: finger_spot})
    finger.move((x - pitch(page), to[1]))
    lies(page, moved(ghost, 2, -1))
    finger.up()
    lies(page, moved(ghost, 2, -1))
    assert not complaints


@pytest.mark.parametrize("rests", ["ghost", "map", "bar"])
def test_palm_that_rests_first_does_not_block_a_finger(
    context_for: ContextFor, people: list[User], table: Table, rests: str
) -> None:
    page, complaints = opened(context_for(people[0], **PHONE), table)
    page.tap("#E7")
    ghost = at(offered(table), "E7")
    finger = Finger(page)
    first, second = covered(ghost)[:2]
    palm = centre(page, {"ghost": f"#{second}", "map": "#K1", "bar": "#strip"}[rests])
    x, y = centre(page, f"#{first}")
    touch(finger, "touchStart", {0: palm})
    touch(finger, "touchStart", {0: palm, 1: (x, y)})
    palm = (palm[0] + 2, palm[1] + 1)  # it is never quite still
    lift = SPACES_UP + 0.25
    for step in range(1, 9):
        touch(finger, "touchMove", {0: palm, 1: (x, y + step / 8 * (2 + lift) * pitch(page))})
    lies(page, moved(ghost, 2, 0))
    touch(finger, "touchEnd", {0: palm})
    lies(page, moved(ghost, 2, 0))
    finger.at = (x, y + (2 + lift) * pitch(page))
    touch(finger, "touchMove", {1: (x - pitch(page), finger.at[1])})
    lies(page, moved(ghost, 2, -1))
    touch(finger, "touchEnd", {1: (x - pitch(page), finger.at[1])})
    lies(page, moved(ghost, 2, -1))
    assert not complaints


def test_finger_that_rests_on_the_shape_does_not_block_a_pen(
    context_for: ContextFor, people: list[User], table: Table
) -> None:
    page, complaints = opened(context_for(people[0], **PHONE), table)
    page.tap("#E7")
    ghost = at(offered(table), "E7")
    first = covered(ghost)[0]
    page.evaluate(CONTACT, ["pointerdown", f"#{first}", "touch", 5])
    page.evaluate(CONTACT, ["pointerdown", f"#{first}", "pen", 6])
    page.evaluate(DRAG, [f"#{first}", 6, (2 + SPACES_UP + 0.25) * pitch(page)])
    lies(page, moved(ghost, 2, 0))
    page.evaluate(CONTACT, ["pointermove", "#K1", "touch", 5])
    page.evaluate(CONTACT, ["pointerup", "#K1", "touch", 5])
    lies(page, moved(ghost, 2, 0))
    assert not complaints


def test_second_contact_neither_ends_nor_paints_a_stroke(context_for: ContextFor) -> None:
    hand = Mouse(context_for(curator("ada")).new_page())
    page = hand.page
    begin(hand, "sheet", "Moor")
    sheet = page.get_by_role("group", name="Map sheet")
    space(sheet, "E6").evaluate("square => square.id = 'far'")
    space(sheet, "B2").hover()
    page.mouse.down()
    space(sheet, "B3").hover()
    contact(page, "#far")
    space(sheet, "B4").hover()
    page.mouse.up()
    for name in ("B2", "B3", "B4"):
        expect(space(sheet, name)).to_have_attribute("aria-label", f"{name}, mountain")
    expect(space(sheet, "E6")).to_have_attribute("aria-label", "E6, empty")


def test_stroke_that_ended_unseen_does_not_block_the_next(context_for: ContextFor) -> None:
    hand = Mouse(context_for(curator("ada")).new_page())
    page = hand.page
    begin(hand, "sheet", "Moor")
    sheet = page.get_by_role("group", name="Map sheet")
    space(sheet, "E6").evaluate("square => square.id = 'far'")
    page.evaluate(CONTACT, ["pointerdown", "#far", "mouse", 1])
    space(sheet, "B2").hover()
    page.mouse.down()
    space(sheet, "B3").hover()
    page.mouse.up()
    for name in ("B2", "B3", "E6"):
        expect(space(sheet, name)).to_have_attribute("aria-label", f"{name}, mountain")
    expect(space(sheet, "B4")).to_have_attribute("aria-label", "B4, empty")


def test_palm_that_rests_first_neither_paints_nor_blocks_a_stroke(context_for: ContextFor) -> None:
    hand = Mouse(context_for(curator("ada")).new_page())
    page = hand.page
    begin(hand, "sheet", "Moor")
    sheet = page.get_by_role("group", name="Map sheet")
    space(sheet, "E6").evaluate("square => square.id = 'far'")
    page.evaluate(CONTACT, ["pointerdown", "#far", "touch", 77])
    space(sheet, "B2").hover()
    page.mouse.down()
    space(sheet, "B3").hover()
    page.evaluate(CONTACT, ["pointermove", "#far", "touch", 77])
    page.evaluate(CONTACT, ["pointerup", "#far", "touch", 77])
    space(sheet, "B4").hover()
    page.mouse.up()
    for name in ("B2", "B3", "B4"):
        expect(space(sheet, name)).to_have_attribute("aria-label", f"{name}, mountain")
    expect(space(sheet, "E6")).to_have_attribute("aria-label", "E6, empty")
