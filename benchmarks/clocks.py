"""Cost of clocks: one sweep for timeouts while 10,000 run, and a turn of four seats with clocks.

    python -m benchmarks.clocks

Looks are measured on SQLite, and on PostgreSQL where its programs are; a turn on a server process of its own, at two
tables with the same deck and the same drawings, turn by turn in alternation. Exit status 1 if a promise is missed.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator, Mapping
from tempfile import TemporaryDirectory

from benchmarks.promises import Measured, Watch, report
from benchmarks.served import GAME, SEATS, Tables, served
from benchmarks.turn import costs
from tests.processes import programs, servers
from tests.processes.manage import manage

OPEN = 10_000
"""Clocks that run."""
LOOKS, ROUNDS = 60, 9
"""Looks at a time, and how often they are taken with and without clocks that run."""
LOOK, TURN = 125, 110
"""Promised, in per cent: a look among that many, of one where none runs; and a turn with clocks, of one without."""
LOOK_SCRIPT = f"""
import json, time
from datetime import timedelta
from statistics import median
from django.db import connection
from django.utils import timezone
from games.accounts.models import User
from games.tables.timeouts import worker as timeout_worker
from games.tables.models import Seat, Status, Table

def look():
    began = time.perf_counter()
    assert timeout_worker.act_on_due_clocks() == 0
    return time.perf_counter() - began

def looks():
    return median(look() for _ in range({LOOKS}))

people = [User.objects.create_user(f"person{{seat}}") for seat in range({SEATS})]
fields = {{"game": {GAME!r}, "name": "Desk", "host": people[0], "capacity": {SEATS}, "status": Status.PLAYING}}
fields |= {{"changed_at": timezone.now()}}
codes = (f"desk{{number:04}}" for number in range({OPEN // SEATS}))
tables = Table.objects.bulk_create([Table(code=code, options={{}}, **fields) for code in codes])
seats = [Seat(table=table, index=index, user=user) for table in tables for index, user in enumerate(people)]
Seat.objects.bulk_create(seats, batch_size=1000)

def set_clocks(until):
    Seat.objects.update(awaited=True, due_at=until, alarm_at=until)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")

none, many = [], []
for _ in range({ROUNDS}):
    set_clocks(None)
    none.append(looks())
    set_clocks(timezone.now() + timedelta(hours=1))
    many.append(looks())
by_index = "tables_alarms" in Seat.objects.with_due_alarm(timezone.now())[: timeout_worker.MOST].explain()
print("looks", json.dumps([median(none), median(many), by_index]))
"""
START_SCRIPT = f"""
from games.accounts.models import User
from games.tables.lobby import services
from games.tables.game import game_named
from games.tables.models import Pace
from games.tables.time_control import NO_CLOCK, TimeControl
host, *guests = (User.objects.get(username=f"person0{{seat}}") for seat in "abcd")
for tempo in (NO_CLOCK, TimeControl(Pace.LIVE, 3600, 3600)):
    for seed in (bytes(32), bytes(31) + b"1"):
        new = services.NewTable({GAME!r}, "Desk", game_named({GAME!r}).solo_options(), {SEATS}, tempo=tempo)
        table = services.create_table(host=host, new=new, seed=seed)
        for guest in guests:
            table = services.join(table=table.code, user=guest)
        print("table", table.code)
"""


def looks(name: str, environment: Mapping[str, str]) -> Iterator[Measured]:
    """Measure one sweep on an empty database."""
    manage("prepare", **environment)
    output = manage("shell", "-c", LOOK_SCRIPT, **environment)
    none, many, by_index = json.loads(output.rpartition("looks ")[2])
    yield Measured(f"{name}: a look for clocks that have run out, where none runs", none * 1e3, "ms")
    yield Measured(f"  where {OPEN:,} run, of that", many / none * 100, "%", LOOK)
    yield Measured("  statements that find them by an index", by_index, "", 1, least=True)


def all_looks() -> Iterator[Measured]:
    """Measure one sweep on each available database."""
    with TemporaryDirectory(prefix="carto-clocks-") as folder:
        common = {
            "CARTO_VAR_DIR": f"{folder}/var",
            "CARTO_DATABASE_URL": "",
            "CARTO_REDIS_URL": "",
            "CARTO_SECRET_KEY": "only for this benchmark " * 3,
            "DJANGO_SETTINGS_MODULE": "tests.served_settings",
        }
        yield from looks("SQLite", common)
        if programs.postgres():
            with servers.postgres() as url:
                yield from looks("PostgreSQL", common | {"CARTO_DATABASE_URL": url})


def turns(watch: Watch) -> Iterator[Measured]:
    """Measure the cost of a turn on the server, with its pages."""
    with served(1) as (site, _):
        output = manage("shell", "-c", START_SCRIPT, **site.environment)
        codes = [line.split()[1] for line in output.splitlines() if line.startswith("table ")]
        tables: Tables = [(0, code) for code in codes]
        plain, clocked = asyncio.run(costs([(site, tables[:2]), (site, tables[2:])], watch))
    yield Measured("a turn of four seats without clocks, processor time", plain.turn * 1e3, "ms")
    yield Measured("  with clocks, of that", clocked.turn / plain.turn * 100, "%", TURN)


def main() -> int:
    """Measure, print."""
    watch = Watch()
    text, all_met = report([*all_looks(), *turns(watch)], watch.slowness)
    print(text)
    return 0 if all_met else 1


if __name__ == "__main__":
    sys.exit(main())
