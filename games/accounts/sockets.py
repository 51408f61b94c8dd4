"""Open sockets: proof of their user, and messages to them through the channel layer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Final

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.contrib.sessions.models import Session
from django.utils import timezone

from games.accounts.models import User


@dataclass(frozen=True, slots=True)
class Proof:
    """A session, "" for none, and who is signed in there, None for nobody, with a hash that follows their password."""

    session: str
    user_id: int | None
    password: str


def proof_of(scope: Mapping[str, Any]) -> Proof:
    """Return the proof for a new socket, without a database query."""
    user = scope["user"]
    return Proof(scope["session"].session_key or "", user.pk, user.get_session_auth_hash() if user.pk else "")


def find_ended_proofs(proofs: Iterable[Proof]) -> set[Proof]:
    """Return the proofs that are no longer valid.

    The session is over, or its user has a new password, is inactive, or is deleted.
    """
    known = set(proofs)
    people = User.objects.active().filter(pk__in={proof.user_id for proof in known if proof.user_id})
    passwords = {user.pk: user.get_session_auth_hash() for user in people}
    keys = {proof.session for proof in known if proof.session}
    open_now = Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    going_on = {"", *open_now.values_list("session_key", flat=True)}
    return {
        proof
        for proof in known
        if proof.session not in going_on or (proof.user_id and passwords.get(proof.user_id) != proof.password)
    }


PATIENCE: Final = 0.5
"""Seconds after which sending to the channel layer is canceled."""

failures = 0
"""Number of messages that the channel layer has not accepted since the process started. Pages catch up by heartbeat
and polling.
"""

server_loop: Final[ContextVar[asyncio.AbstractEventLoop | None]] = ContextVar("server_loop", default=None)
"""Event loop of the server for which a thread handles a request. None in a command."""

_logger: Final = logging.getLogger(__name__)
_under_way: Final[set[asyncio.Task[None]]] = set()


def send(group: str, message: dict[str, Any]) -> None:
    """Send to all sockets of a group, without waiting when in a server. Errors are logged, never raised."""
    loop = _loop()
    if loop is None:
        # In a management command there may be no time left to send the message later.
        async_to_sync(_deliver)(group, message)
    else:
        loop.call_soon_threadsafe(_start_delivery, group, message)


def _loop() -> asyncio.AbstractEventLoop | None:
    """Return the event loop of this thread, or of the server whose request it handles, or None."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        loop = server_loop.get()
        return loop if loop and loop.is_running() else None


def _start_delivery(group: str, message: dict[str, Any]) -> None:
    task = asyncio.get_running_loop().create_task(_deliver(group, message))
    # The event loop alone would let an unfinished task be garbage collected.
    _under_way.add(task)
    task.add_done_callback(_under_way.discard)


async def _deliver(group: str, message: dict[str, Any]) -> None:
    global failures
    try:
        async with asyncio.timeout(PATIENCE):
            await get_channel_layer().group_send(group, message)
    except Exception as fault:
        # The change itself is stored. Pages that miss this message learn about it from the next heartbeat.
        failures += 1
        _logger.warning("Failed to notify open sockets: %r", fault)
