"""Handing on the device that all players of a table share: who has it, the curtain, and PINs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Final

from django.contrib.auth.hashers import check_password
from django.contrib.sessions.backends.base import SessionBase

from games.accounts.models import User
from games.locks import writing
from games.tables import names
from games.tables.changes import announce, touch
from games.tables.models import Seat, SharedDevice, Status, Table

_BROWSER: Final = "device"
"""Session key of the token that identifies this browser as the device of tables."""


class TakeResult(StrEnum):
    """Result of taking the device for a seat."""

    TAKEN = "taken"
    WRONG_PIN = "wrong_pin"
    ELSEWHERE = "elsewhere"


def browser_token(session: SessionBase) -> str:
    """Return the token of this browser, made on first use."""
    if not session.get(_BROWSER):
        session[_BROWSER] = names.new_invitation()
    token: str = session[_BROWSER]
    return token


def is_played_here(device: SharedDevice, session: SessionBase) -> bool:
    """Return True if this browser is the shared device."""
    return bool(device.browser) and device.browser == session.get(_BROWSER)


def find_device(code: str, host: User) -> SharedDevice | None:
    """Return the device of a game in progress that this user hosts, with its table, or None."""
    if not host.shares_device:
        return None
    devices = SharedDevice.objects.select_related("table")
    return devices.filter(table__code=code, table__host=host, table__status=Status.PLAYING).first()


def next_seat(device: SharedDevice, seats: Sequence[Seat]) -> Seat:
    """Return the seat that gets the device next: the first awaited one after the seat that has or had it."""
    after = device.seat + 1
    order = [*seats[after:], *seats[:after]]
    return next((seat for seat in order if seat.awaited), order[0])


def play_here(*, table: str, host: User, session: SessionBase) -> Table:
    """Make this browser the device of a table, covered unless it already is. Raises Table.DoesNotExist."""
    token = browser_token(session)

    def move(device: SharedDevice) -> None:
        if device.browser != token:
            device.browser, device.covered = token, True

    return _change(table, host, move)


def cover(*, table: str, host: User, session: SessionBase) -> Table:
    """Draw the curtain, if this browser is the device. Raises Table.DoesNotExist."""

    def draw(device: SharedDevice) -> None:
        device.covered = device.covered or is_played_here(device, session)

    return _change(table, host, draw)


def take(*, table: str, host: User, session: SessionBase, seat: int, pin: str) -> TakeResult:
    """Give the covered device to a seat. Taking it twice has no further effect.

    Raises Table.DoesNotExist, also for an unknown seat.
    """
    device = find_device(table, host)
    if device is None or not 0 <= seat < device.table.capacity:
        raise Table.DoesNotExist
    if not is_played_here(device, session):
        return TakeResult.ELSEWHERE
    # Outside of the transaction, as the check of a hash takes long.
    known = device.pins.get(str(seat), "")
    if known and not check_password(pin, known):
        return TakeResult.WRONG_PIN

    def give(device: SharedDevice) -> None:
        device.seat, device.covered = seat, False

    _change(table, host, give)
    return TakeResult.TAKEN


def remove_pins(*, table: str, host: User) -> Table:
    """Remove all PINs of a table. Raises Table.DoesNotExist."""

    def clear(device: SharedDevice) -> None:
        device.pins = {}

    return _change(table, host, clear)


def _change(code: str, host: User, change: Callable[[SharedDevice], None]) -> Table:
    """Change the device of a game in progress; its open pages are told. Raises Table.DoesNotExist."""
    with writing():
        table = Table.objects.locked().get(code=code, host=host, on_device=True, status=Status.PLAYING)
        device = SharedDevice.objects.get(table=table)
        change(device)
        device.save()
        touch(table)
    announce(table.code, table.version)
    return table
