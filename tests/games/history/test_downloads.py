"""Downloads of finished games: JSON lines, a results table, and texts to share."""

import csv
import io
import json
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.test import Client
from django.urls import reverse

from engine.cartographers.notation import board_of
from games.accounts.models import User
from games.history import exports
from games.history.json_lines import dump_game
from games.history.models import SeatSummary, Summary
from games.history.record import record_of
from games.tables.errors import EXPORT
from games.tables.log.state import load
from games.tables.models import Access, Origin, Table, Vote
from games.tables.seats import absences
from games.tables.staff.interventions import AdminIntervention, InterventionAction, intervene
from games.tables.timeouts import worker
from tests.games.history.playing import begun, played
from tests.games.tables.clients import signed_in
from tests.games.tables.conftest import pick
from tests.games.tables.present import present

TOY_ALONE = {"toy": "tests.games.tables.toy_features.TOY"}


def export_lines(user: User) -> list[str]:
    async def read() -> bytes:
        return b"".join([line async for line in exports.lines_of(user.pk)])

    return async_to_sync(read)().decode().splitlines(keepends=True)


@pytest.mark.django_db(transaction=True)
def test_all_of_ones_finished_games_are_taken_along(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exports, "_AT_ONCE", 2)
    mine = [played(people[0]), played(*people), played(people[0], access=Access.INVITATION)]
    others, running = played(people[1]), begun(*people)
    assert export_lines(people[0]) == [dump_game(table) for table in mine]
    assert not any(code in "".join(export_lines(people[0])) for code in (others.code, running.code))


@pytest.mark.django_db(transaction=True)
def test_records_that_one_brought_are_not_among_them(people: list[User]) -> None:
    table = played(people[0], access=Access.INVITATION)
    signed_in(people[1]).post("/records/", {"pasted": json.dumps(record_of(table))})
    assert Table.objects.uploaded().get().host == people[1]
    assert export_lines(people[1]) == []


def test_they_come_as_a_file(people: list[User]) -> None:
    answer = signed_in(people[0]).get(reverse("history:my_games"))
    assert answer.streaming
    assert answer.headers["Content-Disposition"] == 'attachment; filename="carto-games.jsonl"'
    assert answer.headers["Cache-Control"] == "no-store"


def test_results_are_a_table(people: list[User]) -> None:
    played(people[0])
    second = played(*people)
    Table.objects.filter(pk=second.pk).update(name="=SUM(A1)")
    answer = signed_in(people[1]).get(reverse("history:my_results"))
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    rows = list(csv.DictReader(io.StringIO(answer.content.decode())))
    seat = second.seats.get(user=people[1])
    assert [(row["code"], row["players"], row["rank"], row["score"]) for row in rows] == [
        (second.code, "2", str(seat.rank), str(seat.score))
    ]
    assert rows[0]["name"] == "'=SUM(A1)", "a spreadsheet would reckon it"


def test_results_tell_whether_they_count(people: list[User]) -> None:
    won, practice, left, bare, forked, uploaded = (played(people[0]) for _ in range(6))
    results = {won: "alone", practice: "practice", left: "left"}
    for table, result in results.items():
        SeatSummary.objects.filter(summary=table.pk).update(result=result)
    Summary.objects.filter(table=bare).delete()
    Table.objects.filter(pk=forked.pk).update(origin=Origin.FORK)
    Table.objects.filter(pk=uploaded.pk).update(origin=Origin.UPLOADED)
    text = signed_in(people[0]).get(reverse("history:my_results")).content.decode()
    rows = {row["code"]: (row["result"], row["counts"]) for row in csv.DictReader(io.StringIO(text))}
    assert rows == {
        won.code: ("alone", "yes"),
        practice.code: ("practice", "no"),
        left.code: ("left", "no"),
        bare.code: ("", "no"),
    }


@pytest.mark.parametrize("how", ["resigned", "removed", "stand_in", "yes"])
def test_results_tell_what_the_stand_in_drew_and_who_stayed(how: str, people: list[User], settings: Any) -> None:
    settings.CARTO_GAMES = TOY_ALONE
    table = begun(*people, game="toy", turns=3)
    pick(table, people[0], 1)
    pick(table, people[1], 1)
    match how:
        case "resigned":
            absences.resign(table=table.code, user=people[1])
        case "removed":
            intervene(table=table.code, intervention=AdminIntervention(InterventionAction.REMOVE, "Rude.", seat=1))
        case _:
            intervene(table=table.code, intervention=AdminIntervention(InterventionAction.STAND_IN, "Ill.", seat=1))
    for turn in (2, 3):
        if how == "yes" and turn == 3:
            absences.come_back(table=table.code, user=people[1])
            pick(table, people[1], 3)
        while worker.act_on_due_clocks():
            pass
        pick(table, people[0], turn)
    while worker.act_on_due_clocks():
        pass
    rows = []
    for person in people[:2]:
        text = signed_in(person).get(reverse("history:my_results")).content.decode()
        (row,) = csv.DictReader(io.StringIO(text))
        rows.append((row["rank"] != "", row["stand_in_turns"], row["stayed"]))
    assert rows == [(True, "0", "yes"), (True, "1" if how == "yes" else "2", how)]


