"""Load of live tables on a server, and response times: each table has four open pages with sockets, and players draw
at a steady pace.

    python -m benchmarks.live [--tables 20] [--seconds 20] [--before FOLDER]
    python -m benchmarks.live --capacity

One server process on a new SQLite file serves it all over the loopback; where there are two cores it has one for
itself, and the pages share another. `--before` is the folder of another checkout: a process of its own serves that one,
both play the same turns in alternation, and the ratio is told. `--capacity` finds out instead how many drawings a
second a process carries. Exit status 1 if a promise is missed, which on a busy machine says nothing.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from statistics import median

from benchmarks.capacity import ANSWER, REVEAL, TABLES, capacity
from benchmarks.pages import Line
from benchmarks.playing import Figures, closed, opened, pages_of, percentile, play
from benchmarks.promises import Measured, Watch, report
from benchmarks.served import Tables, cookies, processor_time, served
from benchmarks.turn import Costs, costs
from tests.processes.site import Site

PACE = 0.2
"""Drawings a second at each table."""
USED_UP = 2
"""Tables that are played out to measure turns."""
COMPARED = 40
"""Views whose cost is compared with that of as many drawings."""
VIEW = "/people/person0b/"
"""A page for the signed in that reads one row of its own."""


async def measured(servers: Sequence[tuple[Site, Tables]], seconds: float, watch: Watch) -> list[Measured]:
    """The costs on each server while all is quiet, then all tables at once on the first one."""
    turns = await costs(servers, watch)
    (site, tables), *_ = servers
    view, drawing = await _view(site, cookies(site, 1)[0, 0]), await _drawing(site, tables[USED_UP:])
    pages = await opened(site, tables[USED_UP:])
    figures = await play(pages, seconds, PACE * len(pages))
    await closed(pages)
    watch.look()
    return [
        *_cost_lines(turns),
        Measured("a view with one read, processor time", view * 1e3, "ms"),
        Measured("a drawing stored, in such views", drawing / view, "times", 3),
        *_figure_lines(figures),
    ]


async def _view(site: Site, cookie: str) -> float:
    """Seconds of processor time for one view."""
    line = Line(site.url, cookie)
    await line.ask(VIEW)
    began = processor_time(site)
    for _ in range(COMPARED):
        await line.ask(VIEW)
    await line.close()
    return (processor_time(site) - began) / COMPARED


async def _drawing(site: Site, tables: Tables) -> float:
    """Seconds of processor time for storing one drawing without showing it, as for a page without scripts."""
    pages = [page for table in pages_of(site, tables) for page in table][:COMPARED]
    for page in pages:
        await page.load()
    began = processor_time(site)
    for page in pages:
        answer = await page.place(script=False)
        assert answer.status == 303, answer
    spent = processor_time(site) - began
    for page in pages:
        await page.close()
    return spent / len(pages)


def _cost_lines(turns: list[Costs]) -> Iterable[Measured]:
    now, *before = turns
    yield Measured("a turn of four seats, processor time", now.turn * 1e3, "ms", 100)
    for other in before:
        yield Measured("  the same in the commit before", other.turn * 1e3, "ms")
        yield Measured("  of that", now.turn / other.turn, "times")
    yield Measured(f"a page at turn {len(now.pages)}, of one at turn 1", now.growth, "times", 1.3)
    yield Measured("a step of the replay, of a whole page", now.step, "times", 0.5)
    for kind, sizes in sorted(now.sizes.items()):
        yield Measured(f"size of an answer, compressed: {kind}", median(sizes) / 1e3, "kB")
        for other in before:
            yield Measured("  the same in the commit before", median(other.sizes.get(kind, [0])) / 1e3, "kB")


def _figure_lines(figures: Figures) -> Iterable[Measured]:
    answer, reveal = partial(percentile, figures.answers), partial(percentile, figures.reveals)
    yield Measured("drawings of all tables, answered", len(figures.answers), "")
    yield Measured("drawings of all tables, refused", figures.refused, "", 0)
    yield Measured("answer, p50", answer(50) * 1e3, "ms")
    yield Measured("answer, p95", answer(95) * 1e3, "ms", ANSWER)
    yield Measured("answer, p99", answer(99) * 1e3, "ms", 250)
    yield Measured("reveal on the last page, p95", reveal(95) * 1e3, "ms", REVEAL)


def _measure(arguments: argparse.Namespace, watch: Watch) -> list[Measured]:
    with ExitStack() as stack:
        if arguments.capacity:
            site, tables = stack.enter_context(served(TABLES))
            return asyncio.run(capacity(site, tables, watch))
        servers = [stack.enter_context(served(arguments.tables + USED_UP))]
        if arguments.before:
            servers.append(stack.enter_context(served(USED_UP, code=arguments.before.resolve())))
        return asyncio.run(measured(servers, arguments.seconds, watch))


def main() -> int:
    """Serve, play, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--tables", type=int, default=20, help="live tables of four")
    parser.add_argument("--seconds", type=float, default=20, help="how long they play")
    parser.add_argument("--before", type=Path, help="the folder of another checkout, to compare turns with")
    parser.add_argument("--capacity", action="store_true", help="how many drawings a second a process carries")
    arguments = parser.parse_args()
    watch = Watch()
    text, met = report(_measure(arguments, watch), watch.slowness)
    print(text)
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
