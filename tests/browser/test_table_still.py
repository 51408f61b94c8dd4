"""Nothing that appears during a game moves the map, the goals, the card or the buttons."""

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import BrowserContext, Page

from games.accounts.models import User
from tests.browser.measuring import at_rest, measured
from tests.browser.playing import draw
from tests.games.cartographers import play
from tests.games.tables.clients import seeded

pytestmark = pytest.mark.browser
ContextFor = Callable[..., BrowserContext]
SIZES = (
    (390, 664),
    (1366, 768),
    (320, 568),
    (360, 640),
    (390, 844),
    (844, 390),
    (768, 1024),
    (1440, 900),
    (1920, 1080),
    (1024, 768),
)
STEADY = ("#map", ".goals", ".hand", "#tool-fit", "#confirm", "#strip")
TURNS = 10
"""Number of turns played in a normal run, so that a season ends; with `--full`, the whole game."""

# What the browser has seen to move by itself (its measure of layout shifts): in the map at any time, elsewhere unless
# the player has just clicked or pressed a key.
OBSERVE = """
window.moved = [];
new PerformanceObserver((list) => {
  for (const { hadRecentInput, sources } of list.getEntries())
    for (const { node } of sources) {
      const element = node?.closest ? node : node?.parentElement;
      const part = element?.closest("#map, .goals, .extras, .brief, .hand, .tools, .place-form");
      if (!part || (hadRecentInput && part.id !== "map")) continue;
      window.moved.push(`${part.className}: ${element.outerHTML.slice(0, 80)}`);
    }
}).observe({ type: "layout-shift", buffered: true });
"""
SLOW = {"offline": False, "latency": 150, "downloadThroughput": 60_000, "uploadThroughput": 60_000}
FAST = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
HOVERED = ("#C5", "#E7", "#edict-A", ".extras li", ".extras .look", "#J4")
"""Places that a mouse passes on its way over the page."""


def places(page: Page) -> list[tuple[int, int]]:
    """The top left corner of each steady element, in whole pixels."""
    boxes = [measured(page.locator(selector)) for selector in STEADY]
    return [(round(box["x"]), round(box["y"])) for box in boxes]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_nothing_moves_from_the_first_card_to_the_last(
    size: tuple[int, int], context_for: ContextFor, people: list[User], full: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeded(monkeypatch, play.TWO_SHAPES)
    table = play.gather(people[0])
    page = context_for(people[0], viewport={"width": size[0], "height": size[1]}).new_page()
    page.add_init_script(OBSERVE)
    line = page.context.new_cdp_session(page)
    line.send("Network.emulateNetworkConditions", SLOW)
    page.goto(play.url(table))
    at_rest(page)
    line.send("Network.emulateNetworkConditions", FAST)
    for selector in HOVERED:
        page.locator(selector).first.dispatch_event("pointerover", {"pointerType": "mouse", "bubbles": True})
        at_rest(page)
    before, chance, turns = places(page), Random(1), 0
    while page.locator("#place-form").count() and (full or turns < TURNS):
        assert (places(page), page.evaluate("window.moved")) == (before, []), f"turn {turns + 1}"
        draw(page, chance)
        at_rest(page)
        turns += 1
        if page.locator("#season-over.news #skip:visible").count():
            page.locator("#skip").click()
    assert turns >= TURNS
