"""Unpublished sets tried out through a link."""

from typing import Any

import pytest
from django.test import Client

from games.catalog.drafts import DraftContent, discard_draft, end_link, make_link, save_draft
from games.catalog.errors import CatalogRefusal
from games.catalog.models import CatalogEntry
from games.history.models import Gain, Result, SeatSummary
from games.tables.errors import TableRefusal
from games.tables.lobby.services import join
from games.tables.models import Access, Status, Table
from tests.games.cartographers.play import state_of
from tests.games.cartographers.shelf.sets import LOOP, drafted, published, published_set, refs, small_set
from tests.games.catalog.making import curator
from tests.games.history.playing import play_on
from tests.games.tables.clients import people_named, signed_in, text_of

pytestmark = pytest.mark.django_db


def draft_of(**changes: Any) -> CatalogEntry:
    """Create a draft set that contains a draft card."""
    loop = drafted("explore", LOOP)
    return drafted("set", small_set(explore=[*small_set()["explore"], f"workshop/{loop.key}"], **changes))


def page_of(draft: CatalogEntry) -> str:
    return f"/cartographers/sets/try/{make_link(entry=draft, by=curator())}/"


def test_a_draft_is_shown_to_who_has_the_link_alone(client: Client) -> None:
    draft = draft_of()
    page = text_of(client.get(page_of(draft)))
    for part in (
        "Riverside",
        "Loop",
        "This set is a draft. It can change at any time, and games with it don’t count toward statistics.",
    ):
        assert part in page
    assert 'href="/cartographers/cards/loop/"' not in page, "a draft has no page of its own"
    assert client.get("/cartographers/sets/riverside/").status_code == 404
    assert "Riverside" not in text_of(client.get("/cartographers/sets/"))
    assert "Riverside" not in text_of(client.get("/tables/new/"))


def test_a_link_that_was_ended_leads_nowhere(client: Client) -> None:
    draft = draft_of()
    page = page_of(draft)
    end_link(entry=draft, by=curator())
    assert client.get(page).status_code == 404
    assert client.post(page, {"guest": "1", "seats": "1"}).status_code == 404
    assert client.get("/cartographers/sets/try/None/").status_code == 404


def test_a_set_that_is_published_is_no_trial_any_more(client: Client) -> None:
    draft = drafted("set", small_set())
    page = page_of(draft)
    published(draft)
    assert client.get(page).headers["Location"] == "/cartographers/sets/riverside/"
    with pytest.raises(CatalogRefusal):
        make_link(entry=published_set(), by=curator())


def test_a_guest_tries_it_alone_and_nothing_counts(client: Client) -> None:
    answer = client.post(page_of(draft_of()), {"guest": "1", "seats": "1"})
    table = Table.objects.get()
    assert answer.headers["Location"] == f"/tables/{table.code}/"
    assert (state_of(table).definition.explore[-1].id, table.access) == ("loop", Access.INVITATION)
    table = play_on(table, table.host)
    assert table.status == Status.FINISHED
    assert (SeatSummary.objects.get().result, Gain.objects.count()) == (Result.PRACTICE, 0)


def test_friends_try_it_as_it_stands_when_they_begin() -> None:
    ann, ben = people_named("Ann", "Ben")
    draft = draft_of()
    assert signed_in(ann).post(page_of(draft), {"seats": "2"}).status_code == 303
    table = Table.objects.get()
    assert (table.status, table.capacity, table.name) == (Status.GATHERING, 2, "Trial: Riverside")
    content = DraftContent("Riverside", {**draft.definition, "sheets": refs("sheet", "A")})
    save_draft(entry=draft, saves=draft.saves, content=content, by=curator())
    table = join(table=table.code, user=ben)
    assert (table.status, state_of(table).definition.sheet.id) == (Status.PLAYING, "A")


def test_a_table_whose_draft_is_thrown_away_does_not_begin() -> None:
    ann, ben = people_named("Ann", "Ben")
    draft = draft_of()
    signed_in(ann).post(page_of(draft), {"seats": "2"})
    discard_draft(entry=draft, by=curator())
    with pytest.raises(TableRefusal):
        join(table=Table.objects.get().code, user=ben)


def test_a_table_whose_link_has_ended_does_not_begin() -> None:
    ann, ben = people_named("Ann", "Ben")
    draft = draft_of()
    signed_in(ann).post(page_of(draft), {"seats": "2"})
    end_link(entry=draft, by=curator())
    with pytest.raises(TableRefusal):
        join(table=Table.objects.get().code, user=ben)


def test_a_table_whose_draft_cannot_be_played_any_more_does_not_begin() -> None:
    ann, ben = people_named("Ann", "Ben")
    draft = draft_of()
    signed_in(ann).post(page_of(draft), {"seats": "2"})
    content = DraftContent("Riverside", {**draft.definition, "seasons": draft.definition["seasons"][:2]})
    save_draft(entry=draft, saves=draft.saves, content=content, by=curator())
    with pytest.raises(TableRefusal):
        join(table=Table.objects.get().code, user=ben)


def test_what_cannot_be_played_says_why_and_no_number_of_seats_breaks_it(client: Client) -> None:
    broken = page_of(draft_of(scoring=[]))
    assert "A set needs a scoring card from each stack. Missing: forest." in text_of(client.get(broken))
    assert client.post(broken, {"guest": "1", "seats": "1"}).status_code == 422
    ann = signed_in(people_named("Ann")[0])
    for seats in ("0", "13", "two", ""):
        assert ann.post(broken, {"seats": seats}).status_code == 422
    assert not Table.objects.exists()
