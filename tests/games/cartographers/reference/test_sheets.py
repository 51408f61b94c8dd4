"""The pages of map sheets."""

import pytest
from django.test import Client

from engine.cartographers.catalog import cartographers, heroes
from games.cartographers.shelf.kinds import EntryKind
from games.catalog.models import CatalogEntry
from games.catalog.site_cards import load_published
from tests.games.cartographers.shelf.sets import published_set
from tests.games.catalog.making import edited

pytestmark = pytest.mark.django_db


def test_all_sheets_of_both_boxes_are_listed_and_have_pages(client: Client) -> None:
    listed = client.get("/cartographers/sheets/").content.decode()
    named = client.get("/sitemap-pages.xml").content.decode()
    for box in (cartographers(), heroes()):
        for sheet in box.sheets.values():
            assert f'href="/cartographers/sheets/{sheet.id}/"' in listed
            assert f"/cartographers/sheets/{sheet.id}/<" in named
            page = client.get(f"/cartographers/sheets/{sheet.id}/").content.decode()
            assert page.count('<td class="t-mountain') == sheet.mountains.bit_count()


def test_a_sheet_is_drawn_and_described(client: Client) -> None:
    page = client.get("/cartographers/sheets/B/").content.decode()
    assert "B: Wastelands" in page
    assert "5 mountains, 6 ruins spaces, 7 wasteland spaces, 109 empty spaces." in page
    assert 'href="/cartographers/paper/sheet.pdf?map=B&amp;edicts=written"' in page
    assert 'hx-get="/figures/cartographers/sheet/B/"' in page
    assert client.get("/cartographers/paper/sheet.pdf?map=B&edicts=written")["Content-Type"] == "application/pdf"


def test_sheet_with_printed_terrain_is_drawn_described_printed_and_offered(client: Client) -> None:
    load_published()
    entry = CatalogEntry.objects.in_play().get(kind=EntryKind.SHEET, key="A")
    rows = entry.definition["rows"]
    edited(entry, rows=["FF.......WW", ".f.^.r.....", *rows[2:]])
    page = client.get("/cartographers/sheets/A/").content.decode()
    assert "Printed terrain: 3 forest spaces and 2 water spaces." in page
    assert page.count('<td class="t-forest') == 3
    assert 'class="t-forest ruins"' in page
    assert "B2, forest, on ruins" in page
    assert client.get("/cartographers/paper/sheet.pdf?map=A&edicts=written")["Content-Type"] == "application/pdf"
    assert "3 forest spaces" in client.get("/cartographers/sheets/").content.decode()
    drawn = client.get("/cartographers/analysis/?sheet=A")
    assert drawn.status_code == 200
    assert "A1, forest" in drawn.content.decode()


def test_a_sheet_names_the_sets_that_it_is_in(client: Client) -> None:
    published_set()
    assert 'href="/cartographers/sets/riverside/"' in client.get("/cartographers/sheets/B/").content.decode()
    assert "/cartographers/sets/riverside/" not in client.get("/cartographers/sheets/A/").content.decode()


@pytest.mark.parametrize(
    "path", ["/cartographers/sheets/Z/", "/cartographers/sheets/great_river/", "/cartographers/sheets/b/"]
)
def test_a_sheet_that_is_none(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_the_way_back_to_a_table_is_kept(client: Client) -> None:
    for path in ("/cartographers/sheets/", "/cartographers/sheets/A/"):
        page = client.get(f"{path}?table=ABCDEF").content.decode()
        assert 'id="back" href="/tables/ABCDEF/"' in page
        assert "?table=ABCDEF" in page
