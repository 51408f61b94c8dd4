"""Worlds that differ only in the results of others on an open deal look the same to all who haven't played it."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import transaction

from games.accounts.models import User
from games.deals.daily import find_daily, run_deals, today
from games.tables.deals.shared import start_solo
from games.tables.log.state import cache
from games.tables.models import Deal, Table
from tests.games.deals.playing import play
from tests.games.tables.clients import signed_in
from tests.games.tables.toy_features import TOY

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
_RANDOM = re.compile(rb"[A-Za-z0-9]{64}|[0-9a-f]{8}-[0-9a-f-]{27}")
"""CSRF tokens, hashes in hex, and ids of commands."""


@pytest.fixture(autouse=True)
def _noon(db: None) -> Any:
    with time_machine.travel(NOON, tick=False):
        yield


def _pages(viewer: User | None, table: Table) -> dict[str, bytes]:
    """Return everything that a viewer could look at to learn a result, by address."""
    game, client = f"/tables/{table.code}/", signed_in(viewer)
    addresses = (
        *("/", "/daily/", "/daily/archive/", "/games/", "/tables/", "/sitemap.xml", "/sitemap-games.xml"),
        *("/people/ann/", "/people/ann/games/", "/people/ann/picture.png", "/figures/toy/turns/3/"),
        *(game, f"{game}turns/1/", f"{game}record.json", f"{game}result.txt", f"{game}picture.png", f"{game}review/"),
        *(f"{game}turns/1/picture.png", f"/invitations/{table.invitation}/", f"{game}deck/", f"{game}line?line=stars"),
        *(f"/decks/{deck}/" for deck in Deal.objects.filter(day=None).values_list("code", flat=True)),
        *(["/notices/", "/tables/mine/", "/people/ann/insights/"] if viewer else []),
    )
    return {address: _RANDOM.sub(b"", client.get(address).content) for address in addresses}


def _world(deal: Deal, ann: User, number: int, viewer: User | None) -> dict[str, bytes]:
    with transaction.atomic():
        table = play(deal, ann, number, number, number)
        Table.objects.filter(pk=table.pk).update(code="DEALDEAL", invitation="invitationtoken")
        table.refresh_from_db()
        pages = _pages(viewer, table)
        transaction.set_rollback(True)
    cache.clear()
    return pages


@pytest.mark.parametrize("viewer", [None, 1])
def test_results_on_an_open_deal_change_no_page(viewer: int | None, people: list[User]) -> None:
    deal, user = find_daily(today()), None if viewer is None else people[viewer]
    assert deal is not None
    one, other = (_world(deal, people[0], number, user) for number in (7, 3))
    assert [address for address in one if one[address] != other[address]] == []


@pytest.mark.parametrize("viewer", [None, 1])
def test_results_on_a_shared_deck_change_no_page(viewer: int | None, people: list[User]) -> None:
    """Not even for somebody who is playing the deck: the coming cards and the result of the other stay unknown."""
    user = None if viewer is None else people[viewer]
    find_daily(today())
    others = start_solo(user=people[2], game=TOY)
    assert others.deal is not None
    if user:
        play(others.deal, user, 4)
    one, other = (_world(others.deal, people[0], number, user) for number in (7, 3))
    assert [address for address in one if one[address] != other[address]] == []


def test_comparison_finds_results_of_a_closed_deal(people: list[User]) -> None:
    deal = find_daily(today())
    assert deal is not None
    found = []
    for number in (7, 3):
        with transaction.atomic():
            table = play(deal, people[0], number, number, number)
            Table.objects.filter(pk=table.pk).update(code="DEALDEAL", invitation="invitationtoken")
            table.refresh_from_db()
            with time_machine.travel(NOON + timedelta(days=1), tick=False):
                run_deals()
                found.append(_pages(None, table))
            transaction.set_rollback(True)
        cache.clear()
    one, other = found
    differing = {address for address in one if one[address] != other[address]}
    assert {"/games/", "/people/ann/", "/tables/DEALDEAL/"} <= differing
