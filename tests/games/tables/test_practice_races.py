"""Practice games under concurrent requests: each stand-in answers each ask once."""

from collections import Counter
from functools import partial
from uuid import uuid4

import pytest
from django.test import Client

from engine.contract import Level
from games.accounts.models import User
from games.tables.errors import TableRefusal
from games.tables.lobby import services
from games.tables.lobby.services import NewTable
from games.tables.log.stand_in_answers import answer_for_bots
from games.tables.models import Bot, Seat, Status, Table, TableEvent
from games.tables.timeouts import worker
from tests.games.tables.clients import signed_in
from tests.games.tables.conftest import gather, pick
from tests.games.tables.test_races import clicked

pytestmark = pytest.mark.django_db(transaction=True)
ROUNDS = 6


def answers(table: Table) -> Counter[tuple[int, int | None]]:
    picked = TableEvent.objects.filter(table=table, kind="picked")
    return Counter(picked.values_list("turn", "seat"))


def send(codes: list[int], client: Client, table: Table, turn: int) -> None:
    sent = {"command_id": str(uuid4()), "number": "5"}
    codes.append(client.post(f"/tables/{table.code}/answer/{turn}/pick", sent).status_code)


def test_two_commits_at_once_ask_each_stand_in_once(people: list[User]) -> None:
    table = gather(*people[:2], capacity=5, turns=ROUNDS)
    services.start(table=table.code, host=people[0], bots=Level.ROYAL)
    ann, ben = signed_in(people[0]), signed_in(people[1])
    for turn in range(1, ROUNDS + 1):
        codes: list[int] = []
        clicked(partial(send, codes, ann, table, turn), partial(send, codes, ben, table, turn))
        assert codes == [303, 303]
    assert Table.objects.get(pk=table.pk).status == Status.FINISHED
    assert answers(table) == Counter((turn, seat) for turn in range(1, ROUNDS + 1) for seat in range(5))


def test_clock_worker_and_commits_ask_each_stand_in_once(people: list[User]) -> None:
    new = NewTable("toy", "Desk", {"turns": ROUNDS}, 4, practice=True)
    table = services.create_table(host=people[0], new=new)
    for turn in range(1, ROUNDS):
        pick(table, people[0], turn)  # which leaves the stand-ins to the others
        clicked(*(partial(answer_for_bots, table) for _ in range(2)), worker.act_on_due_clocks)
        answer_for_bots(table)
        assert [seat.awaited for seat in Seat.objects.at(table)] == [True, False, False, False]
    assert set(answers(table).values()) == {1}


def test_last_seat_is_taken_by_a_person_or_a_stand_in(people: list[User]) -> None:
    for _ in range(ROUNDS):
        table = gather(people[0], capacity=2)
        done: list[str] = []

        def fill(table: Table = table, done: list[str] = done) -> None:
            try:
                services.start(table=table.code, host=people[0], bots=Level.ROYAL)
                done.append("filled")
            except TableRefusal:
                pass

        def join(table: Table = table, done: list[str] = done) -> None:
            try:
                services.join(table=table.code, user=people[1])
                done.append("joined")
            except TableRefusal:
                pass

        clicked(fill, join)
        table = Table.objects.get(pk=table.pk)
        bots = [seat for seat in Seat.objects.at(table) if isinstance(seat.player, Bot)]
        assert (table.status, Seat.objects.filter(table=table).count()) == (Status.PLAYING, 2)
        assert done == (["filled"] if table.practice else ["joined"])
        assert len(bots) == table.practice


def test_practice_game_is_opened_once_per_form(people: list[User]) -> None:
    client, sent = signed_in(people[0]), {"game": "toy", "bots": "1", "command_id": str(uuid4())}
    found: list[str] = []
    clicked(*(lambda: found.append(client.post("/tables/practice/", sent)["Location"]) for _ in range(2)))
    table = Table.objects.get()
    assert found == [f"/tables/{table.code}/"] * 2
    assert answers(table) == Counter({(1, 1): 1})
