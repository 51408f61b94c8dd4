"""Files that browsers and search engines request by fixed names, and pages they must not index."""

import re
import struct
from typing import Any
from urllib.robotparser import RobotFileParser
from xml.etree import ElementTree

import pytest
from django.test import Client, override_settings

from games.accounts.models import User
from games.tables.models import Access, Status, Table
from tests.safety.site import site
from tests.safety.test_access import STATES

_OF_CARTOGRAPHERS = (
    *("learn/", "learn/heroes/", "rules/", "rules/full/", "rules/side-by-side/"),
    *("cards/", "cards/<slug:key>/", "paper/", "analysis/"),
    *("sheets/", "sheets/<slug:key>/", "sets/", "sets/boxes/<slug:key>/", "sets/<slug:key>/"),
)
_OF_GISBORNE = (
    "learn/",
    "rules/",
    "rules/full/",
    "tiles/",
    "tiles/<slug:key>/",
    "tiles/workshop/<slug:key>/",
    "cards/",
)
LISTED = {
    *("", "games/to-play/", "tables/", "collections/", "daily/", "daily/<day:day>/"),
    *(f"cartographers/{page}" for page in _OF_CARTOGRAPHERS),
    *(f"gisborne/{page}" for page in _OF_GISBORNE),
}
SPACE = "{http://www.sitemaps.org/schemas/sitemap/0.9}"


def fetched(address: str) -> tuple[str, bytes]:
    """Return the content type and body of a file."""
    answer: Any = Client().get(address)
    assert answer.status_code == 200
    assert answer["X-Content-Type-Options"] == "nosniff"
    return answer["Content-Type"].partition(";")[0], b"".join(answer.streaming_content)


def test_search_engines_are_told_what_they_may_read() -> None:
    answer = Client().get("/robots.txt")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    robots = RobotFileParser()
    robots.parse(answer.content.decode().splitlines())
    assert robots.site_maps() == ["http://testserver/sitemap.xml"]
    for address in ("/", "/cartographers/rules/", "/cartographers/cards/great_river/", "/tables/"):
        assert robots.can_fetch("anybody", address)


def test_browsers_find_the_icons_they_ask_for() -> None:
    kind, icon = fetched("/favicon.ico")
    assert kind in {"image/x-icon", "image/vnd.microsoft.icon"}
    assert struct.unpack("<HHH", icon[:6]) == (0, 1, 2)
    kind, picture = fetched("/apple-touch-icon.png")
    assert kind == "image/png"
    assert struct.unpack(">II", picture[16:24]) == (180, 180)


def test_pages_about_people_and_their_games_are_not_to_be_listed(people: list[User]) -> None:
    here = site(people, Status.PLAYING)
    listed = set()
    for route in STATES[Status.PLAYING]:
        answer = here.client("passer-by").get(here.url(route, "passer-by"))
        if answer.status_code != 301 and "X-Robots-Tag" not in answer:
            listed.add(route)
    assert listed == LISTED


def addresses(path: str) -> list[str]:
    """Return the URLs in a sitemap."""
    answer = Client().get(path)
    assert answer.status_code == 200
    return [element.text or "" for element in ElementTree.fromstring(answer.content).iter(f"{SPACE}loc")]


@pytest.mark.django_db
def test_the_list_of_lists_leads_to_what_explains_the_site() -> None:
    lists = addresses("/sitemap.xml")
    assert lists == [f"http://testserver/sitemap-{section}.xml" for section in ("pages", "games", "collections")]
    explained = {address.removeprefix("http://testserver") for address in addresses("/sitemap-pages.xml")}
    assert {
        "/",
        "/cartographers/rules/",
        "/cartographers/cards/",
        "/cartographers/cards/great_river/",
        "/cartographers/paper/",
    } <= explained
    cards = set(
        re.findall(r'href="(/cartographers/cards/[a-z0-9_-]+/)', Client().get("/cartographers/cards/").content.decode())
    )
    assert len(cards) > 60
    assert cards <= explained
    for address in explained:
        answer = Client().get(address)
        assert answer.status_code < 400
        assert "X-Robots-Tag" not in answer


