"""Service worker, offline page and web app manifest."""

import json
import re
import struct

import pytest
from django.test import Client

from games.push import pages
from tests.games.tables.clients import people_named, signed_in
from tests.processes.programs import ROOT

MANIFEST = ROOT / "public" / "manifest.webmanifest"


def test_the_script_is_asked_for_anew_each_time(client: Client) -> None:
    answer = client.get("/service-worker.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Cache-Control"] == "no-cache"
    assert not answer.cookies
    text = answer.content.decode()
    assert 'PAGE = "/offline.html"' in text
    assert 'SUBSCRIBE = "/push/subscribe/", LIST = "/notices/", WAITING = "/notices/waiting/";' in text
    assert (ROOT / "static" / "js" / "service-worker.js").read_text() in text


def test_another_page_makes_another_script(monkeypatch: pytest.MonkeyPatch) -> None:
    before = pages.service_worker()
    assert pages.service_worker() == before
    monkeypatch.setattr(pages, "offline_page", lambda: "another")
    assert pages.service_worker() != before


@pytest.mark.django_db
def test_the_page_that_is_kept_speaks_all_languages_and_of_nobody(client: Client) -> None:
    page = client.get("/offline.html", headers={"accept-language": "fr"}).content.decode()
    assert "You are offline" in page
    assert "Vous êtes hors ligne" in page
    assert signed_in(people_named("Ann")[0]).get("/offline.html").content.decode() == page
    assert not re.findall(r"<script|<form|csrf", page)
    assert re.findall(r'<a class="button" href="">', page), "to the page that was asked for"


def test_the_icons_are_as_large_as_is_said() -> None:
    manifest = json.loads(MANIFEST.read_text())
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        assert icon["sizes"] == "x".join(map(str, size_of(icon["src"])))
    assert size_of("/badge.png") == (96, 96)


def size_of(address: str) -> tuple[int, int]:
    width, height = struct.unpack(">II", (ROOT / "public" / address.strip("/")).read_bytes()[16:24])
    return width, height


def test_its_colours_are_those_of_the_pages() -> None:
    manifest, tokens = json.loads(MANIFEST.read_text()), (ROOT / "static" / "css" / "tokens.css").read_text()
    (paper,) = re.findall(r"--paper: color-mix\([^;]*light-dark\((#\w+)", tokens)
    (surface,) = re.findall(r"--surface: color-mix\([^;]*light-dark\((#\w+)", tokens)
    assert (manifest["background_color"], manifest["theme_color"]) == (paper, surface)


@pytest.mark.django_db
def test_every_page_names_it(client: Client) -> None:
    page = client.get("/").content.decode()
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
    assert '<meta name="theme-color" content="#fdf9ef" media="(prefers-color-scheme: light)">' in page


def test_the_manifest_is_served_as_one(client: Client) -> None:
    answer = client.get("/manifest.webmanifest")
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("application/manifest+json")
