"""Content Security Policy: pages comply with it, and every response of a game has it, even rejections."""

from html.parser import HTMLParser
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from carto_site import headers
from games.accounts.models import User
from games.tables.models import Status, Table
from tests.games.cartographers.play import (
    fields,
    first_placement,
    gather,
    state_of,
    take_back,
    type_line,
    type_until,
    url,
)
from tests.games.tables.clients import HTMX, signed_in, text_of
from tests.safety.site import ROLES, Site, patterns, site
from tests.safety.test_access import STATES

REQUIRED = {name: value for name, value in headers.FALLBACK.items() if name != "Content-Security-Policy"}
POLICY = {name: " ".join(values) for name, values in headers.CSP_DIRECTIVES.items()}


LEADING = {"script", "link", "img", "iframe", "object", "embed", "form", "base"}


class Inline(HTMLParser):
    """Parser that collects violations of a strict content policy, and duplicate ids."""

    def __init__(self) -> None:
        super().__init__()
        self.faults: list[str] = []
        self.ids: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        self.faults += [f"<{tag} {name}>" for name, value in attrs if forbidden(name, value or "")]
        if tag == "style" or (
            tag == "script" and "src" not in attributes and attributes.get("type") != "application/json"
        ):
            self.faults.append(f"<{tag}> with content")
        if tag in LEADING and attributes.get("rel") != "canonical":  # which tells the address of the page itself
            self.faults += [f"<{tag} {value}>" for name, value in attrs if elsewhere(name, value or "")]
        if (id := attributes.get("id")) in self.ids:
            self.faults.append(f"#{id} twice")
        if id:
            self.ids.add(id)


def forbidden(name: str, value: str) -> bool:
    """True if an attribute contains style or script."""
    if name == "style" or (name.startswith("on") and name not in {"on"}) or name.startswith("hx-on"):
        return True
    scripted = name.startswith("hx-") and value.strip().startswith(("js:", "javascript:"))
    return scripted or value.strip().lower().startswith("javascript:") or (name == "hx-trigger" and "[" in value)


def elsewhere(name: str, value: str) -> bool:
    """True if an attribute points to another host."""
    return name in {"src", "href", "action", "data"} and value.startswith(("http:", "https:", "//", "data:"))


def faults(page: str) -> list[str]:
    """Return a page's violations."""
    reader = Inline()
    reader.feed(page)
    return reader.faults


def assert_safe(answer: Any) -> None:
    """Check the security headers, and that nothing is inline."""
    assert {name: answer.get(name) for name in REQUIRED} == REQUIRED
    policy = dict(part.strip().partition(" ")[::2] for part in answer["Content-Security-Policy"].split(";"))
    if "immutable" in answer.get("Cache-Control", "") and answer.get("Content-Type", "").startswith("image/svg+xml"):
        # The image of a final board runs no scripts, but brings its own style element.
        assert policy == POLICY | {"style-src": "'self' 'unsafe-inline'"}
        return
    assert policy == POLICY
    assert "unsafe" not in answer["Content-Security-Policy"]
    if answer.get("Content-Type", "").startswith("text/html"):
        assert faults(text_of(answer)) == []


PLANTED = (
    '<p style="color:red">',
    "<style>p{}</style>",
    '<button onclick="x()">',
    "<script>x()</script>",
    '<script src="https://elsewhere.example/x.js"></script>',
    '<a href="javascript:x()">',
    '<div hx-on:click="x()">',
    '<div hx-vals="js:{a: 1}">',
    '<div hx-trigger="click[ctrlKey]">',
    '<p id="a"></p><p id="a"></p>',
)


@pytest.mark.parametrize("page", PLANTED)
def test_what_is_forbidden_is_found(page: str) -> None:
    assert faults(page) != []


def test_what_is_allowed_is_left_alone() -> None:
    page = '<script src="/static/a.js"></script><script type="application/json" id="a">{}</script><a href="/x" id="b">'
    assert faults(page) == []


@pytest.mark.parametrize("status", STATES)
def test_every_page_of_the_site(status: Status, people: list[User]) -> None:
    here: Site = site(people, status)
    for role in ROLES:
        client = here.client(role)
        for route in patterns():
            if route.startswith("admin/") or route not in STATES[status]:
                continue
            assert_safe(client.get(here.url(route, role)))


@pytest.fixture
def table(people: list[User]) -> Table:
    return gather(*people[:3])


@pytest.fixture
def ann(people: list[User]) -> Client:
    return signed_in(people[0])


@pytest.mark.parametrize("htmx", [{}, HTMX], ids=["plain", "htmx"])
def test_every_answer_to_a_command(htmx: dict[str, str], ann: Client, table: Table, people: list[User]) -> None:
    good = fields(first_placement(state_of(table), 0))
    answers = {
        400: ann.post(url(table, 1), {}, headers=htmx),
        422: ann.post(url(table, 1), {**good, "option": "9"}, headers=htmx),
        404: signed_in(people[3]).post(url(table, 1), good, headers=htmx),
        405: ann.put(url(table, 1)),
        409: take_back(ann, table, 1),
    }
    for status, answer in answers.items():
        assert answer.status_code == status
        assert_safe(answer)
    assert_safe(ann.post(url(table, 1), good, headers=htmx))
    assert_safe(ann.post(url(table, 1), {**good, "command_id": str(uuid4())}, headers=htmx))
    assert_safe(Client().post(url(table, 1), good, headers=htmx))


@pytest.mark.parametrize("htmx", [{}, HTMX], ids=["plain", "htmx"])
def test_every_answer_to_a_typed_line(htmx: dict[str, str], ann: Client, table: Table) -> None:
    placement = first_placement(state_of(table), 0)
    for line in ("map", "foo", "try C5", "next", str(placement), str(placement), "back", "confirm"):
        assert_safe(type_line(ann, table, line, headers=htmx))


def test_every_fragment_of_an_open_turn(ann: Client, table: Table) -> None:
    for target in ("strip", "pending", "table", "nothing"):
        for query in ("", "?at=F6", "?look=2", "?desk=0&since=0"):
            assert_safe(ann.get(url(table) + query, headers={"HX-Request": "true", "HX-Target": target}))


def test_pages_of_an_ambush_and_of_the_end(people: list[User]) -> None:
    table = gather(*people[:2])
    clients = [signed_in(user) for user in people[:2]]
    rng = Random(1)
    kinds = set()

    def look(state: Any) -> bool:
        kind = "over" if state.over else type(state.open).__name__ + str(any(state.answers)) + str(state.ruins_pending)
        if kind not in kinds:
            kinds.add(kind)
            for client in (*clients, Client()):
                assert_safe(client.get(url(table)))
        return bool(state.over)

    type_until(table, clients, rng, look)
    assert "over" in kinds
    assert len(kinds) > 3


def test_one_form_of_each_kind_needs_the_token(table: Table, people: list[User]) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(people[0])
    good = fields(first_placement(state_of(table), 0))
    for headers_ in ({}, HTMX):
        for what in ("placement", "choice", "take-back"):
            answer = client.post(url(table, 1, what), good, headers=headers_)
            assert answer.status_code == 403
            assert_safe(answer)
    client.get(url(table))
    token = client.cookies["carto-csrf"].value
    forged = {"X-CSRFToken": token, "Origin": "https://elsewhere.example"}
    assert client.post(url(table, 1), good, headers=forged).status_code == 403
    assert client.post(url(table, 1), good, headers={**HTMX, "X-CSRFToken": token}).status_code == 200
