"""Players and spectators have a chat each; neither sees the other's before the game is over."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.accounts.models import User
from games.tables.models import Room, Table
from games.talk.models import Message, Phrase
from tests.games.cartographers.play import gather
from tests.games.tables.clients import HTMX, people_named, signed_in, text_of
from tests.games.talk.chatting import BODY, LIST, chat, finish, messages, post, say, url, words_in

SECRET = "I keep the river for winter"
CHANGING = re.compile(r'csrfmiddlewaretoken" value="[^"]*"|X-CSRFToken": "[^"]*"|value="[0-9a-f-]{36}"')


def test_each_writes_in_their_own_chat(people: list[User], table: Table) -> None:
    post(signed_in(people[0]), table, "To the players")
    post(signed_in(people[2]), table, "To the spectators")
    assert (messages(table), messages(table, Room.SPECTATORS)) == (["To the players"], ["To the spectators"])
    assert words_in(chat(people[1], table)) == ["To the players"]
    assert words_in(chat(people[3], table)) == ["To the spectators"]


@pytest.mark.parametrize(("reader", "room"), [(0, "spectators"), (2, "players"), (None, "players")])
def test_the_other_chat_of_a_running_game_cannot_be_read(
    people: list[User], table: Table, reader: int | None, room: str
) -> None:
    say(table, people[0 if room == "players" else 2], SECRET)
    client = signed_in(None if reader is None else people[reader])
    for headers in ({}, LIST, BODY):
        answer = client.get(f"{url(table)}?room={room}", headers=headers)
        assert answer.status_code == 404
    assert client.get(f"{url(table)}{room}/1/").status_code in {303, 404}
    assert client.get(f"{url(table)}{room}/1/report/").status_code in {303, 404}
    assert client.post(f"{url(table)}?room={room}", {"phrase": Phrase.HELLO}).status_code in {303, 404}


@pytest.mark.parametrize("reader", ["player", "spectator", "visitor"])
def test_no_page_depends_on_the_other_chat(people: list[User], table: Table, reader: str) -> None:
    """Compare the pages before and after somebody writes in the other chat, byte for byte."""
    author = people[2] if reader == "player" else people[0]
    client = signed_in({"player": people[1], "spectator": people[3], "visitor": None}[reader])
    before = pages_of(client, table)
    for text in (SECRET, "And the mountains"):
        say(table, author, text)
    assert pages_of(client, table) == before


def pages_of(client: Client, table: Table) -> list[tuple[int, str]]:
    """Return all pages on which a chat is shown or announced, without what changes anyway."""
    paths = [f"/tables/{table.code}/", url(table), f"{url(table)}?room=players", f"{url(table)}?room=spectators"]
    asked = [(path, headers) for path in paths for headers in ({}, LIST, BODY, HTMX)]
    answers = [client.get(path, headers=headers) for path, headers in asked]
    return [(answer.status_code, CHANGING.sub("", text_of(answer))) for answer in answers]


def test_the_other_chat_has_numbers_of_its_own(people: list[User], table: Table) -> None:
    for _ in range(3):
        say(table, people[0])
    assert say(table, people[2]).number == 1


def test_everybody_reads_both_once_the_game_is_over(people: list[User], table: Table) -> None:
    say(table, people[0], "Among players")
    say(table, people[2], "Among spectators")
    finish(table)
    for reader in (people[0], people[2], None):
        assert words_in(chat(reader, table, "?room=players")) == ["Among players"]
        assert words_in(chat(reader, table, "?room=spectators")) == ["Among spectators"]


def test_nobody_writes_in_the_other_chat_afterwards_either(people: list[User], table: Table) -> None:
    finish(table)
    client = signed_in(people[2])
    say(table, people[0])
    assert "You can’t write in this chat." in chat(client, table, "?room=players")
    assert client.post(f"{url(table)}?room=players", {"phrase": Phrase.HELLO}).status_code == 404


def test_who_takes_a_seat_reads_what_the_players_wrote(people: list[User]) -> None:
    table = gather(people[0], capacity=3)
    say(table, people[0], "Welcome")
    assert words_in(chat(people[1], table)) == []
    signed_in(people[1]).post(f"/tables/{table.code}/join/")
    assert words_in(chat(people[1], table)) == ["Welcome"]


def test_ten_thousand_messages_cost_a_page_no_more_queries(people: list[User], table: Table) -> None:
    authors = [*people[:2], *people_named("Eve")]
    say(table, people[0])
    client = signed_in(people[1])
    chat(client, table)  # which notes the visit
    with CaptureQueriesContext(
        connection,
    ) as few:
        chat(client, table)
    first = Message.objects.get()
    Message.objects.bulk_create(
        Message(
            table=table, room=Room.PLAYERS, number=number, author=authors[number % 3], words="x",
            command_id=f"00000000-0000-0000-0000-{number:012}",
        )
        for number in range(first.number + 1, 10_001)
    )  # fmt: skip
    with CaptureQueriesContext(connection) as many:
        page = chat(client, table)
    assert len(words_in(page)) == 50
    assert len(many) == len(few)
