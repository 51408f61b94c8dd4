"""Forms of Gisborne sent by others, at other tables, or with junk: refused, with nothing stored and no server error."""

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from engine.contract import Ask, Seat
from engine.gisborne import RULES
from games.accounts.models import User
from games.tables.game import AnyRules
from games.tables.models import Access, Table, TableEvent
from tests.engine.gisborne_games import random_answer
from tests.engine.tools import seed_of
from tests.games.cartographers import play as cartographers
from tests.games.gisborne.play import fields_of, gather, open_ask, state_of
from tests.games.tables.at_once import go_on
from tests.games.tables.clients import seeded, signed_in
from tests.safety.test_no_500 import HEADERS, JUNK, failure

ACTIONS = ("lay", "discard", "give", "chest", "undo")
QUESTIONS = {"lay": "lay", "river": "discard", "wolves": "give", "keep": "chest"}
"""The kinds of asks, and the action that answers each."""
OTHERS = ("placement", "choice", "take-back", "close", "hints")
"""The actions of Cartographers."""
FACES = ("b1", "b2", "s2", "s3", "g3", "g4")
FIELDS = (*FACES, "tent", "question", "number", "show", "command_id")
NONSENSE = (
    *JUNK,
    *("lay", "river1", "wolves1", "keep1", "keep0", "keep999", "keep1000", "river1\n", "lay.0", "x" * 90),
    *("-0", "+1", "1.0", "0x1", "1_0", "999", "1000", "on", "off"),
)
LINES = ("s3 s3", "tent b1", "try b1", "discard b1", "give 2", "chest 1", "chest all", "hand all", "back", "confirm")
WORDS = ("s3", "2s3", "tent", "try", "reach", "discard", "give", "chest", "hand", "tile", "field", "round", "of", "all")


def asked(kind: str, people: list[User], monkeypatch: pytest.MonkeyPatch) -> tuple[Table, Ask]:
    """Return a table of three that waits for an answer of a kind, and what it asks."""
    for number in range(20):
        seeded(monkeypatch, seed_of(number))
        table = gather(*people[:3])
        Table.objects.filter(pk=table.pk).update(access=Access.INVITATION)
        go_on(table, partial(_step, kind, Random(number)), people[:3])
        ask = open_ask(table)
        if ask is not None:
            return table, ask
    raise AssertionError(f"no game asks {kind}")


def _step(kind: str, rng: Random, _rules: AnyRules, state: Any) -> tuple[Seat, str, Any] | None:
    ask = next((ask for ask in RULES.asks(state) if not ask.answered), None)
    if ask is None or (ask.kind == kind and state.round.number > 1):
        return None
    return ask.seat, ask.id, random_answer(RULES.view(state, ask.seat), ask, rng)


def answer_to(table: Table, ask: Ask, seed: int = 0) -> dict[str, str]:
    """Return the body of a form with a legal answer."""
    command = random_answer(RULES.view(state_of(table), ask.seat), ask, Random(seed))
    return {**fields_of(command), "question": ask.id.split(".")[1], "command_id": str(uuid4())}


def url(table: Table, turn: object, action: str) -> str:
    return f"/tables/{table.code}/turns/{turn}/{action}"


def stored(table: Table) -> tuple[int, Any]:
    return TableEvent.objects.filter(table=table).count(), Table.objects.filter(pk=table.pk).values().get()


