"""How quickly live tables answer: every table has four open pages with their sockets, and people draw at a steady pace.

    python -m benchmarks.live [--tables 20] [--seconds 20]

One server process on a new SQLite file serves it all over the loopback; where there are two cores it has one for
itself, and the pages share another. Exit status 1 if a promise is missed, which on a busy machine says nothing.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from benchmarks.pages import Line, OpenPage
from tests.processes.http import Visitor
from tests.processes.manage import manage
from tests.processes.site import Site

SEATS = 4
PASSWORD = "a wide river bends"
# A person's sockets are limited, so every twenty tables have four people of their own.
TABLES_OF_PERSON = 20
SCRIPT = f"""
from games.accounts.models import User
from games.cartographers.game import CARTOGRAPHERS
from games.tables import services
for group in range(%d):
    host, *guests = (User.objects.create_user(f"person{{group}}{{seat}}", {PASSWORD!r}) for seat in "abcd")
    for _ in range(%d):
        new = services.NewTable("cartographers", "Desk", CARTOGRAPHERS.solo_options(), {SEATS})
        table = services.create_table(host=host, new=new)
        for guest in guests:
            table = services.join(table=table.code, user=guest)
        print("table", group, table.code)
"""
PACE = 0.2
"""Drawings a second at each table."""
COMPARED = 40
"""Drawings whose cost is compared with as many views."""
VIEW = "/people/person0b/"
"""A page for the signed in that reads one row of its own."""


@dataclass
class Figures:
    """What was measured, in seconds; the last three in processor time of the server."""

    answers: list[float] = field(default_factory=list)
    reveals: list[float] = field(default_factory=list)
    view: float = 0.0
    placement: float = 0.0
    shown: float = 0.0


@contextmanager
def served(tables: int, *, pinned: bool = True) -> Iterator[tuple[Site, list[tuple[int, str]]]]:
    """A new site with that many games begun: the group of people and the code of each. `pinned` gives the server a core
    of its own, and leaves the others to whoever asks it.
    """
    with TemporaryDirectory(prefix="carto-live-") as folder:
        environment = {
            "CARTO_VAR_DIR": f"{folder}/var",
            "CARTO_DATABASE_URL": "",
            "CARTO_REDIS_URL": "",
            "CARTO_CONNECTIONS_PER_ADDRESS": "10000",
            "CARTO_SECRET_KEY": "only for this benchmark " * 3,
            "DJANGO_SETTINGS_MODULE": "tests.served_settings",
        }
        manage("prepare", **environment)
        said = manage(
            "shell", "-c", SCRIPT % (-(-tables // TABLES_OF_PERSON), min(tables, TABLES_OF_PERSON)), **environment
        )
        codes = [line.split()[1:] for line in said.splitlines() if line.startswith("table ")]
        site = Site(environment, Path(folder) / "serve.log")
        try:
            site.start()
            if pinned:
                _pin(site)
            yield site, [(int(group), code) for group, code in codes][:tables]
        finally:
            site.close()


def _pin(site: Site) -> None:
    """Give the server a core of its own: passing the interpreter's lock between cores halves what it can do."""
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) > 1 and site.process:
        os.sched_setaffinity(site.process.pid, cores[:1])
        for thread in Path(f"/proc/{site.process.pid}/task").iterdir():
            os.sched_setaffinity(int(thread.name), cores[:1])
        os.sched_setaffinity(0, cores[1:])


def cookies(site: Site, groups: int) -> dict[tuple[int, int], str]:
    """The cookies of everybody, by group and seat."""
    found = {}
    for group in range(groups):
        for seat in range(SEATS):
            visitor = Visitor()
            name = f"person{group}{'abcd'[seat]}"
            status, _, page = visitor.post(f"{site.url}/accounts/sign-in/", username=name, password=PASSWORD)
            assert status in {302, 303}, page
            found[group, seat] = visitor.cookie_header
    return found


async def measured(site: Site, tables: list[tuple[int, str]], seconds: float) -> Figures:
    """Compare the costs while all is quiet, then let all tables play."""
    jar = cookies(site, 1 + max(group for group, _ in tables))
    figures = Figures()
    pages = [
        [OpenPage(site.url, code, jar[group, seat], Random(f"{seat} at {code}")) for seat in range(SEATS)]
        for group, code in tables
    ]
    await _compare(site, jar[0, 0], figures, [page for table in pages for page in table])
    for table in pages:
        for page in table:
            await page.open()
    await _play(pages, seconds, figures)
    for table in pages:
        for page in table:
            await page.close()
    return figures


# --- Costs ------------------------------------------------------------------------------------------------------------


