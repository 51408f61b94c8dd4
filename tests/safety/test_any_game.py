"""Promises that hold for any game: no secret leaves early, a command counts once, and a stored game replays."""

from collections.abc import Iterator
from functools import reduce
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from engine.contract import RuleViolation
from games.accounts.models import User
from games.tables.game import game_of
from games.tables.log.state import cache, load, log
from games.tables.log.submit import Intent, submit
from games.tables.models import Status, Table, TableEvent
from tests.games.tables.clients import signed_in
from tests.games.tables.present import present
from tests.safety.watch import forms_of_seed
from tests.scenarios import SCENARIOS, Scenario, answer_of

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true", "HX-Target": "table"}
PAGES = ("/tables/{code}/", "/tables/{code}/turns/1/", "/tables/{code}/turns/2/", "/", "/tables/", "/tables/mine/")
FILES = ("/tables/{code}/record.json", "/tables/{code}/result.txt", "/tables/{code}/boards.txt")


@pytest.fixture(params=SCENARIOS, ids=lambda one: one.path.rpartition(".")[2].lower())
def scenario(request: pytest.FixtureRequest, settings: Any) -> Iterator[Scenario]:
    chosen: Scenario = request.param
    settings.CARTO_GAMES = chosen.games
    settings.ROOT_URLCONF = "tests.games.tables.two_games_urls"
    yield chosen
    cache.clear()


@pytest.fixture
def table(scenario: Scenario, people: list[User]) -> Table:
    return scenario.open_table(people[: scenario.fewest])


def everything(table: Table, clients: list[Client]) -> Iterator[bytes]:
    """Yield what each client is sent of a table."""
    for client in clients:
        for page in (*PAGES, *FILES):
            for headers in ({}, HTMX):
                answer = client.get(page.format(code=table.code), headers=headers)
                assert answer.status_code < 500
                yield answer.content


def test_no_page_of_a_game_in_progress_holds_a_secret(scenario: Scenario, table: Table, people: list[User]) -> None:
    clients = [signed_in(people[0]), signed_in(people[-1]), Client()]
    secrets = [*forms_of_seed(bytes(table.seed or b"")), *scenario.secrets]
    for _ in range(6):
        table = scenario.play(table, people[: scenario.fewest], answers=1)
        assert table.status == Status.PLAYING
        for body in everything(table, clients):
            assert not [secret for secret in secrets if secret in body]


def test_finished_game_shows_its_seed(scenario: Scenario, table: Table, people: list[User]) -> None:
    table = scenario.play(table, people[: scenario.fewest])
    assert table.status == Status.FINISHED
    assert bytes(table.seed or b"").hex().encode() in Client().get(f"/tables/{table.code}/").content
    assert set(scenario.reveals(table).values()) == {1}


def test_command_sent_twice_counts_once_and_a_late_one_is_refused(
    scenario: Scenario, table: Table, people: list[User]
) -> None:
    rules, state = game_of(table).rules, load(table).state
    for ask in rules.asks(state):
        command, key = answer_of(rules, load(present(table)).state, ask), uuid4()
        intent = Intent(table.game, lambda _, ask=ask: ask.id, lambda _, command=command: command)
        first, again = (
            submit(table=table.code, user=people[ask.seat], command_id=key, intent=intent) for _ in range(2)
        )
        assert (first.repeated, again.repeated, first.number) == (False, True, again.number)
        cache.keep(table.code, load(present(table)))
    count = TableEvent.objects.filter(table=table).count()
    with pytest.raises(RuleViolation) as refused:
        submit(table=table.code, user=people[ask.seat], command_id=uuid4(), intent=intent)
    assert refused.value.behind
    assert TableEvent.objects.filter(table=table).count() == count


def test_stored_events_replay_to_the_state(scenario: Scenario, table: Table, people: list[User]) -> None:
    table = scenario.play(table, people[: scenario.fewest])
    rules = game_of(table).rules
    events = [entry.event for entry in log(table, up_to=table.number)]
    assert reduce(rules.evolve, [rules.decode(*rules.encode(event)) for event in events], rules.initial) == (
        load(table).state
    )
