"""Staff actions for stalled games."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.test import Client
from django.utils import timezone

from games.accounts.models import User
from games.tables import signals
from games.tables.errors import TableRefusal
from games.tables.incidents import incident_lines
from games.tables.models import AwayCause, Ending, Exclusion, Pace, Seat, Status, Table, TableEvent, Vacant
from games.tables.staff.interventions import AdminIntervention, InterventionAction, intervene
from games.tables.time_control import TimeControl
from games.tables.timeouts import worker
from tests.games.tables.clients import signed_in
from tests.games.tables.conftest import gather
from tests.games.tables.timeouts.test_worker import heard

DAY = TimeControl(Pace.DAYS, turn_seconds=24 * 3600)


@pytest.fixture
def moderator(people: list[User]) -> Client:
    """Return the client of a staff member with only the moderators' permissions."""
    person = User.objects.create_user("mod", "chart and compass", is_staff=True)
    person.groups.add(Group.objects.get(name="moderators"))
    return signed_in(person)


def address(table: Table) -> str:
    return f"/admin/tables/table/{table.pk}/rescue/"


def ask(client: Client, table: Table, act: str, **fields: Any) -> int:
    return client.post(address(table), {"act": act, "reason": "Ben is ill.", **fields}).status_code


def lines(table: Table) -> list[str]:
    return [line.text for line in incident_lines(Table.objects.get(pk=table.pk))]


def test_the_groups_come_with_the_site(db: None) -> None:
    assert set(Group.objects.values_list("name", flat=True)) == {"moderators", "curators"}
    rights = Group.objects.get(name="curators").permissions.values_list("codename", flat=True)
    assert set(rights) == {f"{act}_catalogentry" for act in ("view", "add", "change", "review")}


def test_a_moderator_sees_who_is_awaited_and_the_way(moderator: Client, people: list[User]) -> None:
    table = gather(people[0], people[1], tempo=DAY)
    Seat.objects.filter(table=table).update(awaited_since=timezone.now() - timedelta(hours=3))
    assert "Ann (3\xa0hours), Ben (3\xa0hours)" in moderator.get("/admin/tables/table/").content.decode()
    assert address(table) in moderator.get(f"/admin/tables/table/{table.pk}/change/").content.decode()
    page = moderator.get(address(table)).content.decode()
    assert "Apply and notify players" in page


def test_a_seat_is_called_as_the_players_call_it(moderator: Client, people: list[User]) -> None:
    """Check that a fork's empty seat is labeled with the former player's name."""
    table = gather(people[0], people[1])
    Seat.objects.filter(table=table, index=1).update(name="Bernard")
    page = moderator.get(address(table)).content.decode()
    assert "<td>Bernard</td>" in page
    assert "2: Bernard</option>" in page


def test_time_is_given(moderator: Client, people: list[User]) -> None:
    table = gather(people[0], people[1], tempo=DAY)
    before = Seat.objects.get(table=table, index=1).due_at
    assert before
    assert ask(moderator, table, "give_time", seat="1", hours="48") == 302
    due_at = Seat.objects.get(table=table, index=1).due_at
    assert due_at
    assert timedelta() <= due_at - before - timedelta(hours=48) <= timedelta(seconds=1)
    assert lines(table) == ["A moderator gave Ben more time. Reason: Ben is ill."]
    assert LogEntry.objects.get().change_message == "give_time (2): Ben is ill."
    assert ask(moderator, gather(people[2], people[3]), "give_time", seat="1", hours="48") == 422


def test_the_stand_in_is_put_in(moderator: Client, people: list[User]) -> None:
    table = gather(people[0], people[1])
    events = list(TableEvent.objects.filter(table=table).values_list("pk", flat=True))
    assert ask(moderator, table, "stand_in", seat="1") == 302
    assert list(TableEvent.objects.filter(table=table).values_list("pk", flat=True)) == events
    assert worker.act_on_due_clocks() == 1
    assert TableEvent.objects.filter(table=table).latest("number").stand_in
    assert lines(table) == ["A moderator let a stand-in play for Ben. Reason: Ben is ill."]


def test_somebody_is_taken_out(moderator: Client, people: list[User]) -> None:
    table = gather(people[0], people[1])
    assert ask(moderator, table, "remove", seat="1") == 302
    seat = Seat.objects.get(table=table, index=1)
    assert isinstance(seat.player, Vacant)
    assert seat.player.cause == AwayCause.REMOVED
    assert Exclusion.objects.filter(table=table, user=people[1]).exists()


def test_a_game_is_ended(moderator: Client, people: list[User]) -> None:
    table = gather(people[0], people[1])
    assert ask(moderator, table, "end") == 302
    ended = Table.objects.get(pk=table.pk)
    assert (ended.status, ended.ending) == (Status.CLOSED, Ending.STAFF)
    assert "A moderator ended the game." in signed_in(people[0]).get(f"/tables/{table.code}/").content.decode()
    assert ask(moderator, table, "end") == 409


def test_alone_nothing_but_an_end_helps(moderator: Client, people: list[User]) -> None:
    table = gather(people[0], capacity=1)
    for act in ("stand_in", "remove"):
        assert ask(moderator, table, act, seat="0") == 422
    assert ask(moderator, table, "end") == 302


def test_what_is_so_already_is_not_done_again(moderator: Client, people: list[User]) -> None:
    table = gather(people[0], people[1])
    with heard(signals.seat_kept) as sent:
        assert ask(moderator, table, "stand_in", seat="1") == 302
        assert ask(moderator, table, "stand_in", seat="1") == 422
    assert [news["seat"].user for news in sent] == [people[1]]
    assert len(lines(table)) == 1


@pytest.mark.parametrize(
    "fields",
    [
        {"act": "stand_in"},
        {"act": "nonsense", "seat": "1"},
        {"act": "stand_in", "seat": "7"},
        {"act": "stand_in", "seat": "x"},
        {"act": "give_time", "seat": "1", "hours": ""},
        {"act": "give_time", "seat": "1", "hours": "100000"},
        {"act": "end", "reason": ""},
        {"act": "end", "reason": "x" * 201},
    ],
)
def test_what_is_wrong_is_said(moderator: Client, people: list[User], fields: dict[str, str]) -> None:
    table = gather(people[0], people[1], tempo=DAY)
    answer = moderator.post(address(table), {"reason": "Why not.", **fields})
    assert answer.status_code == 422
    assert "errorlist" in answer.content.decode()
    assert lines(table) == []


def test_nobody_else_may(people: list[User]) -> None:
    table = gather(people[0], people[1])
    viewer = User.objects.create_user("look", "chart and compass", is_staff=True)
    viewer.groups.add(Group.objects.get(name="curators"))
    assert ask(signed_in(viewer), table, "end") == 403
    assert ask(signed_in(people[0]), table, "end") == 302
    assert Table.objects.get(pk=table.pk).status == Status.PLAYING


def test_there_is_no_such_table(moderator: Client) -> None:
    for key in ("999", "x", "%00"):
        assert moderator.get(f"/admin/tables/table/{key}/rescue/").status_code == 404


def test_a_seat_that_the_table_does_not_have_is_refused(people: list[User]) -> None:
    table = gather(people[0], people[1])
    with pytest.raises(TableRefusal, match="not_there"):
        intervene(table=table.code, intervention=AdminIntervention(InterventionAction.REMOVE, "Ben is ill.", seat=7))
    assert lines(table) == []
    assert Table.objects.get(pk=table.pk).version == table.version
