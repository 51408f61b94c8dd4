"""Query plans of lists and statistics: index use, however many games there are."""

from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from benchmarks.made_up import BUSY, make_games
from games.accounts.models import User
from games.history import uploaded_games
from games.history.models import SeatSummary, Summary
from tests.games.tables.clients import signed_in

pytestmark = pytest.mark.django_db
GAMES, PEOPLE = 3000, 100
SMALL = {"history_piece", "catalog_catalogentry"}
"""What may be read whole: it grows with what the staff edits, not with what people play."""
GROWING = {"tables_table", "tables_tableevent", "tables_seat", "tables_definition", "accounts_user"}
GOLDEN = Path(__file__).resolve().parents[2] / "golden"
COVERING = "COVERING INDEX history_open_games"
"""A search among all open games reads no row of them, but this index."""
QUERIES = (
    *("/games/", "/games/?before=1780000000000000-5", "/games/?seats=4&set=heroes", "/games/?result=alone"),
    *("/games/?edict=canal_lake", "/games/?edict=canal_lake&sheet=B&seats=4&least=120", "/games/?least=9000"),
    *("/games/?since=2026-01-01&until=2026-02-01", f"/people/{BUSY}/games/", f"/people/{BUSY}/"),
    *("/games/?status=playing", f"/people/{BUSY}/games/?status=playing&before=1780000000000000-5"),
    *(f"/people/{BUSY}/games/?opponent=person-1000008&result=won", f"/people/{BUSY}/games/?edict=canal_lake&most=9"),
    *(f"/people/{BUSY}/with/person-1000008/", f"/people/person-1000008/with/{BUSY}/"),
    *("/best/cartographers/", "/best/cartographers/?sheet=B&seats=4", "/best/cartographers/?set=heroes"),
    *("/figures/cartographers/edict/canal_lake/", "/figures/cartographers/sheet/B/"),
)


@pytest.fixture
def many() -> None:
    make_games(GAMES, PEOPLE)


def statements(client: Client, address: str) -> list[str]:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200, address
    return [query["sql"] for query in queries if query["sql"].startswith("SELECT")]


def scanned(statement: str) -> set[str]:
    """Return the growing tables that a statement would scan in full."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"EXPLAIN QUERY PLAN {statement}")
            lines = [str(row[-1]) for row in cursor.fetchall()]
            return {line.split()[1] for line in lines if line.startswith("SCAN ") and COVERING not in line} - SMALL
        # So few games are read whole as cheaply: ask where no index would help with more.
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute(f"EXPLAIN {statement}")
        plan = "\n".join(str(row[-1]) for row in cursor.fetchall())
    tables = ("history_summary", "history_seatsummary", "history_playedwith", "history_gain", "tables_table")
    return {table for table in tables if f"Seq Scan on {table} " in plan}


@pytest.mark.usefixtures("many")
def test_no_page_goes_through_all_games() -> None:
    busy = User.objects.get(username=BUSY)
    for client in (Client(), signed_in(busy)):
        for address in QUERIES:
            found = {sql: tables for sql in statements(client, address) if (tables := scanned(sql))}
            assert found == {}, address


@pytest.mark.usefixtures("many")
def test_to_bring_a_record_and_to_let_it_go_is_to_go_through_no_games() -> None:
    record = {"pasted": (GOLDEN / "solo_coins.json").read_text()}
    with CaptureQueriesContext(connection) as queries:
        for client in (Client(), signed_in(User.objects.get(username=BUSY))):
            for _twice in range(2):
                assert client.post("/records/", record).status_code == 200
            assert client.get("/records/").status_code == 200
        assert uploaded_games.delete_expired_uploads() == 0
    reads = [query["sql"] for query in queries if query["sql"].startswith("SELECT")]
    assert any("commitment" in sql for sql in reads)
    assert {sql: tables for sql in reads if (tables := scanned(sql) & GROWING)} == {}


@pytest.mark.usefixtures("many")
@pytest.mark.parametrize(
    ("address", "index"),
    [
        ("/games/", "history_open_games"),
        ("/games/?seats=4&least=120", "history_open_games"),
        ("/games/?edict=canal_lake", "history_open_with"),
        ("/figures/cartographers/edict/canal_lake/", "history_open_with"),
        (f"/people/{BUSY}/games/", "history_games_of"),
    ],
)
def test_a_list_comes_in_its_order_from_an_index(address: str, index: str) -> None:
    (sql,) = [one for one in statements(Client(), address) if "ORDER BY 1 DESC" in one]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # Reading so few games whole and sorting them is as cheap: ask for what it can do with more.
            cursor.execute("SET LOCAL enable_sort = off; SET LOCAL enable_seqscan = off")
        cursor.execute(("EXPLAIN QUERY PLAN " if connection.vendor == "sqlite" else "EXPLAIN ") + sql)
        plan = "\n".join(str(row[-1]) for row in cursor.fetchall())
    assert index in plan
    assert "TEMP B-TREE" not in plan
    assert connection.vendor == "sqlite" or "Sort" not in plan


@pytest.mark.usefixtures("many")
@pytest.mark.parametrize("address", ["/games/", f"/people/{BUSY}/", f"/people/{BUSY}/games/"])
def test_a_page_takes_as_many_statements_however_many_games_there_are(address: str) -> None:
    many = len(statements(Client(), address))
    Summary.objects.exclude(
        pk__in=SeatSummary.objects.filter(user__username=BUSY, open=True).values("summary")[:1]
    ).delete()
    assert len(statements(Client(), address)) == many
