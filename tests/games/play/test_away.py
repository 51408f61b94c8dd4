"""Seats played by the stand-in, and the clocks on a table's page."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from django.test import Client

from games.accounts.models import User
from games.play.strip import time_words
from games.tables.log.state import cache
from games.tables.models import Access, AwayCause, Pace, Person, Seat, Status, Table, Vote
from games.tables.seats import absences
from games.tables.time_control import TimeControl
from games.tables.timeouts import worker
from tests.games.tables.conftest import gather, pick
from tests.games.tables.players import away

LIVE = TimeControl(Pace.LIVE, turn_seconds=60, reserve_seconds=0)


@pytest.fixture(autouse=True)
def _only_the_toy(settings: Any) -> Iterator[None]:
    settings.CARTO_GAMES = {"toy": "tests.games.tables.toy_features.TOY"}
    settings.ROOT_URLCONF = "tests.games.tables.toy_urls"
    yield
    cache.clear()


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(datetime(2026, 6, 1, 12, tzinfo=UTC), tick=False) as traveller:
        yield traveller


@pytest.fixture
def people(db: None) -> list[User]:
    return [User.objects.create_user(name, "chart and compass", display_name=name.title()) for name in _NAMES]


_NAMES = ("ann", "ben", "cas", "dee")


def browser(user: User | None = None) -> Client:
    client = Client()
    if user:
        client.force_login(user)
    return client


def page(table: Table, user: User | None = None) -> str:
    answer = browser(user).get(f"/tables/{table.code}/")
    assert answer.status_code == 200
    return answer.content.decode()


def post(table: Table, user: User, what: str, **fields: str) -> int:
    return browser(user).post(f"/tables/{table.code}/{what}/", fields).status_code


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0, "0 min 0 s"), (95, "1 min 35 s"), (3599, "59 min 59 s")],
)
def test_time_is_told_in_two_units(seconds: int, words: str) -> None:
    assert time_words(seconds) == words


def test_clocks_stand_on_the_page(people: list[User], clock: time_machine.Traveller) -> None:
    table = gather(people[0], people[1], tempo=LIVE)
    clock.shift(10)
    shown = page(table, people[0])
    assert 'data-left="50" id="clock" data-whole="60"' in shown
    assert shown.count('class="clock figures"') == 2
    assert 'id="clock"' not in page(table)
    assert "clock figures" not in page(gather(people[0], people[1]), people[0])


def test_who_was_out_of_time_reads_what_was_played(people: list[User], clock: time_machine.Traveller) -> None:
    table = gather(people[0], people[1], tempo=LIVE)
    pick(table, people[0], 1)
    clock.shift(60)
    worker.act_on_due_clocks()
    shown = page(table, people[1])
    assert "Your time ran out, so a stand-in played for you." in shown
    assert f'<a href="/tables/{table.code}/turns/1/">Turn 1</a>' in shown
    assert "Take back my seat" not in shown
    assert 'id="away"' not in page(table, people[0])
    pick(table, people[1], 2)
    assert 'id="away"' not in page(table, people[1])


def test_who_is_kept_takes_the_seat_back(people: list[User], clock: time_machine.Traveller) -> None:
    table = gather(people[0], people[1], tempo=LIVE)
    for turn in (1, 2):
        pick(table, people[0], turn)
        clock.shift(60)
        worker.act_on_due_clocks()
    shown = page(table, people[1])
    assert "Take back my seat" in shown
    assert all(f"turns/{turn}/" in shown for turn in (1, 2))
    assert "Ben is away. A stand-in is playing." in page(table, people[0])
    assert post(table, people[1], "back") == 303
    assert 'id="away"' not in page(table, people[1])
    assert "Ben is back." in page(table, people[0])


def test_an_open_turn_that_was_played_for_one_has_no_page_yet(
    people: list[User], clock: time_machine.Traveller
) -> None:
    table = gather(*people, tempo=LIVE)
    Seat.objects.filter(table=table).exclude(index=0).update(alarm_at=None)
    clock.shift(60)
    worker.act_on_due_clocks()
    assert "turns/1/" not in page(table, people[0])


def test_resigning_asks_first(people: list[User]) -> None:
    table = gather(people[0], people[1])
    assert f'href="/tables/{table.code}/resign/"' in page(table, people[0])
    response = browser(people[0]).get(f"/tables/{table.code}/resign/")
    assert "Resign from this game?" in response.content.decode()
    assert Seat.objects.get(table=table, index=0).away_since is None
    assert post(table, people[0], "resign") == 303
    shown = page(table, people[0])
    assert "You resigned." in shown
    assert "/resign/" not in shown
    assert browser(people[0]).get(f"/tables/{table.code}/resign/").status_code == 303


def test_those_who_play_decide(people: list[User]) -> None:
    table = gather(*people[:3])
    assert post(table, people[0], "vote", vote="end") == 409
    absences.resign(table=table.code, user=people[2])
    shown = page(table, people[0])
    assert [str(vote.label) in shown for vote in Vote] == [vote != Vote.STAND_IN for vote in Vote]
    assert post(table, people[0], "vote", vote="nonsense") == 400
    assert post(table, people[0], "vote", vote="end") == 303
    shown, choices = page(table, people[1]).split("<details", 1)
    assert "End the game now: 1 of 2 votes" in shown
    assert "(1 of 2 votes)" in choices
    assert str(Vote.END.label) not in page(table, people[2])
    assert post(table, people[1], "vote", vote="end") == 303
    assert Table.objects.get(pk=table.pk).status == Status.CLOSED
    assert "The players ended the game early." in page(table, people[0])


def test_a_vote_reaches_the_page_that_looks_on(people: list[User]) -> None:
    table = gather(*people[:3])
    shown = page(table, people[1])
    address = shown.split('id="strip"')[1].split('hx-get="')[1].split('"')[0].replace("&amp;", "&")
    absences.resign(table=table.code, user=people[2])
    news = browser(people[1]).get(address, headers={"HX-Request": "true", "HX-Target": "strip"}).content.decode()
    assert "Cas resigned." in news


@pytest.mark.parametrize("guest", [True, False])
def test_a_free_seat_is_taken(people: list[User], guest: bool) -> None:
    table = gather(people[0], people[1])
    assert post(table, people[2], "seat", seat="1") == 409
    absences.resign(table=table.code, user=people[1])
    absences.vote(table=table.code, user=people[0], choice=Vote.INVITE)
    assert "Anyone with this link can take the seat" in page(table, people[0])
    assert "Take over from Ben" in page(table)
    assert post(table, people[2], "seat", seat="0") == 409
    fields = {"seat": "1", "guest": "1"} if guest else {"seat": "1"}
    answer = browser(None if guest else people[2]).post(f"/tables/{table.code}/seat/", fields)
    assert answer.status_code == 303
    sitting = Seat.objects.get(table=table, index=1)
    assert sitting.user.guest is guest
    assert isinstance(sitting.player, Person)


def test_what_is_not_ones_own(people: list[User]) -> None:
    table = gather(people[0], people[1], access=Access.INVITATION)
    absences.resign(table=table.code, user=people[1])
    absences.vote(table=table.code, user=people[0], choice=Vote.INVITE)
    for what in ("resign", "back"):
        assert post(table, people[2], what) == 404
    assert post(table, people[2], "vote", vote="end") == 404
    assert post(table, people[2], "seat", seat="1") == 404


def test_the_page_says_why_the_stand_in_plays(people: list[User]) -> None:
    table = gather(people[0], people[1])
    seat = Seat.objects.filter(table=table, user=people[0])
    for cause, words in (
        (AwayCause.VOTE, "The other players let a stand-in play for you until you take back your seat."),
        (AwayCause.TIME, "Your time ran out. A stand-in plays for you until you take back your seat."),
        (AwayCause.NONE, "A stand-in plays for you until you take back your seat."),
    ):
        seat.update(**away(datetime(2026, 6, 1, tzinfo=UTC), cause))
        assert words in page(table, people[0])
