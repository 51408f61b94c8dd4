"""A drag belongs to one pointer: a second finger, a palm or a mouse neither ends nor moves it."""

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
