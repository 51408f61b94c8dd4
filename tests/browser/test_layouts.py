"""Command letters and digits on keyboard layouts without Latin letters or plain digits."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page

from games.accounts.models import User
from games.tables.models import Table
from tests.browser.ghosts import covered, offered
from tests.browser.playing import listen_for_complaints, marked
from tests.browser.test_table_placing import next_fit
from tests.games.cartographers import play

pytestmark = pytest.mark.browser

LAYOUTS = {
    "latin": {"KeyN": "n", "KeyR": "r", "KeyF": "f", "Digit2": "2"},
    "russian": {"KeyN": "т", "KeyR": "к", "KeyF": "а", "Digit2": "2"},
    "greek": {"KeyN": "ν", "KeyR": "ρ", "KeyF": "φ", "Digit2": "2"},
    "hebrew": {"KeyN": "מ", "KeyR": "ר", "KeyF": "כ", "Digit2": "2"},
    "french": {"KeyN": "n", "KeyR": "r", "KeyF": "f", "Digit2": "é"},
    "czech": {"KeyN": "n", "KeyR": "r", "KeyF": "f", "Digit2": "ě"},
    "dvorak": {"KeyL": "n", "KeyO": "r", "KeyY": "f", "Digit2": "2"},
}
TYPICAL = ("latin", "russian", "french")
TYPE = """([key, code, shiftKey]) => {
  const event = { key, code, shiftKey, bubbles: true, cancelable: true };
  document.activeElement.dispatchEvent(new KeyboardEvent("keydown", event));
}"""


def type_key(page: Page, layout: str, code: str, *, shift: bool = False) -> None:
    key = LAYOUTS[layout][code]
    page.evaluate(TYPE, [key.upper() if shift else key, code, shift])


@pytest.mark.parametrize(
    "layout",
    [*TYPICAL, *(pytest.param(layout, marks=pytest.mark.long) for layout in LAYOUTS if layout not in TYPICAL)],
)
def test_command_keys_of_a_layout(
    context_for: Callable[..., BrowserContext], mira: User, alone: Table, layout: str
) -> None:
    page = context_for(mira).new_page()
    complaints = listen_for_complaints(page)
    page.goto(play.url(alone))
    page.locator("#desk-title").focus()
    page.keyboard.press("Tab")
    ahead, turn, flip, second = LAYOUTS[layout]
    type_key(page, layout, second)
    type_key(page, layout, ahead)
    type_key(page, layout, ahead)
    ghost = next_fit(next_fit(offered(alone).with_option(1)))
    assert marked(page, "ghost") == covered(ghost)
    type_key(page, layout, ahead, shift=True)
    type_key(page, layout, turn)
    type_key(page, layout, flip)
    ghost = next_fit(offered(alone).with_option(1)).turned(1).flipped()
    assert marked(page, "ghost") == covered(ghost)
    assert not complaints


def test_choosing_the_chosen_shape_changes_nothing(
    context_for: Callable[..., BrowserContext], mira: User, alone: Table
) -> None:
    page = context_for(mira).new_page()
    page.goto(play.url(alone))
    page.click("#option-1")
    page.click("#E6")
    page.locator("[data-act=right]").first.click()
    lay, address = marked(page, "ghost"), page.url
    page.click("#option-1")
    assert (marked(page, "ghost"), page.url) == (lay, address)
    page.keyboard.press("2")
    assert (marked(page, "ghost"), page.url) == (lay, address)
    page.goto(page.url)
    assert marked(page, "ghost") == lay
