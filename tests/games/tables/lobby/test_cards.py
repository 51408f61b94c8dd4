"""Cards of the user's own tables: the picture, the players it waits for, and recent events."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts.models import User
from games.tables.lobby.previews import MOST_SHOWN, MOST_TOLD, clear_pictures, table_summaries
from games.tables.log import state
from games.tables.log.state import cache
from games.tables.models import Seat, Status, Table, Vote
from games.tables.seats import absences
from games.tables.timeouts import worker
from tests.games.tables.clients import signed_in
from tests.games.tables.conftest import gather, pick, take_back

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann(people: list[User]) -> Client:
    client = Client()
    client.force_login(people[0])
    return client


def text(client: Client, address: str = "/") -> str:
    return client.get(address).content.decode()


def seen(table: Table) -> list[int | None]:
    return list(Seat.objects.filter(table=table).order_by("index").values_list("seen", flat=True))


def turn(table: Table, people: list[User], number: int) -> None:
    for user in people:
        pick(table, user, number, number=2)


def test_a_card_tells_what_has_happened_since_one_looked(ann: Client, people: list[User]) -> None:
    table = gather(*people[:2], turns=9)
    assert "The game has started." in text(ann)
    text(ann, f"/tables/{table.code}/")
    assert "The game has started." not in text(ann)
    turn(table, people[:2], 1)
    assert "Ben picked 2. 1 turn since your last visit" in text(ann)
    assert "since your last visit" not in text(signed_in(people[1])), "who acts last sees what came of it"
    turn(table, people[:2], 2)
    text(ann, f"/tables/{table.code}/")
    assert "since your last visit" not in text(ann)
    pick(table, people[1], 3, number=7)
    assert "Ben picked" not in text(ann), "what is still secret"


def test_no_more_is_told_than_can_be_read_at_a_glance(ann: Client, people: list[User]) -> None:
    table = gather(*people, turns=9)
    text(ann, f"/tables/{table.code}/")
    turn(table, people, 1)
    turn(table, people[1:], 2)
    Seat.objects.filter(table=table, index=0).update(seen=2)
    assert MOST_TOLD == 3
    assert "Ben picked 2. Cas picked 2. Dee picked 2.<" in text(ann)


def test_who_missed_the_end_hears_of_it_until_they_look(ann: Client, people: list[User]) -> None:
    table = gather(*people[:2], turns=1)
    text(ann, f"/tables/{table.code}/")
    turn(table, people[:2], 1)
    for address in ("/", "/tables/mine/"):
        assert "It has ended. Ben picked 2.<" in text(ann, address)
    text(ann, f"/tables/{table.code}/")
    assert "It has ended." not in text(ann)


def test_looking_changes_no_other_seat_and_no_version(ann: Client, people: list[User]) -> None:
    table = gather(*people[:2])
    assert seen(table) == [0, 0]
    spectator = Client()
    text(spectator, f"/tables/{table.code}/")
    assert seen(table) == [0, 0]
    text(ann, f"/tables/{table.code}/")
    assert seen(table) == [table.number, 0]
    assert Table.objects.get(pk=table.pk).version == table.version


def test_of_old_seats_nothing_is_told(ann: Client, people: list[User]) -> None:
    table = gather(*people[:2])
    Seat.objects.update(seen=None)
    assert "since your last visit" not in text(ann)
    pick(table, people[0], 1)
    assert seen(table) == [table.number + 1, None]
    take_back(table, people[0], 1)
    assert seen(table) == [table.number + 2, None]


def test_a_card_says_whom_the_table_waits_for(ann: Client, people: list[User]) -> None:
    table = gather(*people)
    assert "Waiting for Ben and 2 others" in text(ann)
    pick(table, people[1], 1)
    assert "Waiting for Cas and Dee" in text(ann)
    for user in people[2:]:
        pick(table, user, 1)
    assert "Everyone is waiting for you" in text(ann)
    assert not re.search("Waiting for (?!players)|is waiting for you", text(Client(), reverse("tables:lobby")))


def test_a_card_bears_the_picture_of_ones_own_seat(ann: Client, people: list[User]) -> None:
    table = gather(*people[:2], turns=1)
    gather(people[0], capacity=3)
    assert text(ann).count("toy-picture") == 1, "no game, no picture"
    pick(table, people[0], 1, number=7)
    pick(table, people[1], 1, number=4)
    assert "<title>7 stars</title>" in text(ann)
    assert "<title>7 stars</title>" in text(ann, reverse("tables:own_tables"))
    assert "toy-picture" not in text(ann, reverse("tables:lobby"))


def test_a_long_list_has_pictures_at_its_beginning(ann: Client, people: list[User]) -> None:
    for _ in range(MOST_SHOWN + 2):
        gather(people[0])
    assert text(ann).count("toy-picture") == MOST_SHOWN


def test_a_game_that_is_gone_has_no_picture(ann: Client, people: list[User]) -> None:
    gather(*people[:2])
    Table.objects.update(game="chess")
    assert "toy-picture" not in text(ann)


@pytest.mark.django_db(transaction=True)
def test_all_cards_take_one_statement_and_then_none(people: list[User], django_assert_num_queries: Any) -> None:
    tables = [gather(*people[:2]) for _ in range(5)]
    turn(tables[0], people[:2], 1)
    listed = list(Table.objects.with_seats().of(people[0]))
    forget_all()
    with django_assert_num_queries(1):
        first = table_summaries(listed, people[0])
    assert set(first) == {table.code for table in tables}
    with django_assert_num_queries(0):
        assert table_summaries(listed, people[0]) == first
    for table in tables[1:]:
        turn(table, people[:2], 1)
    listed = list(Table.objects.with_seats().of(people[0]))
    cache.clear()
    state._chronicles.clear()
    with django_assert_num_queries(1):
        again = table_summaries(listed, people[0])
    assert {code for code in first if first[code] != again[code]} == {table.code for table in tables[1:]}
    assert re.search("2 stars", again[tables[4].code].picture)
    assert all("Ben picked 2." in glance.news for glance in again.values())


def forget_all() -> None:
    cache.clear()
    state._chronicles.clear()
    clear_pictures()


def test_an_answer_that_was_hidden_when_one_looked_is_told_once_its_turn_closes(people: list[User]) -> None:
    table = gather(*people[:3], turns=9)
    pick(table, people[1], 1, number=2)
    pick(table, people[0], 1, number=2)  # who answers has looked
    ann = signed_in(people[0])
    assert "Ben picked" not in text(ann)
    pick(table, people[2], 1, number=2)
    assert "Ben picked 2. Cas picked 2. 1 turn since your last visit" in text(ann)
    text(ann, f"/tables/{table.code}/")
    assert "picked" not in text(ann)


def test_who_is_shown_what_a_turn_brought_has_looked(people: list[User]) -> None:
    table = gather(*people[:2], turns=9)
    ann, address = signed_in(people[0]), f"/tables/{table.code}/"
    page = text(ann, address)
    shown = " ".join(re.findall(r'data-part="([^"]+)"', page))
    strip = re.search(r'id="strip".*?hx-get="([^"]+)"', page, re.DOTALL)
    assert strip
    pick(table, people[0], 1, number=2)
    pick(table, people[1], 1, number=2)
    assert "since your last visit" in text(ann)
    headers = {"HX-Request": "true", "HX-Target": "table", "X-Shown": shown}
    assert ann.get(unescape(strip[1]), headers=headers).status_code == 200
    assert "since your last visit" not in text(ann)


def test_tables_of_a_game_that_is_no_longer_installed_do_no_harm(
    ann: Client, people: list[User], settings: Any
) -> None:
    gathering, running = gather(people[0], people[1], capacity=3), gather(*people[:2])
    left = gather(people[1], people[2], people[0])
    absences.resign(table=left.code, user=people[2])
    absences.vote(table=left.code, user=people[1], choice=Vote.INVITE)
    absences.vote(table=left.code, user=people[0], choice=Vote.INVITE)
    over = gather(*people[:2], turns=1)
    turn(over, people[:2], 1)
    cache.clear()
    settings.CARTO_GAMES = {}
    for client in (ann, signed_in(people[3])):
        for address in ("/", reverse("tables:own_tables"), reverse("tables:lobby")):
            assert client.get(address).status_code == 200, address
    assert "Free seat, turn 1" in text(signed_in(people[3]), reverse("tables:lobby"))
    page = ann.get(f"/tables/{gathering.code}/")
    assert (page.status_code, "Start game" in page.content.decode()) == (200, False)
    for table in (running, left, over):
        assert ann.get(f"/tables/{table.code}/").status_code in {200, 404}


def test_a_card_of_a_game_that_another_player_left_names_the_true_winner(ann: Client, people: list[User]) -> None:
    table = gather(*people[:2], turns=2)
    pick(table, people[0], 1, number=1)
    pick(table, people[1], 1, number=9)
    absences.resign(table=table.code, user=people[1])
    pick(table, people[0], 2, number=1)
    while worker.act_on_due_clocks():
        pass
    assert Table.objects.get(pk=table.pk).status == Status.FINISHED
    Seat.objects.filter(table=table, user=people[0]).update(seen=1)
    assert "You won." in text(ann)
