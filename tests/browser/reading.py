"""Accessibility checks for pages."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Page

from tests.browser.measuring import at_rest, width_of
from tests.running.length import is_full

Look = Mapping[Literal["color_scheme", "contrast"], str]
LIGHT: Look = {"color_scheme": "light", "contrast": "no-preference"}
# The looks that a device may ask for beside the light one; only colours differ.
DARK: Look = {"color_scheme": "dark", "contrast": "no-preference"}
LOOKS: tuple[Look, ...] = (
    DARK,
    {"color_scheme": "light", "contrast": "more"},
    {"color_scheme": "dark", "contrast": "more"},
)

ALL: Final = {"resultTypes": ["violations"]}
CONTRAST: Final = {**ALL, "runOnly": ["color-contrast", "link-in-text-block"]}
# What is wrong alone: all that is in order takes a third of the time to be told.
RUN: Final = "(options) => axe.run(options).then(({ violations }) => ({ violations }))"

# Notes every text that comes into a live region, with how loud it is.
LISTEN: Final = """() => {
  window.heard = [];
  const text = (node) => {
    const copy = node.cloneNode(true);
    for (const hidden of copy.querySelectorAll?.("[aria-hidden=true]") ?? []) hidden.remove();
    return copy.textContent.trim().replace(/\\s+/g, " ");
  };
  for (const region of document.querySelectorAll("[role=status], [role=alert], [role=log]"))
    new MutationObserver((changes) => {
      const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
      const whole = added.filter((node) => !added.some((other) => other !== node && other.contains(node)));
      for (const words of whole.map(text)) if (words) window.heard.push(`${region.role}: ${words}`);
    }).observe(region, { childList: true, subtree: true });
}"""


def axe(page: Page, options: Mapping[str, Any] = ALL) -> AxeResults:
    """Run axe on a page, loading it first if necessary."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    return AxeResults(page.evaluate(RUN, options))


def expect_accessible(page: Page, where: str, looks: Sequence[Look] = ()) -> None:
    """Axe finds nothing; nothing reaches out of the window. With `--full`, the contrast is looked at too in these looks
    of a page that follows its device.
    """
    page.mouse.move(0, 0)
    at_rest(page)
    results = axe(page)
    assert results.violations_count == 0, f"{where}: {results.generate_report()}"
    further = looks if is_full() else ()
    for look in further:
        page.emulate_media(reduced_motion="reduce", **look)
        expect_contrast(page, f"{where}, {look}")
    if further:
        page.emulate_media(reduced_motion="reduce", **LIGHT)
    reaches, room = width_of(page), page.evaluate("document.documentElement.clientWidth")
    assert reaches <= room, f"{where}: {reaches} px wide"


def expect_contrast(page: Page, where: str) -> None:
    """Expect all text on the page to have sufficient contrast, according to axe."""
    results = axe(page, CONTRAST)
    assert results.violations_count == 0, f"{where}: {results.generate_report()}"
