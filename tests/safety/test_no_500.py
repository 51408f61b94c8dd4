"""Fuzzing of fields, URLs, headers and bodies: junk is rejected, never a server error."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any
from urllib.parse import unquote
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import transaction
from django.test import Client
from django.urls import Resolver404, resolve

from games.accounts.models import User
from games.tables.models import Status, Table
from tests.games.cartographers.play import fields, first_placement, gather, state_of, url
from tests.games.tables.clients import signed_in
from tests.safety.site import Site, patterns, site

ROLES = ("nobody", "guest", "spectator", "seat", "host")
ROUNDS, FULL_ROUNDS = 1, 3
SHARE = 3
"""In a normal run each route is sent one in so many pieces of junk, and the next one those that follow."""
FIELDS = (
    *(
        "username",
        "password",
        "password1",
        "new_password",
        "old_password",
        "display_name",
        "title",
        "language",
        "theme",
        "sounds",
        "time_zone",
        "email",
    ),
    *("guest", "guest-name", "sure", "bring", "dismiss", "remove"),
    *("next", "page", "game", "name", "capacity", "access", "start_when_full", "person", "deck", "csrfmiddlewaretoken"),
    *("options-sheet", "options-edicts", "options-edict_a", "options-edict_b", "options-single_terrain"),
    *("options-set", "options-laid_numbers", "options-final_scorings", "b1", "tent", "question", "number"),
    *("map", "edicts", "edict_a", "size", "ink", "p"),
    *("vote", "proposal", "answer", "seat", "pace", "turn_seconds", "reserve_minutes", "turn_hours", "nights_free"),
    *("option", "terrain", "held", "anchor", "at", "look", "desk", "since", "space", "line", "turn", "command_id"),
)
JUNK = (
    *(
        "",
        " ",
        "0",
        "-1",
        "1",
        "2",
        "99",
        "1e9",
        "9" * 400,
        "-" + "9" * 30,
        "NaN",
        "٣",
        "²",
        "true",
        "null",
        "[]",
        "{}",
    ),
    *(
        "\x00",
        "a\x00b",
        "\r\n",
        "\u202eabc",
        "a\u200bb",
        "\u2066x",
        "\ufeff",
        "\ud800".encode("utf-8", "replace").decode(),
    ),
    *(
        "é" * 500,
        "x" * 3000,
        "👩‍👩‍👧" * 30,
        "' OR 1=1 --",
        "<script>alert(1)</script>",
        "{{ 7 }}",
        "{% load x %}",
        "%s%n%x",
    ),
    *(
        "../../etc/passwd",
        "//elsewhere.example",
        "javascript:alert(1)",
        "https://elsewhere.example",
        "http://[",
        "\\\\x",
    ),
    *("invite", "end", "wait", "live", "days", "none", "agree", "decline"),
    *(
        "A",
        "chosen",
        "random",
        "any",
        "card",
        "sentinel_wood",
        "cartographers",
        "gisborne",
        "open",
        "C5",
        "K11",
        "r1f",
        "forest",
    ),
    *("1 forest C5", "12", "en", "fr", "xx", str(uuid4()), "urn:uuid:" + str(uuid4()), "{" + str(uuid4()) + "}"),
)
PARTS = (
    "0",
    "1",
    "-1",
    "9" * 30,
    "9" * 5000,
    "٣",
    "x",
    "X" * 300,
    "%00",
    "%FF",
    "%ED%A0%80",
    "..",
    "a b",
    "é",
    "{}",
    "%2F",
)
RAW = (
    b"\xff\xfe\x00=%FF&%ED%A0%80=1&=&&;",
    b"option=%00&line=%F0%28%8C%28&command_id=%",
    b'{"option": "\\ud800", "line": "\\u0000"}',
    b"\x00" * 200,
    b'--x\r\nContent-Disposition: form-data; name="line"\r\n\r\n1 forest C5',
    b"<?xml version='1.0'?><!DOCTYPE x [<!ENTITY y SYSTEM 'file:///etc/passwd'>]><x>&y;</x>",
)
TYPES = (
    "application/x-www-form-urlencoded",
    "application/x-www-form-urlencoded; charset=utf-16",
    "application/x-www-form-urlencoded; charset=nonsense",
    "multipart/form-data; boundary=x",
    "multipart/form-data",
    "application/json",
    "text/plain",
    "\x00",
)
HEADERS = (
    {"HX-Request": "true", "HX-Target": "\u00ff\x01", "HX-Current-URL": "http://["},
    {
        "HX-Request": "true",
        "HX-Target": "pending",
        "HX-Current-URL": "%FF%FE",
        "HX-Current-URL-URI-AutoEncoded": "true",
    },
    {"HX-Request": "true", "HX-Target": "strip", "HX-Trigger": "x" * 2000},
    {"Accept-Language": "xx-" + "y" * 600 + ";q=9, *;q=nan", "Accept": "*" * 100},
    {"Cookie": "carto-session=\x01junk; carto-csrf=; messages=W1siX19qc29uX21lc3NhZ2UiLDAsMTAsIjwiXV0"},
    {"X-Forwarded-For": "junk", "X-Real-IP": "junk", "X-Forwarded-Proto": "ftp", "Referer": "::::"},
)


QUERIES = ("%FF=%FF", "at=%ED%A0%80", "look=%00", "page=%F0%28", "&&==&", "next=%5C%5Cx", "since=" + "9" * 3000)


def failure(send: Any, *arguments: Any, **more: Any) -> str:
    """Return a request's server error, or ""; roll back its changes."""
    with transaction.atomic():
        try:
            status = send(*arguments, **more).status_code
        except Exception as error:
            # The test client lets through what a server would answer with 500.
            return repr(error)[:300]
        finally:
            transaction.set_rollback(True)
    return "" if status < 500 else str(status)


