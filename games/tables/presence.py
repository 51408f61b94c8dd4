"""Players who have the page of their table open: marks on their seats, and the heartbeat of a process."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, Protocol

from channels.db import database_sync_to_async
from django.db import DatabaseError
from django.http import HttpRequest

from engine.contract import Viewer
from games import clock
from games.accounts.sockets import Proof, find_ended_proofs
from games.locks import writing
from games.tables.models import Room, Seat, Table, is_over

_log: Final = logging.getLogger(__name__)

VISIBLE: Final = "visible"
HIDDEN: Final = "hidden"
"""Values of `document.visibilityState`, which pages report."""
HEADER: Final = "X-Visibility"
"""Request header in which a page without a socket reports the same."""
LASTS: Final = timedelta(seconds=50)
"""Time that a mark lasts unless it is renewed: two and a half heartbeats of the sockets."""
LASTS_POLLED: Final = timedelta(seconds=10)
"""The same for a page without a socket, which polls every 5 seconds and can't report that it is hidden."""


def is_visible(seat: Seat, now: datetime) -> bool:
    """True if the player has the page of the table open and visible. A mark of a wrong clock does not count."""
    until = seat.visible_until
    return until is not None and now < until <= now + LASTS + clock.CLOSE


def mark_visible(seats: Collection[int], lasts: timedelta = LASTS) -> None:
    """Mark these seats as visible for a while. A seat that another transaction has locked is left out: its next mark
    follows soon, and to wait for several rows could end in a deadlock.
    """
    with writing():
        free = Seat.objects.select_for_update(skip_locked=True).filter(pk__in=seats).values_list("pk", flat=True)
        Seat.objects.filter(pk__in=list(free)).update(visible_until=clock.now() + lasts)


def mark_hidden(seat: int) -> None:
    """Mark the page of one seat as not visible."""
    with writing():
        Seat.objects.filter(pk=seat).update(visible_until=None)


def mark_seen(table: Table, seats: Iterable[Seat], index: Viewer) -> None:
    """Record the last event that a seat's player has been shown: one statement, none if nothing is new to them."""
    seat = next((seat for seat in seats if seat.index == index), None)
    if seat and (seat.seen is None or seat.seen < table.number):
        Seat.objects.filter(pk=seat.pk).update(seen=table.number)


def note_poll(request: HttpRequest, table: Table) -> None:
    """Mark the visitor's seat if a page without a socket says that it is visible; the table must be read with its
    seats, as `visible_table` does for players.
    """
    if request.headers.get(HEADER) != VISIBLE:
        return
    now = clock.now()
    for seat in table.loaded_seats or ():
        lasts_on = seat.visible_until is not None and is_visible(seat, now + LASTS_POLLED / 2)
        if seat.user_id == request.user.pk and not lasts_on:
            try:
                mark_visible([seat.pk], LASTS_POLLED)
            except DatabaseError:  # the page is worth more than a mark, without which one message too many is sent
                _log.warning("failed to mark a seat as visible", exc_info=True)


@dataclass(frozen=True, slots=True)
class TableNumbers:
    """Version of a table, and the number of the last change in each of its chats, by name; `over` if its game is."""

    version: int
    talk: Mapping[str, int]
    over: bool

    def talk_for(self, *, seated: bool) -> dict[str, int]:
        """Return the numbers of the chats that a player or a spectator may read, without empty ones."""
        own = Room.PLAYERS if seated else Room.SPECTATORS
        return {room: number for room, number in self.talk.items() if number and (self.over or room == own)}


NUMBER_COLUMNS: Final = ("version", "talk_players", "talk_spectators", "status", "started_at")


def numbers_of(version: int, players: int, spectators: int, status: str, started_at: datetime | None) -> TableNumbers:
    """Return the numbers of a table, given its `NUMBER_COLUMNS`."""
    return TableNumbers(version, {Room.PLAYERS: players, Room.SPECTATORS: spectators}, is_over(status, started_at))


HEARTBEAT: Final = 20.0
"""Seconds between two heartbeats."""
CROWD: Final = 50
"""Number of open pages of a table above which spectators load a change at different moments."""
SPREAD: Final = "1000"
"""Maximum number of milliseconds that a spectator's page waits then."""

logger = logging.getLogger(__name__)


