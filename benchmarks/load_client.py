"""The client of the load benchmark, in a process of its own: the open pages of all tables, and spectators.

It reads lines of JSON from standard input: a plan, then one step after another. It writes one when all pages are open,
and one after each step. Between two steps it goes on if it knows the next one already, and is idle otherwise.
"""

from __future__ import annotations

import asyncio
import gc
import json
import re
import sys
import time
from collections.abc import Awaitable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from random import Random

from benchmarks.pages import BUSY, Line, OpenPage

PATIENCE = 30
"""Seconds after which a page that still doesn't show a reveal is an error."""
OPENING = 6
"""Tables or spectators that open their pages at once."""
REPORTED_ERRORS = 5
"""Errors of a step that are reported in words."""


@dataclass(frozen=True, slots=True)
class Step:
    """A rate in drawings a second for all tables, and when the step ends: after so many seconds, or drawings."""

    seconds: float
    rate: float
    drawings: int = sys.maxsize


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """A table and the cookies of its players, in the order of their seats."""

    code: str
    cookies: list[str]


@dataclass(frozen=True, slots=True)
class Plan:
    """The tables at which the client plays, and the number of spectators at each of the `idle` tables."""

    site: str
    tables: list[PlayedTable]
    idle: dict[str, int]


@dataclass
class Figures:
    """Results of a step. `answers` and `reveals` are milliseconds until a drawing was answered, and until the last page
    showed the turn that it revealed; `refused` counts responses with 503, and `processor` is the client's own time.
    """

    answers: list[float] = field(default_factory=list)
    reveals: list[float] = field(default_factory=list)
    refused: int = 0
    errors: int = 0
    rematches: int = 0
    seconds: float = 0.0
    processor: float = 0.0
    transferred: int = 0
    problems: list[str] = field(default_factory=list)