@pytest.mark.django_db
def test_an_old_address_leads_to_a_listed_page_without_hiding_it() -> None:
    answer = Client().get("/rules/")
    assert (answer.status_code, answer["Location"]) == (301, "/cartographers/rules/")
    assert "X-Robots-Tag" not in answer
    assert Client().get("/tables/code/")["X-Robots-Tag"] == "noindex"


@pytest.mark.parametrize("origin", ["https://carto.example", "http://carto.example:8080"])
def test_everything_is_named_by_the_one_name_of_the_site(people: list[User], settings: Any, origin: str) -> None:
    here = site(people, Status.FINISHED)
    settings.ORIGIN = origin
    listed = [
        address for path in ("/sitemap.xml", "/sitemap-pages.xml", "/sitemap-games.xml") for address in addresses(path)
    ]
    assert f"{origin}/sitemap-games.xml" in listed
    assert f"{origin}/tables/{here.open.code}/" in listed
    assert f"{origin}/cartographers/rules/" in listed
    assert all(address.startswith(f"{origin}/") for address in listed)
    text = Client().get(f"/tables/{here.open.code}/result.txt").content.decode()
    assert text.endswith(f"{origin}/tables/{here.open.code}/\n")


@pytest.mark.parametrize("status", [Status.GATHERING, Status.PLAYING])
def test_no_game_is_named_before_it_is_over(people: list[User], status: Status) -> None:
    site(people, status)
    assert addresses("/sitemap-games.xml") == []


def test_open_games_that_are_over_are_named_and_no_others(people: list[User]) -> None:
    here = site(people, Status.FINISHED)
    assert addresses("/sitemap-games.xml") == [f"http://testserver/tables/{here.open.code}/"]


def test_a_game_that_is_named_may_be_listed_but_none_of_its_turns(people: list[User]) -> None:
    here = site(people, Status.FINISHED)
    nobody = Client()
    assert "X-Robots-Tag" not in nobody.get(f"/tables/{here.open.code}/")
    assert nobody.get(f"/tables/{here.open.code}/turns/1/")["X-Robots-Tag"] == "noindex"
    assert nobody.get(f"/tables/{here.open.code}/board-1.png")["X-Robots-Tag"] == "noindex"
    Table.objects.update(access=Access.INVITATION)
    host = here.client("host").get(f"/tables/{here.open.code}/")
    assert (host.status_code, host["X-Robots-Tag"]) == (200, "noindex")


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/sitemap-nothing.xml", "/sitemap-games.xml?p=9", "/sitemap-games.xml?p=x"])
def test_there_is_no_other_list(path: str) -> None:
    assert Client().get(path).status_code == 404


def linked(page: str, name: str) -> str:
    """Return a page's `canonical` link or `og:...` property, or ""."""
    found = re.search(rf'(?:rel|property)="{name}" (?:href|content)="([^"]*)"', page)
    return found[1] if found else ""


@pytest.mark.django_db
def test_a_page_has_one_address_whatever_it_was_asked_with() -> None:
    page = Client().get("/cartographers/rules/?table=x&utm=y").content.decode()
    assert linked(page, "canonical") == linked(page, "og:url") == "http://testserver/cartographers/rules/"


@pytest.mark.django_db
@override_settings(ORIGIN="https://carto.example")
def test_that_address_is_by_the_name_of_the_site() -> None:
    page = Client().get("/cartographers/rules/").content.decode()
    assert linked(page, "canonical") == "https://carto.example/cartographers/rules/"
    assert linked(page, "og:image") == "https://carto.example/picture.png"


@pytest.mark.django_db
def test_a_page_of_nobody_elses_says_nothing_of_itself() -> None:
    page = Client().get("/accounts/sign-in/").content.decode()
    assert linked(page, "canonical") == linked(page, "og:image") == ""
