"""Latency of a table in a browser: the waits after a click, and how closely the shape follows the pointer.

    python -m benchmarks.felt [--turns 12]

Chromium and one server process on a new SQLite file share all cores of the machine, and Chromium draws without a
graphics card, so the figures are upper bounds. Of the moves one in twenty may be late: the first one is cold, and a
few, never the same ones, wait for something else. Exit status 1 if a promise is missed, which on a busy machine says
nothing.
"""

from __future__ import annotations

import argparse
import statistics
import sys

from playwright.sync_api import CDPSession, Page, sync_playwright

from benchmarks.buttons import clicks
from benchmarks.promises import Measured, Watch, report
from benchmarks.served import served
from tests.processes.programs import chromium

DRAWN = 100
"""Milliseconds from confirming a drawing to the next turn on the screen, the median, on a machine as quick as the
reference; so is `FRAME`.
"""
FRAME = 16
"""Milliseconds of script and layout for one move of the shape on a processor that is slowed down four times; all but
one move in twenty keep to it.
"""
INKED = 16
"""Milliseconds of script and layout from confirming a drawing to the page that shows it in ink, the median."""
SWAPPED = 16
"""Milliseconds of script and layout for putting the next turn on the page, the median."""
CLICKED = 100
"""Milliseconds from a click on any button of the table to the next frame, on the slowed processor, the slowest."""
SLOWED = 4
MOVES = 60

# From the click to the shape in ink, with its layout; from the response to the new table, with its layout; and from
# the click to the frame after it has settled.
CONFIRM = """() => new Promise((done) => {
  const began = performance.now();
  let inked = Infinity;
  let came = 0;
  let swapped = Infinity;
  const ofTable = (then) => ({ detail }) => detail.target.id === "table" && then();
  document.addEventListener("htmx:beforeSwap", ofTable(() => (came = performance.now())), { once: true });
  document.addEventListener("htmx:afterSwap", ofTable(() => {
    document.body.getBoundingClientRect();
    swapped = performance.now() - came;
  }), { once: true });
  const drawn = ({ detail }) => {
    if (detail.target.id !== "table") return;
    document.removeEventListener("htmx:afterSettle", drawn);
    requestAnimationFrame(() => setTimeout(() => done([inked, swapped, performance.now() - began])));
  };
  document.addEventListener("htmx:afterSettle", drawn);
  document.getElementById("confirm").click();
  const ghost = document.querySelector("#map .ghost:is(.gn, .ge, .gs, .gw)");
  if (/solid/.test(getComputedStyle(ghost, "::after").borderStyle)) inked = performance.now() - began;
})"""

# One move of the mouse over the map: the script's work, and the layout it calls for, in the frame that shows it.
MOVE = """(id) => new Promise((done) => {
  const space = document.getElementById(id);
  const box = space.getBoundingClientRect();
  const where = { bubbles: true, pointerType: "mouse", clientX: box.x + 5, clientY: box.y + 5 };
  const began = performance.now();
  for (const kind of ["pointerover", "pointermove"]) space.dispatchEvent(new PointerEvent(kind, where));
  let spent = performance.now() - began;
  requestAnimationFrame(() => {
    const again = performance.now();
    document.body.getBoundingClientRect();
    done(spent + performance.now() - again);
  });
})"""


def answers(page: Page, turns: int, watch: Watch) -> list[tuple[float, ...]]:
    """Milliseconds until each of some drawings was in ink, for the swap to the next turn, and until it was shown."""
    times = []
    for _ in range(turns):
        page.locator("#tool-fit").click()
        page.wait_for_timeout(300)
        times.append(tuple(page.evaluate(CONFIRM)))
        watch.look()
    return times


def moves(page: Page, cdp: CDPSession) -> list[float]:
    """Milliseconds of work for each of some moves over the map."""
    cdp.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    ids = [f"{'CDEFGH'[number % 6]}{number % 9 + 2}" for number in range(MOVES)]
    times = [float(page.evaluate(MOVE, id)) for id in ids]
    cdp.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    return times


def slowed_clicks(page: Page, cdp: CDPSession) -> dict[str, float]:
    """Milliseconds from a click to the next frame, the slowest for each kind of button."""
    cdp.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    slowest = clicks(page)
    cdp.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    return slowest


def measure(site: str, turns: int, watch: Watch) -> tuple[list[tuple[float, ...]], list[float], dict[str, float]]:
    """Play alone as a guest: the answers, the moves of the shape before the first, and at a second table the clicks."""
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(base_url=site, viewport={"width": 1280, "height": 900})
        cdp = page.context.new_cdp_session(page)
        start(page)
        held = moves(page, cdp)
        drawn = answers(page, turns, watch)
        start(page)
        slowest = slowed_clicks(page, cdp)
        watch.look()
        browser.close()
    return drawn, held, slowest


def start(page: Page) -> None:
    """Begin a new solo game."""
    page.goto("/")
    page.locator("#solo").click()
    page.locator("#map").wait_for()


def main() -> int:
    """Print the figures beside what is promised; 1 if one is missed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--turns", type=int, default=12)
    turns = parser.parse_args().turns
    watch = Watch()
    with served(1, pinned=False) as (site, _):
        drawn, held, slowest = measure(site.url, turns, watch)
    slow = f"a move of the shape, processor {SLOWED} times slower, 95 of 100"
    inked, swapped, next_turns = zip(*drawn, strict=True)
    measured = [
        Measured("a drawing confirmed, to the shape in ink, median", statistics.median(inked), "ms", INKED),
        Measured("the next turn put on the page, median", statistics.median(swapped), "ms", SWAPPED),
        Measured(
            "a drawing confirmed, to the next turn on the screen, median", statistics.median(next_turns), "ms", DRAWN
        ),
        Measured(slow, statistics.quantiles(held, n=20)[-1], "ms", FRAME),
        *(Measured(f"a click, slowed: {kind}", took, "ms", CLICKED) for kind, took in slowest.items()),
    ]
    text, met = report(measured, watch.slowness)
    print(text)
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
