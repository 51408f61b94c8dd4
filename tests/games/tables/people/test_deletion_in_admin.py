"""Users deleted in the admin: the confirmation page, data kept for others, and reasons to wait."""

from html import unescape
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.contrib.sessions.models import Session
from django.http import HttpResponse
from django.test import Client, TestCase

from games.accounts.models import User
from games.tables.lobby import services
from games.tables.models import Seat, Status, Table
from games.tables.people import personal_data
from tests.games.tables.clients import signed_in
from tests.games.tables.conftest import gather
from tests.games.tables.people.test_account_deletion import finished

LIST = "/admin/accounts/user/"
WAYS = ("page", "list")


@pytest.fixture
def helper(people: list[User]) -> User:
    """Return a staff member who can only view and delete users."""
    keeper = User.objects.create_user("keeper", "chart and compass", is_staff=True)
    keeper.user_permissions.set(Permission.objects.filter(codename__in=("delete_user", "view_user")))
    return keeper


@pytest.fixture
def staff(helper: User) -> Client:
    return signed_in(helper)


def delete(staff: Client, *people: User, way: str = "list", **sent: str) -> Any:
    if way == "page":
        return staff.post(f"{LIST}{people[0].pk}/delete/", sent) if sent else staff.get(f"{LIST}{people[0].pk}/delete/")
    chosen = {"action": "delete_selected", "_selected_action": [person.pk for person in people]}
    return staff.post(LIST, chosen | sent)


def words(answer: HttpResponse) -> str:
    return unescape(answer.content.decode())


@pytest.mark.parametrize("way", WAYS)
def test_what_was_played_together_stays(
    way: str, staff: Client, people: list[User], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    user_ids: list[int] = []
    monkeypatch.setattr("games.accounts.personal_data.end_sockets", lambda user_id: user_ids.append(user_id))
    ann, ben = people[:2]
    table, gathering = finished(ann, ben), gather(ann, ben, capacity=3)
    browser = signed_in(ann)
    browser.get("/")
    page = words(delete(staff, ann, way=way))
    for sentence in ("Ann (ann)", "Former player", "This can’t be undone.", "Delete account"):
        assert sentence in page
    assert User.objects.filter(username="ann").exists()
    caplog.clear()
    with TestCase.captureOnCommitCallbacks(execute=True):
        assert delete(staff, ann, way=way, post="yes").status_code == 302
    assert [str(seat.user) for seat in Seat.objects.at(table)] == ["Former player", "Ben"]
    assert [seat.user for seat in Seat.objects.at(gathering)] == [ben]
    assert user_ids == [ann.pk]
    assert browser.get("/accounts/profile/").status_code == 303
    assert Session.objects.count() == 1
    assert LogEntry.objects.get().object_repr.startswith("former-")
    fields = [vars(record)["fields"] for record in caplog.records if record.name == "carto.security"]
    assert [(entry["event"], entry["username"], entry["by"]) for entry in fields] == [("deleted", "ann", "keeper")]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("sent", [{}, {"post": "yes"}])
def test_others_are_not_left_waiting(way: str, sent: Any, staff: Client, helper: User, people: list[User]) -> None:
    table = gather(people[0], people[1])
    chosen = (people[0], people[2])
    page = words(delete(staff, *chosen, way=way, **sent))
    assert f"Ann: Desk ({table.code})" in page
    assert (
        "These users are still in games with other people. Try again when the games are over, "
        "or deactivate the account by clearing “active”." in page
    )
    assert "Delete account" not in page
    assert not User.objects.exclude(erased_at=None).exists()
    assert User.objects.filter(pk__in=[user.pk for user in chosen]).count() == 2
    assert not LogEntry.objects.exists()
    helper.user_permissions.add(Permission.objects.get(codename="view_table"))
    link = f"/admin/tables/table/{table.pk}/change/"
    assert f'<a href="{link}">Desk ({table.code})</a>' in words(delete(staff, *chosen, way=way, **sent))
    assert staff.get(link).status_code == 200


@pytest.mark.parametrize("way", WAYS)
def test_a_game_that_begins_at_that_moment_is_waited_for(
    way: str, staff: Client, people: list[User], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = gather(people[0], people[1], capacity=3)
    real = personal_data.running_with_others
    late = iter((Table.objects.none(),))
    monkeypatch.setattr("games.tables.staff.admin.running_with_others", lambda user: next(late, real(user)))
    services.start(table=table.code, host=people[0])
    with TestCase.captureOnCommitCallbacks(execute=True):
        answer = delete(staff, people[0], way=way, post="yes")
    assert answer.status_code == 200
    assert table.code in words(answer)
    assert Table.objects.get(pk=table.pk).status == Status.PLAYING
    assert not LogEntry.objects.exists()
    assert "deleted" not in caplog.text


def test_all_who_were_chosen_go_or_nobody(staff: Client, people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    gather(people[1], people[2])
    late = iter((Table.objects.none(),) * 2)
    monkeypatch.setattr("games.tables.staff.admin.running_with_others", lambda _user: next(late, Table.objects.all()))
    assert delete(staff, people[0], people[1], post="yes").status_code == 200
    assert User.objects.filter(pk=people[0].pk, erased_at=None).exists()


@pytest.mark.parametrize("way", WAYS)
def test_nobody_deletes_themselves_there_or_who_is_gone(
    way: str, staff: Client, helper: User, people: list[User]
) -> None:
    finished(people[0], people[1])
    personal_data.erase(user=people[0])
    before = User.objects.filter(pk=people[0].pk).values().get()
    for person in (helper, people[0]):
        assert delete(staff, person, way=way, post="yes").status_code == 403
    assert "profile" in words(delete(staff, helper))
    assert User.objects.filter(pk=people[0].pk).values().get() == before
    assert User.objects.filter(pk=helper.pk).exists()
