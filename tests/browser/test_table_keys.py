"""Letters and digits are commands wherever the focus is not in a text field."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from games.accounts.models import User
from games.tables.models import Table
from tests.browser.ghosts import at, covered, expect_placed, offered, open_table
from tests.browser.playing import focused, press
from tests.games.cartographers import play

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]
LAPTOP = {"viewport": {"width": 1366, "height": 768}}


def test_letters_are_commands_on_a_fresh_page(context_for: ContextFor, people: list[User], table: Table) -> None:
    page, complaints = open_table(context_for(people[0]), table)
    ghost = offered(table).with_option(1)
    press(page, "2", "r", "r", "f")
    ghost = ghost.turned(1).turned(1).flipped()
    held = page.locator("#place-form [name=held]")
    expect(held).to_have_value(ghost.orientation.turn.code)
    assert page.locator("#place-form [name=option]").input_value() == "2"
    assert focused(page) == ""
    press(page, "n")
    fit = ghost.next_fit()
    expect_placed(page, covered(fit))
    expect(page.locator("#map button:focus")).to_have_count(1)
    page.locator(".hand-name").click(position={"x": 4, "y": 4})
    press(page, "Escape")
    expect(page.locator("#map td.ghost")).to_have_count(0)
    press(page, "n")
    press(page, "Enter")
    expect(page.locator("#take-back")).to_be_visible()
    page.locator(".hand-name").click(position={"x": 4, "y": 4})
    press(page, "u")
    expect(page.locator("#place-form")).to_be_visible()
    press(page, "/")
    expect(page.locator("#line")).to_be_focused()
    assert not complaints


def test_where_one_types_letters_are_letters(context_for: ContextFor, people: list[User], table: Table) -> None:
    page, _ = open_table(context_for(people[0]), table)
    line = page.get_by_role("textbox", name="Command")
    line.press_sequentially("rfnt2u/")
    expect(line).to_have_value("rfnt2u/")
    expect(page.locator("#place-form [name=option]")).to_have_value("1")
    expect(page.locator("#map td.ghost")).to_have_count(0)


def test_a_person_may_keep_letters_to_the_map(context_for: ContextFor, people: list[User], table: Table) -> None:
    """WCAG 2.1.4: single-letter shortcuts can be limited to when the map has the focus."""
    page = context_for(people[0]).new_page()
    page.goto("/accounts/profile/")
    page.get_by_label("Keyboard shortcuts at a table").select_option("Only when the map is focused")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.locator("#messages")).to_contain_text("saved")
    page.goto(play.url(table))
    press(page, "2", "n")
    expect(page.locator("#place-form [name=option]")).to_have_value("1")
    expect(page.locator("#map td.ghost")).to_have_count(0)
    page.locator("#F6").focus()
    press(page, "2", "n")
    expect(page.locator("#place-form [name=option]")).to_have_value("2")
    expect(page.locator("#map td.ghost")).not_to_have_count(0)


def test_escape_closes_an_explanation_before_it_takes_the_shape_up(
    context_for: ContextFor, people: list[User], table: Table
) -> None:
    page, _ = open_table(context_for(people[0], **LAPTOP), table)
    page.click("#E7")
    lay = covered(at(offered(table), "E7"))
    page.locator(".goals a").first.click()
    expect(page.locator("#why-title")).to_be_visible()
    press(page, "Escape")
    expect(page.locator("#why-title")).to_be_hidden()
    expect_placed(page, lay)
    press(page, "Escape")
    expect(page.locator("#map td.ghost")).to_have_count(0)