async def _compare(site: Site, cookie: str, figures: Figures, pages: list[OpenPage]) -> None:
    """Processor time of a signed-in view with one read, of storing a drawing, and of storing and showing it."""
    line = Line(site.url, cookie)
    count = min(COMPARED, len(pages) // 2)
    for page in pages[: 2 * count]:
        page.html = (await page.line.ask(page.address)).text
    await _cost(site, [partial(line.ask, VIEW)] * 5)
    figures.view = await _cost(site, [partial(line.ask, VIEW)] * COMPARED)
    figures.placement = await _cost(site, [partial(page.place, script=False) for page in pages[:count]])
    figures.shown = await _cost(site, [page.place for page in pages[count : 2 * count]])
    await line.close()


async def _cost(site: Site, tasks: Sequence[Callable[[], Awaitable[object]]]) -> float:
    """The server's processor time for one of those requests, made one after the other."""
    before = _processor_time(site)
    for task in tasks:
        await task()
    return (_processor_time(site) - before) / len(tasks)


def _processor_time(site: Site) -> float:
    """Seconds of both kinds that the server process has used, precise to a hundredth."""
    assert site.process
    fields = Path(f"/proc/{site.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# --- Play -------------------------------------------------------------------------------------------------------------


async def _play(pages: list[list[OpenPage]], seconds: float, figures: Figures) -> None:
    """Let one seat after another draw, at the same pace whatever the answers take."""
    chance, drawing = Random(5), set[asyncio.Task[None]]()
    deadline, interval = time.perf_counter() + seconds, 1 / (PACE * len(pages))
    busy: set[OpenPage] = set()
    while time.perf_counter() < deadline:
        ready = [(page, table) for table in pages for page in table if page.awaited and page not in busy]
        if ready:
            # Whoever a turn waits for most: so every fourth drawing reveals one.
            chance.shuffle(ready)
            page, table = min(ready, key=lambda entry: sum(other.awaited for other in entry[1]))
            busy.add(page)
            task = asyncio.create_task(_draw(page, table, figures))
            drawing.add(task)
            task.add_done_callback(partial(_is_free, busy, page))
        await asyncio.sleep(interval)
    for done in await asyncio.gather(*drawing, return_exceptions=True):
        if isinstance(done, BaseException):
            raise done


def _is_free(busy: set[OpenPage], page: OpenPage, _done: asyncio.Task[None]) -> None:
    busy.discard(page)


async def _draw(page: OpenPage, table: list[OpenPage], figures: Figures) -> None:
    """Draw, and where that reveals a turn wait until all pages show it."""
    began = time.perf_counter()
    answer = await page.place()
    assert answer.status == 200, answer
    figures.answers.append(answer.seconds)
    if page.awaited or page.over:
        async with asyncio.timeout(10):
            moments = await asyncio.gather(*(other.shows(answer.version) for other in table))
        figures.reveals.append(max(moments) - began)


def percentile(values: list[float], percent: int) -> float:
    """The least of the values that so many per cent of them do not exceed."""
    return sorted(values)[max(0, -(-len(values) * percent // 100) - 1)]


def told(figures: Figures) -> tuple[str, bool]:
    """The figures beside what is promised, and whether all of that holds."""
    lines = [
        ("answer, p50", percentile(figures.answers, 50) * 1e3, "ms", 0.0),
        ("answer, p95", percentile(figures.answers, 95) * 1e3, "ms", 60.0),
        ("answer, p99", percentile(figures.answers, 99) * 1e3, "ms", 250.0),
        ("reveal on the last page, p95", percentile(figures.reveals, 95) * 1e3, "ms", 200.0),
        ("view with one read, processor time", figures.view * 1e3, "ms", 0.0),
        ("a drawing stored, in such views", figures.placement / figures.view, "x", 3.0),
        ("a drawing stored and shown, in such views", figures.shown / figures.view, "x", 0.0),
    ]
    text = [f"{len(figures.answers)} drawings, {len(figures.reveals)} reveals"]
    for name, figure, unit, promised in lines:
        verdict = f"at most {promised:g}{unit}: {'met' if figure <= promised else 'missed'}" if promised else ""
        text.append(f"{name:42}  {figure:7.1f} {unit:2}  {verdict}".rstrip())
    return "\n".join(text), all(figure <= promised for _, figure, _, promised in lines if promised)


def main() -> int:
    """Serve, play, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--tables", type=int, default=20, help="live tables of four")
    parser.add_argument("--seconds", type=float, default=20, help="how long they play")
    given = parser.parse_args()
    with served(given.tables) as (site, tables):
        text, met = told(asyncio.run(measured(site, tables, given.seconds)))
    print(text)
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
