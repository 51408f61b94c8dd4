"""Time of the ranking of a daily map with 100,000 results, and of the pages that show it.

    python -m benchmarks.deals [--entries 100000]

The results are made up, in databases of their own: on SQLite, and on PostgreSQL where its programs are. The first
lines are the ranking alone: all scores counted, and fifty rows. The others are whole pages, taken through the site's
views. Each is the quickest of several. Exit status 1 if the promise is missed.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping

from benchmarks.history import on_every_database, script_output
from benchmarks.promises import Measured, Watch, report
from tests.processes.manage import manage

ENTRIES = 100_000
MOST = 50
"""Promised milliseconds for the ranking."""
TIMES = 15
RANKINGS = {"ranking": 0, "ranking, far down": 90_000}
PAGES = {
    "page to a player who has finished": "/daily/",
    "  far down": "/daily/?from=90000",
    "page to a visitor": "/daily/?as=nobody",
    "archive of a player": "/daily/archive/",
}
TIMED = """
import json, secrets, time
from random import Random
from django.db import connection
from django.test import Client
from games import clock
from games.accounts.models import User
from games.deals.daily import find_daily, today
from games.deals.standings import best_entries, field_of
from games.tables.models import Access, DealEntry, Status, Table

deal, now, random = find_daily(today()), clock.now(), Random(1)
for first in range(0, entries, 5000):
    numbers = range(first, min(first + 5000, entries))
    people = User.objects.bulk_create(User(username=f"p{n}", display_name=f"P{n}", password="!") for n in numbers)
    tables = Table.objects.bulk_create(
        Table(code=f"A{n:07d}", invitation=f"i{n}", game=deal.game, name="P", capacity=1, host=person, deal=deal,
              access=Access.DEAL, status=Status.FINISHED, changed_at=now, started_at=now, finished_at=now,
              options=deal.options, seed=b"1" * 32)
        for n, person in zip(numbers, people)
    )
    DealEntry.objects.bulk_create(
        DealEntry(deal=deal, user=person, table=table, started_at=now, ended_at=now, score=round(random.gauss(70, 20)))
        for person, table in zip(people, tables)
    )
if connection.vendor == "postgresql":
    connection.cursor().execute("VACUUM ANALYZE")
# The viewer's own game is a real one, as the text to share shows its board.
from games.tables.deals.services import play_deal
viewer = User.objects.create_user("viewer", password=None, display_name="Viewer")
table = play_deal(deal=deal, user=viewer)
DealEntry.objects.filter(user=viewer).update(score=83, ended_at=now)
def quickest(work):
    spent = []
    for _ in range(times + 1):
        begin = time.perf_counter()
        work()
        spent.append(time.perf_counter() - begin)
    return min(spent[1:]) * 1e3
took = {f"from {first}": quickest(lambda: best_entries(deal, field_of(deal), first)) for first in places}
for address in addresses:
    client = Client(SERVER_NAME="localhost")
    if "as=" not in address:
        client.force_login(viewer, "django.contrib.auth.backends.ModelBackend")
    assert client.get(address).status_code == 200, address
    took[address] = quickest(lambda: client.get(address))
print("took", json.dumps(took))
"""


def pages(name: str, environment: Mapping[str, str], entries: int, watch: Watch) -> Iterator[Measured]:
    """Measure each page on an empty database."""
    watch.look()
    manage("prepare", **environment)
    places, addresses = list(RANKINGS.values()), list(PAGES.values())
    beginning = f"entries, times, places, addresses = {entries}, {TIMES}, {places!r}, {addresses!r}"
    took = json.loads(script_output(beginning + TIMED, environment).rpartition("took ")[2])
    watch.look()
    for words, first in RANKINGS.items():
        yield Measured(f"{name}, {entries:,} results: {words}", took[f"from {first}"], "ms", MOST)
    for words, address in PAGES.items():
        yield Measured(f"{name}, {entries:,} results: {words}", took[address], "ms")


def main() -> int:
    """Measure, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--entries", type=int, default=ENTRIES)
    watch, entries = Watch(), parser.parse_args().entries
    text, all_met = report(
        list(on_every_database(lambda name, site: pages(name, site, entries, watch))), watch.slowness
    )
    print(text)
    return 0 if all_met else 1


if __name__ == "__main__":
    sys.exit(main())
