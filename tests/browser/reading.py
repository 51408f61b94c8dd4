"""Whether everybody can read a page."""

from collections.abc import Mapping, Sequence
from typing import Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.measuring import at_rest, width_of

Look = Mapping[Literal["color_scheme", "contrast"], str]
LIGHT: Look = {"color_scheme": "light", "contrast": "no-preference"}
# The looks that a device may ask for beside the light one; only colours differ.
DARK: Look = {"color_scheme": "dark", "contrast": "no-preference"}
LOOKS: tuple[Look, ...] = (
    DARK,
    {"color_scheme": "light", "contrast": "more"},
    {"color_scheme": "dark", "contrast": "more"},
)

CONTRAST = {"resultTypes": ["violations"], "runOnly": ["color-contrast", "link-in-text-block"]}


def expect_accessible(page: Page, where: str, looks: Sequence[Look] = ()) -> None:
    """Axe finds nothing, nor in these looks of a page that follows its device; nothing reaches out of the window."""
    page.mouse.move(0, 0)
    at_rest(page)
    results = Axe().run(page)
    assert results.violations_count == 0, f"{where}: {results.generate_report()}"
    for look in looks:
        page.emulate_media(reduced_motion="reduce", **look)
        expect_contrast(page, f"{where}, {look}")
    if looks:
        page.emulate_media(reduced_motion="reduce", **LIGHT)
    reaches, room = width_of(page), page.evaluate("document.documentElement.clientWidth")
    assert reaches <= room, f"{where}: {reaches} px wide"


def expect_contrast(page: Page, where: str) -> None:
    """Whatever is written on the page stands out from its ground, as axe sees it."""
    results = Axe().run(page, options=CONTRAST)
    assert results.violations_count == 0, f"{where}: {results.generate_report()}"
