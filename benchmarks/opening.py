"""The minute in which a daily map opens: thousands of players look at it and start their game, on two processes.

    python -m benchmarks.opening [--players 10000] [--seconds 60] [--patience 600]

Everything is started on loopback and removed afterwards. Players come at random moments of that time, each with an
account and a connection of their own; each loads the page of the day, starts the game and loads its table. Where the
site says that it is busy, they try again after the seconds that it names. Exit status 1 if a player gets an error, or
nothing within their patience.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import time
from dataclasses import asdict, dataclass, field
from random import Random
from tempfile import NamedTemporaryFile

from benchmarks.cluster import SIGN_IN, cluster
from benchmarks.pages import BUSY, Answer, Line
from benchmarks.playing import percentile
from benchmarks.promises import Measured, Watch, report
from tests.processes.manage import manage
from tests.processes.programs import ROOT

OK, SEE_OTHER = 200, 303
ACCOUNTS = f"""{SIGN_IN}
from games.deals.daily import run_deals
run_deals()
users = User.objects.bulk_create(User(username=f"player{{n}}", display_name=f"Player {{n}}") for n in range(%d, %d))
print("players", json.dumps([sign_in(user) for user in users]))
"""
BATCH = 2_000
"""Accounts created by one command."""


@dataclass
class Figures:
    """Results of all players: milliseconds of each answer by step, from the first try to the last, and of whole
    visits; numbers of answers that said "busy", of errors by what they were, and seconds until the last was done.
    """

    steps: dict[str, list[float]] = field(default_factory=lambda: {"page": [], "start": [], "table": []})
    visits: list[float] = field(default_factory=list)
    busy: int = 0
    errors: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0


async def visit(site: str, cookie: str, address: str, at: float, patience: float, figures: Figures) -> None:
    """Come at a moment, and count what happens."""
    await asyncio.sleep(at)
    began, line = time.perf_counter(), Line(site, cookie, address)
    token = cookie.rpartition("=")[2]
    try:
        async with asyncio.timeout(patience):
            await _step(line, "page", "/daily/", None, OK, figures)
            started = await _step(line, "start", "/daily/play/", {"csrfmiddlewaretoken": token}, SEE_OTHER, figures)
            await _step(line, "table", started.headers["location"], None, OK, figures)
        figures.visits.append((time.perf_counter() - began) * 1e3)
    except (OSError, EOFError, TimeoutError, UnexpectedAnswer) as error:
        words = str(error) or type(error).__name__
        figures.errors[words] = figures.errors.get(words, 0) + 1
    finally:
        await line.close()


class UnexpectedAnswer(Exception):
    """The site answered with a status that the step doesn't expect."""


async def _step(
    line: Line, name: str, path: str, form: dict[str, str] | None, expected: int, figures: Figures
) -> Answer:
    began = time.perf_counter()
    while (answer := await line.ask(path, form)).status == BUSY:
        figures.busy += 1
        await asyncio.sleep(float(answer.headers.get("retry-after", 1)))
    if answer.status != expected:
        raise UnexpectedAnswer(f"{name}: {answer.status}")
    figures.steps[name].append((time.perf_counter() - began) * 1e3)
    return answer


async def _all_visits(site: str, cookies: list[str], seconds: float, patience: float) -> Figures:
    figures, random, began = Figures(), Random(1), time.perf_counter()
    visits = (
        visit(site, cookie, _address(number), random.uniform(0, seconds), patience, figures)
        for number, cookie in enumerate(cookies)
    )
    await asyncio.gather(*visits)
    figures.seconds = time.perf_counter() - began
    return figures


def _address(number: int) -> str:
    """Return a loopback address of a player's own, as the site limits the requests of each address."""
    return f"127.1.{number // 250}.{number % 250 + 1}"


def _client(site: str, cookies: str, seconds: float, patience: float) -> None:
    """Be the client: read the cookies from a file, and print the figures."""
    with open(cookies, encoding="utf-8") as file:
        print(json.dumps(asdict(asyncio.run(_all_visits(site, json.load(file), seconds, patience)))))


def measure(players: int, seconds: float, patience: float, watch: Watch) -> Figures:
    """Start the site with that many accounts, and let them come."""
    with cluster(processes=2, tables=0) as site, NamedTemporaryFile("w", suffix=".json") as file:
        cookies = []
        for first in range(0, players, BATCH):
            script = ACCOUNTS % (first, min(first + BATCH, players))
            output = manage("shell", "-c", script, **site.servers[0].environment)
            cookies += json.loads(output.rpartition("players ")[2])
        json.dump(cookies, file)
        file.flush()
        watch.look()
        options = [f"--site={site.url}", f"--cookies={file.name}", f"--seconds={seconds}", f"--patience={patience}"]
        command = [sys.executable, "-m", "benchmarks.opening", *options]
        client = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
        watch.look()
        return Figures(**json.loads(client.stdout))


def main() -> int:
    """Measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=10_000)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--patience", type=float, default=600.0)
    parser.add_argument("--site", help=argparse.SUPPRESS)
    parser.add_argument("--cookies", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.site:
        _client(options.site, options.cookies, options.seconds, options.patience)
        return 0
    watch = Watch()
    figures = measure(options.players, options.seconds, options.patience, watch)
    measured = [
        Measured(f"{name}, {percent} of 100 within", percentile(times, percent), "ms")
        for name, times in (*figures.steps.items(), ("whole visit", figures.visits))
        for percent in (50, 95, 99)
    ]
    measured += [
        Measured("players who got to their table", len(figures.visits), "", options.players, least=True),
        Measured("last one there after", figures.seconds, "s"),
        Measured('answers "busy", tried again', figures.busy, ""),
        Measured("errors", sum(figures.errors.values()), "", 0),
    ]
    text, all_met = report(measured, watch.slowness)
    print(text, *(f"  {count} x {words}" for words, count in figures.errors.items()), sep="\n")
    return 0 if all_met else 1


if __name__ == "__main__":
    sys.exit(main())
