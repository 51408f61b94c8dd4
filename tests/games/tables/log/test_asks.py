"""Prompts: answers hidden or shown at once, undoable or final; a seat may owe two."""

import re
from datetime import UTC, datetime
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from engine.contract import Ask, Seat
from engine.verification import verify
from games.accounts.models import User
from games.tables.log.state import load, log, visible_entries
from games.tables.log.submit import Intent, _mark_awaited, submit
from games.tables.models import Seat as TableSeat
from games.tables.models import Status, Table, TableCommand
from tests.games.tables.clients import signed_in
from tests.games.tables.conftest import gather
from tests.games.tables.present import present
from tests.games.tables.toy_features import TOY

NEW_EACH_TIME = re.compile(r'value="[0-9a-f-]{36}"|[A-Za-z0-9]{64}|data-version="\d+"|since=\d+')
NOT_WITHDRAWABLE = "This move can’t be undone anymore."


@pytest.fixture
def table(people: list[User]) -> Table:
    """Return a game with calls; in its first turn Ann calls and picks twice."""
    return gather(people[0], people[1], calls=True)


@pytest.fixture
def ann(people: list[User]) -> Client:
    return signed_in(people[0])


@pytest.fixture
def ben(people: list[User]) -> Client:
    return signed_in(people[1])


def answer(client: Client, table: Table, kind: str, number: int, turn: int = 1) -> Any:
    sent = {"command_id": str(uuid4()), "number": str(number)}
    return client.post(f"/tables/{table.code}/answer/{turn}/{kind}", sent)


def take_back(client: Client, table: Table, kind: str, turn: int = 1) -> Any:
    return client.post(f"/tables/{table.code}/take-back/{turn}/{kind}", {"command_id": str(uuid4())})


def page(client: Client, table: Table) -> str:
    shown: str = client.get(f"/tables/{table.code}/").content.decode()
    return NEW_EACH_TIME.sub("", shown)


def log_lines(client: Client, table: Table) -> list[str]:
    """Return the log lines without their turn numbers, oldest first."""
    lists = re.findall(r'<ol class="log-lines.*?</ol>', page(client, table), re.DOTALL)
    lines = re.findall(r"<li>.*?</(?:a|span)>(.*?)</li>", "".join(lists), re.DOTALL)
    return [line.strip() for line in reversed(lines)]


def forms(client: Client, table: Table) -> list[str]:
    """Return the actions of the page's forms."""
    parts = re.findall(rf'action="/tables/{table.code}/(\S+)/\d+(/\w+)"', page(client, table))
    return [what + kind for what, kind in parts]


def refusal(answered: Any) -> tuple[int, str]:
    match = re.search(r'<p id="refusal"[^>]*>(.*?)</p>', answered.content.decode())
    assert match
    return answered.status_code, match[1]


def awaited(table: Table) -> list[bool]:
    return list(TableSeat.objects.filter(table=table).order_by("index").values_list("awaited", flat=True))


def test_an_answer_that_is_not_sealed_is_seen_at_once(table: Table, ann: Client, ben: Client) -> None:
    assert (forms(ann, table), forms(ben, table)) == (["answer/call"], [])
    assert awaited(table) == [True, False]
    version = table.version
    assert answer(ann, table, "call", 7).status_code == 303
    table.refresh_from_db()
    assert table.version == version + 1, "pages that watch hear of it"
    for client in (ann, ben, Client()):
        assert log_lines(client, table)[-1] == "Ann called 7"
    assert awaited(table) == [True, True]


def test_an_answer_that_stands_by_itself_is_for_good(table: Table, ann: Client, ben: Client) -> None:
    answer(ann, table, "call", 7)
    assert forms(ann, table) == ["answer/pick"]
    before = page(ben, table)
    assert refusal(take_back(ann, table, "call")) == (409, "Nobody asks for this, or not any more.")
    assert refusal(answer(ann, table, "call", 8)) == (409, "Nobody asks for this, or not any more.")
    assert page(ben, table) == before
    assert TableCommand.objects.filter(table=table, ask="call:1", standing=True).count() == 1


def test_a_sealed_answer_is_its_seats_alone_until_the_group_closes(table: Table, ann: Client, ben: Client) -> None:
    answer(ann, table, "call", 7)
    answer(ben, table, "pick", 3)
    assert (log_lines(ben, table)[-1], log_lines(ann, table)[-1]) == ("Ben picked 3", "Ann called 7")
    answer(ann, table, "pick", 5)
    assert "canary" not in page(ann, table)
    assert "Ann picked 5" not in log_lines(ben, table)
    answer(ann, table, "again", 6)
    for client in (ann, ben, Client()):
        lines = log_lines(client, table)
        assert lines[-4:-1] == ["Ben picked 3", "Ann picked 5", "Ann picked_again 6"]
        assert lines[-1].startswith("revealed")


