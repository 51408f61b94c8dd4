"""Every URL of the site, and the roles that request them."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.test import Client
from django.test.client import ClientHandler
from django.urls import URLPattern, URLResolver, get_resolver

from engine.cartographers.state import OverPhase
from engine.contract import Seat
from games.accounts.models import User
from games.accounts.services import make_guest
from games.play.board_images import build_image_version
from games.tables.log.state import LoadedState, cache, load
from games.tables.models import Access, Status, Table
from tests.games.cartographers.play import awaited, fields, first_placement, gather, state_of
from tests.games.tables.clients import been_here

ROLES = ("nobody", "passer-by", "stranger", "spectator", "seat", "host", "staff")
"""Nobody, the stranger and the staff come to a table by invitation they have no part in, others to an open one."""
_OUTSIDE = frozenset({"nobody", "stranger", "staff"})


def patterns(resolver: URLResolver | None = None, before: str = "") -> Iterator[str]:
    """Yield the site's URL routes as they are written."""
    for pattern in (resolver or get_resolver()).url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield route
        else:
            yield from patterns(pattern, route)


def _handler() -> ClientHandler:
    """Return a shared handler for all clients, as each would load the middleware again."""
    handler = ClientHandler(enforce_csrf_checks=False)
    handler.load_middleware()
    return handler


@dataclass
class Site:
    """A site with a public and an invite-only table, both with the same status.

    Ann is their host, Ben has the other seat, and the guest has none.
    """

    people: list[User]
    guest: User
    open: Table
    closed: Table
    _sessions: dict[str, str] = field(default_factory=dict)
    _handler: ClientHandler = field(default_factory=_handler)

    def table(self, role: str) -> Table:
        """Return the table that a role visits."""
        return self.closed if role in _OUTSIDE else self.open

    def client(self, role: str) -> Client:
        """Return a new client in the role's first session, as signing in costs more than most pages.

        The first call for a role must be made outside any transaction that is rolled back.
        """
        ann, ben, _, dee, eve = self.people
        who = {"stranger": dee, "spectator": dee, "seat": ben, "host": ann, "staff": eve, "guest": self.guest}
        client = Client()
        client.handler = copy(self._handler)
        if role in who:
            name = settings.SESSION_COOKIE_NAME
            if role not in self._sessions:
                self._sessions[role] = been_here(who[role]).cookies[name].value
            client.cookies[name] = self._sessions[role]
        return client

    def url(self, route: str, role: str) -> str:
        """Return a route's URL for a role."""
        table = self.table(role)
        parts = {
            "<slug:code>": table.code,
            "<int:turn>": "1",
            "<slug:token>": table.invitation if route.startswith("invitations") else "set",
            "<str:token>": "MQ:abc:def",
            "<slug:uidb64>": "MQ",
            "<slug:username>": "ann",
            "<slug:other>": "ben",
            "<slug:section>": "games",
            "<slug:when>": "now",
            "<int:seat>": "1",
            "<int:number>": "1",
            "<int:pk>": "1",
            "<slug:part>": "monsters",
            "<slug:version>": build_image_version(table),
            "<slug:tone>": "day",
            "<slug:game>": "cartographers",
            "<slug:box>": "cartographers",
            "<slug:kind>": "edict",
            "<slug:key>": "canal_lake",
            "<slug:name>": "select-all",
            "<slug:room>": "players",
            "<slug:link>": "nowhere",
            "<day:day>": "2020-02-29",
        }
        for part, value in parts.items():
            route = route.replace(part, value)
        assert "<" not in route, route
        return f"/{route}"

    def body(self, route: str, role: str) -> dict[str, Any]:
        """Return the data a role posts to a route: a valid command, the user to remove, or an empty form."""
        table = self.table(role)
        if route.endswith(("placement", "line")) and table.status == Status.PLAYING:
            state = state_of(table)
            seat = Seat(0 if role == "host" else 1)
            if seat in awaited(state):
                placement = first_placement(state, seat)
                return fields(placement, line=str(placement), turn=state.turn)
        if "turns" in route or route.endswith("line"):
            drawing = {"option": "1", "terrain": "forest", "held": "r0", "anchor": "C5"}
            return {
                **drawing,
                "command_id": str(uuid4()),
                "space": "C5",
                "skill": "spyglass",
                "line": "1 forest C5",
                "turn": 1,
            }
        if route.endswith("bots/remove/"):
            return {"bot": "1"}
        if route.endswith("handicap/"):
            return {"seat": str(table.seats.get(index=0).pk), "handicap": "5"}
        if route.endswith("help/"):
            return {"help": "paper"}
        return {"person": str(self.people[1].pk)} if route.endswith("kick/") else {}


def site(people: list[User], status: Status) -> Site:
    """Return a site whose tables have this status; Eve becomes a member of staff."""
    User.objects.filter(pk=people[4].pk).update(is_staff=True, is_superuser=True)
    people[4].refresh_from_db()
    return Site(
        people,
        make_guest(display_name="Wandering Heron"),
        *(_table(people, access, status) for access in (Access.OPEN, Access.INVITATION)),
    )


def _table(people: list[User], access: Access, status: Status) -> Table:
    table = gather(*people[:2], access=access, capacity=3 if status == Status.GATHERING else 2)
    if status == Status.FINISHED:
        # Of a finished game only its pages matter here, not how it came about.
        cache.keep(table.code, LoadedState(load(table).state.but(phase=OverPhase()), table.number))
        Table.objects.filter(pk=table.pk).update(status=Status.FINISHED, finished_at=table.started_at)
    return Table.objects.get(pk=table.pk)
