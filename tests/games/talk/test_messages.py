"""Messages: who may send what, once, and what becomes of the text."""

from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine
from django.utils import timezone

from games.accounts.models import User
from games.tables.lobby import services
from games.tables.lobby.rematches import rematch
from games.tables.models import Access, Room, Table, Talk
from games.tables.people.personal_data import delete_tables
from games.talk.access import OPEN_AFTER
from games.talk.models import Message, Phrase
from tests.games.cartographers.play import gather
from tests.games.tables.clients import signed_in, text_of
from tests.games.talk.chatting import BODY, LIST, chat, finish, messages, post, say, url, words_in


def allow(table: Table, talk: Talk, *, guests: bool = False) -> None:
    Table.objects.filter(pk=table.pk).update(talk=talk, guests_write=guests)


def test_a_phrase_is_read_in_the_readers_language(people: list[User], table: Table) -> None:
    post(signed_in(people[0]), table, phrase=Phrase.GOOD_GAME)
    assert Message.objects.get().words == ""
    reader = signed_in(people[1])
    assert words_in(chat(reader, table)) == ["Good game"]
    reader.post("/accounts/language/", {"language": "fr"})
    assert 'lang="fr"' in chat(reader, table)


def test_the_praise_is_that_of_the_game(people: list[User], table: Table) -> None:
    say(table, people[0], Phrase.PRAISE)
    assert words_in(chat(people[1], table)) == ["Well drawn!"]
    Table.objects.filter(pk=table.pk).update(game="gisborne")
    assert words_in(chat(people[1], table)) == ["Well played!"]


def test_a_text_is_normalized_escaped_and_never_a_link(people: list[User], table: Table) -> None:
    post(signed_in(people[0]), table, "  See   https://example.org/ <b>ﬁne</b> ")
    assert messages(table) == ["See https://example.org/ <b>fine</b>"]
    page = chat(people[1], table)
    assert "&lt;b&gt;fine&lt;/b&gt;" in page
    assert 'href="https://example.org' not in page


@pytest.mark.parametrize(
    "text", ["", "   ", "a\u202eb", "a\u200bb", "a\x00b", "a\nb", "\u3164", "x" * 301, "a" + "\u0301" * 9]
)
def test_a_text_that_cannot_be_is_refused_and_stays_in_the_field(people: list[User], table: Table, text: str) -> None:
    answer = post(signed_in(people[0]), table, text)
    assert answer.status_code == 422
    assert answer.context["page"].form["text"].value() == text
    assert not Message.objects.exists()


def test_the_longest_text_is_stored(people: list[User], table: Table) -> None:
    assert post(signed_in(people[0]), table, "é" * 300).status_code == 303
    assert messages(table) == ["é" * 300]


@pytest.mark.parametrize("fields", [{"command_id": "no"}, {"phrase": "rude"}])
def test_a_damaged_form_is_malformed(people: list[User], table: Table, fields: dict[str, str]) -> None:
    assert post(signed_in(people[0]), table, "Hello", **fields).status_code == 400
    assert not Message.objects.exists()


def test_a_form_that_arrives_twice_counts_once(people: list[User], table: Table) -> None:
    client, once = signed_in(people[0]), str(uuid4())
    assert [post(client, table, "Hi", command_id=once).status_code for _ in range(8)] == [303] * 8
    assert messages(table) == ["Hi"]
    # The id is that of its author: with another's, somebody else's message is stored.
    assert post(signed_in(people[1]), table, "Ho", command_id=once).status_code == 303
    assert messages(table) == ["Hi", "Ho"]


def test_only_the_sixth_message_in_ten_seconds_waits(people: list[User], table: Table) -> None:
    client = signed_in(people[0])
    with time_machine.travel("2026-06-01T12:00:00Z", tick=False) as clock:
        assert [post(client, table, f"{n}").status_code for n in range(5)] == [303] * 5
        refused = post(client, table, "and more", headers=BODY)
        assert (refused.status_code, refused["Retry-After"]) == (429, "10")
        assert 'value="and more"' in text_of(refused)
        assert "Try again in 10 seconds" in text_of(refused)
        clock.shift(11)
        assert post(client, table, "and more").status_code == 303


def test_guests_behind_an_address_send_sixty_messages_an_hour(people: list[User], guest: User) -> None:
    table = gather(people[0], guest)
    client = signed_in(guest)
    with time_machine.travel("2026-06-01T12:00:00Z", tick=False) as clock:
        for _ in range(60):
            assert post(client, table, phrase=Phrase.HELLO).status_code == 303
            clock.shift(11)
        assert post(client, table, phrase=Phrase.HELLO).status_code == 429
        assert post(signed_in(people[0]), table, phrase=Phrase.HELLO).status_code == 303


def test_guests_write_text_only_where_the_host_allows_it(people: list[User], guest: User) -> None:
    table, client = gather(people[0], guest), signed_in(guest)
    assert post(client, table, phrase=Phrase.HELLO).status_code == 303
    assert 'id="talk-text"' not in chat(client, table)
    refused = post(client, table, "Hello all")
    assert refused.status_code == 422
    assert "guests can only send phrases" in text_of(refused)
    allow(table, Talk.TEXT, guests=True)
    assert 'id="talk-text"' in chat(client, table)
    assert post(client, table, "Hello all").status_code == 303


def test_a_table_may_allow_only_phrases(people: list[User], table: Table) -> None:
    allow(table, Talk.PHRASES, guests=True)
    client = signed_in(people[0])
    assert 'id="talk-text"' not in chat(client, table)
    assert post(client, table, "Hello all").status_code == 422
    assert post(client, table, phrase=Phrase.HELLO).status_code == 303


