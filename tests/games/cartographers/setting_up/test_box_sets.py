"""The sets of the boxes: each has a page, is played alone from it, and is kept in the workshop like any other."""

import pytest
from django.test import Client

from engine.cartographers.mixing.mix import Preset
from engine.cartographers.mixing.presets import PRESETS
from games.accounts.models import User
from games.cartographers.shelf.published_sets import BOX_SETS, find_set
from games.catalog.models import CatalogEntry
from games.catalog.site_cards import load_published
from games.tables.models import Table
from tests.games.cartographers.play import state_of
from tests.games.cartographers.shelf.sets import published_set
from tests.games.catalog.making import unguarded
from tests.games.tables.clients import signed_in, text_of

pytestmark = pytest.mark.django_db


def preset_url(preset: Preset) -> str:
    return f"/cartographers/sets/boxes/{preset}/"


@pytest.mark.parametrize("preset", PRESETS)
def test_its_page_shows_what_it_is_played_with(client: Client, preset: Preset, people: list[User]) -> None:
    page = client.get(preset_url(preset))
    assert page.status_code == 200
    html = page.content.decode()
    assert f'href="/tables/new/?game=cartographers&amp;set={preset}"' in html
    ann = signed_in(people[0])
    ann.post(preset_url(preset))
    definition = state_of(Table.objects.get()).definition
    for card in (*definition.deck, *definition.pool):
        assert f'href="/cartographers/cards/{card.id}/"' in html
    # Cards of no other preset are on it.
    one = find_set(preset, of_box=True)
    assert one is not None
    assert html.count('class="card-entry"') == 2 + len(definition.deck) + len(one.filled.scoring)


def test_they_are_listed_before_the_sets(client: Client) -> None:
    published_set(name="Boxes")
    page = client.get("/cartographers/sets/").content.decode()
    assert page.index(preset_url(Preset.FIRST_GAME)) < page.index('href="/cartographers/sets/boxes/">Boxes</a>')
    assert "Boxes" in text_of(client.get("/cartographers/sets/boxes/"))
    assert [page.index(f'href="{preset_url(preset)}"') for preset in PRESETS] == sorted(
        page.index(f'href="{preset_url(preset)}"') for preset in PRESETS
    )
    assert "/cartographers/sets/boxes/heroes/" in client.get("/sitemap-pages.xml").content.decode()


@pytest.mark.parametrize(
    "path", ["/cartographers/sets/boxes/own/", "/cartographers/sets/boxes/Heroes/", "/cartographers/sets/heroes/"]
)
def test_there_is_none_of_another_name(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404
    assert client.post(path, {"guest": "1"}).status_code == 404


def test_one_that_cannot_be_played_is_not_shown(client: Client, people: list[User]) -> None:
    load_published()
    with unguarded():
        CatalogEntry.objects.filter(kind="sheet", key__in="AB").update(state="retired", current=False)
    assert client.get("/cartographers/sets/boxes/cartographers/").status_code == 404
    assert "/cartographers/sets/boxes/cartographers/" not in client.get("/cartographers/sets/").content.decode()
    ann = signed_in(people[0])
    assert ann.post("/cartographers/sets/boxes/cartographers/").status_code == 404
    assert not Table.objects.exists()


def test_the_form_of_a_new_table_shows_the_cards_of_each(people: list[User]) -> None:
    page = signed_in(people[0]).get("/tables/new/").content.decode()
    for preset in PRESETS:
        assert f'data-goes-with="{preset}" hx-get="{preset_url(preset)}"' in page
    assert 'data-goes-with="own"' not in page
    assert text_of(signed_in(people[0]).get("/tables/new/")).count("Show contents:") == len(BOX_SETS)
