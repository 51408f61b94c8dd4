"""Worlds that differ only in a person's game on a deal and in the cards to come, and a walk through all addresses.

The walk finds the addresses in the URL configuration, so a new page takes part by itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any, Final

from django.core.cache import caches
from django.db import transaction
from django.test import Client

from engine.contract import Seat
from games import clock
from games.accounts.models import User
from games.cartographers.log.past_states import _tapes
from games.play.fragment_cache import clear_cache
from games.tables.deals.services import NewDeal, build_deal, play_deal
from games.tables.log.state import _chronicles, cache
from games.tables.models import Deal, DealEntry, DealKind, Table, TableEvent
from tests.games.cartographers.play import play_out
from tests.games.tables.clients import HTMX
from tests.games.tables.present import present
from tests.safety.site import patterns
from tests.safety.watch import NEW_EACH_TIME, sent
from tests.safety.worlds import Secret, another_world

HIDDEN: Final = "DEALDEAL"
"""Code of the other person's table, the same in all worlds."""
_INVITATION: Final = "invitationtoken"
_COMMAND: Final = "4f2f7d5e-6f1c-4b0e-9d53-0b8f3a1c2d4e"
_BODY: Final = {
    "seat": "1",
    "command_id": _COMMAND,
    "text": "Hello",
    "line": "stars",
    "reason": "insult",
    "words": "Rude",
    "option": "1",
    "terrain": "forest",
    "held": "r0",
    "anchor": "C5",
    "help": "paper",
    "username": "cas",
}
"""Data that is posted to every form: fields of several of them."""
_APART: Final = re.compile(
    r"^(admin/|staff/|push/|healthz|robots|service-worker|offline|media/|accounts/(?!data|profile)|gisborne/"
    r"|cartographers/(?!puzzles|cards/<)|collections/<|nights/<|tables/new/choices|learn/|rules/|cards/|sheets/|sets/"
    r"|credits/|comments/)"
)
"""Routes that have nothing to do with the games of others, as a look at their templates shows."""
EVERY: Final = re.compile("")
_OF_A_DEAL: Final = re.compile(r"^(tables/<slug:code>|races/<|decks/<|deals/<|daily/|invitations/|notices/tables/)")
"""Routes about tables and deals."""
_NEW_TABLE: Final = re.compile(rb"(?<=Location: /tables/)(?!DEALDEAL)\w{8}")
"""Code of a table that a request has created."""
_PARTS: Final = {
    "<int:turn>": ("3",),
    "<str:token>": ("MQ:abc:def",),
    "<slug:uidb64>": ("MQ",),
    "<slug:username>": ("ann",),
    "<slug:other>": ("ben",),
    "<slug:section>": ("games", "pages"),
    "<slug:when>": ("now", "year"),
    "<int:seat>": ("1",),
    "<int:number>": ("1",),
    "<int:pk>": ("1",),
    "<slug:part>": ("A", "stars"),
    "<slug:tone>": ("day",),
    "<slug:game>": ("cartographers",),
    "<slug:kind>": ("edict",),
    "<slug:name>": ("select-all",),
    "<slug:room>": ("players", "spectators"),
    "<slug:link>": ("nowhere",),
}
_QUERIES: Final = {
    "games/": ("player=ann", "player=ann&least=1", "stage=over&view=list", "stage=playing", "player=ann&result=alone"),
    "people/<slug:username>/games/": ("least=1", "stage=over&view=list"),
    "best/<slug:game>/": ("seats=1",),
    "tables/<slug:code>/": ("look=1", "since=0&desk=0.0.-", "worth=A", "option=1&held=r0&at=F6"),
    "tables/<slug:code>/turns/<int:turn>/": ("look=1",),
    "tables/<slug:code>/since/": ("turn=1",),
    "tables/<slug:code>/line": ("line=stars", "line=map+1", "line=next", "line=log"),
    "tables/<slug:code>/board-<int:seat>.pdf": ("size=a4",),
    "cartographers/cards/<slug:key>/": (f"table={HIDDEN}",),
    "daily/archive/": ("month=2026-11",),
    "people/<slug:username>/insights/": ("by=set&game=cartographers",),
}


