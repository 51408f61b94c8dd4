"""Bots that the host seats before the game, of different levels, with several people."""

from datetime import timedelta
from html import unescape
from typing import Any

import pytest
import time_machine

from engine.contract import Level
from games import clock
from games.accounts.models import User
from games.history.models import Result, SeatSummary
from games.tables.errors import RefusalReason
from games.tables.lobby import services
from games.tables.lobby.hosting import remove_bot, seat_bot
from games.tables.lobby.rematches import rematch
from games.tables.models import Bot, Pace, Status, Table
from games.tables.seats.absences import resign
from games.tables.time_control import TimeControl
from games.tables.timeouts import worker
from tests.games.tables.clients import signed_in
from tests.games.tables.conftest import gather
from tests.games.tables.lobby.practice_games import answer, fresh, page, seats_of, standing_answers
from tests.games.tables.lobby.test_services import refusal


def mixed(*persons: User, **fields: Any) -> Table:
    """Gather these people and two bots, an apprentice and a master, at a table without free seats."""
    table = gather(*persons, capacity=len(persons) + 2, **fields)
    for level in (Level.APPRENTICE, Level.ROYAL):
        seat_bot(table=table.code, host=persons[0], level=level)
    return fresh(table)


def over(*persons: User) -> Table:
    return finish(mixed(*persons), *persons)


def finish(table: Table, *persons: User) -> Table:
    """Start the game and play it to its end."""
    services.start(table=table.code, host=persons[0])
    for turn in (1, 2, 3):
        for user in persons:
            answer(table, user, turn)
    assert fresh(table).status == Status.FINISHED
    return fresh(table)


def test_host_seats_bots_and_removes_them(people: list[User]) -> None:
    table = gather(*people[:2], capacity=4)
    host, guest = signed_in(people[0]), signed_in(people[1])
    url = f"/tables/{table.code}/bots/"
    assert guest.post(url, {"bot_level": "royal"}).status_code == 404
    assert 'id="bot"' in page(table, people[0])
    assert 'id="bot"' not in page(table, people[1])
    for level in ("apprentice", "royal"):
        assert host.post(url, {"bot_level": level}).status_code == 303
    assert [seat.shown_name for seat in seats_of(table)] == ["Ann", "Ben", "Pip (bot)", "Leofric (bot)"]
    shown = page(table, people[0])
    assert "Game with bots (Apprentice, Master): it doesn’t count toward statistics." in shown
    assert "The game starts when the host starts it." in shown
    assert 'id="remove-bot-1"' in shown
    assert 'id="remove-bot-1"' not in page(table, people[1])
    assert host.post(url).status_code == 409
    assert guest.post(f"{url}remove/", {"bot": "1"}).status_code == 404
    assert host.post(f"{url}remove/", {"bot": "1"}).status_code == 303
    assert [(seat.index, seat.shown_name) for seat in seats_of(table)][2:] == [(2, "Leofric (bot)")]
    assert host.post(f"{url}remove/", {"bot": "1"}).status_code == 409
    assert fresh(table).status == Status.GATHERING


@pytest.mark.parametrize(
    ("path", "sent"),
    [("", {"bot_level": "king"}), ("remove/", {}), ("remove/", {"bot": "x"}), ("remove/", {"bot": "²"})],
)
def test_invalid_bot_is_refused(people: list[User], path: str, sent: dict[str, str]) -> None:
    table = gather(*people[:2], capacity=4)
    assert signed_in(people[0]).post(f"/tables/{table.code}/bots/{path}", sent).status_code == 400
    assert len(seats_of(table)) == 2


def test_numbers_of_bots_are_used_again(people: list[User]) -> None:
    table = mixed(people[0])
    remove_bot(table=table.code, host=people[0], number=1)
    seat_bot(table=table.code, host=people[0], level=Level.SURVEYOR)
    assert [seat.player for seat in seats_of(table)][1:] == [Bot(2, Level.ROYAL), Bot(1, Level.SURVEYOR)]


