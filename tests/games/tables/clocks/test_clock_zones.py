"""Time zones of turns: a turn keeps its zone, and the next uses the player's current one."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import Any

import pytest
import time_machine

from games.accounts import services
from games.accounts.models import User
from games.accounts.vacations import Vacation
from games.tables.clocks import clocks
from games.tables.clocks.vacations import announce_vacation
from games.tables.models import Pace, Seat, Table, Vote
from games.tables.people.personal_data import erase
from games.tables.seats import absences
from games.tables.time_control import NO_CLOCK, TimeControl
from games.tables.timeouts import repair
from tests.games.tables.conftest import gather, pick, take_back

HOUR = 3600
NIGHTS = TimeControl(Pace.DAYS, 12 * HOUR, nights_free=True)
DAYS = TimeControl(Pace.DAYS, 24 * HOUR)
LIVE = TimeControl(Pace.LIVE, 60)
WEST, EAST = "America/Los_Angeles", "Pacific/Auckland"


@pytest.fixture(autouse=True)
def clock(settings: Any) -> Iterator[time_machine.Traveller]:
    """Stop the clock at noon in the site's time zone, the default of users without their own."""
    settings.TIME_ZONE = "UTC"
    with time_machine.travel(june(1, 12), tick=False) as traveller:
        repair.forget()
        yield traveller


def june(day: int, hour: int = 0, minute: int = 0) -> datetime:
    return datetime(2026, 6, day, hour, minute, tzinfo=UTC)


def move(user: User, zone: str) -> None:
    User.objects.filter(pk=user.pk).update(time_zone=zone)


def dues(table: Table) -> list[datetime | None]:
    return [seat.due_at for seat in Seat.objects.at(table)]


@pytest.mark.parametrize("zone", [WEST, EAST])
def test_change_of_zone_leaves_a_running_clock_alone(people: list[User], zone: str) -> None:
    table = gather(*people[:2], tempo=NIGHTS)
    assert dues(table) == [june(2, 10)] * 2
    move(people[0], zone)
    assert repair.repair() == 0
    assert dues(table) == [june(2, 10)] * 2


def test_zone_that_a_browser_tells_counts_from_the_next_turn(people: list[User]) -> None:
    table = gather(*people[:2], tempo=NIGHTS)
    services.note_time_zone(user=people[0], time_zone=WEST)
    assert dues(table) == [june(2, 10)] * 2
    for user in people[:2]:
        pick(table, user, 1)
    assert dues(table) == [june(2, 3), june(2, 10)], "it is five in the morning for Ann: her day begins at 15:00"
    assert repair.repair() == 0


def test_zones_changed_between_answer_and_undo_win_no_time(people: list[User], clock: time_machine.Traveller) -> None:
    table = gather(*people[:2], tempo=NIGHTS)
    clock.move_to(june(1, 22, 30))
    move(people[0], WEST)
    pick(table, people[0], 1)
    move(people[0], "UTC")
    take_back(table, people[0], 1)
    assert dues(table) == [june(2, 10)] * 2


def test_vacation_keeps_its_days_for_a_running_clock(people: list[User]) -> None:
    announce_vacation(user=people[0], vacation=Vacation(date(2026, 6, 2), date(2026, 6, 2)))
    table = gather(*people[:2], tempo=DAYS)
    assert dues(table) == [june(3, 12), june(2, 12)]
    move(people[0], EAST)
    pick(table, people[0], 1)
    take_back(table, people[0], 1)
    assert repair.repair() == 0
    assert dues(table) == [june(3, 12), june(2, 12)]
    announce_vacation(user=people[0], vacation=Vacation(date(2026, 6, 3), date(2026, 6, 3)))
    assert dues(table)[0] == june(4, 12), "another vacation counts by the same days"


def test_clock_that_began_before_zones_were_kept_has_its_players(people: list[User]) -> None:
    move(people[0], WEST)
    table = gather(*people[:2], tempo=NIGHTS)
    Seat.objects.update(clock_zone="")
    own = Seat.objects.at(table)[0]
    assert clocks.latest_due(table, own, june(1, 12)) == june(2, 3)


@pytest.mark.parametrize("tempo", [LIVE, NO_CLOCK])
def test_zone_is_stored_only_where_it_matters(people: list[User], tempo: TimeControl) -> None:
    move(people[0], WEST)
    gather(*people[:2], tempo=tempo)
    assert not Seat.objects.exclude(clock_zone="").exists()


def test_zone_goes_with_its_person(people: list[User]) -> None:
    move(people[0], WEST)
    table = gather(*people[:3], tempo=DAYS)
    absences.resign(table=table.code, user=people[0])
    assert Seat.objects.at(table)[0].clock_zone == WEST
    erase(user=people[0])
    assert [seat.clock_zone for seat in Seat.objects.at(table)] == ["", "UTC", "UTC"]


def test_zone_does_not_stay_with_the_seat_for_who_takes_it(people: list[User]) -> None:
    move(people[0], WEST)
    table = gather(*people[:2], tempo=DAYS)
    pick(table, people[0], 1)
    absences.resign(table=table.code, user=people[0])
    absences.vote(table=table.code, user=people[1], choice=Vote.INVITE)
    absences.take_seat(table=table.code, user=people[2], index=0)
    assert not Seat.objects.filter(clock_zone=WEST).exists()
