"""The map of a past turn and its navigation fit on one screen, on every device, for any table size.

Nothing covers them: neither explanations nor, further down, the content that one scrolls to.
"""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page

from engine.cartographers.mixing.mix import Preset
from engine.cartographers.mixing.presets import PRESETS
from games.accounts.models import User
from games.tables.models import Table
from tests.browser.measuring import measure, width_of
from tests.browser.test_languages import LENGTHEN
from tests.games.cartographers import monsters, play
from tests.games.tables.clients import NAMES, people_named

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]
SIZES = ((320, 568), (390, 664), (390, 844), (844, 390), (768, 1024), (1366, 768), (1440, 900))
FURTHER = ((1, True), (4, True), (1, False), (8, False))
CONTROL = 44  # pixels
# What of the map, the name of the turn and the steps is cut off by the window or lies under something else.
HIDDEN = """(steps) => {
  const edges = [...document.querySelectorAll("#map td > *")].filter(({ id }) => /^([AK]|.1$|.11$)/.test(id));
  const bar = document.querySelectorAll("#turn-title, #steps > :not([hidden])");
  const all = [...bar, ...edges];
  const seen = (one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const whole = left >= 0 && top >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
    return whole && (one.contains(over) || over?.contains(one));
  };
  const missing = all.filter((one) => !seen(one)).map(({ id }) => id);
  return all.length === 41 + steps && scrollY === 0 ? missing : [`${all.length} of them`, ...missing];
}"""
SMALL = """(least) => [...document.querySelectorAll("#steps > :not([hidden])")].filter((one) => {
  const { width, height } = one.getBoundingClientRect();
  return width < least || height < least;
}).map(({ id }) => id)"""
# Whether the steps and the name of the turn are in sight, wherever one has scrolled to, and what is explained beside.
COVERED = """() => [...document.querySelectorAll("#turn-title, #steps > *")].filter((one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  return !one.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
}).map(({ id }) => id)"""


def over(people: list[User], seats: int) -> Table:
    table = play.gather(*people[:seats], **PRESETS[Preset.BOTH].as_json())
    monsters.play_on(table, people, lambda state: state.season == 1 and state.time > 2)
    return table


def hidden(page: Page, steps: int) -> dict[str, list[str]]:
    """The elements out of sight on a page, for each window size."""
    found = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        missing = [*measure(page, HIDDEN, steps), *measure(page, SMALL, CONTROL)]
        missing += ["wider than the window"] * (width_of(page) > width)
        if missing:
            found[f"{width}x{height}"] = missing
    return found


@pytest.mark.parametrize(
    ("seats", "scripts"), [(8, True), (4, False), *(pytest.param(*case, marks=pytest.mark.long) for case in FURTHER)]
)
def test_the_map_and_the_steps_are_in_sight(seats: int, scripts: bool, context_for: ContextFor, site: object) -> None:
    people = people_named(*NAMES[:8])
    page = context_for(java_script_enabled=scripts, has_touch=True).new_page()
    table = over(people, seats)
    for turn in (1, 3):
        page.goto(f"{play.url(table)}turns/{turn}/")
        assert hidden(page, 5 if scripts else 4) == {}


def test_they_are_in_longer_words_too(context_for: ContextFor, people: list[User]) -> None:
    page = context_for().new_page()
    page.goto(f"{play.url(over(people, 2))}turns/3/")
    measure(page, LENGTHEN)
    assert hidden(page, 5) == {}


@pytest.mark.parametrize("size", [(320, 568), (390, 664), (1366, 768)], ids=str)
def test_what_is_explained_lies_beside_the_steps(
    size: tuple[int, int], context_for: ContextFor, people: list[User]
) -> None:
    page = context_for(viewport={"width": size[0], "height": size[1]}, has_touch=True).new_page()
    page.goto(f"{play.url(over(people, 2))}turns/3/")
    for figure in page.locator("a[data-why]").all():
        figure.scroll_into_view_if_needed()
        figure.click()
        page.locator("#why[popover]:popover-open h2").wait_for()
        assert measure(page, COVERED) == [], figure.get_attribute("href")
        page.keyboard.press("Escape")
