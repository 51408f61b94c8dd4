"""Whether everybody can read a page."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.measuring import at_rest, width_of

# The looks that a device may ask for beside the light one; only what contrasts with what differs.
LOOKS = (
    {"color_scheme": "dark", "contrast": "no-preference"},
    {"color_scheme": "light", "contrast": "more"},
    {"color_scheme": "dark", "contrast": "more"},
)
CONTRAST = {"resultTypes": ["violations"], "runOnly": ["color-contrast"]}


def expect_accessible(page: Page, where: str) -> None:
    """Axe finds nothing, nor in any look of a page that follows its device, and nothing reaches out of the window."""
    page.mouse.move(0, 0)
    at_rest(page)
    found = Axe().run(page)
    assert found.violations_count == 0, f"{where}: {found.generate_report()}"
    for look in LOOKS:
        page.emulate_media(reduced_motion="reduce", **look)
        found = Axe().run(page, options=CONTRAST)
        assert found.violations_count == 0, f"{where}, {look}: {found.generate_report()}"
    page.emulate_media(color_scheme="light", contrast="no-preference", reduced_motion="reduce")
    reaches, room = width_of(page), page.evaluate("document.documentElement.clientWidth")
    assert reaches <= room, f"{where}: {reaches} px wide"
