"""Query plans: pages use indexes, so that a site with many tables is as fast as a new one."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import F, Model, UniqueConstraint
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.accounts.models import User
from games.accounts.services import make_guest
from games.tables.lobby import hosting
from games.tables.models import Seat, Status, Table, TableCommand, TableEvent
from games.tables.people.guests import move_tables, tidy_guests
from tests.games.cartographers.play import draw, fields, first_placement, gather, state_of, url
from tests.games.cartographers.world import World
from tests.games.tables.clients import people_named, signed_in

TABLES, PEOPLE = 6000, 600
FIRST = 1_000_000
PLAYED = (Table, Seat, TableEvent, TableCommand)
SMALL = {"catalog_catalogentry", "history_piece"}
"""What may be read whole: it grows with what the staff edits, not with what people play."""
IN_ORDER = (
    "USING INDEX tables_open",
    "USING COVERING INDEX history_open_games",
    "USING COVERING INDEX tables_free_seats",
)
"""How SQLite reads the first of a list in its order, or the few that are wanted, by an index that knows no others."""
STATUS = "CASE {i} % 20 WHEN 0 THEN 'gathering' WHEN 1 THEN 'playing' ELSE 'finished' END"


@pytest.fixture
def many(db: None) -> None:
    """Create thousands of two-player tables with their history."""
    people = people_named("Yan", "Zoe")
    table = gather(*people)
    assert draw(signed_in(people[0]), table, 0).status_code == 303
    somebody = f"{FIRST} + {{i}} % {PEOPLE}"
    copy(User, people[0], PEOPLE, username="'person-' || {i}")
    named = {"code": "'c' || {i}", "invitation": "'i' || {i}"}
    times = {column: _ago(column) for column in ("created_at", "changed_at", "finished_at")}
    copy(Table, table, TABLES, host_id=somebody, status=STATUS, **named, **times)
    at_each = {"table_id": f"{FIRST} + {{i}}"}
    copy(TableCommand, TableCommand.objects.get(table=table), TABLES, **at_each)
    for seat in Seat.objects.at(table):
        copy(Seat, seat, TABLES, user_id=f"{FIRST} + ({{i}} + {seat.index}) % {PEOPLE}", **at_each)
    for event in TableEvent.objects.filter(table=table):
        copy(TableEvent, event, TABLES, **at_each)
    day_ago = timezone.now() - timedelta(days=1)
    listed = Table.objects.filter(status=Status.GATHERING, created_at__gt=day_ago)
    assert listed.update(listed_until=F("created_at") + timedelta(days=1)) > 20
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")


def _ago(column: str) -> str:
    """Return SQL for a column's time minus as many minutes as the number of the copy."""
    if connection.vendor == "sqlite":
        return f"datetime({column}, -{{i}} || ' minutes')"
    return f"{column} - {{i}} * interval '1 minute'"


def copy(model: type[Model], row: Any, count: int, **changes: str) -> None:
    """Insert copies of a row with these columns changed; `{i}` stands for the copy's number."""
    quote = connection.ops.quote_name
    first = max(FIRST, model._default_manager.order_by("pk").values_list("pk", flat=True).last() + 1)
    changes = {"id": f"{first} + {{i}}", **changes}
    columns = [field.column for field in model._meta.concrete_fields]
    values = [changes[name].format(i="i") if name in changes else quote(name) for name in columns]
    with connection.cursor() as cursor:
        cursor.execute(
            f"WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < {count - 1})"
            f" INSERT INTO {model._meta.db_table} ({', '.join(map(quote, columns))})"
            f" SELECT {', '.join(values)} FROM {model._meta.db_table}, n WHERE id = {row.pk}"
        )


def plan(statement: str) -> str:
    """Return the database's query plan for a statement."""
    with connection.cursor() as cursor:
        cursor.execute(("EXPLAIN QUERY PLAN " if connection.vendor == "sqlite" else "EXPLAIN ") + statement)
        return "\n".join(str(row[-1]) for row in cursor.fetchall())


def scanned(statement: str) -> set[str]:
    """Return the growing tables that a statement would scan in full."""
    if connection.vendor == "sqlite":
        lines = plan(statement).splitlines()
        # All that share a status are nearly all there are.
        whole = (line for line in lines if line.startswith("SCAN ") or "(status=?" in line)
        return {line.split()[1] for line in whole if not line.endswith(IN_ORDER)} - SMALL
    # With thousands of rows PostgreSQL still reads the people as a whole, where it wants many of them.
    return {model._meta.db_table for model in PLAYED if f"Seq Scan on {model._meta.db_table} " in plan(statement)}


def scans(statements: list[str]) -> dict[str, set[str]]:
    """Return the statements that scan a whole table, each with the tables scanned."""
    queries = [statement for statement in statements if statement.startswith(("SELECT", "UPDATE", "DELETE"))]
    assert queries
    return {statement: tables for statement in queries if (tables := scanned(statement))}


@pytest.mark.usefixtures("many")
def test_no_page_goes_through_all_there_is() -> None:
    for page, statements in World(1).statements().items():
        assert scans(statements) == {}, page


