"""The socket of a table: it says which version is the present one, with public news, and hears whether the page is
visible. It takes no commands.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from channels.consumer import get_handler_name
from channels.db import database_sync_to_async
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.db.models import OuterRef, Subquery
from django.urls import path

from games.accounts.client_address import socket_network
from games.accounts.sockets import PATIENCE, Proof, proof_of
from games.tables.changes import table_group, user_group
from games.tables.models import Room, Seat, Table
from games.tables.pages.access import invitations_in
from games.tables.presence import (
    HIDDEN,
    NUMBER_COLUMNS,
    VISIBLE,
    TableNumbers,
    mark_hidden,
    mark_visible,
    numbers_of,
    pulse,
)

# Our own codes (4000 and up), because the server sends no others. Pages reconnect after all codes except 4401 and
# 4404.
UNEXPECTED: Final = 4400
SIGN_IN: Final = 4401
UNKNOWN: Final = 4404
LOOK_AGAIN: Final = 4410
TOO_MANY: Final = 4429
UNAVAILABLE: Final = 4503

# Limits per process. Players of a table are always let in, no matter how many spectators there are.
MOST_WATCHING: Final = 500
MOST_OF_PERSON: Final = 30
MOST_OF_ADDRESS: Final = 60
MOST_MESSAGES: Final = 40
"""Maximum number of messages from a page between two messages from the server, which sends one with each heartbeat."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class VisibleTable:
    """A table as far as somebody who may see it hears of it; `seat` is the key of their own, None for spectators."""

    numbers: TableNumbers
    seat: int | None


