"""Latency of a solo turn in a browser: the waits after a click, and how closely the shape follows the pointer.

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
SLOWED = 4
MOVES = 60

# From the click to the shape in ink, with its layout, and to the frame after the new table has come and settled.
CONFIRM = """() => new Promise((done) => {
  const began = performance.now();
  let inked = Infinity;
  const drawn = ({ detail }) => {
    if (detail.target.id !== "table") return;
    document.removeEventListener("htmx:afterSettle", drawn);
    requestAnimationFrame(() => setTimeout(() => done([inked, performance.now() - began])));
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


def answers(page: Page, turns: int, watch: Watch) -> list[tuple[float, float]]:
    """Milliseconds until each of some drawings was shown in ink, and until the next turn was on the screen."""
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


def measure(site: str, turns: int, watch: Watch) -> tuple[list[tuple[float, float]], list[float]]:
    """Play alone as a guest: the answers, and the moves of the shape before the first."""
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(base_url=site, viewport={"width": 1280, "height": 900})
        page.goto("/")
        page.locator("#solo").click()
        page.locator("#map").wait_for()
        held = moves(page, page.context.new_cdp_session(page))
        drawn = answers(page, turns, watch)
        browser.close()
    return drawn, held


def main() -> int:
    """Print the figures beside what is promised; 1 if one is missed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--turns", type=int, default=12)
    turns = parser.parse_args().turns
    watch = Watch()
    with served(1, pinned=False) as (site, _):
        drawn, held = measure(site.url, turns, watch)
    slow = f"a move of the shape, processor {SLOWED} times slower, 95 of 100"
    inked, next_turns = zip(*drawn, strict=True)
    measured = [
        Measured("a drawing confirmed, to the shape in ink, median", statistics.median(inked), "ms", INKED),
        Measured(
            "a drawing confirmed, to the next turn on the screen, median", statistics.median(next_turns), "ms", DRAWN
        ),
        Measured(slow, statistics.quantiles(held, n=20)[-1], "ms", FRAME),
    ]
    text, met = report(measured, watch.slowness)
    print(text)
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