@dataclass(frozen=True, slots=True)
class Places:
    """Subjects of addresses: the deal, the version of the other's final board, and the viewer's own game."""

    deal: Deal
    version: str
    own: Table | None = None

    def fill(self, route: str) -> Iterator[tuple[str, ...]]:
        """Yield the address of a route for each of its values, as a pair with a name that is the same in all worlds."""
        parts = {**_PARTS, "<slug:code>": self._codes(route), "<slug:token>": (_INVITATION,)}
        parts |= {"<slug:key>": ("treetower",), "<slug:version>": (self.version,), "<day:day>": self._days()}
        asked = [part for part in parts if part in route]
        for values in product(*(parts[part] for part in asked)):
            address = name = f"/{route}"
            for part, value in zip(asked, values, strict=True):
                address = address.replace(part, value)
                name = name.replace(part, "VERSION" if part == "<slug:version>" else value)
            assert "<" not in address, route
            for query in ("", *_QUERIES.get(route, ())):
                asks = f"?{query}" if query else ""
                yield name + asks, address + asks

    def _codes(self, route: str) -> tuple[str, ...]:
        if "tables/<slug:code>" in route:
            return (HIDDEN, self.own.code) if self.own else (HIDDEN,)
        return (self.deal.code,)

    def _days(self) -> tuple[str, ...]:
        return (clock.now().date().isoformat(),)


def walk(client: Client, places: Places, *, only: re.Pattern[str] = EVERY, deep: bool = False) -> dict[str, bytes]:
    """Return what a client is sent by all addresses, or `only` some routes; what a request writes is rolled back.

    A `deep` walk also requests what concerns the other's game and the deal as htmx does, and by POST.
    """
    shown: dict[str, bytes] = {}
    for route in patterns():
        if _APART.match(route) or "(?P<" in route or not only.match(route):
            continue
        for name, address in places.fill(route):
            shown[name] = _answer(lambda at=address: client.get(at))
            if deep and _OF_A_DEAL.match(route) and not (places.own and places.own.code in address):
                shown[f"{name} by htmx"] = _answer(lambda at=address: client.get(at, headers=HTMX))
                shown[f"{name} by post"] = _answer(lambda at=address: client.post(at, _BODY))
    return shown


def _answer(ask: Callable[[], Any]) -> bytes:
    with transaction.atomic():
        answer = _NEW_TABLE.sub(b"", NEW_EACH_TIME.sub(b"", sent(ask())))
        transaction.set_rollback(True)
    return answer


@dataclass(frozen=True, slots=True)
class World:
    """Number of a world, by which another plays, and how far: up to a turn, or to the end for 0."""

    number: int
    up_to: int = 0


@contextmanager
def world(which: World, deal: Deal, other: User, own: Table | None) -> Iterator[Places]:
    """Let another person play a deal, with other cards to come than in other worlds; roll back at the end.

    The viewer's `own` game is in progress there, or finished; then the cards are the same in all worlds.
    """
    with transaction.atomic():
        with _other_cards(which, deal, own):
            table = play_deal(deal=Deal.objects.get(pk=deal.pk), user=other)
            play_out(table, which.number, up_to=which.up_to)
            assert (DealEntry.objects.get(table=table).score is None) == (which.up_to > 0)
            Table.objects.filter(pk=table.pk).update(code=HIDDEN, invitation=_INVITATION)
            yield Places(Deal.objects.get(pk=deal.pk), f"1-{present(table).number}", own)
        transaction.set_rollback(True)
    forget()


def forget() -> None:
    """Empty all caches, which know nothing of a transaction that is rolled back."""
    clear_cache()
    for memory in (cache, _chronicles, _tapes, caches["default"]):
        memory.clear()


@contextmanager
def _other_cards(which: World, deal: Deal, own: Table | None) -> Iterator[None]:
    """Shuffle the cards that the viewer hasn't seen, in the deal and in their own game; none once that is over."""
    rng = Random(which.number)
    if own and present(own).is_over:
        yield
    elif own:
        with another_world(own, Seat(0), rng, frozenset({Secret.DECK, Secret.SEED})) as differing:
            assert Secret.DECK in differing
            _store_cards(deal, own)
            yield
    else:
        new = NewDeal(DealKind(deal.kind), deal.game, deal.options, deal.opens_at, deal.closes_at, deal.day)
        another = build_deal(new, rng.randbytes(32))
        shown = {"seed": another.seed, "beginning": another.beginning, "definition": another.definition}
        Deal.objects.filter(pk=deal.pk).update(**shown)
        yield


def _store_cards(deal: Deal, own: Table) -> None:
    """Give a deal the seed and the first cards of a game on it."""
    stored = Deal.objects.get(pk=deal.pk)
    first = TableEvent.objects.filter(table=own, number__lte=len(stored.beginning)).select_related("definition")
    stored.set_beginning([(event.kind, event.whole) for event in first.order_by("number")])
    stored.seed = present(own).seed or b""
    stored.save(update_fields=["seed", "beginning", "definition"])
