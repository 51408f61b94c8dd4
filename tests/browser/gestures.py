"""Gestures on the map: finding spaces, dragging by mouse and by finger."""

from __future__ import annotations

import time

from playwright.sync_api import CDPSession, Page

from tests.browser.measuring import measured

Point = tuple[float, float]
SPACES_UP = 1.5
"""How far what a finger drags rises above it, in spaces."""


def centre(page: Page, selector: str) -> Point:
    """The center of an element, in window coordinates."""
    box = measured(page.locator(selector), under_way=True)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def pitch(page: Page) -> float:
    """The distance between neighboring spaces, in pixels."""
    return centre(page, "#A2")[0] - centre(page, "#A1")[0]


def drag(page: Page, start: str, end: str, *, release: bool = True) -> None:
    """Drag by mouse from one element to another."""
    here, there = centre(page, start), centre(page, end)
    page.mouse.move(*here)
    page.mouse.down()
    page.mouse.move(*there, steps=6)
    if release:
        page.mouse.up()


class Finger:
    """A finger on a touchscreen."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session: CDPSession = page.context.new_cdp_session(page)
        self.at: Point = (0, 0)

    def down(self, point: Point) -> None:
        self.at = point
        self._send("touchStart")

    def move(self, point: Point, steps: int = 8) -> None:
        """Move to a point in steps."""
        (x, y), (to_x, to_y) = self.at, point
        for step in range(1, steps + 1):
            self.at = (x + (to_x - x) * step / steps, y + (to_y - y) * step / steps)
            self._send("touchMove")

    def up(self) -> None:
        """Pause before lifting, because after a fling the browser treats the next tap as ending the fling."""
        rested = {"timestamp": time.time() + 0.2}
        x, y = self.at
        self.session.send(
            "Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y}], **rested}
        )
        self.session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": [], **rested})

    def drag(self, start: Point, end: Point) -> None:
        """Touch down at `start`, move to `end` and lift."""
        self.down(start)
        self.move(end)
        self.up()

    def _send(self, kind: str, **more: float) -> None:
        x, y = self.at
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}], **more})
