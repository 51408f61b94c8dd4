"""The admin's table pages: read-only, no secrets of games in progress, and constant query counts."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.accounts.models import User
from games.tables.models import Origin, Table, TableEvent
from tests.games.tables.conftest import gather, pick


@pytest.fixture
def staff(people: list[User]) -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("keeper", "chart and compass"))
    return client


def test_running_games_keep_their_secrets(staff: Client, people: list[User]) -> None:
    table = gather(people[0], people[1])
    pick(table, people[0], 1)
    event = TableEvent.objects.get(table=table, kind="picked")
    page = staff.get(f"/admin/tables/table/{table.pk}/change/").content.decode()
    assert bytes(table.seed).hex() not in page
    assert table.invitation not in page
    assert "hidden until the game is over" in page
    for what in ("change", "history"):
        answer = staff.get(f"/admin/tables/tableevent/{event.pk}/{what}/")
        assert (answer.status_code, answer["Location"]) == (302, "/admin/")
    for query in ("", f"?q={table.code}", "?o=1", "?all="):
        listed = staff.get(f"/admin/tables/tableevent/{query}").content.decode()
        assert "0 events" in listed
        assert "picked" not in listed


def test_finished_games_can_be_read(staff: Client, people: list[User]) -> None:
    table = gather(people[0], turns=1)
    pick(table, people[0], 1)
    event = TableEvent.objects.get(table=table, kind="picked")
    assert bytes(table.seed).hex() in staff.get(f"/admin/tables/table/{table.pk}/change/").content.decode()
    assert "canary" in staff.get(f"/admin/tables/tableevent/{event.pk}/change/").content.decode()
    assert staff.get("/admin/tables/table/").status_code == 200
    assert staff.get("/admin/tables/tableevent/").status_code == 200


def test_where_a_game_comes_from_and_how_long_it_is_kept_is_told(staff: Client, people: list[User]) -> None:
    table, uploaded = gather(people[0], turns=1), gather(people[0], turns=1)
    Table.objects.filter(pk=uploaded.pk).update(origin=Origin.UPLOADED, kept_until="2031-05-06T07:08:00Z")
    assert "May 6, 2031" in staff.get(f"/admin/tables/table/{uploaded.pk}/change/").content.decode()
    for origin, found in (("", table), ("brought", uploaded)):
        listed = staff.get("/admin/tables/table/", {"origin__exact": origin}).context["cl"].result_list
        assert list(listed) == [found]


@pytest.mark.parametrize("model", ["table", "tableevent"])
def test_nothing_can_be_changed(staff: Client, people: list[User], model: str) -> None:
    table = gather(people[0], people[1])
    row = table.pk if model == "table" else TableEvent.objects.filter(table=table).earliest("number").pk
    base = f"/admin/tables/{model}/"
    assert staff.get(f"{base}add/").status_code == 403
    assert staff.post(f"{base}add/", {}).status_code == 403
    assert staff.post(f"{base}{row}/change/", {"name": "Forged", "kind": "forged"}).status_code == 403
    assert staff.post(f"{base}{row}/delete/", {"post": "yes"}).status_code == 403
    before = TableEvent.objects.count()
    staff.post(base, {"action": "delete_selected", "_selected_action": [row], "post": "yes"})
    assert (Table.objects.get(pk=table.pk).name, TableEvent.objects.count()) == ("Desk", before)


def test_events_are_found_by_the_code_of_their_table(staff: Client, people: list[User]) -> None:
    tables = [gather(people[0], turns=1) for _ in range(2)]
    for table in tables:
        pick(table, people[0], 1)
    listed = staff.get("/admin/tables/tableevent/", {"q": tables[0].code}).context["cl"].result_list
    assert {event.table for event in listed} == {tables[0]}
    newest = staff.get("/admin/tables/tableevent/").context["cl"].result_list
    assert [event.pk for event in newest] == list(TableEvent.objects.order_by("-pk").values_list("pk", flat=True))


@pytest.mark.parametrize("query", ["", "?o=6", "?o=-3.1", "?q={code}", "?p=1&all="])
def test_the_log_is_neither_sorted_nor_counted_whole(staff: Client, people: list[User], query: str) -> None:
    table = gather(people[0], turns=1)
    pick(table, people[0], 1)
    for statement in queries(staff, f"/admin/tables/tableevent/{query.format(code=table.code)}", "tables_tableevent"):
        assert 'ORDER BY "tables_tableevent"."id" DESC' in statement
        assert "COUNT(" not in statement or "LIMIT 10000" in statement
        # The events of one table are few, and found by its index.
        assert "TEMP B-TREE" not in plan(statement) or "(table_id=?)" in plan(statement)


def test_tables_are_not_counted_whole(staff: Client, people: list[User]) -> None:
    gather(people[0])
    counts = [
        statements for statements in queries(staff, "/admin/tables/table/", "tables_table") if "COUNT(" in statements
    ]
    assert counts
    assert all("LIMIT 10000" in count for count in counts)


def queries(client: Client, address: str, table: str) -> list[str]:
    """Return the queries of a page on a database table."""
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    statements = [query["sql"] for query in captured if f'FROM "{table}"' in query["sql"]]
    assert statements
    return statements


def plan(sql: str) -> str:
    """Return SQLite's query plan, or "" on other databases."""
    if connection.vendor != "sqlite":
        return ""
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
        steps: list[Any] = cursor.fetchall()
    return "\n".join(str(step[-1]) for step in steps)
