"""Open tables whose free seats are filled with bots after a wait."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from html import unescape

import pytest
import time_machine

from carto_site.app_hooks import CARTO_SWEEPS
from engine.contract import Level
from games.accounts.models import User
from games.tables.lobby import services
from games.tables.lobby.cards import card_of
from games.tables.lobby.hosting import fill_due_tables, remove_bot, schedule_fill, seat_bot
from games.tables.lobby.services import NewTable
from games.tables.models import Bot, Seat, Status, Table
from tests.games.tables.clients import signed_in
from tests.games.tables.conftest import gather
from tests.games.tables.lobby.practice_games import fresh, page, seats_of
from tests.games.tables.pages.test_pages import form

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def noon() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


def open_table(*people: User, after: int = 600, **fields: object) -> Table:
    return gather(*people, capacity=4, fill_after=after, bot_level=Level.SURVEYOR, **fields)


def filling(table: Table) -> tuple[int, datetime | None, str]:
    now = fresh(table)
    return now.fill_after, now.fill_at, now.bot_level


NEVER = (0, None, "")


def test_bots_take_the_free_seats_when_the_time_has_come(people: list[User], noon: time_machine.Traveller) -> None:
    table = open_table(*people[:2])
    noon.shift(timedelta(seconds=599))
    assert fill_due_tables() == 0
    assert fresh(table).status == Status.GATHERING
    noon.shift(timedelta(seconds=1))
    assert fill_due_tables() == 1
    assert fill_due_tables() == 0
    now = fresh(table)
    assert (now.status, now.practice, now.bot_level, now.fill_at) == (Status.PLAYING, True, "surveyor", None)
    assert [seat.player for seat in seats_of(table)[2:]] == [Bot(1, Level.SURVEYOR), Bot(2, Level.SURVEYOR)]
    assert "games.tables.lobby.hosting.fill_due_tables" in CARTO_SWEEPS


def test_form_of_a_new_table_chooses_when_bots_come(people: list[User]) -> None:
    sent = form(capacity="4", fill_after="120", bot_level="apprentice")
    signed_in(people[0]).post("/tables/new/", sent)
    assert filling(Table.objects.get()) == (120, NOON + timedelta(minutes=2), "apprentice")
    assert signed_in(people[1]).post("/tables/new/", sent | {"fill_after": "5"}).status_code == 422


def test_everybody_sees_when_bots_come(people: list[User], noon: time_machine.Traveller) -> None:
    table = open_table(*people[:2])
    for viewer in (people[0], people[1], people[2], None):
        assert "Bots take the free seats in 10 minutes (Mon 12:00)." in page(table, viewer).replace("12:10", "12:00")
    assert "Bots join in 10 min" in card_of(Table.objects.with_seats().get(), viewer=people[2]).lines
    assert "Bots join in 10 min" in unescape(signed_in(people[2]).get("/tables/").content.decode())
    noon.shift(timedelta(seconds=541))
    assert "Bots take the free seats in 1 minute" in page(table, people[0])
    assert "Bots take" not in page(gather(people[2]), people[2])


def test_host_changes_and_cancels_it(people: list[User]) -> None:
    table = gather(*people[:2], capacity=4)
    url = f"/tables/{table.code}/bots/later/"
    host = signed_in(people[0])
    assert 'id="later"' in page(table, people[0])
    assert 'id="later"' not in page(table, people[1])
    assert host.post(url, {"fill_after": "3600", "bot_level": "royal"}).status_code == 303
    assert filling(table) == (3600, NOON + timedelta(hours=1), "royal")
    assert 'value="3600" selected' in page(table, people[0])
    assert host.post(url, {"fill_after": "0", "bot_level": "royal"}).status_code == 303
    assert filling(table) == NEVER
    assert host.post(url, {"fill_after": "7", "bot_level": "royal"}).status_code == 400
    assert host.post(url, {"fill_after": "120", "bot_level": "king"}).status_code == 400
    assert signed_in(people[1]).post(url, {"fill_after": "120"}).status_code == 404
    assert filling(table) == NEVER


def test_no_bots_come_to_a_table_that_people_have_filled(people: list[User], noon: time_machine.Traveller) -> None:
    table = open_table(*people[:3], start_when_full=False)
    services.join(table=table.code, user=people[3])
    assert filling(table) == NEVER
    services.leave(table=table.code, user=people[3])
    noon.shift(timedelta(hours=1))
    assert fill_due_tables() == 0
    assert fresh(table).status == Status.GATHERING


def test_no_bots_come_once_the_game_has_begun_or_the_table_is_closed(
    people: list[User], noon: time_machine.Traveller
) -> None:
    full, by_hand, with_bots, closed, left = (open_table(*people[:2]) for _ in range(5))
    for person in people[2:4]:
        services.join(table=full.code, user=person)
    services.start(table=by_hand.code, host=people[0])
    services.start(table=with_bots.code, host=people[0], bots=Level.ROYAL)
    services.close(table=closed.code, host=people[0])
    for person in people[:2]:
        services.leave(table=left.code, user=person)
    assert [fresh(table).fill_at for table in (full, by_hand, with_bots, closed, left)] == [None] * 5
    assert [fresh(table).practice for table in (full, by_hand, with_bots)] == [False, False, True]
    noon.shift(timedelta(hours=1))
    assert fill_due_tables() == 0


def test_next_host_inherits_the_wait(people: list[User], noon: time_machine.Traveller) -> None:
    table = open_table(*people[:2])
    services.leave(table=table.code, user=people[0])
    schedule_fill(table=table.code, host=people[1], after=120, level=Level.APPRENTICE)
    noon.shift(timedelta(minutes=2))
    assert fill_due_tables() == 1
    assert [isinstance(seat.player, Bot) for seat in seats_of(table)] == [False, True, True, True]


def test_bots_of_the_host_count_as_seated(people: list[User], noon: time_machine.Traveller) -> None:
    table = open_table(people[0])
    for _ in range(2):
        seat_bot(table=table.code, host=people[0], level=Level.ROYAL)
    assert fresh(table).fill_at
    noon.shift(timedelta(hours=1))
    assert fill_due_tables() == 1
    assert [seat.bot_level for seat in seats_of(table)] == ["", "royal", "royal", "surveyor"]
    other = gather(people[0], capacity=2, fill_after=120)
    seat_bot(table=other.code, host=people[0], level=Level.ROYAL)
    assert filling(other) == NEVER
    remove_bot(table=other.code, host=people[0], number=1)
    assert filling(other) == NEVER


def test_table_of_a_game_that_is_gone_stays_as_it_is(people: list[User], noon: time_machine.Traveller) -> None:
    table = open_table(people[0])
    Table.objects.update(game="gone")
    noon.shift(timedelta(hours=1))
    assert fill_due_tables() == 1
    assert (fresh(table).status, filling(table)) == (Status.GATHERING, NEVER)
    assert len(seats_of(table)) == 1


def test_practice_tables_have_their_own_bots(people: list[User]) -> None:
    table = gather(people[0], capacity=4, practice=True, start_when_full=False, fill_after=600)
    assert filling(table) == (0, None, "royal")


def test_hint_of_a_full_table_tells_whom_the_game_waits_for(people: list[User]) -> None:
    table = services.create_table(host=people[0], new=NewTable("toy", "Desk", {"turns": 3, "asks": True}, 2))
    seat_bot(table=table.code, host=people[0], level=Level.ROYAL)
    assert "The game starts when all players have answered, or when the host starts it." in page(table, people[0])
    Seat.objects.filter(user=people[0]).update(setup_answers={})
    text = page(table, people[0])
    assert "The game starts when the host starts it." in text
    assert "have answered" not in text
