"""Spread of refreshes: spectators of a crowded table refetch at different moments, players at once."""

import re

import pytest
from django.test import Client

from games.accounts.models import User
from games.tables.models import Table
from games.tables.presence import CROWD, pulse
from tests.games.cartographers import play
from tests.games.tables.clients import signed_in

pytestmark = pytest.mark.django_db


def spread(client: Client, table: Table) -> str | None:
    """Return the longest delay of the page's live part, as the page states it, or None."""
    page = client.get(f"/tables/{table.code}/").content.decode()
    (part,) = re.findall(r"<\w+ id=\"(?:strip|gathering)\"[^>]*>", page)
    match = re.search(r'data-spread="(\d+)"', part)
    return match and match[1]


@pytest.mark.parametrize("capacity", [2, 3], ids=["game", "gathering"])
@pytest.mark.parametrize("sockets", [CROWD, CROWD + 1])
def test_a_crowd_that_watches_takes_its_time(
    capacity: int, sockets: int, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = play.gather(*people[:2], **({} if capacity == 2 else {"capacity": 3}))
    monkeypatch.setattr(pulse, "socket_count", lambda _: sockets)
    assert spread(Client(), table) == ("1000" if sockets > CROWD else None)
    assert spread(signed_in(people[0]), table) is None
