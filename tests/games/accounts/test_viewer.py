"""Pages left open while their user signs out or another signs in, and pages that must not be cached."""

import html
import json
import re
from typing import Any

import pytest
from django.test import Client

from games.accounts.models import User

pytestmark = pytest.mark.django_db
POLLED = ("/", "/tables/")


def headers_of(client: Client, address: str) -> dict[str, str]:
    """The headers that the page sends with its htmx requests."""
    match = re.search(r"<body hx-headers='([^']+)'", client.get(address).content.decode())
    assert match
    return {"HX-Request": "true", **json.loads(html.unescape(match[1]))}


@pytest.mark.parametrize("address", POLLED)
def test_a_page_goes_on_as_whom_it_was_made_for(address: str, signed_in: Client, client: Client) -> None:
    for browser in (signed_in, client) if address != "/" else (signed_in,):
        answer = browser.get(address, headers=headers_of(browser, address))
        assert "HX-Refresh" not in answer
        assert "<html" not in answer.content.decode()


@pytest.mark.parametrize("address", POLLED)
def test_who_has_signed_out_elsewhere_gets_another_page(address: str, signed_in: Client) -> None:
    shown = headers_of(signed_in, address)
    signed_in.post("/accounts/sign-out/")
    answer = signed_in.get(address, headers=shown)
    assert (answer["HX-Refresh"], answer.content) == ("true", b"")


@pytest.mark.parametrize("address", POLLED)
def test_who_has_signed_in_elsewhere_gets_another_page(address: str, client: Client, anne: User) -> None:
    shown = headers_of(client, address)
    client.force_login(anne)
    assert client.get(address, headers=shown)["HX-Refresh"] == "true"


def test_a_desk_of_nobody_is_no_part_of_a_page(client: Client) -> None:
    assert client.get("/", headers={"HX-Request": "true"})["HX-Refresh"] == "true"


def test_a_link_is_followed_whatever_it_claims(client: Client) -> None:
    assert "HX-Refresh" not in client.get("/tables/", headers={"X-Viewer": "Anne"})


NAMING = (
    "/",
    "/tables/",
    "/tables/new/",
    "/cartographers/rules/",
    "/cartographers/learn/",
    "/people/Anne/",
    "/accounts/profile/",
    "/nowhere/",
)


@pytest.mark.parametrize("address", NAMING)
def test_no_page_of_who_is_signed_in_is_kept(address: str, signed_in: Client) -> None:
    assert "no-store" in signed_in.get(address)["Cache-Control"]


def test_a_refused_form_is_not_kept_either(signed_in: Client) -> None:
    answer: Any = signed_in.post("/tables/new/", {})
    assert answer.status_code == 422
    assert "no-store" in answer["Cache-Control"]


def test_the_public_pages_of_nobody_may_be_kept(client: Client) -> None:
    assert "no-store" not in client.get("/cartographers/rules/").get("Cache-Control", "")
