"""Helpers for tests of tables on one device: creation by the form, and handing on."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

from django.test import Client

from games.tables.models import Table

PLAYERS = {"player_2": "Ben", "player_3": "Cleo"}


def device_form(game: str, **changes: Any) -> dict[str, Any]:
    """Return the form of a new table for Ann, Ben and Cleo on one device."""
    base = {"game": game, "name": "Kitchen", "capacity": "4", "access": "open", "start_when_full": "on"}
    return {**base, "command_id": str(uuid4()), "on_device": "on", **PLAYERS, **changes}


def open_on_device(client: Client, game: str, **changes: Any) -> Table:
    """Create a table on one device by the form, and return it."""
    answer = client.post("/tables/new/", device_form(game, **changes))
    assert answer.status_code == 303, re.findall(r"errorlist.*", answer.content.decode())
    return Table.objects.get(code=answer["Location"].split("/")[2])


def take(client: Client, table: Table, seat: int, pin: str = "") -> Any:
    """Take the device for a seat."""
    return client.post(f"/tables/{table.code}/device/take/", {"seat": str(seat), "pin": pin})


def cover(client: Client, table: Table) -> Any:
    """Hand the device on: the curtain is drawn."""
    return client.post(f"/tables/{table.code}/device/cover/")


def hand_to(client: Client, table: Table, seat: int) -> None:
    """Hand the device to a seat without a PIN."""
    assert cover(client, table).status_code == 303
    assert take(client, table, seat)["Location"] == f"/tables/{table.code}/"
