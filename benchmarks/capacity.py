"""Capacity of one process: drawings a second, each shown on four pages, and fairness beyond that."""

from __future__ import annotations

import time

from benchmarks.playing import OpenTables, closed, opened, percentile, play
from benchmarks.promises import Measured, Watch
from benchmarks.served import Tables
from tests.processes.site import Site

TABLES = 40
"""As many tables as are not played to their ends before the server is full."""
ANSWER, REVEAL = 60.0, 200.0
"""Milliseconds that are promised to 95 of 100 answers, and to 95 of 100 reveals until the last page shows them."""
PROMISED_RATE = 25.0
"""Drawings a second that are promised."""
LATE = 2.0
"""Seconds that no answer is late by, whatever is asked."""
FIRST, GROWTH = 8.0, 1.25
"""The rate of the first step, and what each further one multiplies it by."""
STEP, LAST_STEP = 6.0, 54.0
"""Seconds that a step lasts, and seconds from the beginning after which none begins."""
EXCESS_RATE = 4 * PROMISED_RATE
"""The rate that is asked for at last, which no process carries."""


async def capacity(site: Site, tables: Tables, watch: Watch) -> list[Measured]:
    """Ask for more and more until the promises to answers and reveals are broken, then for far more than that. Takes
    90 seconds at most on a machine that is no slower than the reference.
    """
    pages = await opened(site, tables)
    carried = await _climb(pages, watch)
    began = time.perf_counter()
    beyond = await play(pages, STEP, EXCESS_RATE)
    lasted = time.perf_counter() - began
    refused = beyond.refused + sum(page.refused for table in pages for page in table)
    await closed(pages)
    late = max(beyond.answers, default=0.0) - ANSWER * watch.slowness / 1e3
    return [
        Measured("drawings carried by one process", carried, "/s", PROMISED_RATE / watch.slowness, least=True),
        Measured("asked for past that", EXCESS_RATE, "/s"),
        Measured("  answered", len(beyond.answers) / lasted, "/s"),
        Measured("  refused, drawings and news", refused / lasted, "/s"),
        Measured("  the slowest answer later than promised by", late, "s", LATE),
    ]


async def _climb(pages: OpenTables, watch: Watch) -> float:
    """Drawings answered a second at the highest rate that kept the promises."""
    await play(pages, STEP, FIRST)  # what is made once is made now
    began, carried, rate = time.perf_counter(), 0.0, FIRST
    while time.perf_counter() - began < LAST_STEP:
        figures = await play(pages, STEP, rate)
        watch.look()
        answer, reveal = percentile(figures.answers, 95) * 1e3, percentile(figures.reveals, 95) * 1e3
        print(f"{rate:5.1f}/s: answer p95 {answer:.0f} ms, reveal p95 {reveal:.0f} ms, {figures.refused} refused")
        if figures.refused or answer > ANSWER * watch.slowness or reveal > REVEAL * watch.slowness:
            break
        carried = len(figures.answers) / STEP
        rate *= GROWTH
    return carried