def test_results_of_a_game_that_a_resignation_decided_have_ranks(people: list[User], settings: Any) -> None:
    settings.CARTO_GAMES = TOY_ALONE
    table = begun(*people, game="toy")
    absences.resign(table=table.code, user=people[1])
    absences.vote(table=table.code, user=people[0], choice=Vote.END)
    for person, rank, stayed in ((people[0], "1", "yes"), (people[1], "2", "resigned")):
        text = signed_in(person).get(reverse("history:my_results")).content.decode()
        (row,) = csv.DictReader(io.StringIO(text))
        values = (row["rank"], row["result"], row["counts"], row["stayed"])
        assert values == (rank, "stopped", "no", stayed)


def test_results_take_one_statement_however_many(people: list[User], django_assert_max_num_queries: Any) -> None:
    played(people[0])
    played(people[0])
    client = signed_in(people[0])
    client.get(reverse("history:my_results"))
    with django_assert_max_num_queries(12):
        assert len(client.get(reverse("history:my_results")).content.splitlines()) == 3


@pytest.mark.parametrize("name", ["my_games", "my_results"])
def test_they_are_for_the_signed_in_and_not_too_often(name: str, people: list[User]) -> None:
    assert Client().get(reverse(f"history:{name}")).status_code == 303
    client = signed_in(people[0])
    answers = [client.head(reverse(f"history:{name}")).status_code for _ in range(EXPORT.times + 1)]
    assert answers == [200] * EXPORT.times + [429]


def test_the_result_is_told_in_a_few_lines(people: list[User]) -> None:
    table = played(*people)
    text = Client().get(reverse("history:result", args=[table.code])).content.decode()
    lines = text.splitlines()
    assert lines[0].startswith("Desk · Cartographers · ")
    assert sorted(line.split(":")[0][3:] for line in lines[1:3]) == ["Ann", "Bén"]
    assert lines[3] == f"http://testserver/tables/{table.code}/"


def test_of_a_record_that_was_brought_it_is_said_there(people: list[User]) -> None:
    table = played(people[0])
    Table.objects.filter(pk=table.pk).update(origin=Origin.UPLOADED)
    lines = Client().get(reverse("history:result", args=[table.code])).content.decode().splitlines()
    assert (
        lines[1] == "Uploaded game. The player names come from the file, and the game doesn’t count toward statistics."
    )


def test_the_best_stands_first(people: list[User]) -> None:
    table = played(*people)
    table.seats.filter(index=0).update(rank=2, score=3)
    table.seats.filter(index=1).update(rank=1, score=30)
    lines = Client().get(reverse("history:result", args=[table.code])).content.decode().splitlines()
    assert lines[1:3] == ["1. Bén: 30 stars", "2. Ann: 3 stars"]


def test_what_everybody_drew_is_read_again(people: list[User]) -> None:
    table = played(*people)
    text = Client().get(reverse("history:boards", args=[table.code])).content.decode()
    names, boards = text.splitlines()[0::3], text.splitlines()[1::3]
    state = load(present(table)).state
    assert names == ["Ann", "Bén"]
    assert [board_of(board) for board in boards] == list(state.boards)


@pytest.mark.parametrize("name", ["result", "boards"])
def test_they_are_for_who_may_see_a_game_that_is_over(name: str, people: list[User]) -> None:
    running, hidden = begun(*people), played(people[0], access=Access.INVITATION)
    assert signed_in(people[0]).get(reverse(f"history:{name}", args=[running.code])).status_code == 404
    assert signed_in(people[0]).get(reverse(f"history:{name}", args=[hidden.code])).status_code == 200
    assert signed_in(people[1]).get(reverse(f"history:{name}", args=[hidden.code])).status_code == 404
    assert Client().post(reverse(f"history:{name}", args=[hidden.code])).status_code == 405


def test_the_end_of_a_game_and_the_list_of_tables_lead_there(people: list[User]) -> None:
    table, client = played(people[0]), signed_in(people[0])
    end = client.get(reverse("tables:table", args=[table.code])).content.decode()
    assert reverse("history:result", args=[table.code]) in end
    assert reverse("history:boards", args=[table.code]) in end
    mine = client.get(reverse("tables:own_tables")).content.decode()
    assert reverse("history:my_games") in mine
    assert reverse("history:my_results") in mine
