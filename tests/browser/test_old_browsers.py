"""Playing in browsers without popovers or CSS nesting."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Route, expect

from games.accounts.models import User
from games.tables.models import Table
from tests.browser.playing import listen_for_complaints
from tests.games.cartographers import play

pytestmark = pytest.mark.browser

NO_POPOVERS = """
for (const name of ["popover", "togglePopover", "showPopover", "hidePopover"]) delete HTMLElement.prototype[name];
const find = Document.prototype.querySelector;
Document.prototype.querySelector = function (selector) {
  if (selector.includes(":popover-open")) throw new SyntaxError(selector);
  return find.call(this, selector);
};
const supports = CSS.supports.bind(CSS);
CSS.supports = (...query) => !query[0].includes("popover") && supports(...query);
"""


def test_without_popovers_explanations_are_pages(
    context_for: Callable[..., BrowserContext], mira: User, alone: Table
) -> None:
    page = context_for(mira).new_page()
    page.add_init_script(NO_POPOVERS)
    complaints = listen_for_complaints(page)
    page.goto(play.url(alone))
    expect(page.locator("#why")).to_be_hidden()
    page.click("#E6")
    page.keyboard.press("Escape")
    expect(page.locator("#map td.ghost")).to_have_count(0)
    page.click("#E6")
    page.click("#confirm")
    expect(page.locator("#log")).to_contain_text("You drew")
    page.locator("[data-why]:visible").first.click()
    expect(page).not_to_have_url(re.compile(re.escape(play.url(alone)) + r"(\?.*)?$"))
    expect(page.locator("h1")).to_be_visible()
    assert not complaints


def without_nesting(route: Route) -> None:
    """Serve a style sheet without its nested rules, as a browser without CSS nesting would read it."""
    answer = route.fetch()
    rules, depth, kept = answer.text(), 0, []
    at_rules: list[bool] = []
    text = ""
    for mark in rules:
        text += mark
        if mark == "{":
            at_rules.append(text.strip().startswith("@"))
            if depth == 0 or at_rules[-2]:
                kept.append(text)
            depth, text = depth + 1, ""
        elif mark == "}":
            depth -= 1
            at_rules.pop()
            if depth == 0 or at_rules[-1]:
                kept.append(text)
            text = ""
    route.fulfill(response=answer, body="".join(kept).replace("selector(&)", "selector(:unknown)"))


def test_without_nested_styles_the_table_still_plays(
    context_for: Callable[..., BrowserContext], mira: User, alone: Table
) -> None:
    page = context_for(mira).new_page()
    page.route(re.compile(r"\.css"), without_nesting)
    page.goto(play.url(alone))
    expect(page.locator(".old-browser")).to_be_visible()
    page.click("#E6")
    page.click("#confirm")
    expect(page.locator("#log")).to_contain_text("You drew")


def test_a_current_browser_is_told_nothing(
    context_for: Callable[..., BrowserContext], mira: User, alone: Table
) -> None:
    page = context_for(mira).new_page()
    page.goto(play.url(alone))
    expect(page.locator(".old-browser")).to_be_hidden()
