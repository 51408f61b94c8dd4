"""Two ways of using a page, so that one test can try both: by mouse, and by keyboard alone."""

from __future__ import annotations

from random import Random
from typing import Protocol

from playwright.sync_api import Locator, Page, expect

from tests.browser.playing import draw, press


class Hand(Protocol):
    """Somebody at a page."""

    page: Page

    def __init__(self, page: Page) -> None: ...

    def press(self, wanted: Locator) -> None:
        """A button, a link, a box, or the title of what is folded."""

    def write(self, field: Locator, text: str) -> None:
        """In place of what stands there."""

    def choose(self, field: Locator, option: str) -> None:
        """One of the options of a list."""

    def sweep(self, *spaces: Locator) -> None:
        """Paint spaces that lie side by side, from left to right."""

    def draw(self) -> None:
        """Draw what the desk of a table offers, and wait until the server has it."""


class Mouse:
    """Only what is written comes from the keyboard."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, wanted: Locator) -> None:
        wanted.click()

    def write(self, field: Locator, text: str) -> None:
        field.click()
        _written(field, text)

    def choose(self, field: Locator, option: str) -> None:
        field.select_option(label=option)

    def sweep(self, *spaces: Locator) -> None:
        spaces[0].hover()
        self.page.mouse.down()
        for space in spaces[1:]:
            space.hover()
        self.page.mouse.up()

    def draw(self) -> None:
        draw(self.page, Random(1))


class Keys:
    """Nothing is clicked."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, wanted: Locator) -> None:
        _focused(wanted)
        wanted.press("Space" if wanted.evaluate("element => element.matches('input')") else "Enter")

    def write(self, field: Locator, text: str) -> None:
        _focused(field)
        _written(field, text)

    def choose(self, field: Locator, option: str) -> None:
        _focused(field)
        self.page.keyboard.type(option)
        expect(field.locator("option:checked")).to_have_text(option)

    def sweep(self, *spaces: Locator) -> None:
        _focused(spaces[0])
        press(self.page, "Space")
        for space in spaces[1:]:
            press(self.page, "ArrowRight")
            expect(space).to_be_focused()
            press(self.page, "Space")

    def draw(self) -> None:
        form = self.page.locator("#place-form")
        action = form.get_attribute("action")
        _focused(self.page.locator("#map [tabindex='0']"))
        press(self.page, "n", "Enter")
        expect(self.page.locator(f'#place-form[action="{action}"]')).to_have_count(0)


def _focused(wanted: Locator) -> None:
    """Give something the focus, which nothing that is hidden takes."""
    wanted.focus()
    expect(wanted).to_be_focused()


def _written(field: Locator, text: str) -> None:
    press(field.page, "ControlOrMeta+A")
    field.page.keyboard.type(text)
