"""Players of a table on one device, created with it. All of it is part of a transaction."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.contrib.auth.hashers import make_password

from games.accounts.models import User
from games.tables.models import Seat, SharedDevice, Table

MOST_ON_DEVICE: Final = 6
"""Maximum number of people who share a device, the host included."""


@dataclass(frozen=True, slots=True)
class DevicePlayer:
    """Name of a player at the device, the hash of their PIN, and the username of their account, "" for none."""

    name: str
    pin: str = ""
    account: str = ""


@dataclass(frozen=True, slots=True)
class DevicePlayers:
    """Players of a table on one device: the host's PIN, hashed, and the others in the order of their seats."""

    others: tuple[DevicePlayer, ...]
    host_pin: str = ""


def hash_pin(pin: str) -> str:
    """Return the hash of a PIN, "" for none."""
    return make_password(pin) if pin else ""


def seat_device_players(table: Table, players: DevicePlayers) -> None:
    """Give the seats after that of the locked host to the other players at the device.

    Each is a guest of their own, as whom nobody signs in.
    """
    people = [_create_guest(table.host, player.name) for player in players.others]
    Seat.objects.bulk_create(Seat(table=table, index=at, user=user, seen=0) for at, user in enumerate(people, 1))
    hashes = (players.host_pin, *(player.pin for player in players.others))
    pins = {str(index): pin for index, pin in enumerate(hashes) if pin}
    # The host is the first to get the device.
    SharedDevice.objects.create(table=table, seat=len(people), pins=pins)
    User.objects.filter(pk=table.host_id, shares_device=False).update(shares_device=True)


def players_again(table: Table, seats: Sequence[Seat]) -> DevicePlayers:
    """Return the players of a finished table on one device for its rematch, with their PINs."""
    pins: dict[str, str] = table.device.pins
    names = [DevicePlayer(seat.shown_name, pins.get(str(seat.index), "")) for seat in seats[1:]]
    return DevicePlayers(tuple(names), pins.get("0", ""))


def delete_device_players(users: Sequence[int]) -> None:
    """Delete those of the users, by key, who played on somebody's device and have no seat anymore."""
    User.objects.filter(pk__in=users, on_device=True, seats=None).delete()


def _create_guest(host: User, name: str) -> User:
    return User.objects.create_user(
        f"guest-{secrets.token_hex(6)}", display_name=name, time_zone=host.time_zone, guest=True, on_device=True
    )
