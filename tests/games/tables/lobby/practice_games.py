"""Practice games for tests: one to start, answers on its page, and what its stand-ins answered."""

from html import unescape
from typing import Any
from uuid import uuid4

from engine.contract import Level
from games.accounts.models import User
from games.tables.lobby import services
from games.tables.models import Seat, Table, TableEvent
from tests.games.tables.clients import signed_in
from tests.games.tables.conftest import gather


def start(host: User, *guests: User, seats: int = 3, **fields: Any) -> Table:
    """Start a practice game of these users with stand-ins in the other seats."""
    if not guests:
        return gather(host, capacity=seats, practice=True, **fields)
    table = gather(host, *guests, capacity=seats, **fields)
    return services.start(table=table.code, host=host, bots=Level.ROYAL)


def fresh(table: Table) -> Table:
    return Table.objects.get(pk=table.pk)


def seats_of(table: Table) -> list[Seat]:
    return list(Seat.objects.at(table))


def answer(table: Table, user: User, turn: int) -> None:
    """Pick on the page, as nothing else answers for the stand-ins at once."""
    sent = {"command_id": str(uuid4()), "number": "5"}
    response = signed_in(user).post(f"/tables/{table.code}/answer/{turn}/pick", sent)
    assert response.status_code == 303


def page(table: Table, user: User | None, **more: Any) -> str:
    return unescape(signed_in(user).get(f"/tables/{table.code}/", **more).content.decode())


def standing_answers(table: Table) -> list[tuple[int, int]]:
    """Return turn and seat of each pick, in order."""
    picked = TableEvent.objects.filter(table=table, kind="picked").order_by("number")
    return list(picked.values_list("turn", "seat"))
