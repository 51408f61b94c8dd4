"""Interaction to next paint (INP) of the buttons at a solo table, as browsers measure it."""

from __future__ import annotations

from collections.abc import Iterable

from playwright.sync_api import Page

TURNS = 4
"""After which every kind of button has been there: most cards offer two terrains, or two shapes."""
HAND = {
    "place a shape on the map": "#map button:enabled >> nth=40",
    "rotate": "#tool-right",
    "flip": "#tool-flip",
    "choose a shape": "[data-act=option] >> nth=-1",
    "choose a terrain": "[data-act=terrain] >> nth=-1",
    "pick up": "#tool-drop",
    "heat map": "[data-act=look] >> nth=0",
    "where it fits": "[data-act=look][data-value=fit]",
    "next spot": "#tool-fit",
}
"""Selectors by kind: what is done with the shape before it is drawn, in this order."""
REST = {
    "explain a score": "#scores .ask >> nth=0",
    "close the explanation": "#why [data-why][role=button]",
    "unfold the keys": "#keys > summary",
    "unfold earlier turns": "#earlier > summary",
    "unfold the shuffle": "#fairness > summary",
    "unfold the help": "#line-help > summary",
    "open the settings": "[popovertarget=settings][title]",
    "change a setting": "#settings [name=sounds]",
    "close the settings": "[popovertarget=settings][title]",
}
DRAW = ("confirm a drawing", "#confirm")

# Entries come with the frame after the one that they are about. Shorter ones than 16 ms have none.
WATCH = """() => {
  window.spent = [];
  const note = (list) => list.getEntries().forEach((one) => one.interactionId && spent.push(one.duration));
  new PerformanceObserver(note).observe({ type: "event", durationThreshold: 16 });
}"""
TAKE = """() => new Promise((done) => {
  const frames = (left, then) => requestAnimationFrame(() => left ? frames(left - 1, then) : setTimeout(then, 50));
  frames(3, () => done(Math.max(0, ...spent.splice(0))));
})"""


def clicks(page: Page) -> dict[str, float]:
    """Milliseconds from a click to the next frame, the slowest for each kind of button."""
    page.evaluate(WATCH)
    slowest: dict[str, float] = {}
    for turn in range(TURNS):
        for kind, selector in steps(turn):
            button = page.locator(selector)
            if not (button.count() and button.is_visible() and button.is_enabled()):
                continue
            button.click()
            page.locator("html[data-settled]").wait_for()
            slowest[kind] = max(slowest.get(kind, 0), float(page.evaluate(TAKE)))
    return slowest


def steps(turn: int) -> Iterable[tuple[str, str]]:
    """Kinds of buttons and selectors of a turn, in order; what has little to do with the shape in hand comes once."""
    yield from HAND.items()
    if turn == TURNS - 1:
        yield from REST.items()
    yield DRAW
