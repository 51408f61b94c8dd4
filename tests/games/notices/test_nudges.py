"""Nudges: only at tables without a clock, once a day, only while the turn is due, and can be muted."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.accounts.models import User
from games.notices.models import ChannelKey, Mute, Notice, NoticeKind, NoticeTopic
from games.notices.preferences import switch_off
from games.tables.models import Pace, Table
from tests.games.notices.telling import MINUTE, all_out, seat_of, table_of
from tests.games.tables.clients import signed_in
from tests.games.tables.players import away

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def table(people: list[User]) -> Table:
    """Create a table without a time limit where Ann has played and Ben is two hours late."""
    table = table_of(people[:2], Pace.NONE)
    seat_of(table, 0, awaited=False, awaited_since=None)
    seat_of(table, 1, awaited_since=timezone.now() - 2 * HOUR)
    return table


def nudge(table: Table, user: User) -> str:
    """Nudge, and return the page that follows."""
    answer = signed_in(user).post(f"/notices/tables/{table.code}/nudge/", follow=True)
    return str(answer.content.decode())


def nudges() -> list[str]:
    return [str(notice.user) for notice in Notice.objects.filter(kind=NoticeKind.NUDGE).select_related("user")]


def test_nudge_reaches_the_player_for_whom_the_table_waits(people: list[User], table: Table, clock: Any) -> None:
    assert 'id="nudge"' in signed_in(people[0]).get(f"/tables/{table.code}/").content.decode()
    assert "You nudged Ben." in nudge(table, people[0])
    (letter,) = all_out(clock)
    assert (letter.to, letter.subject) == (["ben@example.org"], "Ann nudged you at Desk")
    assert "Ann is waiting for your turn." in letter.body
    assert "Ann nudged you at Desk" in signed_in(people[1]).get("/notices/").content.decode()


def test_page_after_a_nudge_says_when_the_next_is_possible(people: list[User], clock: Any) -> None:
    table = table_of(people, Pace.NONE)
    seat_of(table, 0, awaited=False)
    seat_of(table, 1, awaited=False)
    seat_of(table, 2, awaited_since=timezone.now() - 2 * HOUR)
    version = table.version
    pages = [nudge(table, people[0]), signed_in(people[1]).get(f"/tables/{table.code}/").content.decode()]
    for page in pages:
        assert 'id="nudge"' not in page
        assert "Nudged. You can nudge again after Wed 12:00." in page
    table.refresh_from_db()
    assert table.version > version, "open pages of other players fetch this too"
    clock.shift(DAY)
    page = signed_in(people[1]).get(f"/tables/{table.code}/").content.decode()
    assert 'id="nudge"' in page
    assert 'id="nudged"' not in page


def test_nudge_stored_by_a_clock_that_was_ahead_blocks_nothing(people: list[User], table: Table, clock: Any) -> None:
    clock.shift(30 * DAY)
    nudge(table, people[0])
    clock.shift(-30 * DAY)
    assert 'id="nudge"' in signed_in(people[0]).get(f"/tables/{table.code}/").content.decode()
    assert "You nudged Ben." in nudge(table, people[0])


def test_nudge_works_once_a_day_for_the_whole_table(people: list[User], clock: Any) -> None:
    table = table_of(people, Pace.NONE)
    for index in (0, 1):
        seat_of(table, index, awaited=False)
    seat_of(table, 2, awaited_since=timezone.now() - 2 * HOUR)
    nudge(table, people[0])
    for user in people[:2]:
        assert "once a day" in nudge(table, user)
    clock.shift(DAY)
    nudge(table, people[1])
    assert nudges() == ["Cas", "Cas"]


@pytest.mark.parametrize(
    ("seat", "changes"),
    [
        (0, {"awaited": True}),
        (0, away(timezone.now())),
        (1, {"awaited": False}),
        (1, away(timezone.now())),
        (1, {"awaited_since": None}),
    ],
)
def test_nudge_without_a_late_player_sends_nothing(
    people: list[User], table: Table, seat: int, changes: dict[str, Any]
) -> None:
    seat_of(table, seat, **changes)
    nudge(table, people[0])
    assert nudges() == []
    assert 'id="nudge"' not in signed_in(people[0]).get(f"/tables/{table.code}/").content.decode()


def test_nudge_before_an_hour_has_passed_sends_nothing(people: list[User], table: Table) -> None:
    seat_of(table, 1, awaited_since=timezone.now() - HOUR + MINUTE)
    nudge(table, people[0])
    assert nudges() == []


@pytest.mark.parametrize("pace", [Pace.LIVE, Pace.DAYS])
def test_nudge_at_a_table_with_a_clock_sends_nothing(people: list[User], table: Table, pace: Pace) -> None:
    Table.objects.update(pace=pace)
    nudge(table, people[0])
    assert nudges() == []


def test_nudge_by_a_person_who_does_not_play_there_is_not_found(people: list[User], table: Table) -> None:
    assert signed_in(people[2]).post(f"/notices/tables/{table.code}/nudge/").status_code == 404
    assert nudges() == []


@pytest.mark.parametrize("way", ["mute", "switch", "played"])
def test_nudge_that_is_muted_or_answered_is_not_sent(people: list[User], table: Table, clock: Any, way: str) -> None:
    nudge(table, people[0])
    match way:
        case "mute":
            Mute.objects.create(user=people[1], table=table)
        case "switch":
            switch_off(user=people[1], channel=ChannelKey.MAIL, topics=[NoticeTopic.NUDGE])
        case "played":
            seat_of(table, 1, awaited=False)
    assert all_out(clock) == []
