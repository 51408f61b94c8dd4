"""The record of a game, and who can download it."""

import hashlib
import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from engine.cartographers.events import GameStarted
from engine.cartographers.records import read_record
from games.accounts.models import User
from games.history.record import NotFinished, record_of
from games.tables.log.state import load
from games.tables.models import Access, Table, TableEvent
from tests.games.history.playing import begun, played
from tests.games.tables.clients import signed_in
from tests.games.tables.present import present

BACKEND = "django.contrib.auth.backends.ModelBackend"


def url(table: Table) -> str:
    return reverse("history:record", args=[table.code])


def test_it_has_an_address_below_its_table(people: list[User]) -> None:
    table = begun(people[0])
    assert url(table) == f"/tables/{table.code}/record.json"


def test_a_finished_game_is_written_whole(people: list[User]) -> None:
    table = played(*people)
    written = record_of(table)
    assert list(written) == ["format", "version", "game", "commitment", "seed", "seats", "events"]
    assert (written["format"], written["version"], written["game"]) == ("carto-game", 1, "cartographers")
    assert written["seats"] == ["Ann", "Bén"]
    assert hashlib.sha256(bytes.fromhex(written["seed"])).hexdigest() == written["commitment"] == table.commitment
    assert [event["number"] for event in written["events"]] == list(range(1, table.number + 1))
    assert written["events"][-1] == {"number": table.number, "kind": "game_ended", "data": {}}


def test_what_was_written_is_read_again(people: list[User]) -> None:
    table = played(people[0])
    record = read_record(json.loads(json.dumps(record_of(table))))
    begun_with = record.events[0]
    assert record.seats == ("Ann",)
    assert len(record.events) == table.number
    assert isinstance(begun_with, GameStarted)
    assert begun_with.definition == load(present(table)).state.definition


def test_a_game_under_way_has_no_record_for_anybody(people: list[User]) -> None:
    table = begun(*people)
    with pytest.raises(NotFinished):
        record_of(table)
    for client in (Client(), signed_in(people[0])):
        answer = client.get(url(table))
        assert answer.status_code == 404
        assert bytes(table.seed or b"").hex() not in answer.content.decode()


def test_who_may_see_the_table_may_keep_the_record(people: list[User]) -> None:
    table = played(*people)
    for client in (Client(), signed_in(people[0])):
        answer = client.get(url(table))
        assert answer.status_code == 200
        assert answer.headers["Content-Type"] == "application/json"
        assert answer.headers["Content-Disposition"] == f'attachment; filename="carto-{table.code}.json"'
        assert answer.headers["Cache-Control"] == "no-store"
        assert json.loads(answer.content) == record_of(table)


def test_a_game_by_invitation_is_for_those_who_know_of_it(people: list[User]) -> None:
    table = played(people[0], access=Access.INVITATION)
    assert signed_in(people[0]).get(url(table)).status_code == 200
    for client in (Client(), signed_in(people[1])):
        assert client.get(url(table)).status_code == 404


def test_other_addresses_and_methods(people: list[User]) -> None:
    table = played(people[0])
    assert Client().get("/tables/nowhere/record.json").status_code == 404
    assert Client().post(url(table)).status_code == 405
    assert Client().head(url(table)).status_code == 200


def test_it_takes_few_queries_however_long_the_game(people: list[User], django_assert_max_num_queries: Any) -> None:
    table = played(*people)
    assert TableEvent.objects.filter(table=table).count() > 50
    with django_assert_max_num_queries(2):
        record_of(table)
