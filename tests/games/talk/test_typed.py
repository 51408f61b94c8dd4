"""Lines such as “say good game” in both games."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from games.accounts.models import User
from games.tables.models import Room, Table, Talk
from games.talk.models import Message, Phrase
from tests.games.cartographers import play as cartographers
from tests.games.gisborne import play as gisborne
from tests.games.tables.clients import signed_in, text_of
from tests.games.talk.chatting import messages


@pytest.fixture(params=["cartographers", "gisborne"])
def playing(request: Any, people: list[User]) -> Table:
    """A game of Ann, Ben and Dee, of each kind."""
    players = people[0], people[1], people[3]
    return (cartographers if request.param == "cartographers" else gisborne).gather(*players)


def type_line(client: Client, table: Table, line: str, **fields: Any) -> Any:
    sent = {"line": line, "turn": 1, "command_id": str(uuid4()), **fields}
    return client.post(f"/tables/{table.code}/line", sent, headers={"HX-Request": "true"})


def test_a_typed_phrase_is_sent_as_a_phrase(people: list[User], playing: Table) -> None:
    answer = type_line(signed_in(people[0]), playing, "say good GAME!")
    assert (answer.status_code, "Sent." in text_of(answer)) == (200, True)
    assert Message.objects.get().phrase == Phrase.GOOD_GAME


def test_any_other_text_is_sent_as_typed(people: list[User], playing: Table) -> None:
    type_line(signed_in(people[0]), playing, "  say  I’ll take B3, thanks")
    assert messages(playing) == ["I’ll take B3, thanks"]
    type_line(signed_in(people[0]), playing, "SAY " + "y" * 300)
    assert len(messages(playing)[1]) == 300


def test_a_line_that_arrives_twice_is_sent_once(people: list[User], playing: Table) -> None:
    once = str(uuid4())
    for _ in range(7):
        assert type_line(signed_in(people[0]), playing, "say hello there", command_id=once).status_code == 200
    assert messages(playing) == ["hello there"]


def test_spectators_say_it_in_their_own_chat(people: list[User], playing: Table) -> None:
    assert type_line(signed_in(people[2]), playing, "say nice").status_code == 200
    assert (messages(playing), messages(playing, Room.SPECTATORS)) == ([], ["nice"])


@pytest.mark.parametrize("line", ["say", "say \u202e", "say " + "x" * 301])
def test_what_cannot_be_sent_is_explained(people: list[User], playing: Table, line: str) -> None:
    answer = type_line(signed_in(people[0]), playing, line)
    assert (answer.status_code, "Sent." in text_of(answer)) == (422, False)
    assert not Message.objects.exists()


def test_a_link_sends_nothing(people: list[User], playing: Table) -> None:
    answer = signed_in(people[0]).get(f"/tables/{playing.code}/line?line=say+hello")
    assert answer.status_code == 422
    assert not Message.objects.exists()


def test_without_a_chat_nothing_is_sent_and_help_does_not_offer_it(people: list[User], playing: Table) -> None:
    page = text_of(signed_in(people[0]).get(f"/tables/{playing.code}/"))
    assert "<strong>say good game</strong>" in page
    Table.objects.filter(pk=playing.pk).update(talk=Talk.OFF)
    assert type_line(signed_in(people[0]), playing, "say hello").status_code == 422
    assert "<strong>say good game</strong>" not in text_of(signed_in(people[0]).get(f"/tables/{playing.code}/"))


def test_too_many_lines_have_to_wait(people: list[User], playing: Table) -> None:
    client = signed_in(people[0])
    answers = [type_line(client, playing, f"say {number}") for number in range(6)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [422]
    assert "Try again" in text_of(answers[-1])
