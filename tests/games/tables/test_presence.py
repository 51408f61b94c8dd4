"""Visibility marks of players who have the page of their table open."""

from datetime import timedelta

import pytest
from django.db import OperationalError
from django.test import Client

from games import clock
from games.accounts.models import User
from games.tables import presence
from games.tables.models import Seat, Table
from tests.games.tables.conftest import gather

pytestmark = pytest.mark.django_db


def poll(table: Table, user: User, visibility: str) -> int:
    """Poll for changes, as a page without a WebSocket does; return the status of the response."""
    client = Client()
    client.force_login(user)
    headers = {"HX-Request": "true", "X-Visibility": visibility} if visibility else {"HX-Request": "true"}
    return client.get(f"/tables/{table.code}/", {"since": table.version}, headers=headers).status_code


def seat_of(user: User) -> Seat:
    return Seat.objects.get(user=user)


def test_note_poll_marks_the_seat_of_a_visible_page_for_a_few_seconds(people: list[User]) -> None:
    table = gather(people[0], people[1])
    poll(table, people[0], "visible")
    now = clock.now()
    assert presence.is_visible(seat_of(people[0]), now)
    assert not presence.is_visible(seat_of(people[0]), now + presence.LASTS_POLLED)
    assert seat_of(people[1]).visible_until is None


@pytest.mark.parametrize("visibility", ["", "hidden", "visible hidden"])
def test_note_poll_marks_nothing_for_a_page_that_is_not_visible(people: list[User], visibility: str) -> None:
    table = gather(people[0], people[1])
    poll(table, people[0], visibility)
    assert seat_of(people[0]).visible_until is None


def test_note_poll_of_a_spectator_marks_nothing(people: list[User]) -> None:
    table = gather(people[0], people[1])
    poll(table, people[2], "visible")
    assert not Seat.objects.exclude(visible_until=None).exists()


def test_a_mark_that_cannot_be_stored_does_not_keep_the_page_from_being_shown(
    people: list[User], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise OperationalError("database is locked")

    table = gather(people[0], people[1])
    monkeypatch.setattr(presence, "mark_visible", fail)
    assert poll(table, people[0], "visible") in {200, 204, 286, 304}
    assert "failed to mark a seat as visible" in caplog.messages


def test_is_visible_ignores_marks_that_a_wrong_clock_has_set() -> None:
    now = clock.now()
    assert not presence.is_visible(Seat(visible_until=now + timedelta(days=1)), now)
    assert not presence.is_visible(Seat(visible_until=now), now)
    assert not presence.is_visible(Seat(), now)