def test_a_table_without_a_chat_has_no_page_and_no_button(people: list[User], table: Table) -> None:
    allow(table, Talk.OFF)
    client = signed_in(people[0])
    assert "talk-button" not in text_of(client.get(f"/tables/{table.code}/"))
    chat(client, table, status=404)
    assert post(client, table, phrase=Phrase.HELLO).status_code == 404


def test_a_solo_game_has_no_chat(people: list[User]) -> None:
    alone, left = gather(people[0]), gather(people[0], capacity=3)
    services.start(table=left.code, host=people[0])
    for table in (alone, left):
        chat(people[0], table, status=404)
        assert "talk-button" not in text_of(signed_in(people[0]).get(f"/tables/{table.code}/"))


def test_people_talk_before_during_and_after_the_game(people: list[User]) -> None:
    table = gather(people[0], capacity=2)
    assert "talk-button" in text_of(signed_in(people[0]).get(f"/tables/{table.code}/"))
    say(table, people[0], "Come in")
    services.join(table=table.code, user=people[1])
    assert words_in(chat(people[1], table)) == ["Come in"]
    say(table, people[1], "Here I am")
    finish(table)
    say(table, people[0], Phrase.GOOD_GAME)
    assert words_in(chat(people[1], table)) == ["Come in", "Here I am", "Good game"]


def test_a_chat_closes_some_time_after_the_game(people: list[User], table: Table) -> None:
    say(table, people[0])
    finish(table)
    with time_machine.travel(timezone.now() + OPEN_AFTER + timedelta(minutes=1)):
        client = signed_in(people[0])
        assert "This chat is closed." in chat(client, table)
        assert post(client, table, phrase=Phrase.HELLO).status_code == 422
        assert words_in(chat(client, table)) == ["Good morning"]


def test_a_table_that_never_started_is_closed(people: list[User]) -> None:
    table = gather(people[0], capacity=2)
    services.close(table=table.code, host=people[0])
    assert post(signed_in(people[0]), table, phrase=Phrase.HELLO).status_code == 404


def test_who_was_removed_by_the_host_cannot_write(people: list[User]) -> None:
    table = gather(*people[:2], capacity=3)
    services.kick(table=table.code, host=people[0], user_id=people[1].pk)
    refused = post(signed_in(people[1]), table, phrase=Phrase.HELLO)
    assert refused.status_code == 422
    assert "The host removed you" in text_of(refused)


def test_visitors_read_and_are_asked_to_sign_in(people: list[User], table: Table) -> None:
    say(table, people[2], "Who wins?")
    page = chat(None, table)
    assert words_in(page) == ["Who wins?"]
    assert f"/accounts/sign-in/?next=%2Ftables%2F{table.code}%2Ftalk%2F" in page
    assert post(signed_in(None), table, phrase=Phrase.HELLO).status_code == 303
    assert messages(table, Room.SPECTATORS) == ["Who wins?"]


def test_strangers_find_no_chat_of_a_table_by_invitation(people: list[User]) -> None:
    table = gather(*people[:2], access=Access.INVITATION)
    say(table, people[0])
    chat(people[2], table, status=404)
    assert post(signed_in(people[2]), table, phrase=Phrase.HELLO).status_code == 404


def test_a_page_with_the_last_change_is_sent_nothing(people: list[User], table: Table) -> None:
    say(table, people[0])
    client = signed_in(people[1])
    assert client.get(f"{url(table)}?room=players&after=1", headers=LIST).status_code == 204
    say(table, people[0], "Two")
    fresh = client.get(f"{url(table)}?room=players&after=1", headers=LIST)
    assert words_in(text_of(fresh)) == ["Good morning", "Two"]
    # Later than anything that there is, as after a mistake: nothing to show.
    assert client.get(f"{url(table)}?room=players&after=99", headers=LIST).status_code == 204


def test_a_page_has_fifty_messages_and_leads_to_earlier_ones(people: list[User], table: Table) -> None:
    for number in range(1, 121):
        say(table, people[number % 2], f"No. {number}")
    page = chat(people[0], table)
    assert words_in(page) == [f"No. {number}" for number in range(71, 121)]
    assert "before=71" in page
    assert words_in(chat(people[0], table, "?before=71")) == [f"No. {number}" for number in range(21, 71)]
    assert "Earlier messages" not in chat(people[0], table, "?before=21")


@pytest.mark.parametrize("query", ["?before=x", "?before=", "?after=-1", "?before=99999999999999999999"])
def test_numbers_that_cannot_be_are_ignored(people: list[User], table: Table, query: str) -> None:
    say(table, people[0])
    assert words_in(chat(people[0], table, query)) == ["Good morning"]


def test_the_messages_go_with_the_table(people: list[User], table: Table) -> None:
    say(table, people[0])
    delete_tables({table.pk})
    assert not Message.objects.exists()


def test_a_rematch_keeps_the_settings(people: list[User], table: Table) -> None:
    allow(table, Talk.PHRASES, guests=True)
    finish(table)
    again = rematch(table=table.code, user=people[0])
    assert (again.talk, again.guests_write) == (Talk.PHRASES, True)


def test_the_number_of_a_deleted_guests_message_is_not_used_again(people: list[User], table: Table) -> None:
    first, second = say(table, people[0]), say(table, people[1])
    second.delete()
    assert say(table, people[0]).number == second.number + 1 == first.number + 2