@pytest.mark.parametrize("kind", QUESTIONS)
def test_nobody_answers_for_another(kind: str, people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    table, ask = asked(kind, people, monkeypatch)
    before, address = stored(table), url(table, ask.turn, QUESTIONS[kind])
    anonymous = Client().post(address, answer_to(table, ask))
    assert anonymous.status_code == 303
    assert anonymous["Location"].startswith("/accounts/sign-in/")
    assert signed_in(people[4]).post(address, answer_to(table, ask)).status_code == 404
    for seat in {0, 1, 2} - {ask.seat}:
        if kind in {"river", "wolves"}:  # which only one seat is asked
            assert signed_in(people[seat]).post(address, answer_to(table, ask)).status_code == 422
            body = {"question": ask.id.split(".")[1], "command_id": str(uuid4())}
            assert signed_in(people[seat]).post(url(table, ask.turn, "undo"), body).status_code in {409, 422}
    assert stored(table) == before
    assert signed_in(people[ask.seat]).post(address, answer_to(table, ask)).status_code == 303
    assert stored(table) != before


def test_forms_of_one_game_do_nothing_at_a_table_of_the_other(people: list[User]) -> None:
    table, other = gather(*people[:3]), cartographers.gather(*people[:2])
    client, before = signed_in(people[0]), (stored(table), stored(other))
    ask = next(ask for ask in RULES.asks(state_of(table)) if ask.seat == 0)
    for action in ACTIONS:
        assert client.post(url(other, 1, action), {**answer_to(table, ask), "number": "1"}).status_code == 404
    body = cartographers.fields(cartographers.first_placement(cartographers.state_of(other), Seat(0)))
    for action in OTHERS:
        assert (
            client.post(url(table, 1, action), {**body, "space": "C5", "command_id": str(uuid4())}).status_code == 404
        )
    assert (stored(table), stored(other)) == before


@pytest.mark.parametrize("kind", QUESTIONS)
def test_junk_in_commands(kind: str, people: list[User], monkeypatch: pytest.MonkeyPatch, full: bool) -> None:
    table, ask = asked(kind, people, monkeypatch)
    client, rng, failures = signed_in(people[ask.seat]), Random(kind), []
    for number in range(300 if full else 25):
        body: dict[str, Any] = answer_to(table, ask, number)
        for name in rng.sample(FIELDS, rng.randint(1, 4)):
            body[name] = [rng.choice(NONSENSE) for _ in range(rng.choice((1, 1, 2)))]
        action = rng.choice((QUESTIONS[kind], QUESTIONS[kind], *ACTIONS))
        turn = rng.choice((ask.turn, ask.turn, ask.turn, 1, 0, ask.turn + 1, 10**20, "9" * 4000))
        if wrong := failure(client.post, url(table, turn, action), body, headers=rng.choice(({}, HEADERS[1]))):
            failures.append(f"{action} {turn} {body}: {wrong}")
    assert failures == []


@pytest.mark.parametrize("kind", QUESTIONS)
def test_junk_in_steps_and_lines(kind: str, people: list[User], monkeypatch: pytest.MonkeyPatch, full: bool) -> None:
    table, ask = asked(kind, people, monkeypatch)
    home, rng, failures = f"/tables/{table.code}/", Random(kind), []
    clients = [signed_in(people[ask.seat]), signed_in(people[(ask.seat + 1) % 3])]
    for number in range(200 if full else 12):
        client, headers = clients[number % 2], rng.choice(({}, *HEADERS))
        for address, sent in _requests(home, ask, rng):
            if wrong := failure(client.get, address, sent, headers=headers):
                failures.append(f"{address} {sent}: {wrong}")
        line = {**dict(_requests(home, ask, rng))[f"{home}line"], "turn": ask.turn, "command_id": str(uuid4())}
        if wrong := failure(client.post, f"{home}line", line, headers=headers):
            failures.append(f"{line}: {wrong}")
    assert failures == []


def _requests(home: str, ask: Ask, rng: Random) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield addresses of a table with nonsense: a step in the making, a line, a past turn, an explanation."""
    step = {
        name: rng.choice((*NONSENSE, "1", "2")) for name in rng.sample((*FACES, "tent", "look", "desk", "since"), 4)
    }
    words = [rng.choice((*WORDS, *NONSENSE, "ben", "3")) for _ in range(rng.randint(1, 5))]
    yield home, step
    yield f"{home}line", {**step, "line": rng.choice((" ".join(words), rng.choice(LINES)))}
    yield f"{home}turns/{rng.choice((1, ask.turn - 1, ask.turn, 99))}/", {**step, "boards": "all", "heat": "1"}
    figure = rng.choice(("points", "rank", "place", "chest", "way", "x", "draw"))
    yield f"{home}why/{rng.choice(('now', 1, 99))}/{rng.choice((0, 1, 2, 9))}/{figure}", step
