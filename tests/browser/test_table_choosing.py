"""Choosing the space that a monster destroys, as directly as drawing: by tap and by keyboard."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from games.accounts.models import User
from games.tables.models import Table
from tests.browser.gestures import centre
from tests.browser.playing import focused, listen_for_complaints, marked, press
from tests.browser.test_table_dragging import PHONE
from tests.games.cartographers import monsters, play

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]


@pytest.fixture
def table(people: list[User], monkeypatch: pytest.MonkeyPatch) -> Table:
    """A table at which everyone chooses the space on their own map that a troll destroys."""
    monsters.stack(monkeypatch, "giant_troll_ravage")
    table = play.gather(*people)
    monsters.play_on(table, people, monsters.chooses)
    return table


def put_forward(page: Page, space: str) -> None:
    """Expect the chosen space to be shown on the map, on the button and in the scores."""
    expect(page.locator("#confirm")).to_have_text(f"Destroy {space}")
    assert marked(page, "doomed") == [space]
    expect(page.locator("#hint")).to_have_count(0)
    expect(page.locator("#pending .goals")).to_be_visible()


def nothing_put_forward(page: Page) -> None:
    expect(page.locator("#confirm")).to_be_disabled()
    assert marked(page, "doomed") == []
    expect(page.locator("#hint")).to_have_count(1)
    expect(page.locator("#pending :is(.better, .worse)")).to_have_count(0)


@pytest.mark.parametrize("phone", [False, True], ids=["mouse", "touch"])
def test_a_touch_marks_at_once(context_for: ContextFor, people: list[User], table: Table, phone: bool) -> None:
    targets = monsters.targets(table)
    page = context_for(people[0], **(PHONE if phone else {})).new_page()
    complaints = listen_for_complaints(page)
    page.goto(play.url(table))
    page.locator(f"#{targets[0]}").scroll_into_view_if_needed()
    page.locator("#table").evaluate("table => { table.mine = true }")
    there = centre(page, f"#{targets[0]}")
    hit = page.tap if phone else page.click
    for space in (targets[0], targets[-1]):
        hit(f"#{space}")
        put_forward(page, space)
    hit("#tool-drop")
    nothing_put_forward(page)
    hit(f"#{targets[-1]}")
    assert page.locator("#table").evaluate("table => table.mine"), "no page was fetched for it"
    assert centre(page, f"#{targets[0]}") == there
    page.reload()
    put_forward(page, targets[-1])
    hit("#confirm")
    expect(page.locator("#take-back")).to_be_visible()
    assert targets[-1] in marked(page, "t-destroyed")
    assert not complaints


def test_enter_marks_and_enter_again_destroys(context_for: ContextFor, people: list[User], table: Table) -> None:
    targets = monsters.targets(table)
    page = context_for(people[0]).new_page()
    page.goto(play.url(table))
    page.locator("#desk-title").focus()
    press(page, "Tab")
    assert focused(page) == targets[0]
    for space in targets[1:]:
        press(page, "ArrowRight")
        assert focused(page) == space
    press(page, "ArrowRight", "ArrowUp")
    assert focused(page) == targets[-2]
    press(page, "Enter")
    put_forward(page, targets[-2])
    expect(page.locator("#messages .spoken")).to_contain_text(re.compile(r"\w"))
    press(page, "Escape")
    nothing_put_forward(page)
    press(page, "ArrowDown", " ")
    put_forward(page, targets[-1])
    press(page, "Enter")
    expect(page.locator("#take-back")).to_be_visible()
    assert targets[-1] in marked(page, "t-destroyed")
    press(page, "u")
    expect(page.locator("#choice-form")).to_be_visible()
    expect(page.locator(f"#{targets[-1]}")).to_be_focused()


def test_key_pressed_before_the_new_form_has_settled_loads_no_page(
    context_for: ContextFor, people: list[User], table: Table
) -> None:
    targets = monsters.targets(table)
    page = context_for(people[0]).new_page()
    page.goto(play.url(table))
    page.evaluate("window.same = true; htmx.config.defaultSettleDelay = 60_000")
    page.focus(f"#{targets[0]}")
    press(page, "Enter", "Enter")
    expect(page.locator("#take-back")).to_be_visible()
    press(page, "u")
    expect(page.locator(f"#{targets[0]}")).to_be_focused()
    assert page.evaluate("window.same")


def test_the_choice_is_cleared_with_scripts_off(context_for: ContextFor, people: list[User], table: Table) -> None:
    targets = monsters.targets(table)
    page = context_for(people[0], java_script_enabled=False).new_page()
    page.goto(play.url(table))
    page.click(f"#{targets[0]}")
    put_forward(page, targets[0])
    page.click("#tool-drop")
    nothing_put_forward(page)