def routes() -> list[str]:
    return [route for route in patterns() if not route.startswith("admin/")]


def bodies(rng: Random) -> dict[str, Any]:
    """Return some fields with junk, sometimes with two values."""
    return {name: [rng.choice(JUNK) for _ in range(rng.choice((1, 1, 2)))] for name in rng.sample(FIELDS, 14)}


@pytest.mark.parametrize("role", ROLES)
def test_junk_in_forms_and_queries(role: str, people: list[User], full: bool) -> None:
    here, rng = site(people, Status.PLAYING), Random(role)
    failures = []
    for route in routes():
        # A new browser each, as some of these forms sign out.
        client = here.client(role)
        for _ in range(FULL_ROUNDS if full else ROUNDS):
            address, body, headers = here.url(route, role), bodies(rng), rng.choice((*HEADERS, {}, {}))
            for method in ("get", "post"):
                if wrong := failure(getattr(client, method), address, body, headers=headers):
                    failures.append(f"{method} {address} {body} {headers}: {wrong}")
    assert failures == []


@pytest.mark.parametrize("status", [Status.PLAYING, Status.GATHERING])
def test_junk_in_commands(status: Status, people: list[User]) -> None:
    here, rng = site(people, status), Random(status)
    client, failures = here.client("host"), []
    good = fields(first_placement(state_of(here.open), 0)) if status == Status.PLAYING else {"option": "1"}
    for _ in range(90):
        what = rng.choice(("placement", "placement", "choice", "take-back", "close", "hints"))
        body = {**good, "space": "C5", "command_id": str(uuid4())}
        for name in rng.sample([*good, "space", "command_id"], rng.randint(1, len(good))):
            body[name] = rng.choice(JUNK)
        address, headers = url(here.open, rng.choice((1, 1, 2, 10**20)), what), rng.choice(({}, HEADERS[1]))
        if wrong := failure(client.post, address, body, headers=headers):
            failures.append(f"{address} {body}: {wrong}")
    assert failures == []


WORDS = (
    "row",
    "column",
    "at",
    "cluster",
    "edict",
    "map",
    "fits",
    "try",
    "next",
    "confirm",
    "destroy",
    "back",
    "help",
    "of",
)


@pytest.mark.parametrize("role", ["spectator", "host"])
def test_junk_in_lines(role: str, people: list[User], full: bool) -> None:
    here, rng = site(people, Status.PLAYING), Random(role)
    client, failures = here.client(role), []
    for _ in range(200 if full else 60):
        words = [rng.choice((*WORDS, *JUNK, "C5", "f", "r1", "2", "forest", "ben")) for _ in range(rng.randint(1, 5))]
        sent = {"line": " ".join(words), "turn": rng.choice((1, 1, 2)), "command_id": str(uuid4()), "anchor": "C5"}
        address, headers = f"{url(here.open)}line", rng.choice(({}, HEADERS[1]))
        for method in ("get", "post"):
            if wrong := failure(getattr(client, method), address, sent, headers=headers):
                failures.append(f"{method} {sent}: {wrong}")
    assert failures == []


