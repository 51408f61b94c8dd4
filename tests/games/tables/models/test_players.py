"""Players of seats: what each kind means for everything that asks, and a bot at a table from its start to its end."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from unittest import mock

import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.test import Client

from games.accounts.models import User
from games.history.models import SeatSummary, Summary
from games.history.record import record_of
from games.notices.dispatcher import dispatch
from games.notices.models import Delivery, Notice
from games.tables.errors import RefusalReason, TableRefusal
from games.tables.game import Seated
from games.tables.holders import find_seat, has_winner, held, is_solo, seats_present
from games.tables.lobby import services
from games.tables.lobby.services import NewTable
from games.tables.models import (
    AwayCause,
    Bot,
    Pace,
    Person,
    Player,
    Recording,
    Seat,
    StandIn,
    Status,
    Table,
    TableEvent,
    Vacant,
    players,
    with_others,
)
from games.tables.people.personal_data import erase
from games.tables.seats import absences
from games.tables.seats.absences import abandon, late_seats, overdue_seats, stand_in_seats, voters
from games.tables.staff.interventions import AdminIntervention, InterventionAction, intervene
from games.tables.time_control import TimeControl
from games.tables.timeouts import worker
from tests.games.tables.conftest import pick
from tests.games.tables.lobby.test_services import refusal

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
AWAY = StandIn(1, NOON, AwayCause.TIME)
RESIGNED = StandIn(1, NOON, AwayCause.RESIGNED, resigned_at=NOON)
REMOVED = Vacant(1, NOON, AwayCause.REMOVED, "Rude.", NOON)
FREE = Vacant(1, NOON, AwayCause.VOTE)
ALL: tuple[Player, ...] = (Person(1), Bot(1), AWAY, RESIGNED, REMOVED, FREE, Recording(0))


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.mark.parametrize(
    ("question", "those"),
    [
        (players.holder_of, {Person(1), AWAY, RESIGNED, REMOVED, FREE}),
        (players.reader_of, {Person(1), AWAY, FREE}),
        (players.is_present, {Person(1)}),
        (players.is_played_by_site, {Bot(1), AWAY, RESIGNED, REMOVED, FREE}),
        (players.is_away, {AWAY, RESIGNED, REMOVED, FREE}),
        (players.may_return, {AWAY, FREE}),
        (players.has_resigned, {RESIGNED, REMOVED}),
        (players.was_removed, {REMOVED}),
        (players.away_reason, {REMOVED}),
        (players.is_free, {REMOVED, FREE}),
    ],
)
def test_question_about_each_player_is_answered(question: object, those: set[Player]) -> None:
    assert callable(question)
    assert {player for player in ALL if question(player)} == those


@pytest.mark.parametrize("player", ALL)
def test_player_is_stored_as_it_is(player: Player, people: list[User]) -> None:
    table = bot_table(people[0])
    seat = Seat(table=table, index=0)
    table.seats.all().delete()
    user = players.holder_of(player)
    seat.play_by(player if user is None else type(player)(people[0].pk, *rest(player)))
    seat.save()
    stored = Seat.objects.get(pk=seat.pk).player
    assert type(stored) is type(player)
    assert rest(stored) == rest(player)


def rest(player: Player) -> tuple[object, ...]:
    """All that a player is but for the user."""
    return tuple(getattr(player, name) for name in type(player).__dataclass_fields__ if name != "user_id")


@pytest.mark.parametrize(
    "columns",
    [
        {"played_by": "bot"},
        {"user": None},
        {"away_since": NOON},
        {"away_cause": "time"},
        {"played_by": "stand_in"},
        {"played_by": "vacant", "away_since": NOON, "away_cause": "resigned"},
        {"played_by": "recording", "user": None, "away_since": NOON},
    ],
)
def test_columns_that_do_not_fit_the_player_cannot_be_stored(people: list[User], columns: dict[str, object]) -> None:
    table = bot_table(people[0])
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.filter(table=table, index=0).update(**columns)


def bot_table(host: User, *guests: User, turns: int = 2, tempo: TimeControl | None = None) -> Table:
    """A running game of these people and a bot in the last seat, whose first answer is left to the clock worker."""
    new = NewTable("toy", "Desk", {"turns": turns}, len(guests) + 2, tempo=tempo or TimeControl())
    table = services.create_table(host=host, new=new)
    seat = Seat(table=table, index=len(guests) + 1, seen=0)
    seat.play_by(Bot(1))
    for index, guest in enumerate(guests, 1):
        Seat.objects.create(table=table, index=index, user=guest, seen=0)
    seat.save()
    with mock.patch.object(services, "answer_for_bots"):
        return services.start(table=table.code, host=host)


def seats(table: Table) -> list[Seat]:
    return list(Seat.objects.at(table))


def play_out(table: Table, people: list[User], turns: int = 2) -> Table:
    for turn in range(1, turns + 1):
        for user in people:
            pick(table, user, turn)
        assert worker.act_on_due_clocks() == 1
    return Table.objects.get(pk=table.pk)


def test_bot_answers_for_itself_as_soon_as_it_is_asked(people: list[User], clock: time_machine.Traveller) -> None:
    table = bot_table(*people[:2], tempo=TimeControl(Pace.LIVE, turn_seconds=60, reserve_seconds=300))
    assert [seat.due_at is None for seat in seats(table)] == [False, False, True]
    assert worker.act_on_due_clocks() == 1
    event = TableEvent.objects.filter(table=table).latest("number")
    assert (event.seat, event.stand_in) == (2, False)
    assert not seats(table)[2].awaited
    assert worker.act_on_due_clocks() == 0


def test_game_with_a_bot_ends_and_counts_for_people_alone(people: list[User]) -> None:
    table = play_out(bot_table(*people[:2]), people[:2])
    assert table.status == Status.FINISHED
    assert [seat.drew_less_than_half for seat in seats(table)] == [False] * 3
    assert set(SeatSummary.objects.values_list("user", flat=True)) == {user.pk for user in people[:2]}
    assert Summary.objects.get().seats == 3
    assert record_of(table)["seats"] == ["Ann", "Ben", "Stand-in 1"]


def test_bot_is_named_and_told_nothing(people: list[User], client: Client, clock: time_machine.Traveller) -> None:
    table = play_out(bot_table(*people[:2]), people[:2])
    assert "Stand-in 1" in client.get(f"/tables/{table.code}/").content.decode()
    clock.shift(timedelta(hours=2))
    dispatch()
    assert set(Notice.objects.values_list("user", flat=True)) <= {user.pk for user in people[:2]}
    assert set(Delivery.objects.values_list("user", flat=True)) <= {user.pk for user in people[:2]}


def test_bot_is_never_late_and_has_no_vote(people: list[User], clock: time_machine.Traveller) -> None:
    table = bot_table(*people[:2])
    pick(table, people[0], 1)
    pick(table, people[1], 1)
    clock.shift(timedelta(days=3))
    ann = seats(table)[0]
    assert seats(table)[2].awaited
    assert (
        overdue_seats(table, seats(table)) == stand_in_seats(seats(table)) == late_seats(table, seats(table), ann) == []
    )
    assert voters(table, seats(table), ann) == seats_present(seats(table)) == seats(table)[:2]


def test_seat_of_a_bot_is_nobodys_to_take_or_to_free(people: list[User], client: Client) -> None:
    table = bot_table(*people[:2])
    client.force_login(people[2])
    assert client.post(f"/tables/{table.code}/seat/", {"seat": "2"}).status_code == 409
    for act in (InterventionAction.GIVE_TIME, InterventionAction.STAND_IN, InterventionAction.REMOVE):
        with pytest.raises(TableRefusal):
            intervene(table=table.code, intervention=AdminIntervention(act, "Why not?", seat=2, hours=1))
    assert isinstance(seats(table)[2].player, Bot)


def test_visitor_who_is_not_signed_in_has_no_seat(people: list[User], client: Client) -> None:
    table = bot_table(people[0])
    assert find_seat(seats(table), None) is None
    assert "give-up" not in client.get(f"/tables/{table.code}/").content.decode()
    assert client.post(f"/tables/{table.code}/give-up/").status_code in {302, 303, 403}
    assert Table.objects.get(pk=table.pk).status == Status.PLAYING


def test_person_who_plays_bots_plays_solo(people: list[User]) -> None:
    table = bot_table(people[0], tempo=TimeControl(Pace.DAYS, turn_seconds=3600))
    assert is_solo(seats(table))
    assert has_winner(seats(table))
    assert held(seats(table)) == seats(table)[:1]
    assert Table.objects.get(pk=table.pk).pace == Pace.NONE
    assert not Table.objects.filter(with_others("pk")).exists()
    assert Seated(table, None, None, 0, tuple(seats(table))).is_solo
    assert refusal(absences.resign, table=table.code, user=people[0]).reason == RefusalReason.ALONE
    assert abandon(table=table.code, user=people[0]).ended_early


def test_game_against_bots_goes_with_the_account(people: list[User]) -> None:
    table = bot_table(people[0])
    erase(user=people[0])
    assert not Table.objects.filter(pk=table.pk).exists()
