"""News of an open turn: what the sockets send brings every strip to where a request would have brought it."""

import re
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from games.accounts.models import User
from games.tables import changes
from games.tables.log.state import cache
from games.tables.models import Access, Pace, Table
from games.tables.time_control import TimeControl
from tests.engine.tools import any_placement
from tests.games.cartographers import play
from tests.games.tables.clients import people_named, signed_in

pytestmark = pytest.mark.django_db

ELEMENT = r'<({tag}) id="{id}".*?</\1>'


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Messages to the sockets of all tables."""
    messages: list[dict[str, Any]] = []
    monkeypatch.setattr(changes, "send", lambda _group, message: messages.append(message))
    return messages


def strip_of(client: Client, table: Table) -> str:
    """Return the strip of a client's page, with single spaces and without the versions."""
    page = " ".join(client.get(play.url(table)).content.decode().split())
    found = re.search(r'<section id="strip".*?</section>', page)
    assert found
    return re.sub(r'data-version="\d+"|since=\d+|data-part="[^"]*"', "", found[0])


def applied(strip: str, html: str) -> str:
    """Return a strip with the news inserted, as static/js/live.js does."""
    for tag, name in re.findall(r'<(span|p|li|summary|ul) id="([^"]+)"', html):
        element = re.compile(ELEMENT.format(tag=tag, id=name))
        fresh, old = element.search(" ".join(html.split())), element.search(strip)
        assert fresh
        strip = strip.replace(old[0], fresh[0]) if old else strip
    if 'id="strip-waiting"' in strip:
        sentence = re.sub(r"<[^>]+>", "", re.findall(r'<p class="strip-sentence".*?</p>', strip)[0]).split()
        strip = re.sub(r'data-say="[^"]*"', f'data-say="{" ".join(sentence)}"', strip)
    return strip


def answer(table: Table, clients: list[Client], rng: Random) -> int:
    """Let one seat that is awaited draw, or one that has drawn undo it, and return the seat."""
    state = play.state_of(table)
    drawn = [seat for seat, drawing in enumerate(state.answers) if drawing]
    if drawn and rng.random() < 0.25:
        assert play.take_back(clients[drawn[0]], table, state.turn).status_code == 303
        return drawn[0]
    seat = rng.choice(play.awaited(state))
    body = play.fields(any_placement(rng, play.offer_to(state, seat)), command_id=str(uuid4()))
    assert clients[seat].post(play.url(table, state.turn), body).status_code == 303
    return seat


@pytest.mark.parametrize("language", ["en", "fr"])
def test_news_bring_every_strip_up_to_date(
    people: list[User], sent: list[dict[str, Any]], language: str, django_capture_on_commit_callbacks: Any
) -> None:
    User.objects.update(language=language)
    table, rng, compared = play.gather(*people[:4]), Random(5), 0
    clients = [signed_in(person) for person in people[:4]]
    readers = [*clients, Client(headers={"accept-language": language})]
    for _ in range(20):
        before, turn = [strip_of(reader, table) for reader in readers], play.state_of(table).turn
        with django_capture_on_commit_callbacks(execute=True):
            by = answer(table, clients, rng)
        news = sent[-1].get("news")
        assert (news is not None) == (play.state_of(table).turn == turn)
        if news is None:
            continue
        assert news["seat"] == by
        for seat, reader in enumerate(readers):
            if seat != by:
                assert applied(before[seat], news["html"][language]) == strip_of(reader, table)
                compared += 1
    assert compared > 40


def test_news_of_a_large_table_bring_its_counts_up_to_date(
    sent: list[dict[str, Any]], django_capture_on_commit_callbacks: Any
) -> None:
    crowd = people_named(*(f"Person{number}" for number in range(15)))
    table, rng, named = play.gather(*crowd), Random(5), set()
    clients = [signed_in(person) for person in crowd]
    readers = {None: Client(), 0: clients[0], 14: clients[14]}
    for _ in range(12):
        before = {seat: strip_of(reader, table) for seat, reader in readers.items()}
        with django_capture_on_commit_callbacks(execute=True):
            by = answer(table, clients, rng)
        news = sent[-1]["news"]
        assert "strip-seat" not in news["html"]["en"]
        named.add("Person" in news["html"]["en"].partition('id="strip-missing"')[2])
        for seat, reader in readers.items():
            if seat != by:
                assert applied(before[seat], news["html"]["en"]) == strip_of(reader, table)
    assert named == {False, True}, "the awaited players are named once they are few"
    cache.clear()


