"""Bots that think beside a live server: their drawings a second, and how long a page takes meanwhile.

    python -m benchmarks.bots [--tables 20] [--level surveyor] [--processes 1]

Each table has a person and five bots, all of whom are asked before the server starts. It runs on a new SQLite file, on
loopback. Exit status 1 if a promise is missed.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.playing import percentile
from benchmarks.promises import Measured, Watch, report
from benchmarks.served import GAME, PASSWORD, processor_time
from engine.contract import Level
from tests.processes.http import Visitor
from tests.processes.manage import manage_in
from tests.processes.programs import ROOT
from tests.processes.site import Site

BOTS: Final = 5
RATE: Final = 40
"""Drawings a second that are promised of Surveyors, with two cores."""
PAGE: Final = 250
"""Milliseconds promised to 95 of 100 pages while bots think."""
_EVERY: Final = 0.5
"""Seconds between two pages."""
_OPEN: Final = f"""
from games.accounts.models import User
from games.tables.game import game_named
from games.tables.lobby.practice import start_practice
from games.tables.bots import read_level
host = User.objects.create_user("host", {PASSWORD!r})
for _ in range(%d):
    print("table", start_practice(user=host, game=game_named({GAME!r}), bots={BOTS}, level=read_level(%r)).code)
"""
_READ: Final = """
from games.tables.models import TableCommand
for at in TableCommand.objects.order_by("at").values_list("at", flat=True):
    print("answer", at.timestamp())
"""


def measured(tables: int, level: Level, processes: int, watch: Watch) -> list[Measured]:
    """Serve until the bots have answered, then for a while without them, and compare."""
    with TemporaryDirectory(prefix="carto-bots-") as folder:
        environment = {
            "CARTO_VAR_DIR": f"{folder}/var",
            "CARTO_DATABASE_URL": "",
            "CARTO_REDIS_URL": "",
            "CARTO_BOT_PROCESSES": str(processes),
            "CARTO_SECRET_KEY": "only for this benchmark " * 3,
            "DJANGO_SETTINGS_MODULE": "tests.served_settings",
        }
        manage_in(ROOT, "prepare", **environment)
        opened = manage_in(ROOT, "shell", "-c", _OPEN % (tables, str(level)), **environment)
        code = opened.rpartition("table ")[2].strip()
        site = Site(environment, log=Path(folder) / "serve.log")
        site.start()
        begun = processor_time(site)
        pages = _load_pages(site, code, seconds=10 + tables * BOTS / 10)
        serving, thinking = processor_time(site) - begun, _thinking_time(site)
        site.stop()
        output = manage_in(ROOT, "shell", "-c", _READ, **environment)
    watch.look()
    answers = [float(line.split()[1]) for line in output.splitlines() if line.startswith("answer ")]
    busy = [spent * 1e3 for at, spent in pages if answers[0] <= at <= answers[-1]]
    idle = [spent * 1e3 for at, spent in pages if at > answers[-1]]
    rate = RATE if level is Level.SURVEYOR else None
    return [
        Measured("bots that answered", len(answers), "", tables * BOTS, least=True),
        Measured(f"drawings of bots ({level})", len(answers) / (answers[-1] - answers[0]), "/s", rate, least=True),
        Measured("processor time of a drawing: thinking", thinking / len(answers) * 1e3, "ms"),
        Measured("  server, with the pages below", serving / len(answers) * 1e3, "ms"),
        Measured("page while bots think, p50", percentile(busy, 50), "ms"),
        Measured("page while bots think, p95", percentile(busy, 95), "ms", PAGE),
        Measured("page while no bot thinks, p50", percentile(idle, 50), "ms"),
        Measured("page while no bot thinks, p95", percentile(idle, 95), "ms"),
    ]


def _thinking_time(site: Site) -> float:
    """Return the seconds that the processes of a site's bots have used."""
    assert site.process
    children = Path(f"/proc/{site.process.pid}/task").glob("*/children")
    pids = [int(pid) for file in children for pid in file.read_text().split()]
    return sum(time.clock_gettime(~pid << 3 | 2) for pid in pids)


def _load_pages(site: Site, code: str, seconds: float) -> list[tuple[float, float]]:
    """Load a table again and again; return when each was asked for, and the seconds that it took."""
    visitor, pages = Visitor(), []
    visitor.post(f"{site.url}/accounts/sign-in/", username="host", password=PASSWORD)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        sent_at, begun = time.time(), time.perf_counter()
        status, _, _ = visitor.get(f"{site.url}/tables/{code}/")
        assert status == 200, status
        pages.append((sent_at, time.perf_counter() - begun))
        time.sleep(_EVERY)
    return pages


def main() -> int:
    """Serve, let the bots answer, print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--tables", type=int, default=20, help="tables of a person and five bots")
    parser.add_argument("--level", type=Level, default=Level.SURVEYOR, choices=list(Level), help="level of the bots")
    parser.add_argument("--processes", type=int, default=1, help="processes in which they think")
    arguments = parser.parse_args()
    watch = Watch()
    figures = measured(arguments.tables, arguments.level, arguments.processes, watch)
    text, met = report(figures, watch.slowness)
    print(text)
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