@pytest.mark.parametrize("role", ["nobody", "host"])
def test_junk_in_addresses(role: str, people: list[User], full: bool) -> None:
    here = site(people, Status.PLAYING)
    client, failures = here.client(role), []
    for address in _addresses(here, 1 if full else SHARE):
        # What leads nowhere is answered alike however it is asked.
        for method in ("get", "post") if _leads_somewhere(address) else ("get",):
            if wrong := failure(getattr(client, method), address):
                failures.append(f"{method} {address[:80]}: {wrong}")
    assert failures == []


def _leads_somewhere(address: str) -> bool:
    try:
        resolve(unquote(address))
    except Resolver404:
        return False
    return True


def _addresses(here: Site, share: int) -> Iterator[str]:
    places = [(route, name) for route in routes() for name in re.findall("<[^>]+>", route)]
    for number, (route, name) in enumerate(places):
        for part in PARTS[number % share :: share]:
            yield here.url(route.replace(name, part), "host")


@pytest.mark.parametrize("content_type", TYPES)
def test_junk_in_bodies(content_type: str, people: list[User], full: bool) -> None:
    here, share = site(people, Status.PLAYING), SHARE if full else len(RAW)
    failures = []
    for number, route in enumerate(routes(), TYPES.index(content_type)):
        client = here.client("host")
        for raw in RAW[number % share :: share]:
            address = here.url(route, "host")
            if wrong := failure(client.generic, "POST", address, raw, content_type):
                failures.append(f"{address} {raw[:30]!r}: {wrong}")
    assert failures == []


def test_undecodable_queries(people: list[User], full: bool) -> None:
    here, share = site(people, Status.PLAYING), 1 if full else SHARE
    client, failures = here.client("host"), []
    for number, route in enumerate(routes()):
        for query in QUERIES[number % share :: share]:
            address = here.url(route, "host")
            if wrong := failure(client.get, address, QUERY_STRING=query):
                failures.append(f"{address}?{query[:30]}: {wrong}")
    assert failures == []


def test_a_damaged_address_of_the_open_page_leads_to_signing_in(people: list[User]) -> None:
    answer = Client().get("/accounts/profile/", headers={"HX-Request": "true", "HX-Current-URL": "http://["})
    assert answer["HX-Redirect"].startswith("/accounts/sign-in/")


# --- What names may be -----------------------------------------------------------------------------------------------

UNSEEN = (
    "\u202eksed",
    "a\u200bb",
    "\u2066x\u2069",
    "a\x00b",
    "a\x07b",
    "\ufeffab",
    "a\u2028b",
    "\u061cab",
    "\U000e0041ab",
)


@pytest.mark.parametrize("name", UNSEEN, ids=ascii)
def test_names_hold_nothing_unseen(name: str, people: list[User]) -> None:
    client = signed_in(people[0])
    table = {"game": "cartographers", "capacity": "2", "access": "open", "options-sheet": "A"}
    table |= {"options-edicts": "random", "options-single_terrain": "any"}
    assert client.post("/tables/new/", {**table, "name": name}).status_code == 422
    assert client.post("/accounts/profile/", {"display_name": name}).status_code == 422
    assert client.post("/accounts/profile/", {"display_name": "Ann", "title": name}).status_code == 422
    newcomer = {"username": "newcomer", "password": "chart and compass", "display_name": name}
    assert Client().post("/accounts/sign-up/", newcomer).status_code == 422
    assert not Table.objects.exists()
    assert not User.objects.filter(username="newcomer").exists()


def test_names_are_short(people: list[User]) -> None:
    client = signed_in(people[0])
    assert client.post("/accounts/profile/", {"display_name": "é" * 24}).status_code == 303
    assert client.post("/accounts/profile/", {"display_name": "é" * 25}).status_code == 422
    assert client.post("/accounts/profile/", {"display_name": "Ann", "title": "x" * 3000}).status_code == 422


def test_too_many_fields_are_400(people: list[User]) -> None:
    table = gather(people[0])
    many = {f"field{number}": "x" for number in range(settings.DATA_UPLOAD_MAX_NUMBER_FIELDS + 1)}
    sent = fields(first_placement(state_of(table), 0)) | many
    assert signed_in(people[0]).post(url(table, 1), sent).status_code == 400


def test_names_of_people_are_shown_as_text(people: list[User]) -> None:
    User.objects.filter(pk=people[0].pk).update(display_name="<b>Ann</b>\"'&")
    table = gather(*people[:2])
    for address in (url(table), "/", "/tables/", "/people/ann/"):
        page = signed_in(people[1]).get(address).content.decode()
        assert "<b>Ann" not in page
        assert "&lt;b&gt;Ann" in page
