"""Data exports hold no secrets of ongoing games and no data of other users."""

import json
from random import Random
from typing import Any
from uuid import uuid4

import pytest

from games.accounts.models import User
from games.tables.models import Status, Table
from games.tables.people.personal_data import export_user_data
from tests.games.cartographers.play import draw, gather, play_until, url
from tests.games.tables.clients import signed_in
from tests.safety.watch import forms_of_seed
from tests.safety.worlds import ALL, another_world

# Of what all players of a table know.
OUTSIDERS = ("invitation", "commands")


def lasting_data(user: User) -> dict[str, Any]:
    """Return a user's data without the time of the export."""
    return {name: value for name, value in export_user_data(user).items() if name != "made_at"}


@pytest.fixture
def table(people: list[User]) -> Table:
    """Return a game of three in its second season: Ann and Ben have drawn, Cas has not, Ann undid once."""
    table = gather(*people[:3])
    clients = [signed_in(user) for user in people[:3]]
    play_until(table, Random(7), lambda state: state.season == 1 and state.time > 0)
    for client, seat in zip(clients[:2], (0, 1), strict=True):
        assert draw(client, table, seat).status_code == 303
    return Table.objects.get(pk=table.pk)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_in_another_world_it_is_the_same(seat: int, people: list[User], table: Table) -> None:
    before = lasting_data(people[seat])
    with another_world(table, seat, Random(3)) as differing:
        assert differing == ALL - {"choices", *OUTSIDERS}
        assert lasting_data(people[seat]) == before


def test_what_another_seat_takes_back_changes_nothing(people: list[User], table: Table) -> None:
    ann, before = signed_in(people[0]), lasting_data(people[1])
    assert ann.post(url(table, table.turn, "take-back"), {"command_id": str(uuid4())}).status_code == 303
    assert draw(ann, table, 0).status_code == 303
    assert lasting_data(people[1]) == before
    numbers = [answer["number"] for answer in before["tables"][0]["answers"]]
    assert numbers == [None] * len(numbers), "what others did meanwhile would be missing among them"


def test_it_holds_ones_own_drawings_and_no_seed(people: list[User], table: Table) -> None:
    assert table.status == Status.PLAYING
    for seat in range(3):
        data = lasting_data(people[seat])
        answers = data["tables"][0]["answers"]
        assert {answer["kind"] for answer in answers} <= {"drawn", "chosen", "taken_back"}
        assert {answer["data"]["seat"] for answer in answers} == {seat}
        assert max(answer["turn"] for answer in answers) == (table.turn if seat < 2 else table.turn - 1)
        written = json.dumps(data, default=str).encode()
        assert not [form for form in forms_of_seed(bytes(table.seed or b"")) if form in written]
        assert not [user for user in people if user != people[seat] and f'"{user.username}"'.encode() in written]


def test_strangers_find_nothing_of_it(people: list[User], table: Table) -> None:
    assert lasting_data(people[4])["tables"] == []