@pytest.mark.parametrize(("length", "is_sent"), [(1_000, True), (5_000, False)])
def test_news_that_no_socket_takes_are_not_sent(
    people: list[User],
    sent: list[dict[str, Any]],
    monkeypatch: pytest.MonkeyPatch,
    length: int,
    is_sent: bool,
    django_capture_on_commit_callbacks: Any,
) -> None:
    monkeypatch.setattr("games.cartographers.game.public_news", lambda *_: {"en": "x" * length})
    table = play.gather(*people[:2])
    with django_capture_on_commit_callbacks(execute=True):
        drawn(signed_in(people[0]), table)
    assert ("news" in sent[-1]) == is_sent


def drawn(client: Client, table: Table) -> None:
    """Let the player of the first seat draw something."""
    assert play.draw(client, table, 0).status_code == 303


def test_one_player_alone_has_no_news(
    people: list[User], sent: list[dict[str, Any]], django_capture_on_commit_callbacks: Any
) -> None:
    table = play.gather(people[0])
    with django_capture_on_commit_callbacks(execute=True):
        drawn(signed_in(people[0]), table)
    assert sent
    assert "news" not in sent[-1]


def test_deadline_that_is_hours_away_is_no_news(
    people: list[User], sent: list[dict[str, Any]], django_capture_on_commit_callbacks: Any
) -> None:
    table = play.gather(*people[:2], tempo=TimeControl(Pace.DAYS, 2 * 24 * 60 * 60))
    ann = signed_in(people[0])
    with django_capture_on_commit_callbacks(execute=True):
        drawn(ann, table)
    assert "news" in sent[-1], "who has drawn has no deadline"
    with django_capture_on_commit_callbacks(execute=True):
        play.take_back(ann, table, play.state_of(table).turn)
    assert "news" not in sent[-1], "each viewer reads it in their own time zone"


def test_news_do_not_tell_the_time_zone_of_a_player(
    people: list[User], sent: list[dict[str, Any]], django_capture_on_commit_callbacks: Any
) -> None:
    User.objects.filter(pk=people[0].pk).update(time_zone="Asia/Tokyo")
    table = play.gather(*people[:2], tempo=TimeControl(Pace.LIVE, 120, 600))
    ann = signed_in(people[0])
    with django_capture_on_commit_callbacks(execute=True):
        drawn(ann, table)
        play.take_back(ann, table, play.state_of(table).turn)
    html = sent[-1]["news"]["html"]["en"]
    assert '<time class="clock' in html
    assert "+00:00" in html
    assert "+09:00" not in html


def test_hidden_tables_have_news_for_their_players_only_through_their_sockets(
    people: list[User], sent: list[dict[str, Any]], django_capture_on_commit_callbacks: Any
) -> None:
    table = play.gather(*people[:2], access=Access.INVITATION)
    clients = [signed_in(person) for person in people[:2]]
    with django_capture_on_commit_callbacks(execute=True):
        answer(table, clients, Random(1))
    assert "news" in sent[-1]
    assert Client().get(play.url(table)).status_code in {401, 404}


def test_command_is_stored_even_if_its_news_fail(
    people: list[User],
    sent: list[dict[str, Any]],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    django_capture_on_commit_callbacks: Any,
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("games.cartographers.game.public_news", fail)
    table = play.gather(*people[:2])
    clients = [signed_in(person) for person in people[:2]]
    with django_capture_on_commit_callbacks(execute=True):
        seat = answer(table, clients, Random(1))
    assert play.state_of(table).answers[seat]
    assert "news" not in sent[-1]
    assert "failed to render the public news" in caplog.text
