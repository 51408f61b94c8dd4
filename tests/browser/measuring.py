"""Positions and sizes on a page, measured once it is idle."""

from typing import Any

from playwright.sync_api import FloatRect, Locator, Page

# Nothing is on its way, fonts are there, nothing moves, and the layout was the same for some frames.
REST = """(underWay) => {
  const root = document.documentElement;
  const silent = underWay || document.querySelector("script[src*=settled]") === null;
  const moves = document.getAnimations().some(({ playState }) => playState === "running");
  const boxes = [...document.querySelectorAll("main, main > *, #map, #controls, #why, #season-over")].map((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return [left, top, right, bottom];
  });
  const quiet = document.readyState === "complete" && document.fonts.status === "loaded" && !moves;
  const layout = quiet && (silent || root.hasAttribute("data-settled")) && JSON.stringify([scrollX, scrollY, boxes]);
  root.frames = layout && layout === root.layout ? root.frames + 1 : 0;
  root.layout = layout;
  return root.frames > 2;
}"""


def at_rest(page: Page, *, under_way: bool = False) -> None:
    """Wait until nothing on the page moves or is about to move.

    With `under_way`, pending requests are ignored. Without scripts, waiting for the page to load is enough.
    """
    page.wait_for_load_state("load")
    if page.evaluate("matchMedia('(scripting: enabled)').matches"):
        page.wait_for_function(REST, arg=under_way)


def hasten(page: Page) -> None:
    """Speed up the page's animations tenfold; script timers keep their own pace."""
    inspector = page.context.new_cdp_session(page)
    inspector.send("Animation.enable")
    inspector.send("Animation.setPlaybackRate", {"playbackRate": 10})


def measured(locator: Locator, *, under_way: bool = False) -> FloatRect:
    """The bounding box of an element in the window, in pixels."""
    at_rest(locator.page, under_way=under_way)
    rect = locator.bounding_box()
    assert rect is not None, f"{locator} is not shown"
    return rect


def width_of(page: Page) -> int:
    """The scroll width of the page, which exceeds the window's width if it scrolls sideways."""
    at_rest(page)
    width: int = page.evaluate("document.documentElement.scrollWidth")
    return width


def measure(shown: Page | Locator, script: str, argument: object = None) -> Any:
    """Evaluate a script on an idle page or element and return its result."""
    at_rest(shown if isinstance(shown, Page) else shown.page)
    return shown.evaluate(script, argument)