@pytest.mark.usefixtures("many")
def test_no_command_goes_through_all_there_is() -> None:
    ann, ben, cas, dee = people_named("Ann", "Ben", "Cas", "Dee")
    waiting, played = gather(ann, capacity=4), gather(ann, ben)
    placement = first_placement(state_of(played), 0)
    for user, address, sent in [
        (ben, f"{url(waiting)}join/", {}),
        (cas, f"{url(waiting)}join/", {}),
        (ann, f"{url(waiting)}kick/", {"person": cas.pk}),
        (ann, f"{url(waiting)}invite/", {"invite-username": "dee"}),
        (dee, f"{url(waiting)}decline/", {}),
        (ann, f"{url(waiting)}leave/", {}),
        (ben, f"{url(waiting)}list/", {}),
        (ben, f"{url(waiting)}close/", {}),
        (ben, "/tables/solo/", {}),
        (ann, url(played, 1), fields(placement)),
        (ann, url(played, 1, "take-back"), {"command_id": uuid4()}),
    ]:
        client = signed_in(user)
        with CaptureQueriesContext(connection) as queries:
            assert client.post(address, sent).status_code == 303, address
        assert scans([query["sql"] for query in queries]) == {}, address


@pytest.mark.usefixtures("many")
def test_no_guest_who_goes_costs_a_look_at_all_tables() -> None:
    (ann,) = people_named("Ann")
    heron = make_guest(display_name="Heron")
    gather(heron, capacity=2)
    with CaptureQueriesContext(connection) as queries:
        assert move_tables(guest=heron, account=ann) == 1
    assert scans([query["sql"] for query in queries]) == {}
    gather(heron, capacity=2)
    User.objects.filter(pk=heron.pk).update(last_login=timezone.now() - timedelta(days=200))
    with CaptureQueriesContext(connection) as queries:
        assert tidy_guests(silent_for=timedelta(days=180)) == 1
    # To find who has been silent it goes through the people, once.
    tables = [name for names in scans([query["sql"] for query in queries]).values() for name in names]
    assert set(tables) <= {"accounts_user"}
    assert len(tables) <= 2


@pytest.mark.usefixtures("many")
@pytest.mark.parametrize("index", ["tables_open", "tables_watched"])
def test_the_lobby_comes_in_its_order_from_an_index(index: str) -> None:
    lists = {"tables_open": Table.objects.open_tables(), "tables_watched": Table.objects.open_games()}
    query_plan = lists[index][:20].explain()
    assert index in query_plan
    assert "TEMP B-TREE FOR ORDER BY" not in query_plan


@pytest.mark.usefixtures("many")
@pytest.mark.parametrize("address", ["/sitemap.xml", "/sitemap-games.xml", "/sitemap-games.xml?p=3"])
def test_what_search_engines_ask_for_comes_from_an_index(address: str) -> None:
    with CaptureQueriesContext(connection) as queries:
        assert Client().get(address).status_code == 200
    statements = [query["sql"] for query in queries if "tables_table" in query["sql"]]
    assert statements
    if connection.vendor == "postgresql":
        pytest.skip("nearly all of so few tables are over, and it is right to read them whole")
    # What is counted is as many tables as the lists name at most.
    assert set().union(*scans(statements).values()) <= {"subquery"}
    assert all("tables_watched" in plan(statement) for statement in statements)
    assert not any("TEMP B-TREE FOR ORDER BY" in plan(statement) for statement in statements)


@pytest.mark.usefixtures("many")
def test_what_is_to_be_taken_off_the_list_is_looked_up_by_an_index() -> None:
    (ann,) = people_named("Ann")
    Table.objects.filter(pk=gather(ann, capacity=4).pk).update(listed_until=timezone.now())
    with CaptureQueriesContext(connection) as queries:
        assert hosting.unlist_expired_tables() == 1
    assert scans([query["sql"] for query in queries]) == {}
    assert "tables_listed" in Table.objects.filter(listed_until__lte=timezone.now()).order_by("listed_until").explain()


@pytest.mark.usefixtures("many")
@pytest.mark.parametrize("search", ["seats=4&pace=live&set=heroes", "free=on&sort=fullest", "sort=quickest"])
def test_a_search_of_the_lobby_goes_through_no_more_than_its_open_tables(search: str) -> None:
    (ann,) = people_named("Ann")
    gather(ann, capacity=4)
    client = signed_in(ann)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(f"/tables/?{search}").status_code == 200
    assert scans([query["sql"] for query in queries]) == {}


def test_no_index_is_the_beginning_of_another() -> None:
    models = [model for model in apps.get_models() if model.__module__.startswith("games.")]
    assert len(models) > 6
    for model in models:
        indexes = list(_indexes(model))
        for index in indexes:
            longer = [other for other in indexes if other is not index and other[: len(index)] == index]
            assert not longer, f"{model._meta.db_table}: {index} is there already in {longer}"


def _indexes(model: type[Model]) -> Iterator[list[str]]:
    """Yield the columns of each index that is not partial."""
    yield from ([field.name] for field in model._meta.local_concrete_fields if field.unique or field.db_index)
    whole = [
        *model._meta.indexes,
        *(constraint for constraint in model._meta.constraints if isinstance(constraint, UniqueConstraint)),
    ]
    yield from (list(index.fields) for index in whole if index.fields and not index.condition)
