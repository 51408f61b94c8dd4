"""Two ways of using a page, so that one test can try both: by mouse, and by keyboard alone."""

from __future__ import annotations

from random import Random
from typing import Protocol

from playwright.sync_api import Locator, Page, expect

from tests.browser.playing import draw, press


class Hand(Protocol):
    """A user who operates a page."""

    page: Page

    def __init__(self, page: Page) -> None: ...

    def press(self, target: Locator) -> None:
        """Activate a button, link, checkbox or disclosure summary."""

    def write(self, field: Locator, text: str) -> None:
        """Replace the contents of a field."""

    def choose(self, field: Locator, option: str) -> None:
        """Choose an option of a select box."""

    def sweep(self, *spaces: Locator) -> None:
        """Paint adjacent spaces from left to right."""

    def draw(self) -> None:
        """Place a shape that the table page offers, and wait until the server has stored it."""


class Mouse:
    """A user who uses the keyboard only for typing text."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, target: Locator) -> None:
        target.click()

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
    """A user who never clicks."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, target: Locator) -> None:
        _focused(target)
        target.press("Space" if target.evaluate("element => element.matches('input')") else "Enter")

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


def _focused(target: Locator) -> None:
    """Focus an element, and check that it took the focus, which hidden elements can't."""
    target.focus()
    expect(target).to_be_focused()


def _written(field: Locator, text: str) -> None:
    press(field.page, "ControlOrMeta+A")
    field.page.keyboard.type(text)
