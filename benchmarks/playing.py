"""Many live tables at once: drawings come at a steady pace, whatever the answers take."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from functools import partial
from random import Random

from benchmarks.pages import BUSY, Line, OpenPage
from benchmarks.served import SEATS, Tables, cookies
from tests.processes.site import Site

PATIENCE = 30
"""Seconds after which a page that still does not show a reveal is a failure."""


@dataclass
class Figures:
    """Seconds until drawings were answered, and until reveals were on the last page; how many drawings were refused, as
    the server was busy.
    """

    answers: list[float] = field(default_factory=list)
    reveals: list[float] = field(default_factory=list)
    refused: int = 0


OpenTables = list[list[OpenPage]]
"""The pages of each table."""


def pages_of(site: Site, tables: Tables) -> OpenTables:
    """All pages of the tables, yet to be opened."""
    jar = cookies(site, 1 + max(group for group, _ in tables))
    return [
        [OpenPage(Line(site.url, jar[group, seat]), code, Random(f"{seat} at {code}")) for seat in range(SEATS)]
        for group, code in tables
    ]


async def opened(site: Site, tables: Tables) -> OpenTables:
    """All pages of the tables, open."""
    pages = pages_of(site, tables)
    for table in pages:
        for page in table:
            await page.open()
    return pages


async def closed(tables: OpenTables) -> None:
    """Close all those pages."""
    for table in tables:
        for page in table:
            await page.close()


async def play(tables: OpenTables, seconds: float, rate: float) -> Figures:
    """Let one seat after another draw, `rate` of them a second, until all is answered that was begun in that time."""
    figures, chance = Figures(), Random(5)
    drawing, busy = set[asyncio.Task[None]](), set[OpenPage]()
    due = time.perf_counter()
    deadline = due + seconds
    while (now := time.perf_counter()) < deadline:
        ready = [(page, table) for table in tables for page in table if page.awaited and page not in busy]
        if ready and now >= due:
            # Whoever a turn waits for most: so every fourth drawing reveals one.
            chance.shuffle(ready)
            page, table = min(ready, key=lambda entry: sum(other.awaited for other in entry[1]))
            busy.add(page)
            task = asyncio.create_task(_draw(page, table, figures))
            drawing.add(task)
            task.add_done_callback(partial(_is_free, busy, page))
            due = max(due + 1 / rate, now)
        await asyncio.sleep(max(0.001, due - time.perf_counter()))
    await asyncio.gather(*drawing)
    return figures


def _is_free(busy: set[OpenPage], page: OpenPage, _done: asyncio.Task[None]) -> None:
    busy.discard(page)


async def _draw(page: OpenPage, table: list[OpenPage], figures: Figures) -> None:
    """Draw, and where that reveals a turn wait until all pages show it."""
    began = time.perf_counter()
    answer = await page.place()
    if answer.status == BUSY:
        figures.refused += 1
        await asyncio.sleep(int(answer.headers["retry-after"]))
        return
    assert answer.status == 200, answer
    figures.answers.append(answer.seconds)
    if page.awaited or page.over:
        async with asyncio.timeout(PATIENCE):
            moments = await asyncio.gather(*(other.shows(answer.version) for other in table))
        figures.reveals.append(max(moments) - began)


def percentile(values: list[float], percent: int) -> float:
    """The least of the values that so many per cent of them do not exceed; 0 without any."""
    return sorted(values)[max(0, -(-len(values) * percent // 100) - 1)] if values else 0.0