class Socket(Protocol):
    """One open page of a table; `visitor` is whom it counts for, `seat` the key of their own, None for spectators."""

    code: str
    proof: Proof
    visitor: str
    seat: int | None
    visible: bool

    async def send_numbers(self, numbers: TableNumbers) -> None:
        """Send the page the table's version, and the numbers of the chats that it may read."""

    async def session_ended(self, event: dict[str, Any]) -> None:
        """Close the socket: the page reconnects as its present user."""


class Pulse:
    """The open sockets of one process; one task reads the versions of all their tables in one query a beat."""

    def __init__(self, every: float = HEARTBEAT) -> None:
        self.every = every
        self._sockets: dict[str, set[Socket]] = {}
        self._by_visitor: Counter[str] = Counter()
        self._task: asyncio.Task[None] | None = None

    def socket_count(self, code: str) -> int:
        """Open sockets at a table, of those who play there too; any thread may ask."""
        return len(self._sockets.get(code, ()))

    def spectator_count(self, code: str) -> int:
        """Open sockets at a table of those who do not play there; any thread may ask."""
        return sum(socket.seat is None for socket in tuple(self._sockets.get(code, ())))

    def is_visible(self, code: str, seat: int) -> bool:
        """True if an open socket at a table says that the player of that seat sees it."""
        return any(socket.visible and socket.seat == seat for socket in self._sockets.get(code, ()))

    def sockets_of_visitor(self, visitor: str) -> int:
        """Open sockets that count for one visitor."""
        return self._by_visitor[visitor]

    def add(self, socket: Socket) -> None:
        """Let a socket hear the beat; starts the task in the running loop if none runs there."""
        loop = asyncio.get_running_loop()
        if self._task is None or self._task.done() or self._task.get_loop() is not loop:
            self._sockets.clear()
            self._by_visitor.clear()
            self._task = loop.create_task(self._record_heartbeat())
        self._sockets.setdefault(socket.code, set()).add(socket)
        self._by_visitor[socket.visitor] += 1

    def remove(self, socket: Socket) -> None:
        """Let go of a socket; the task ends with the last one."""
        sockets = self._sockets.get(socket.code, set())
        if socket not in sockets:
            return
        sockets.remove(socket)
        if not sockets:
            del self._sockets[socket.code]
        self._by_visitor[socket.visitor] -= 1
        self._by_visitor += Counter()
        if not self._sockets and self._task:
            self._task.cancel()
            self._task = None

    async def _record_heartbeat(self) -> None:
        while True:
            await asyncio.sleep(self.every)
            try:
                await self._end(await _ended({socket.proof for socket in self._listening()}))
                await self._send_numbers(await _numbers(list(self._sockets)))
                await self._mark()
            except Exception:
                # A short outage of the database must not stop the heartbeats of this process for good.
                logger.warning("Heartbeat failed.", exc_info=True)

    def _listening(self) -> list[Socket]:
        return [socket for sockets in self._sockets.values() for socket in sockets]

    async def _end(self, over: set[Proof]) -> None:
        for socket in self._listening():
            with suppress(Exception):
                if socket.proof in over:
                    await socket.session_ended({})

    async def _send_numbers(self, numbers: dict[str, TableNumbers]) -> None:
        for socket in self._listening():
            # A page that is just disconnecting must not keep the heartbeat from the others.
            with suppress(Exception):
                if socket.code in numbers:
                    await socket.send_numbers(numbers[socket.code])

    async def _mark(self) -> None:
        seats = {socket.seat for socket in self._listening() if socket.visible and socket.seat is not None}
        if seats:
            await _mark_visible(seats)


def _read_numbers(codes: list[str]) -> dict[str, TableNumbers]:
    rows = Table.objects.filter(code__in=codes).values_list("code", *NUMBER_COLUMNS)
    return {code: numbers_of(*row) for code, *row in rows}


_ended: Final[Callable[[set[Proof]], Awaitable[set[Proof]]]] = database_sync_to_async(find_ended_proofs)
_numbers: Final[Callable[[list[str]], Awaitable[dict[str, TableNumbers]]]] = database_sync_to_async(_read_numbers)
_mark_visible: Final = database_sync_to_async(mark_visible)


pulse: Final = Pulse()


def fetch_delay(code: str, *, seated: bool) -> str:
    """Most milliseconds that a page of a table waits before it fetches a change, "" where it does not wait.

    Who plays never waits, as the game waits for them.
    """
    return "" if seated or pulse.socket_count(code) <= CROWD else SPREAD
