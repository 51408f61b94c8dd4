"""Covers of sets: their contents, colors, addresses and access."""

import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from engine.cartographers.cards import Stack
from games.accounts.models import User
from games.cartographers.models import OwnSet
from games.cartographers.paper.cover import Cover, build_cover, cover_svg
from games.cartographers.setting_up.covers import cover_image
from games.cartographers.shelf.published import library
from games.cartographers.shelf.published_sets import find_set
from games.cartographers.workshop.own_sets import create_own_set
from games.catalog.drafts import end_link, make_link
from games.catalog.site_cards import load_published
from games.play.toned_images import Tone
from tests.games.cartographers.shelf.sets import published_set
from tests.games.tables.clients import people_named, signed_in

pytestmark = pytest.mark.django_db
NOBODY = Client()
SVG = "{http://www.w3.org/2000/svg}"
COVER = re.compile(r'<img class="cover" src="([^"]+)" width="380" height="450" loading="lazy"[^>]* alt="([^"]+)"')


def covers(client: Client, page: str) -> list[tuple[str, str]]:
    """Return the address and description of each cover on a page."""
    answer = client.get(page)
    assert answer.status_code == 200
    return COVER.findall(answer.content.decode())


def cover_of(key: str) -> Cover:
    """Return the cover of a set of the boxes."""
    one = find_set(key, of_box=True)
    assert one
    cover = build_cover(key, one.filled.sheets, one.filled.scoring, one.filled.edicts)
    assert cover
    return cover


@pytest.fixture
def ann() -> User:
    load_published()
    return people_named("Ann")[0]


def test_cover_has_a_seal_of_each_stack_or_of_each_edict() -> None:
    assert [card.stack for card in cover_of("cartographers").cards] == list(Stack)
    first_game = find_set("first_game", of_box=True)
    assert first_game
    assert tuple(card.id for card in cover_of("first_game").cards) == first_game.filled.edicts
    drawn = ElementTree.fromstring(cover_svg(cover_of("heroes"), Tone.DAY))
    assert len(drawn.findall(f".//{SVG}use[@href='#wax']")) == 4


def test_cover_refers_only_to_its_own_drawings() -> None:
    for key in ("cartographers", "heroes", "both", "first_game"):
        for tone in Tone:
            drawn = cover_svg(cover_of(key), tone)
            ElementTree.fromstring(drawn)
            assert set(re.findall(r'href="#([\w-]+)"', drawn)) <= set(re.findall(r'id="([\w-]+)"', drawn))
            assert "var(" not in drawn


def test_cover_is_different_for_each_set_of_the_boxes() -> None:
    keys = ("cartographers", "heroes", "both", "first_game")
    assert len({cover_svg(cover_of(key), Tone.DAY) for key in keys}) == len(keys)


def test_set_without_map_sheets_has_no_cover(ann: User) -> None:
    assert build_cover("empty", (), (), ()) is None
    own_set = create_own_set(owner=ann, name="Lakes")
    OwnSet.objects.filter(pk=own_set.pk).update(definition={**own_set.definition, "sheets": []})
    page = signed_in(ann).get("/cartographers/sets/own/all/").content.decode()
    assert "Lakes" in page
    assert COVER.findall(page) == []


def test_version_changes_with_the_contents_of_the_cover() -> None:
    cover = cover_of("cartographers")
    others = [
        replace(cover, behind=0),
        replace(cover, cards=cover.cards[:3]),
        replace(cover, sheet=cover_of("heroes").sheet),
    ]
    versions = {other.version for other in (cover, *others)}
    assert len(versions) == 4
    assert replace(cover).version == cover.version


