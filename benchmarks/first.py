"""First contact: starting the site until its first page, and first pages on a phone with nothing in its cache.

    python -m benchmarks.first [--tries 3]

Each first start has a new copy of the code, without compiled files, and an empty data folder; the later ones have what
it left. Chromium then shows pages of a running site as a phone on a slow line, with an empty cache each time. It has no
graphics card and shares the machine with the server. Exit status 1 if a promise is missed.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import sys
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ViewportSize, sync_playwright

from benchmarks.promises import Measured, Watch, report
from benchmarks.served import served
from tests.processes.http import fetch
from tests.processes.programs import ROOT, chromium
from tests.processes.site import Site

FIRST_START = 6_000
"""Milliseconds from the command to the first page, with nothing prepared."""
LATER_START = 2_000
PAINTED = 1_800
"""Milliseconds until the largest part of the first page is painted."""
PAGE = 120
"""Kilobytes of the first page with all its files, as sent."""
LINE = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 93_750}
"""1.6 Mbit/s down, 750 kbit/s up, 150 ms for each answer."""
SLOWED = 4
WINDOW: ViewportSize = {"width": 390, "height": 844}
NOT_SERVED = shutil.ignore_patterns(".*", "__pycache__", "var", "tests", "benchmarks", "docs")

LARGEST = """() => new Promise((done) => {
  new PerformanceObserver((list) => done(list.getEntries().at(-1).startTime))
    .observe({ type: "largest-contentful-paint", buffered: true });
})"""


@dataclass
class FirstPage:
    """Loads of a page: milliseconds until the largest paint, and kilobytes."""

    painted: list[float] = field(default_factory=list)
    kilobytes: list[float] = field(default_factory=list)


def starts(tries: int, watch: Watch) -> tuple[list[float], list[float]]:
    """Milliseconds of first starts, and of later ones."""
    first, later = [], []
    for _ in range(tries):
        with TemporaryDirectory(prefix="carto-first-") as folder:
            code = shutil.copytree(ROOT, Path(folder) / "code", ignore=NOT_SERVED)
            first.append(start(code))
            watch.look()
            later.append(start(code))
            watch.look()
    return first, later


def start(code: Path) -> float:
    """Milliseconds from the command until the start page has arrived."""
    environment = {
        "CARTO_VAR_DIR": str(code / "var"),
        "CARTO_DATABASE_URL": "",
        "CARTO_REDIS_URL": "",
        "DJANGO_SETTINGS_MODULE": "carto_site.settings",
    }
    site = Site(environment, code / "serve.log", code)
    try:
        began = perf_counter()
        site.start(wait=300)
        status, _, _ = fetch(site.url + "/")
        took = perf_counter() - began
    finally:
        site.close()
    assert status == 200, status
    return took * 1000


def load(context: BrowserContext, address: str, into: FirstPage) -> None:
    """Load a page with all its files, and note its figures."""
    page = context.new_page()
    cdp = context.new_cdp_session(page)
    received: list[int] = []

    def arrived(event: dict[str, Any]) -> None:
        received.append(int(event["encodedDataLength"]))

    cdp.on("Network.loadingFinished", arrived)
    cdp.send("Network.enable")
    cdp.send("Network.emulateNetworkConditions", LINE)
    cdp.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    page.goto(address, wait_until="networkidle")
    into.painted.append(float(page.evaluate(LARGEST)))
    into.kilobytes.append(sum(received) / 1000)


def pages(browser: Browser, site: str, tries: int, watch: Watch) -> tuple[FirstPage, FirstPage]:
    """Load the start page as a stranger, and the table of a game that this guest has begun, alternating."""
    playing = browser.new_context(base_url=site)
    page = playing.new_page()
    page.goto("/")
    page.locator("#solo").click()
    page.locator("#map").wait_for()
    table, cookies = page.url, playing.storage_state()
    playing.close()
    welcome, at_table = FirstPage(), FirstPage()
    for _ in range(tries):
        for address, state, into in ((f"{site}/", None, welcome), (table, cookies, at_table)):
            context = browser.new_context(
                viewport=WINDOW, device_scale_factor=2, is_mobile=True, has_touch=True, storage_state=state
            )
            load(context, address, into)
            context.close()
            watch.look()
    return welcome, at_table


def main() -> int:
    """Print the figures beside what is promised; 1 if one is missed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--tries", type=int, default=3)
    tries = parser.parse_args().tries
    watch = Watch()
    first, later = starts(tries, watch)
    with served(1, pinned=False) as (site, _), sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"])
        welcome, table = pages(browser, site.url, tries, watch)
        browser.close()
    median = statistics.median
    measured = [
        Measured("`serve` with nothing prepared, to the first page", median(first), "ms", FIRST_START),
        Measured("`serve` again, to the first page", median(later), "ms", LATER_START),
        Measured("welcome page on a phone, largest paint", median(welcome.painted), "ms", PAINTED),
        Measured("welcome page on a phone, with its files", median(welcome.kilobytes), "kB", PAGE),
        Measured("table on a phone, largest paint", median(table.painted), "ms", PAINTED),
        Measured("table on a phone, with its files", median(table.kilobytes), "kB"),
    ]
    text, met = report(measured, watch.slowness)
    print(text)
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
