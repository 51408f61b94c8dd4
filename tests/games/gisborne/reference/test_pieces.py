"""The pages of the tiles, cards and chips of Gisborne, and where the site links to them."""

import html
import re
from itertools import pairwise

import pytest
from django.test import Client
from django.utils.translation import override

from engine.gisborne.catalog import gisborne
from engine.gisborne.tiles import Tile
from games.gisborne.reference.card_page import cards_page
from games.gisborne.reference.field_rules import FIELD_RULES, features_of
from games.gisborne.reference.tile_list import tile_groups, tile_page, tile_urls
from games.gisborne.words.names import tile_name

LANGUAGES = ("en", "fr")
BOX = gisborne()
TILES = [BOX.start, *BOX.path, BOX.end]


def text_of(client: Client, path: str, language: str = "en", **query: str) -> str:
    answer = client.get(path, query, headers={"Accept-Language": language})
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", ["/gisborne/tiles/", "/gisborne/cards/", "/gisborne/tiles/double_ford/"])
def test_pages_have_headings_in_order_and_each_id_once(path: str, language: str, client: Client) -> None:
    page = text_of(client, path, language)
    levels = [int(level) for level in re.findall(r"<h([1-6])\b", page)]
    assert levels.count(1) == 1
    assert levels[0] == 1
    assert all(later <= earlier + 1 for earlier, later in pairwise(levels))
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(set(ids)) == len(ids)


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_list_shows_all_twelve_tiles_with_their_drawings(language: str, client: Client) -> None:
    page = text_of(client, "/gisborne/tiles/", language, table="ABCDEF")
    with override(language):
        for tile in TILES:
            assert f'<a href="/gisborne/tiles/{tile.id}/?table=ABCDEF">{tile_name(tile)}</a>' in page
    assert page.count('<div class="way-ground"><svg') == len(TILES) == 12


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("tile", TILES, ids=lambda tile: tile.id)
def test_page_of_a_tile_lists_its_fields_and_rules(tile: Tile, language: str, client: Client) -> None:
    page = text_of(client, f"/gisborne/tiles/{tile.id}/", language)
    fields = page.partition('id="fields"')[2].partition("</section>")[0]
    assert fields.count("<li>") == len(tile.path)
    with override(language):
        assert tile_name(tile) in page
        for rule in FIELD_RULES:
            assert (f"<dd>{rule.full}</dd>" in page) == (rule.feature in features_of(tile))


@pytest.mark.django_db
def test_fields_name_bridges_and_rivers() -> None:
    bridge, ford = tile_page("rope_bridge"), tile_page("double_ford")
    assert bridge is not None
    assert ford is not None
    assert bridge.fields[4] == "plain, bridge to field 9"
    assert bridge.fields[8] == "plain, end of the bridge"
    assert [number for number, field in enumerate(ford.fields, 1) if "then a river" in field] == [1, 5]


@pytest.mark.django_db
def test_tiles_follow_each_other() -> None:
    pages = [tile_page(tile.id) for tile in TILES]
    (entries,) = (group.tiles for group in tile_groups())
    assert [page.later for page in pages if page] == [*entries[1:], None]
    assert [page.earlier for page in pages if page] == [None, *entries[:-1]]


@pytest.mark.django_db
def test_unknown_tile_is_not_found(client: Client) -> None:
    assert client.get("/gisborne/tiles/nowhere/").status_code == 404


def test_cards_page_has_the_figures_of_the_box() -> None:
    page = cards_page()
    assert [(face.name, face.count, face.value, face.draws) for face in page.faces] == [
        ("bronze 1", 25, 1, 2),
        ("bronze 2", 25, 2, 2),
        ("silver 2", 20, 2, 1),
        ("silver 3", 20, 3, 1),
        ("gold 3", 16, 3, 0),
        ("gold 4", 16, 4, 0),
    ]
    assert page.cards == 122
    assert [(chip.value, chip.count) for chip in page.chips] == [(1, 4), (2, 4), (3, 3), (4, 1)]
    assert [(line.seats, line.cards) for line in page.places] == [
        (3, (3, 2, 2, None, None)),
        (4, (3, 2, 1, 2, None)),
        (5, (3, 2, 1, 1, 2)),
    ]
    assert (page.tent_draws, page.village_draws) == (2, 1)


@pytest.mark.django_db
def test_sitemap_lists_all_pages(client: Client) -> None:
    listed = re.findall(r"<loc>https?://[^/]+([^<]+)</loc>", client.get("/sitemap-pages.xml").content.decode())
    pages = ["/gisborne/rules/", "/gisborne/rules/full/", "/gisborne/tiles/", "/gisborne/cards/", *tile_urls()]
    assert set(pages) <= set(listed)


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_games_page_introduces_the_game_with_its_poster(language: str, client: Client) -> None:
    page = text_of(client, "/games/to-play/", language)
    assert 'class="way-poster" role="img"' in page
    assert 'href="/gisborne/rules/"' in page
    assert 'href="/gisborne/tiles/"' in page
