"""A site with live tables for a benchmark: one server process on a new SQLite file, and the people who play there."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.processes.http import Visitor
from tests.processes.manage import manage_in
from tests.processes.programs import ROOT
from tests.processes.site import Site

GAME = "cartographers"
"""Key of the game that the tables play."""
SEATS = 4
CORES = sorted(os.sched_getaffinity(0))  # before any is given to a server
PASSWORD = "a wide river bends"
# A person's sockets are limited, so every twenty tables have four people of their own.
TABLES_OF_PERSON = 20
# Run by the served code, which may be older than this file.
SCRIPT = f"""
from games.accounts.models import User
from games.tables.lobby import services
from games.tables.game import game_named
for group in range(%d):
    host, *guests = (User.objects.create_user(f"person{{group}}{{seat}}", {PASSWORD!r}) for seat in "abcd")
    for _ in range(%d):
        options = game_named({GAME!r}).solo_options()
        new = services.NewTable({GAME!r}, "Desk", options, {SEATS})
        table = services.create_table(host=host, new=new)
        for guest in guests:
            table = services.join(table=table.code, user=guest)
        print("table", group, table.code)
"""

Tables = list[tuple[int, str]]
"""The group of people, and the code, of each table."""


@contextmanager
def served(tables: int, *, pinned: bool = True, code: Path = ROOT) -> Iterator[tuple[Site, Tables]]:
    """A new site with that many games begun, served by the checkout in the folder `code`. `pinned` gives the server a
    core of its own, and leaves the others to whoever asks it.
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
        manage_in(code, "prepare", **environment)
        script = SCRIPT % (-(-tables // TABLES_OF_PERSON), min(tables, TABLES_OF_PERSON))
        output = manage_in(code, "shell", "-c", script, **environment)
        begun = [line.split()[1:] for line in output.splitlines() if line.startswith("table ")]
        site = Site(environment, Path(folder) / "serve.log", code)
        try:
            site.start()
            if pinned and len(CORES) > 1:
                pin(site, CORES[0])
                os.sched_setaffinity(0, CORES[1:])
            yield site, [(int(group), code) for group, code in begun][:tables]
        finally:
            site.close()


def pin(site: Site, core: int) -> None:
    """Keep the server on one core: passing the interpreter's lock between cores halves what it can do."""
    assert site.process
    for thread in Path(f"/proc/{site.process.pid}/task").iterdir():
        os.sched_setaffinity(int(thread.name), [core])


def cookies(site: Site, groups: int) -> dict[tuple[int, int], str]:
    """The cookies of everybody, by group and seat."""
    jar = {}
    for group in range(groups):
        for seat in range(SEATS):
            visitor = Visitor()
            name = f"person{group}{'abcd'[seat]}"
            status, _, page = visitor.post(f"{site.url}/accounts/sign-in/", username=name, password=PASSWORD)
            assert status in {302, 303}, page
            jar[group, seat] = visitor.cookie_header
    return jar


def processor_time(site: Site) -> float:
    """Seconds that the server process has used, in all its threads."""
    assert site.process
    # The clock of a process, as Linux numbers clocks.
    return time.clock_gettime(~site.process.pid << 3 | 2)
