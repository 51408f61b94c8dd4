"""Time of game lists among 200,000 finished games, and of a user's statistics.

    python -m benchmarks.history [--games 200000]

The games are made up, in databases of their own: on SQLite, and on PostgreSQL where its programs are. Each line is a
whole page, taken through the site's views with all that stands around it, the quickest of several: what else goes on
at the machine is none of its cost. Exit status 1 if a promise is missed.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from tempfile import TemporaryDirectory

from benchmarks.promises import Measured, Watch, report
from tests.processes import programs, servers
from tests.processes.manage import manage
from tests.processes.programs import ROOT

GAMES = 200_000
PEOPLE = 5_000
MOST = 50
"""Promised milliseconds for a list."""
TIMES = 15
LISTS = {
    "all games": "/games/",
    "far down": "/games/?before={late}",
    "by seats and set": "/games/?seats=6&set=heroes",
    "by an edict": "/games/?edict=canal_lake",
    "by edict, sheet, seats, set and score": "/games/?edict=canal_lake&sheet=B&seats=4&set=heroes&least=120",
    "by a score that none has": "/games/?least=9000",
    "by days": "/games/?since={day}&until={day}",
    "alone": "/games/?result=alone",
    "of the busiest person": "/people/person-1000000/games/",
    "  won against somebody": "/people/person-1000000/games/?opponent=person-1000008&result=won",
    "  by edict, sheet and score": "/people/person-1000000/games/?edict=canal_lake&sheet=B&least=130",
    "  what nobody played": "/people/person-1000000/games/?seats=12",
    "of somebody": "/people/person-1000777/games/",
    "all games, to the busiest person": "/games/?as=person-1000000",
    "  by edict and score": "/games/?as=person-1000000&edict=canal_lake&least=120",
    "of two people together": "/people/person-1000777/with/person-1000008/",
    "  of the busiest person and another": "/people/person-1000000/with/person-1000008/",
    "people met by the busiest person": "/people/?as=person-1000000",
}
PAGES = {
    "figures of the busiest person": "/people/person-1000000/",
    "figures of somebody": "/people/person-1000777/",
    "figures of an edict": "/figures/cartographers/edict/canal_lake/",
    "figures of a sheet": "/figures/cartographers/sheet/B/",
}
TIMED = """
import json, sys, time
from datetime import timedelta
from django.db import connection
from django.test import Client
from django.utils import timezone
from benchmarks.made_up import BUSY, make_games
from games.accounts.models import User
from games.play.navigation import Key
from games.history.models import Summary

began = time.perf_counter()
make_games(games, people)
made = time.perf_counter() - began
if connection.vendor == "postgresql":
    connection.cursor().execute("VACUUM ANALYZE")  # as it does by itself in time
late = Summary.objects.order_by("finished_at")[1000:].first()
words = {"late": Key(late.finished_at, late.pk), "day": (timezone.now() - timedelta(days=60)).date()}
took = {}
for address in addresses:
    client, asked = Client(SERVER_NAME="localhost"), address.format(**words)
    if "as=" in asked:
        client.force_login(User.objects.get(username=BUSY), "django.contrib.auth.backends.ModelBackend")
    spent = []
    for _ in range(times + 1):
        begin = time.perf_counter()
        answer = client.get(asked)
        spent.append(time.perf_counter() - begin)
        assert answer.status_code == 200, (asked, answer.status_code)
    took[address] = min(spent[1:]) * 1e3
print("took", json.dumps([made, took]))
"""


def lists(name: str, environment: Mapping[str, str], games: int, watch: Watch) -> Iterator[Measured]:
    """Measure each page on an empty database."""
    watch.look()
    manage("prepare", **environment)
    addresses = [*LISTS.values(), *PAGES.values()]
    beginning = f"games, people, times, addresses = {games}, {PEOPLE}, {TIMES}, {addresses!r}"
    output = script_output(beginning + TIMED, environment)
    made, took = json.loads(output.rpartition("took ")[2])
    watch.look()
    yield Measured(f"{name}: {games:,} games made up", made, "s")
    for words, address in (LISTS | PAGES).items():
        yield Measured(f"  {words}", took[address], "ms", MOST)


def script_output(script: str, environment: Mapping[str, str]) -> str:
    """Run a script and return its output, with more time than other commands have, for creating the games."""
    command = [sys.executable, "manage.py", "shell", "-c", script]
    run = subprocess.run(command, cwd=ROOT, env={**os.environ, **environment}, stdout=subprocess.PIPE, text=True)
    run.check_returncode()
    return run.stdout


def on_every_database(measure: Callable[[str, Mapping[str, str]], Iterator[Measured]]) -> Iterator[Measured]:
    """Measure on every database that there is, given its name and the environment of its site."""
    with TemporaryDirectory(prefix="carto-benchmark-") as folder:
        common = {
            "CARTO_VAR_DIR": f"{folder}/var",
            "CARTO_DATABASE_URL": "",
            "CARTO_REDIS_URL": "",
            "CARTO_SECRET_KEY": "only for this benchmark " * 3,
            "CARTO_LOG_LEVEL": "ERROR",
            "DJANGO_SETTINGS_MODULE": "tests.served_settings",
        }
        yield from measure("SQLite", common)
        if programs.postgres():
            with servers.postgres() as url:
                yield from measure("PostgreSQL", common | {"CARTO_DATABASE_URL": url})


def main() -> int:
    """Measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=GAMES)
    watch, games = Watch(), parser.parse_args().games
    text, all_met = report(list(on_every_database(lambda name, site: lists(name, site, games, watch))), watch.slowness)
    print(text)
    return 0 if all_met else 1


if __name__ == "__main__":
    sys.exit(main())
