"""Cost of a whole turn of four seats on a server: four drawings, and four pages that show each of them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import median

from benchmarks.pages import Line, OpenPage, parts_in, shown_of
from benchmarks.promises import Watch
from benchmarks.served import SEATS, Tables, cookies, processor_time
from tests.processes.site import Site

TURNS = 30
"""So many turns are played, or as many as the game has."""
ENDS = 3
"""A page at the beginning is that of the first so many turns, a page at the end that of the last."""
WARM = 2
"""Turns played elsewhere before any is measured."""
REST = 0.03
"""Seconds until a server has also tidied up behind its last answer."""


@dataclass
class Costs:
    """Seconds of processor time for each turn, for a whole page after it, and for a step of the replay from the turn
    before to that turn; and the compressed bytes of answers, by what they were. The last turn of a game has no such
    page and step.
    """

    turns: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    steps: list[float] = field(default_factory=list)
    sizes: dict[str, list[int]] = field(default_factory=dict)

    @property
    def turn(self) -> float:
        """The median of the turns."""
        return median(self.turns)

    @property
    def growth(self) -> float:
        """Return the cost of a page at the end as a multiple of the cost at the beginning."""
        return median(self.pages[-ENDS:]) / median(self.pages[:ENDS])

    @property
    def step(self) -> float:
        """The mean of a step, of that of a page."""
        return sum(self.steps) / sum(self.pages)


class PlayedTable:
    """A table whose four pages are open; its turns are measured one by one."""

    def __init__(self, site: Site, code: str, people: Sequence[str]) -> None:
        """`people` are the cookies of those who sit there, in their order."""
        self.site = site
        self.pages = [
            OpenPage(Line(site.url, cookie), code, Random(f"{seat} at a table"), weighed=True)
            for seat, cookie in enumerate(people)
        ]
        self.turned: list[dict[str, str]] = [{} for _ in people]  # the parts of the turn that each looks at
        self.costs = Costs()

    async def open(self) -> None:
        """Open its pages."""
        for page in self.pages:
            await page.open()

    async def close(self) -> None:
        """Close its pages, and keep what their answers weighed."""
        for page in self.pages:
            await page.close()
            for kind, sizes in page.sizes.items():
                self.costs.sizes.setdefault(kind, []).extend(sizes)

    async def measure_turn(self) -> None:
        """Play a turn, load each seat's page anew, and step to that turn; nothing where the game is over."""
        if any(page.over for page in self.pages):
            return
        began = processor_time(self.site)
        await self._play_turn()
        await asyncio.sleep(REST)
        played = processor_time(self.site)
        self.costs.turns.append(played - began)
        if any(page.over for page in self.pages):
            return
        for page in self.pages:
            await page.line.ask(f"/tables/{page.code}/")
        await asyncio.sleep(REST)
        loaded = processor_time(self.site)
        self.costs.pages.append((loaded - played) / len(self.pages))
        for page, turned in zip(self.pages, self.turned, strict=True):
            address = f"/tables/{page.code}/turns/{len(self.costs.turns)}/"
            answer = await page.line.ask(address, target="turn", shown=shown_of(turned))
            assert answer.status == 200, answer
            turned |= parts_in(answer)
        await asyncio.sleep(REST)
        self.costs.steps.append((processor_time(self.site) - loaded) / len(self.pages))

    async def _play_turn(self) -> None:
        """Everybody draws, each when all pages show what the one before has drawn."""
        for page in [page for page in self.pages if page.awaited]:
            answer = await page.place()
            assert answer.status == 200, answer
            async with asyncio.timeout(10):
                await asyncio.gather(*(other.shows(answer.version) for other in self.pages))


async def costs(servers: Sequence[tuple[Site, Tables]], watch: Watch) -> list[Costs]:
    """The costs on each server, turn by turn in alternation, so that the machine's mood is the same for all. Each needs
    two tables of one group of people; the games of both are used up.
    """
    played = []
    for site, tables in servers:
        jar = cookies(site, 1)
        people = [jar[0, seat] for seat in range(SEATS)]
        (_, warm), (_, measured) = tables[:2]
        await _play(PlayedTable(site, warm, people), WARM)
        played.append(PlayedTable(site, measured, people))
        await played[-1].open()
    for turn in range(TURNS):
        for table in played if turn % 2 else reversed(played):
            await table.measure_turn()
        watch.look()
    for table in played:
        await table.close()
    return [table.costs for table in played]


async def _play(table: PlayedTable, turns: int) -> None:
    await table.open()
    for _ in range(turns):
        await table.measure_turn()
    await table.close()