class Client:
    """All tables and spectators, and the figures of the present step."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.figures = Figures()
        self.pace = 0.0
        self.drawings = sys.maxsize
        self.playing, self.enough = asyncio.Event(), asyncio.Event()
        addresses = _addresses()
        self.tables = [Table(self, table, [next(addresses) for _ in table.cookies]) for table in plan.tables]
        self.spectators = [
            OpenPage(Line(plan.site, "", next(addresses), compressed=True), code, Random(code), visible=True)
            for code, count in plan.idle.items()
            for _ in range(count)
        ]

    @property
    def lines(self) -> Iterable[Line]:
        """The connections of all pages."""
        yield from (page.line for table in self.tables for page in table.pages)
        yield from (page.line for page in self.spectators)

    async def run(self) -> None:
        """Open all pages, and take the steps of standard input."""
        gate = asyncio.Semaphore(OPENING)
        await asyncio.gather(*(_open(gate, table.open()) for table in self.tables))
        await asyncio.gather(*(_open(gate, page.open()) for page in self.spectators))
        # All of these objects live until the end.
        gc.freeze()
        _write_line({"open": sum(len(table.pages) for table in self.tables) + len(self.spectators)})
        steps = asyncio.Queue[Step | None]()
        tasks = [asyncio.create_task(table.keep_playing()) for table in self.tables]
        tasks.append(asyncio.create_task(_read_steps(steps)))
        while step := await steps.get():
            _write_line(asdict(await self._take(step)))
            if steps.empty():
                self.playing.clear()
        for task in tasks:
            task.cancel()

    async def _take(self, step: Step) -> Figures:
        self.figures, self.pace, self.drawings = Figures(), step.rate / len(self.tables), step.drawings
        self.enough.clear()
        self.playing.set()
        for line in self.lines:
            line.transferred = 0
        began, used = time.perf_counter(), time.process_time()
        try:
            async with asyncio.timeout(step.seconds):
                await self.enough.wait()
        except TimeoutError:
            pass
        figures = self.figures
        figures.seconds, figures.processor = time.perf_counter() - began, time.process_time() - used
        figures.transferred = sum(line.transferred for line in self.lines)
        return figures

    def add_answer(self, seconds: float) -> None:
        """Count an answered drawing."""
        self.figures.answers.append(round(seconds * 1e3, 1))
        if len(self.figures.answers) >= self.drawings:
            self.enough.set()

    def add_error(self, table: Table, problem: Exception) -> None:
        """Count an error, and keep its text if it is one of the first."""
        self.figures.errors += 1
        if len(self.figures.problems) < REPORTED_ERRORS:
            self.figures.problems.append(f"{table.code}: {problem!r}"[:1000])


class Table:
    """A table whose players draw one after another, `Client.pace` drawings a second, game after game."""

    def __init__(self, client: Client, table: PlayedTable, addresses: Sequence[str]) -> None:
        self.client, self.code = client, table.code
        self.chance = Random(table.code)
        self.lines = [
            Line(client.plan.site, *person, compressed=True) for person in zip(table.cookies, addresses, strict=True)
        ]
        self.pages: list[OpenPage] = []

    async def open(self) -> None:
        """Open the pages of all players anew."""
        for page in self.pages:
            await page.close()
        self.pages = [OpenPage(line, self.code, self.chance, visible=True) for line in self.lines]
        for page in self.pages:
            await page.open()

    async def keep_playing(self) -> None:
        """Draw until the task is cancelled. The first drawing is at a random moment of a turn, so that tables don't
        reveal theirs together. A late one delays those after it, as a table's next player can't draw before.
        """
        due, spread = 0.0, len(self.pages)
        while True:
            if not self.client.playing.is_set():
                await self.client.playing.wait()
                due, spread = time.perf_counter() + spread * self.chance.random() / self.client.pace, 1
            await asyncio.sleep(due - time.perf_counter())
            if not self.client.playing.is_set():
                continue
            try:
                await self._draw()
            except Exception as problem:  # whatever it is, it is an error of the site as seen by a player
                self.client.add_error(self, problem)
                await self._recover()
            due = max(due + 1 / self.client.pace, time.perf_counter())

    async def _recover(self) -> None:
        """Open the pages again, as players would."""
        while True:
            await asyncio.sleep(1)
            try:
                await self.open()
            except Exception as problem:
                self.client.add_error(self, problem)
            else:
                return

    async def _draw(self) -> None:
        """Draw, and if that reveals a turn, wait until all pages show it."""
        disconnected = [page for page in self.pages if page.listener is None or page.listener.done()]
        assert not disconnected, "a socket was closed"
        if any(page.over for page in self.pages):
            await self._rematch()
            return
        page = self.chance.choice([page for page in self.pages if page.awaited])
        began = time.perf_counter()
        answer = await page.place()
        if answer.status == BUSY:
            self.client.figures.refused += 1
            await asyncio.sleep(int(answer.headers["retry-after"]))
            return
        self.client.add_answer(answer.seconds)
        if page.awaited or page.over:
            async with asyncio.timeout(PATIENCE):
                moments = await asyncio.gather(*(other.shows(answer.version) for other in self.pages))
            self.client.figures.reveals.append(round((max(moments) - began) * 1e3, 1))

    async def _rematch(self) -> None:
        """Play again: every player asks for it, and the last one starts the game."""
        for page in self.pages:
            token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page.html)
            assert token, page.html
            form = {"csrfmiddlewaretoken": token[1], "deck": "new"}
            answer = await page.line.ask(f"/tables/{page.code}/rematch/", form)
            assert answer.status == 303, answer
            self.code = answer.headers["location"].strip("/").split("/")[-1]
        await self.open()
        self.client.figures.rematches += 1


async def _open(gate: asyncio.Semaphore, opening: Awaitable[None]) -> None:
    async with gate:
        await opening


async def _read_steps(steps: asyncio.Queue[Step | None]) -> None:
    while line := await asyncio.to_thread(sys.stdin.readline):
        await steps.put(Step(**json.loads(line)))
    await steps.put(None)


def _addresses() -> Iterator[str]:
    """Loopback addresses, one for each person, as nginx and the site limit what comes from one."""
    for number in range(1 << 16):
        yield f"127.1.{number >> 8}.{number & 255}"


def _write_line(data: dict[str, object]) -> None:
    print(json.dumps(data), flush=True)


def read_plan(text: str) -> Plan:
    """Return a plan from its JSON."""
    data = json.loads(text)
    tables = [PlayedTable(**table) for table in data["tables"]]
    return Plan(data["site"], tables, data["idle"])


if __name__ == "__main__":
    asyncio.run(Client(read_plan(sys.stdin.readline())).run())
