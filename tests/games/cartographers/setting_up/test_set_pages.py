"""The pages of published sets."""

import pytest
from django.test import Client

from games.catalog.models import CatalogEntry
from games.catalog.publication import retire
from games.tables.models import Table
from tests.games.cartographers.play import state_of
from tests.games.cartographers.shelf.sets import published_set
from tests.games.catalog.making import reviewer
from tests.games.tables.clients import people_named, signed_in, text_of

pytestmark = pytest.mark.django_db


def test_a_set_shows_its_cards_sheets_and_seasons(client: Client) -> None:
    published_set()
    page = client.get("/cartographers/sets/riverside/").content.decode()
    for part in ("Riverside", "Loop", "Treetower", "Goblin Attack", "B: Wastelands", "Spring: time threshold 8, "):
        assert part in page, part
    assert 'href="/cartographers/cards/loop/"' in page
    assert client.get("/cartographers/cards/loop/").status_code == 200
    assert (
        'lang="fr"' in client.get("/cartographers/sets/riverside/", headers={"Accept-Language": "fr"}).content.decode()
    )


def test_all_sets_are_listed(client: Client) -> None:
    assert "/cartographers/sets/riverside/" not in client.get("/cartographers/sets/").content.decode()
    published_set()
    assert 'href="/cartographers/sets/riverside/"' in client.get("/cartographers/sets/").content.decode()
    assert "/cartographers/sets/riverside/" in client.get("/sitemap-pages.xml").content.decode()


def test_a_set_is_played_alone_at_once(client: Client) -> None:
    published_set()
    assert client.post("/cartographers/sets/riverside/").headers["Location"].startswith("/accounts/sign-in/")
    answer = client.post("/cartographers/sets/riverside/", {"guest": "1"})
    assert answer.headers["Location"] == f"/tables/{Table.objects.get().code}/"
    assert state_of(Table.objects.get()).definition.explore[-1].id == "loop"


def test_a_set_beyond_its_days_is_shown_and_not_played(client: Client) -> None:
    published_set(until="2020-01-01")
    assert "This set isn’t available for new tables today." in text_of(client.get("/cartographers/sets/riverside/"))
    ann = signed_in(people_named("Ann")[0])
    assert ann.post("/cartographers/sets/riverside/").headers["Location"] == "/cartographers/sets/riverside/"
    assert "This set is no longer available. Choose another one." in text_of(ann.get("/cartographers/sets/riverside/"))
    assert not Table.objects.exists()


def test_a_retired_set_has_no_page(client: Client) -> None:
    riverside = published_set()
    retire(entry=CatalogEntry.objects.get(pk=riverside.pk), by=reviewer(), words="Over.")
    assert client.get("/cartographers/sets/riverside/").status_code == 404
    assert client.post("/cartographers/sets/riverside/", {"guest": "1"}).status_code == 404