def test_a_seat_owes_two_answers_of_a_group_one_after_another(table: Table, ann: Client, ben: Client) -> None:
    answer(ann, table, "call", 7)
    assert refusal(answer(ann, table, "again", 6)) == (409, "Nobody asks for this, or not any more.")
    answer(ann, table, "pick", 5)
    assert forms(ann, table) == ["take-back/pick", "answer/again"]
    assert awaited(table) == [True, True]
    answer(ben, table, "pick", 3)
    assert load(present(table)).state.turn == 1, "one of Ann's two is missing"
    assert awaited(table) == [True, False]
    assert answer(ann, table, "again", 6).status_code == 303
    assert load(present(table)).state.turn == 2
    assert TableCommand.objects.filter(table=table, seat=0, standing=True).count() == 3


def test_each_of_two_answers_is_taken_back_as_its_own_ask_says(table: Table, ann: Client) -> None:
    answer(ann, table, "call", 7)
    answer(ann, table, "pick", 5)
    assert take_back(ann, table, "pick").status_code == 303
    assert forms(ann, table) == ["answer/pick"], "the second is not owed before the first"
    answer(ann, table, "pick", 4)
    answer(ann, table, "again", 6)
    assert forms(ann, table) == ["take-back/again"]
    assert refusal(take_back(ann, table, "pick")) == (409, NOT_WITHDRAWABLE)
    assert take_back(ann, table, "again").status_code == 303
    assert forms(ann, table) == ["take-back/pick", "answer/again"]
    assert awaited(table) == [True, True]


def test_the_refusal_is_told_in_french_too(table: Table, people: list[User], ann: Client) -> None:
    User.objects.filter(pk=people[0].pk).update(language="fr")
    for kind, number in (("call", 7), ("pick", 5), ("again", 6)):
        answer(ann, table, kind, number)
    status, words = refusal(take_back(ann, table, "pick"))
    assert (status, words) == (409, "Ce coup ne peut plus être annulé.")


def test_the_details_of_a_refusal_are_the_games_to_tell(table: Table, ann: Client) -> None:
    assert refusal(answer(ann, table, "call", 10)) == (422, "Pick a number from 0 to 9.")
    answer(ann, table, "call", 7)
    answer(ann, table, "pick", 5)
    assert refusal(answer(ann, table, "again", 5)) == (422, "You have picked 5 already.")


def test_nobody_sees_that_another_seat_took_an_answer_back(table: Table, ann: Client, ben: Client) -> None:
    answer(ann, table, "call", 7)
    answer(ann, table, "pick", 5)
    before = [page(client, table) for client in (ben, Client())]
    take_back(ann, table, "pick")
    answer(ann, table, "pick", 5)
    assert [page(client, table) for client in (ben, Client())] == before
    answer(ann, table, "again", 6)
    answer(ben, table, "pick", 3)
    assert [line for line in log_lines(ben, table) if line.startswith("Ann")] == [
        *("Ann called 7", "Ann picked 5", "Ann picked_again 6")
    ]
    assert "Ann taken_back" in log_lines(ann, table)


def test_a_whole_game_of_absent_seats_verifies(people: list[User]) -> None:
    """Check that each stand-in answer depends only on that seat's view."""
    table, rng = gather(*people[:3], turns=4, calls=True), Random(4)
    while table.status == Status.PLAYING:
        state = load(present(table)).state
        ask = rng.choice([ask for ask in TOY.rules.asks(state) if not ask.answered])
        command = TOY.rules.fallback(TOY.rules.view(state, ask.seat), ask)
        intent = Intent("toy", lambda _, ask=ask: ask.id, lambda _, command=command: command)
        submit(table=table.code, user=people[ask.seat], command_id=uuid4(), intent=intent)
        table.refresh_from_db()
    events = log(table, up_to=table.number)
    verification = verify(TOY.rules, [entry.event for entry in events], bytes(table.seed or b""))
    assert (verification.fault, verification.differing) == (None, ())
    assert [entry.event for entry in visible_entries(TOY.rules, events, None, verification.state)][-1].kind == "ended"
    assert TableCommand.objects.filter(table=table, standing=True).count() == 4 * (1 + 3 + 1)


def test_a_seat_waits_since_the_oldest_answer_that_it_owes(people: list[User]) -> None:
    table = gather(*people[:2])
    one, two, three = (Ask(name, Seat(0), "pick", Seat(0), 1) for name in ("one", "two", "three"))
    minutes = [datetime(2026, 1, 1, 12, minute, tzinfo=UTC) for minute in range(5)]
    seat = TableSeat.objects.get(table=table, index=0)
    steps: list[tuple[list[Ask], datetime | None]] = [
        ([one, two], minutes[0]),
        ([two], minutes[0]),
        ([two, three], minutes[0]),
        ([one], minutes[3]),
        ([], None),
    ]
    before: list[Ask] = []
    for now, (after, since) in zip(minutes, steps, strict=True):
        _mark_awaited(table, tuple(TableSeat.objects.at(table)), before, after, now)
        seat.refresh_from_db()
        assert (seat.awaited, seat.awaited_since) == (bool(after), since)
        before = after
