"""The socket of a table: it says which version is the present one, and takes no commands."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any, Final

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer

from games.accounts.proof import Proof, proof_of
from games.tables.access import INVITATIONS
from games.tables.announce import table_group, user_group
from games.tables.models import Table
from games.tables.pulse import pulse

# Codes of our own (4000 and up). A page tries again after all but the first two.
SIGN_IN: Final = 4401
UNKNOWN: Final = 4404
LOOK_AGAIN: Final = 4410
TOO_MANY: Final = 4429
TOO_BIG: Final = 1009

MOST_BYTES: Final = 4096
MOST_AT_TABLE: Final = 500
MOST_OF_USER: Final = 30


class TableConsumer(AsyncWebsocketConsumer):
    """Sends `{"table": code, "number": version}` on connecting, after each change and with each heartbeat."""

    code: str
    user_id: int | None
    proof: Proof
    number = 0
    watching = False
    groups_joined: tuple[str, ...] = ()

    async def connect(self) -> None:
        """Watch the table and tell its version, or close with the reason as a code."""
        # Accepted first: a browser cannot tell a refusal before that from a broken line, and would try for ever.
        await self.accept()
        self.code = self.scope["url_route"]["kwargs"]["code"]
        self.user_id = self.scope["user"].pk
        self.proof = proof_of(self.scope)
        if self._crowded():
            await self.close(TOO_MANY)
            return
        # Groups before the version: a change in between is then heard twice rather than never.
        await self._join_groups()
        version = await _visible_version(self.code, self.user_id, self.scope["session"])
        if version is None:
            await self.close(UNKNOWN if self.user_id else SIGN_IN)
            return
        pulse.add(self)
        self.watching = True
        await self.tell(version)

    async def disconnect(self, code: int) -> None:
        """Watch no more."""
        pulse.remove(self)
        for group in self.groups_joined:
            await self.channel_layer.group_discard(group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Listen to nothing; a message over 4 kB ends the socket."""
        if len((text_data or "").encode()) + len(bytes_data or b"") > MOST_BYTES:
            await self.close(TOO_BIG)

    async def tell(self, version: int) -> None:
        """Send the highest version heard of so far."""
        self.number = max(self.number, version)
        await self.send(text_data=json.dumps({"table": self.code, "number": self.number}))

    async def table_changed(self, event: dict[str, Any]) -> None:
        """A change was committed."""
        # A stranger's socket is in the group for the moment between being accepted and being closed.
        if self.watching:
            await self.tell(event["number"])

    async def table_removed(self, event: dict[str, Any]) -> None:
        """Somebody was sent away: their page connects again, and is let in only where it may still watch."""
        if self.user_id is not None and event["user"] == self.user_id:
            await self.close(LOOK_AGAIN)

    async def session_ended(self, event: dict[str, Any]) -> None:
        """The session is over, or another of the person's is: the page connects again as whoever it is now."""
        await self.close(LOOK_AGAIN)

    def _crowded(self) -> bool:
        mine = pulse.of_user(self.user_id) if self.user_id else 0
        return pulse.at_table(self.code) >= MOST_AT_TABLE or mine >= MOST_OF_USER

    async def _join_groups(self) -> None:
        groups = [table_group(self.code)]
        if self.user_id is not None:
            groups.append(user_group(self.user_id))
        for group in groups:
            await self.channel_layer.group_add(group, self.channel_name)
        self.groups_joined = tuple(groups)


def _read_version(code: str, user_id: int | None, session: Any) -> int | None:
    """The version of a table, None where this visitor may not know of it."""
    visible = Table.objects.visible_to(user_id, session.get(INVITATIONS, []))
    return visible.filter(code=code).values_list("version", flat=True).first()


_visible_version: Final[Callable[[str, int | None, Any], Awaitable[int | None]]] = database_sync_to_async(_read_version)
