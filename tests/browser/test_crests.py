"""The editor of a crest in a real browser: with and without scripts, and by keyboard."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from games.accounts.models import User
from tests.browser.measuring import at_rest
from tests.browser.reading import expect_accessible

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]
URL = "/accounts/crest/"


def test_a_crest_is_put_together_by_keyboard(context_for: ContextFor, mira: User) -> None:
    page = context_for(mira).new_page()
    page.goto(URL)
    page.get_by_role("radio", name="Owl").focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("img", name="Owl in")).to_be_visible()
    at_rest(page)
    expect(page.get_by_role("radio", name="Owl")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("img", name="Fish in")).to_be_visible()
    at_rest(page)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Your crest has been saved.")).to_be_visible()
    mira.refresh_from_db()
    assert mira.crest.endswith(".fish")


def test_a_crest_is_put_together_without_scripts(context_for: ContextFor, mira: User) -> None:
    page = context_for(mira, java_script_enabled=False).new_page()
    page.goto(URL)
    page.get_by_role("radio", name="Owl").check(force=True)
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("img", name="Owl in")).to_be_visible()
    page.get_by_role("button", name="Another one").click()
    page.get_by_role("button", name="Another one").click()
    expect(page.get_by_role("img", name=mira.crest_alternative(2).blazon)).to_be_visible()
    page.get_by_role("button", name="Crest of my name").click()
    expect(page.get_by_role("img", name=mira.generated_crest.blazon)).to_be_visible()


@pytest.mark.parametrize("width", [320, 1366])
def test_the_editor_is_accessible(context_for: ContextFor, mira: User, width: int) -> None:
    page = context_for(mira, viewport={"width": width, "height": 700}).new_page()
    page.goto(URL)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    expect_accessible(page, URL)