class TableConsumer(AsyncWebsocketConsumer):
    """Sends `{"table": code, "number": version}` on connecting, after each change and with each heartbeat; after some
    changes also the public `news`, and the numbers of the chats as `talk`; and `started` when the player's game at
    another table has started. Hears "visible" and "hidden" from the page.
    """

    code: str
    user_id: int | None
    proof: Proof
    visitor = ""
    seat: int | None = None
    visible = False
    number = 0
    messages = 0

    @property
    def seated(self) -> bool:
        """True if the visitor plays at the table."""
        return self.seat is not None

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Hand a message to its method. For each one Channels would first tidy up a thread's database connections;
        here what asks it does so itself.
        """
        await getattr(self, get_handler_name(message))(message)

    async def connect(self) -> None:
        """Watch the table and send its version, or close with a reason code."""
        # Accept first. A browser can't tell an earlier refusal from a broken connection, and would retry forever.
        await self.accept()
        self.code = self.scope["url_route"]["kwargs"]["code"]
        self.user_id = self.scope["user"].pk
        self.proof = proof_of(self.scope)
        self.groups_joined: list[str] = []
        try:
            refusal = await self._enter()
        except Exception as fault:
            # The database or the channel layer is unavailable. The page reconnects, and polls in the meantime.
            logger.warning("Failed to accept a socket: %r", fault)
            refusal = UNAVAILABLE
        if refusal:
            await self.close(refusal)

    async def _enter(self) -> int | None:
        """Accept the page and send it the version, or return the close code."""
        sight = await self._look()
        if sight is None:
            return self._unseen()
        self.seat, self.visitor = sight.seat, self._visitor(sight)
        # There is no await between this check and the registration, so a crowd can't slip in at once.
        if self._crowded():
            return TOO_MANY
        pulse.add(self)
        await self._join_groups()
        # Look again, because this socket was not told about changes before it joined the groups.
        sight = await self._look()
        if sight is None:
            return self._unseen()
        await self.send_numbers(sight.numbers)
        return None

    async def disconnect(self, code: int) -> None:
        """Stop watching."""
        pulse.remove(self)
        await self._show(visible=False)
        for group in self.groups_joined:
            # The channel layer forgets the group before it notifies Redis, which may be unavailable.
            with suppress(Exception):
                await self.channel_layer.group_discard(group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Note that the page is visible or hidden. Anything else, or too much of that, ends the socket; what else it
        has sent is not looked at, however much that is.
        """
        self.messages += 1
        if text_data in {VISIBLE, HIDDEN} and self.messages <= MOST_MESSAGES:
            await self._show(visible=text_data == VISIBLE)
            return
        await self.close(UNEXPECTED)
        await self.disconnect(UNEXPECTED)
        raise StopConsumer

    async def send_numbers(self, numbers: TableNumbers) -> None:
        """Send the version, and the numbers of the chats that the visitor may read, as far as there are any."""
        talk = numbers.talk_for(seated=self.seated)
        await self._send(numbers.version, **({"talk": talk} if talk else {}))

    async def _send(self, version: int, **more: Any) -> None:
        """Send the highest version received so far."""
        self.number, self.messages = max(self.number, version), 0
        await self.send(text_data=json.dumps({"table": self.code, "number": self.number, **more}))

    async def table_changed(self, event: dict[str, Any]) -> None:
        """Handle a committed change; its `news` are only of use with the version that they lead to."""
        news = event.get("news") if event["number"] >= self.number else None
        await self._send(event["number"], **({"news": news} if news else {}))

    async def table_talk(self, event: dict[str, Any]) -> None:
        """Pass on the number of a chat's last change, if the visitor may read the chat."""
        if event["everyone"] or event["seated"] == self.seated:
            room = Room.PLAYERS if event["seated"] else Room.SPECTATORS
            await self._send(self.number, talk={room: event["number"]})

    async def table_started(self, event: dict[str, Any]) -> None:
        """Make a player's page look again when a game of theirs has started at another table."""
        if self.seated and event["code"] != self.code:
            await self._send(self.number, started=True)

    async def table_removed(self, event: dict[str, Any]) -> None:
        """Disconnect the pages of a removed person and of spectators; they reconnect where they may still watch."""
        if self.seat is None or event["user"] == self.user_id:
            await self.close(LOOK_AGAIN)

    async def session_ended(self, event: dict[str, Any]) -> None:
        """Close the socket when a session of the user ends, so that the page reconnects.

        It reconnects as the user who is then signed in.
        """
        await self.close(LOOK_AGAIN)

    async def _show(self, *, visible: bool) -> None:
        """Mark the seat as visible or hidden; it stays visible while another page of the same seat is."""
        if self.seat is None or visible == self.visible:
            return
        self.visible = visible
        try:
            if visible:
                await _mark_visible([self.seat])
            elif not pulse.is_visible(self.code, self.seat):
                await _mark_hidden(self.seat)
        except Exception as fault:
            # A lost mark costs one extra message at most, and lasts for less than a minute.
            logger.warning("Failed to record a visible page: %r", fault)

    async def _look(self) -> VisibleTable | None:
        return await _sight(self.code, self.user_id, self.scope)

    def _unseen(self) -> int:
        return UNKNOWN if self.user_id else SIGN_IN

    def _visitor(self, sight: VisibleTable) -> str:
        """Return the key by which a socket is counted: the user, or the address.

        The address is used for strangers and for guests who are spectators, as one person can be many of them.
        """
        if self.user_id is not None and (sight.seat is not None or not self.scope["user"].guest):
            return f"person {self.user_id}"
        return f"address {socket_network(self.scope)}"

    def _crowded(self) -> bool:
        most = MOST_OF_PERSON if self.visitor.startswith("person") else MOST_OF_ADDRESS
        full = not self.seated and pulse.spectator_count(self.code) >= MOST_WATCHING
        return full or pulse.sockets_of_visitor(self.visitor) >= most

    async def _join_groups(self) -> None:
        groups = [table_group(self.code)]
        if self.user_id is not None:
            groups.append(user_group(self.user_id))
        async with asyncio.timeout(PATIENCE):
            for group in groups:
                self.groups_joined.append(group)
                await self.channel_layer.group_add(group, self.channel_name)


def _read_sight(code: str, user_id: int | None, scope: Any) -> VisibleTable | None:
    """Return the table's version and own seat for a visitor, or None if they may not see it."""
    own = Seat.objects.filter(table=OuterRef("pk"), user_id=user_id or 0)
    visible = Table.objects.visible_to(user_id, invitations_in(scope["cookies"], scope["session"])).filter(code=code)
    sight = visible.annotate(own_seat=Subquery(own.values("pk")[:1])).values_list("own_seat", *NUMBER_COLUMNS)
    if (row := sight.first()) is None:
        return None
    seat, *numbers = row
    return VisibleTable(numbers_of(*numbers), seat)


_sight: Final[Callable[[str, int | None, Any], Awaitable[VisibleTable | None]]] = database_sync_to_async(_read_sight)
_mark_visible: Final = database_sync_to_async(mark_visible)
_mark_hidden: Final = database_sync_to_async(mark_hidden)


websocket_urlpatterns = [path("ws/tables/<slug:code>/", TableConsumer.as_asgi())]
