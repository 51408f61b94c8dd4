"""The staff's view of tables: everything to read, nothing to change, no secret of a game under way."""

import pytest
from django.test import Client

from games.accounts.models import User
from games.tables.models import Table, TableEvent
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
    shown = staff.get(f"/admin/tables/tableevent/{event.pk}/change/").content.decode()
    assert bytes(table.seed).hex() not in page
    assert table.invitation not in page
    assert "hidden until the game is over" in page
    assert "canary" not in shown
    assert "hidden until the game is over" in shown


def test_finished_games_can_be_read(staff: Client, people: list[User]) -> None:
    table = gather(people[0], turns=1)
    pick(table, people[0], 1)
    event = TableEvent.objects.get(table=table, kind="picked")
    assert bytes(table.seed).hex() in staff.get(f"/admin/tables/table/{table.pk}/change/").content.decode()
    assert "canary" in staff.get(f"/admin/tables/tableevent/{event.pk}/change/").content.decode()
    assert staff.get("/admin/tables/table/").status_code == 200
    assert staff.get("/admin/tables/tableevent/").status_code == 200


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
