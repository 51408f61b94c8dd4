"""A table with as many seats as the game allows: what a drawing costs, and how soon all pages show a closed turn.

    python -m benchmarks.hundred [--turns 3] [--seats 100]

One server process on a new SQLite file serves the table; each seat has a page open with a socket. Everybody draws, one
after another. Exit status 1 if a promise is missed, which on a busy machine says nothing.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from random import Random

from benchmarks.cluster import SIGN_IN, read_tables
from benchmarks.load_client import PlayedTable
from benchmarks.pages import Line, OpenPage
from benchmarks.promises import Measured, Watch, report
from benchmarks.served import GAME, processor_time, served
from tests.processes.manage import manage_in
from tests.processes.programs import ROOT
from tests.processes.site import Site

SCRIPT = f"""{SIGN_IN}
host, *guests = people = [User.objects.create_user(f"seat{{number}}") for number in range(%d)]
new = services.NewTable({GAME!r}, "Desk", game_named({GAME!r}).solo_options(), len(people))
table = services.create_table(host=host, new=new)
for guest in guests:
    table = services.join(table=table.code, user=guest)
print("table", json.dumps({{"code": table.code, "cookies": [sign_in(user) for user in people]}}))
"""
PATIENCE = 60
"""Seconds after which a page that doesn't show a closed turn is a failure."""


async def measured(site: Site, table: PlayedTable, turns: int, watch: Watch) -> list[Measured]:
    """Play a turn to warm up, and so many others."""
    pages = [
        OpenPage(Line(site.url, cookie), table.code, Random(seat), weighed=True)
        for seat, cookie in enumerate(table.cookies)
    ]
    for page in pages:
        await page.open()
    drawings, costs, delays = 0, 0.0, list[float]()
    for turn in range(turns + 1):
        began, drawn = processor_time(site), 0
        while awaited := [page for page in pages if page.awaited]:
            answer = await awaited[0].place()
            assert answer.status == 200, answer
            drawn, closed = drawn + 1, time.perf_counter()
            if len(awaited) == 1:
                break
        async with asyncio.timeout(PATIENCE):
            shown = await asyncio.gather(*(page.shows(answer.version) for page in pages))
        if turn:
            drawings, costs = drawings + drawn, costs + processor_time(site) - began
            delays.append(max(shown) - closed)
        watch.look()
    for page in pages:
        await page.close()
    return [
        Measured("seats", len(pages), ""),
        Measured("a drawing on all pages, processor time", costs / drawings * 1e3, "ms", 60),
        Measured("the last drawing, to the closed turn on the last page", max(delays) * 1e3, "ms", 2_000),
    ]


def main() -> int:
    """Serve, play, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--turns", type=int, default=3, help="turns that are measured")
    parser.add_argument("--seats", type=int, default=100, help="seats of the table")
    arguments = parser.parse_args()
    watch = Watch()
    with served(0) as (site, _):
        output = manage_in(ROOT, "shell", "-c", SCRIPT % arguments.seats, **site.environment)
        (table,) = read_tables(output)
        results = asyncio.run(measured(site, table, arguments.turns, watch))
    text, met = report(results, watch.slowness)
    print(text)
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
