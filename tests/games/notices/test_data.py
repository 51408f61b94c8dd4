"""Notification data in exports, and its deletion."""

import json
from datetime import time
from typing import Any

import pytest
from django.db.models import Model

from games.accounts.models import User
from games.notices import preferences
from games.notices.models import Delivery, Mute, Notice, Preference
from games.tables import signals
from games.tables.models import Status, Table
from games.tables.people import personal_data
from games.tables.people.personal_data import export_user_data
from tests.games.notices.telling import all_out, await_seats, table_of


@pytest.fixture
def notified_table(people: list[User], clock: Any) -> Table:
    """Create a finished table at which Ann has received every kind of notification."""
    table = table_of(people[:2])
    await_seats(table)
    signals.person_invited.send(sender=Table, table=table_of(people[1:]), by=people[1], person=people[0])
    preferences.save_choices(
        user=people[0],
        switches={"over.mail": False},
        quiet_hours=True,
        time_zone="Europe/Paris",
        quiet_from=time(23),
        digest_hour=7,
    )
    preferences.mute(user=people[0], table=table, muted=True)
    preferences.mute(user=people[0], table=table, muted=False)
    all_out(clock)
    preferences.mute(user=people[0], table=table, muted=True)
    Table.objects.update(status=Status.FINISHED)
    return table


def test_people_take_along_what_they_chose_and_heard(people: list[User], notified_table: Table) -> None:
    data = export_user_data(people[0])
    assert data["version"] == 13
    assert data["profile"]["time_zone"] == "Europe/Paris"
    chosen = {"switches": {"over.mail": False}, "quiet_hours": True, "quiet_from": 23, "quiet_until": 8}
    assert data["notice_choices"] == {**chosen, "digest_hour": 7}
    assert data["muted_tables"] == [notified_table.code]
    assert sorted(notice["kind"] for notice in data["notices"]) == ["invited", "turn"]
    assert "Ben" not in json.dumps([data["notices"], data["notice_choices"]], default=str)


def test_what_is_not_on_the_list_yet_is_not_in_it(people: list[User], table: Table) -> None:
    await_seats(table)
    assert export_user_data(people[0])["notices"] == []


OWN: list[type[Model]] = [Notice, Delivery, Preference, Mute]


def test_who_goes_leaves_nothing(people: list[User], notified_table: Table) -> None:
    assert all(model._default_manager.filter(user=people[0].pk).exists() for model in OWN)
    personal_data.erase(user=people[0])
    assert User.objects.get(pk=people[0].pk).erased_at, "Ben keeps the game"
    assert not any(model._default_manager.filter(user=people[0].pk).exists() for model in OWN)
    assert Notice.objects.filter(user=people[1]).exists()


def test_who_leaves_no_row_takes_all_along(people: list[User]) -> None:
    gone = User.objects.create_user("gone")
    signals.person_invited.send(sender=Table, table=table_of(people[:2]), by=gone, person=people[2])
    signals.person_invited.send(sender=Table, table=table_of(people[:2]), by=people[0], person=gone)
    personal_data.erase(user=gone)
    assert not User.objects.filter(username="gone").exists()
    (left,) = Notice.objects.all()
    assert (left.user, left.by) == (people[2], None)
