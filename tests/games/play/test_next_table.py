"""The link to the next table that waits for the user, on a table that waits for others."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.accounts.models import User
from games.tables.models import Access, Seat, Status, Table
from tests.games.cartographers import play
from tests.games.tables.clients import HTMX, been_here, people_named, signed_in, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def people() -> list[User]:
    return people_named("Ann", "Ben", "Cas")


def named(table: Table, name: str) -> Table:
    Table.objects.filter(pk=table.pk).update(name=name)
    return table


def next_link(answer: Any) -> tuple[str, str] | None:
    """Return the URL and text of the link to the next table, or None."""
    link = re.search(r'id="next-table"(?: data-say)? href="([^"]+)">([^<]+)<', text_of(answer))
    return (link[1], link[2]) if link else None


def drawn(client: Client, table: Table, seat: int) -> Any:
    sent = play.fields(play.first_placement(play.state_of(table), seat))
    return client.post(play.url(table, play.state_of(table).turn), sent, headers=HTMX)


def strip_of(client: Client, table: Table) -> Any:
    desk = re.search(r"desk=([\w.-]+)", text_of(client.get(play.url(table))))
    assert desk
    return client.get(f"{play.url(table)}?since=0&desk={desk[1]}", headers=HTMX)


def test_who_has_drawn_is_led_to_the_other_table(people: list[User]) -> None:
    here, there = play.gather(*people[:2]), named(play.gather(*people[:2], access=Access.INVITATION), "Ben’s <b>")
    ann = signed_in(people[0])
    assert next_link(ann.get(play.url(here))) is None, "Ann is asked here first"
    expected = (play.url(there), "Next: Ben’s &lt;b&gt;")
    assert next_link(drawn(ann, here, 0)) == expected
    assert next_link(ann.get(play.url(here))) == expected
    assert next_link(strip_of(ann, here)) == expected


def test_with_none_waiting_nothing_is_shown(people: list[User]) -> None:
    here, there = play.gather(*people[:2]), play.gather(*people[:2])
    ann = signed_in(people[0])
    drawn(ann, there, 0)
    assert next_link(drawn(ann, here, 0)) is None
    assert next_link(strip_of(ann, here)) is None


@pytest.mark.parametrize(("language", "words"), [("en", "Next: First (+2)"), ("fr", "Suivante : First (+2)")])
def test_the_longest_awaited_comes_first_and_the_rest_are_counted(
    people: list[User], language: str, words: str
) -> None:
    here, first, *_ = (named(play.gather(*people[:2]), name) for name in ("Here", "First", "Second", "Third"))
    Seat.objects.filter(table=first).update(awaited_since=timezone.now() - timedelta(hours=1))
    User.objects.update(language=language)
    assert next_link(drawn(signed_in(people[0]), here, 0)) == (play.url(first), words)


def test_anothers_tables_are_never_named(people: list[User]) -> None:
    here, theirs = play.gather(*people[:2]), named(play.gather(*people[1:]), "Theirs")
    ann, ben, cas = (signed_in(user) for user in people)
    assert next_link(drawn(ann, here, 0)) is None
    assert next_link(strip_of(ann, here)) is None
    assert next_link(cas.get(play.url(here))) is None, "Cas only watches here"
    assert next_link(Client().get(play.url(here))) is None
    drawn(ben, here, 1)
    drawn(ann, here, 0)
    assert next_link(drawn(ben, here, 1)) is None, "that closes the turn"
    assert next_link(drawn(ben, here, 1)) == (play.url(theirs), "Next: Theirs")
    assert "Theirs" not in text_of(ann.get(play.url(here)))


def test_a_table_whose_game_is_not_under_way_waits_for_nobody(people: list[User]) -> None:
    here, there = play.gather(*people[:2]), play.gather(*people[:2])
    Table.objects.filter(pk=there.pk).update(status=Status.CLOSED)
    assert next_link(drawn(signed_in(people[0]), here, 0)) is None


def test_it_is_looked_for_once_and_only_where_it_may_be_shown(people: list[User]) -> None:
    here = play.gather(*people[:2])
    play.gather(*people[:2])
    ann, ben, cas = (been_here(user) for user in people)

    def looked_for(client: Client) -> int:
        with CaptureQueriesContext(connection) as captured:
            assert client.get(f"{play.url(here)}?since=0&desk=0", headers=HTMX).status_code == 200
        return sum('"awaited_since" ASC' in query["sql"] for query in captured.captured_queries)

    drawn(ann, here, 0)
    assert [looked_for(client) for client in (ann, ben, cas, Client())] == [1, 0, 0, 0]


def test_solo_player_is_led_to_a_game_with_others_that_has_started(people: list[User]) -> None:
    solo, _other_solo = play.gather(people[0]), play.gather(people[0])
    ann = signed_in(people[0])
    assert next_link(ann.get(play.url(solo))) is None, "nobody waits at a solo game"
    there = named(play.gather(*people[:2]), "Desk")
    assert next_link(strip_of(ann, solo)) == (play.url(there), "Next: Desk")
    assert 'id="next-table" data-say' in text_of(ann.get(play.url(solo)))