def test_lists_and_pages_of_sets_lead_with_covers_kept_by_browsers() -> None:
    published_set()
    listed = covers(NOBODY, "/cartographers/sets/")
    assert len(listed) == 6
    for url, words in listed:
        answer = NOBODY.get(url)
        assert answer.status_code == 200
        assert answer["Content-Type"] == "image/svg+xml; charset=utf-8"
        assert answer["Cache-Control"] == "private, max-age=31536000, immutable"
        assert "style-src 'self' 'unsafe-inline'" in answer["Content-Security-Policy"]
        assert words.startswith("Map sheet ")
    assert covers(NOBODY, "/cartographers/sets/riverside/") == [listed[-1]]
    assert listed[-1][1] == "Map sheet B: Wastelands with seals of Treetower, Wildholds, Canal Lake and Borderlands"
    assert covers(NOBODY, "/cartographers/sets/boxes/heroes/") == [listed[2]]


def test_cover_of_another_version_tone_or_set_is_not_found() -> None:
    published_set()
    url = covers(NOBODY, "/cartographers/sets/riverside/")[0][0]
    version = url.split("/")[-2]
    for wrong in ("/1-0/day.svg", f"/{version}/dusk.svg"):
        assert NOBODY.get(url.replace(f"/{version}/day.svg", wrong)).status_code == 404
    assert NOBODY.get(url.replace("riverside", "lakeside")).status_code == 404
    assert NOBODY.get(url.replace("sets/riverside", "sets/boxes/heroes")).status_code == 404
    for tone in Tone:
        assert NOBODY.get(url.replace("/day.", f"/{tone}.")).status_code == 200


def test_cover_of_an_own_set_is_for_its_owner_and_its_link(ann: User) -> None:
    ben = people_named("Ben")[0]
    own_set = create_own_set(owner=ann, name="Lakes")
    ((url, _words),) = covers(signed_in(ann), "/cartographers/sets/own/all/")
    assert [signed_in(user).get(url).status_code for user in (ann, ben, None)] == [200, 404, 303]
    make_link(entry=own_set, by=ann)
    own_set.refresh_from_db()
    ((shared, _words),) = covers(NOBODY, f"/cartographers/sets/try/{own_set.link}/")
    assert NOBODY.get(shared).status_code == 200
    end_link(entry=own_set, by=ann)
    assert NOBODY.get(shared).status_code == 404


def test_lists_of_sets_take_the_same_queries_for_one_as_for_three(ann: User) -> None:
    browser = signed_in(ann)

    def queries(page: str, count: int) -> int:
        with CaptureQueriesContext(connection) as taken:
            assert len(covers(browser, page)) == count
        return len(taken)

    create_own_set(owner=ann, name="Lakes")
    queries("/cartographers/sets/own/all/", 1)  # fills caches
    one = queries("/cartographers/sets/own/all/", 1)
    for name in ("Hills", "Roads"):
        create_own_set(owner=ann, name=name)
    assert queries("/cartographers/sets/own/all/", 3) == one


def test_list_of_own_sets_invites_to_make_the_first(ann: User) -> None:
    page = signed_in(ann).get("/cartographers/sets/own/all/").content.decode()
    assert "You have no sets yet." in page
    create_own_set(owner=ann, name="Lakes")
    assert "You have no sets yet." not in signed_in(ann).get("/cartographers/sets/own/all/").content.decode()


def test_cover_in_french_names_its_contents_in_french() -> None:
    one = find_set("cartographers", of_box=True)
    assert one
    page = NOBODY.get("/cartographers/sets/", headers={"Accept-Language": "fr"}).content.decode()
    assert "Parchemin A" in COVER.findall(page)[0][1]
    assert cover_image(one.filled, "box_set", "cartographers")


def test_symbols_of_seals_and_sheet_have_ids_of_their_own() -> None:
    cover = cover_of("heroes")
    for card in library().cartographers.scoring.values():
        drawn = ElementTree.fromstring(cover_svg(replace(cover, cards=(card,)), Tone.DAY))
        ids = [each.attrib["id"] for each in drawn.iter() if "id" in each.attrib]
        assert len(ids) == len(set(ids)), card.id
        used = {each.attrib["href"].removeprefix("#") for each in drawn.iter(f"{SVG}use")}
        assert used <= set(ids), card.id
