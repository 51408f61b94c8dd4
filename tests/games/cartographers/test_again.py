"""Replays of a known deck: the same cards in the same order, any number of seats, clearly labeled."""

import pytest
from django.test import Client

from engine.cartographers.events import CardRevealed
from engine.cartographers.mixing.mix import Preset
from engine.cartographers.mixing.presets import PRESETS
from games.accounts.models import User
from games.tables.lobby import rematches
from games.tables.log.state import log
from games.tables.models import Access, Table
from tests.engine.tools import seed_of
from tests.games.cartographers.monsters import play_on
from tests.games.cartographers.play import gather, state_of, url
from tests.games.tables.clients import seeded, signed_in, text_of

BOTH = "Play again", "Same deck again", "Play this deck solo"


@pytest.fixture
def old(people: list[User], monkeypatch: pytest.MonkeyPatch) -> Table:
    """A finished game of Ann and Ben; the next game has another seed."""
    return finished(people[:2], monkeypatch)


def finished(people: list[User], monkeypatch: pytest.MonkeyPatch, access: Access = Access.OPEN) -> Table:
    options = PRESETS[Preset.HEROES].as_json()
    table = gather(*people, access=access, **options)
    play_on(table, people)
    seeded(monkeypatch, seed_of(7))
    return Table.objects.get(pk=table.pk)


def came(table: Table) -> list[str]:
    """Return the cards in the order they were revealed."""
    events = [entry.event for entry in log(table, up_to=10_000)]
    return [event.card for event in events if isinstance(event, CardRevealed)]


def shown(viewer: User | None, table: Table) -> str:
    return text_of(signed_in(viewer).get(url(table)))


def offered(page: str) -> list[bool]:
    return [f">{label}</button>" in page for label in BOTH]


def test_everything_comes_in_the_same_order(old: Table, people: list[User]) -> None:
    alone = rematches.play_deck(table=old.code, user=people[2], name="Solo")
    play_on(alone, people[2:])
    assert state_of(alone).edicts == state_of(old).edicts
    assert came(alone) == came(old)


def test_a_new_deck_brings_something_else(old: Table, people: list[User]) -> None:
    anew = rematches.rematch(table=old.code, user=people[0])
    rematches.rematch(table=old.code, user=people[1])
    play_on(anew, people)
    assert came(anew) != came(old)


def test_a_rematch_with_the_same_deck_says_so(old: Table, people: list[User]) -> None:
    rematches.rematch(table=old.code, user=people[0], same_deck=True)
    assert "Ann wants a rematch with the same deck." in shown(people[1], old)
    anew = rematches.rematch(table=old.code, user=people[1], same_deck=True)
    page = shown(people[1], anew)
    assert "In this game the seed isn’t secret: the game uses the deck of an earlier game" in page
    assert f'<a href="{url(old)}">Original game: {old.code}</a>' in page
    assert page.count(old.commitment) == 1
    assert bytes(old.seed or b"").hex() not in page


def test_who_may_not_see_the_first_game_is_told_without_its_address(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    hidden = finished(people[:1], monkeypatch, Access.INVITATION)
    anew = rematches.play_deck(table=hidden.code, user=people[0], name="Solo")
    Table.objects.filter(pk=anew.pk).update(access=Access.OPEN)
    page = shown(people[3], anew)
    assert "In this game the seed isn’t secret: the game uses the deck of an earlier game" in page
    assert hidden.code not in page


def test_each_is_offered_what_they_may_do(old: Table, people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    assert offered(shown(people[0], old)) == [True, True, True]
    assert offered(shown(people[3], old)) == [False, False, True]
    nobody = shown(None, old)
    assert offered(nobody) == [False, False, True]
    assert '<input type="hidden" name="guest" value="1">' in nobody
    alone = finished(people[:1], monkeypatch)
    assert offered(shown(people[0], alone)) == [True, True, False]
    rematches.rematch(table=alone.code, user=people[0])
    assert offered(shown(people[0], alone)) == [False, False, True]


def test_games_with_the_same_deck_know_each_other(old: Table, people: list[User]) -> None:
    alone = rematches.play_deck(table=old.code, user=people[2], name="Solo")
    assert "Others who played this deck" not in shown(people[0], old)
    play_on(alone, people[2:])
    page = shown(people[0], old)
    assert "Others who played this deck" in page
    assert f'<a href="{url(alone)}">Cas</a>' in page


@pytest.mark.parametrize(("access", "seats", "shares"), [("open", 1, "tables"), ("invitation", 1, "invitations")])
def test_a_game_can_be_shown_to_others(
    access: str, seats: int, shares: str, people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = finished(people[:seats], monkeypatch, Access(access))
    code = table.code if access == "open" else table.invitation
    address = f"http://testserver/{shares}/{code}/"
    assert f'value="{address}"' in shown(people[0], table)
    assert Client().get(address, follow=True).status_code == 200