def test_person_takes_the_last_seat_and_the_game_starts(people: list[User]) -> None:
    table = gather(people[0], capacity=3)
    seat_bot(table=table.code, host=people[0], level=Level.APPRENTICE)
    services.join(table=table.code, user=people[1])
    assert [seat.shown_name for seat in seats_of(table)] == ["Ann", "Pip (bot)", "Ben"]
    assert (fresh(table).status, fresh(table).bot_level) == (Status.PLAYING, Level.APPRENTICE)
    assert standing_answers(table) == [(1, 1)]
    assert refusal(seat_bot, table=table.code, host=people[0], level=Level.ROYAL).reason == RefusalReason.BEGUN


def test_host_starts_with_bots_in_a_part_of_the_seats(people: list[User]) -> None:
    table = gather(*people[:2], capacity=5)
    seat_bot(table=table.code, host=people[0], level=Level.ROYAL)
    services.start(table=table.code, host=people[0])
    assert (fresh(table).status, len(seats_of(table))) == (Status.PLAYING, 3)
    assert "Game with bots (Master): it doesn’t count toward statistics." in page(table, people[1])


def test_bots_of_the_host_stay_when_others_fill_the_table(people: list[User]) -> None:
    table = gather(people[0], capacity=3)
    seat_bot(table=table.code, host=people[0], level=Level.APPRENTICE)
    services.start(table=table.code, host=people[0], bots=Level.ROYAL)
    assert [seat.player for seat in seats_of(table)][1:] == [Bot(1, Level.APPRENTICE), Bot(2, Level.ROYAL)]
    assert (fresh(table).practice, fresh(table).bot_level) == (True, "")
    assert "Practice game with bots (Apprentice, Master): it doesn’t count." in page(table, people[0])


def test_bot_hosts_no_table(people: list[User]) -> None:
    table = gather(people[0], capacity=4)
    seat_bot(table=table.code, host=people[0], level=Level.ROYAL)
    services.join(table=table.code, user=people[1])
    services.leave(table=table.code, user=people[0])
    assert fresh(table).host == people[1]
    services.leave(table=table.code, user=people[1])
    assert fresh(table).status == Status.CLOSED


def test_people_have_clocks_and_bots_have_none(people: list[User]) -> None:
    table = mixed(*people[:2], tempo=TimeControl(Pace.LIVE, 60, 0))
    services.start(table=table.code, host=people[0])
    assert [seat.due_at is not None for seat in seats_of(table)] == [True, True, False, False]
    assert standing_answers(table) == [(1, 2), (1, 3)]


def test_bots_do_not_play_on_when_all_people_resign(people: list[User]) -> None:
    table = services.start(table=mixed(*people[:2]).code, host=people[0])
    resign(table=table.code, user=people[0])
    assert fresh(table).status == Status.PLAYING
    resign(table=table.code, user=people[1])
    assert fresh(table).status == Status.CLOSED


def test_bots_wait_while_all_people_are_away(people: list[User]) -> None:
    """Once the stand-in keeps both seats, each turn takes its full time, so that people can return."""
    table = services.start(table=mixed(*people[:2], tempo=TimeControl(Pace.DAYS, 86_400, 0)).code, host=people[0])
    with time_machine.travel(clock.now() + timedelta(days=1, minutes=1), tick=False):
        while worker.act_on_due_clocks():
            assert fresh(table).turn <= 2
    assert (fresh(table).status, fresh(table).turn) == (Status.PLAYING, 2)


def test_game_with_bots_counts_for_nobody_and_says_so(people: list[User]) -> None:
    table = over(*people[:2])
    assert {row.result for row in SeatSummary.objects.filter(summary=table.pk)} == {Result.PRACTICE}
    listed = unescape(signed_in(people[0]).get("/people/ann/games/").content.decode())
    assert "With bots" in listed
    assert "practice" not in listed


def test_rematch_has_bots_of_the_same_levels(people: list[User]) -> None:
    table = over(*people[:2])
    again = rematch(table=table.code, user=people[0])
    assert [seat.shown_name for seat in seats_of(again)] == ["Ann", "Pip (bot)", "Leofric (bot)"]
    rematch(table=table.code, user=people[1])
    assert fresh(again).status == Status.PLAYING


def test_solo_rematch_with_bots_of_several_levels_starts_at_once(people: list[User]) -> None:
    again = rematch(table=over(people[0]).code, user=people[0])
    assert (fresh(again).status, len(seats_of(again))) == (Status.PLAYING, 3)
