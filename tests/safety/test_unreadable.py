"""Unreadable requests: whatever is wrong, the response is a helpful page with the site's headers."""

from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from games.accounts.models import User
from games.tables.models import Status
from tests.games.tables.clients import text_of
from tests.safety.site import patterns, site
from tests.safety.test_pages import assert_safe

MOST = 5  # fields, to be quick
MANY = "&".join(f"field{number}=x" for number in range(MOST + 1))
FORM, MULTIPART = "application/x-www-form-urlencoded", "multipart/form-data"
PART = b'--x\r\nContent-Disposition: form-data; name="line"\r\n\r\n1\r\n'
FILE = b'--x\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\n1\r\n'
UNREADABLE = {
    "another charset": (f"{FORM}; charset=utf-16", b"line=1"),
    "no charset of text": (f"{MULTIPART}; boundary=x; charset=base64", PART + b"--x--"),
    "too many fields": (FORM, MANY.encode()),
    "too many parts": (f"{MULTIPART}; boundary=x", PART * (MOST + 1) + b"--x--"),
    "too many files": (f"{MULTIPART}; boundary=x", FILE * 2 + b"--x--"),
    "no boundary": (MULTIPART, b"x"),
    "a boundary too long": (f"{MULTIPART}; boundary={'x' * 300}", b"x"),
    "a damaged part": (
        f"{MULTIPART}; boundary=x",
        FILE.replace(b"\r\n\r\n", b"\r\nContent-Transfer-Encoding: base64\r\n\r\n!"),
    ),
}
ODD: tuple[dict[str, Any], ...] = (
    {"REQUEST_METHOD": "BREW"},
    {"REQUEST_METHOD": "get"},
    {"HTTP_HOST": "elsewhere.example"},
    {"HTTP_HOST": "localhost:99999999"},
    {"HTTP_HOST": "xn--\xff"},
    {"HTTP_COOKIE": "carto-session=\xff\x00; carto-csrf=\xff; carto-theme=\xff; messages=\xff; ;=;=x"},
    {"HTTP_COOKIE": f"carto-session={'x' * 4000}"},
    {"HTTP_ACCEPT_LANGUAGE": "\xff" * 3000},
    {"HTTP_REFERER": "http://[", "HTTP_ORIGIN": "http://["},
    {"HTTP_IF_MODIFIED_SINCE": "\xff", "HTTP_IF_NONE_MATCH": "\xff", "HTTP_RANGE": "bytes=9-1"},
    {"CONTENT_TYPE": "\xff\x00"},
    {"CONTENT_LENGTH": "-5"},
    {"CONTENT_LENGTH": "9" * 400},
    {"QUERY_STRING": "%FF=%ED%A0%80&page=%00"},
    {"QUERY_STRING": "page=" + "9" * 5000},
    {"PATH_INFO": "/nowhere\x00/"},
    {"PATH_INFO": "//elsewhere.example/.."},
)


@pytest.fixture(autouse=True)
def _few_fields(settings: Any) -> None:
    settings.DATA_UPLOAD_MAX_NUMBER_FIELDS = MOST


def browser() -> Client:
    """Return a client with a CSRF cookie, so that its forms are checked for a token."""
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.cookies[settings.CSRF_COOKIE_NAME] = "a" * 32
    return client


def addresses(people: list[User]) -> list[str]:
    """Return every URL of the site, and two that do not exist."""
    here = site(people, Status.PLAYING)
    routes = [route for route in patterns() if not route.startswith("admin/")]
    return [here.url(route, "nobody") for route in (*routes, "admin/login/", "nowhere/", "static/nowhere.css")]


def assert_helps(answer: Any) -> None:
    assert answer.status_code == 400, answer.request["PATH_INFO"]
    assert "Go back, reload the page" in text_of(answer)
    assert_safe(answer)


def test_unreadable_forms(people: list[User]) -> None:
    for address in addresses(people):
        for content_type, body in UNREADABLE.values():
            assert_helps(browser().generic("POST", address, body, content_type))


def test_too_many_fields_in_an_address(people: list[User]) -> None:
    for address in addresses(people):
        if not address.startswith("/static/"):
            for method in ("GET", "POST"):
                assert_helps(browser().generic(method, address, QUERY_STRING=MANY))


@pytest.mark.django_db
@pytest.mark.parametrize("odd", ODD, ids=lambda odd: " ".join(odd))
def test_an_odd_request_is_no_failure(odd: dict[str, Any]) -> None:
    for address in ("/", "/accounts/sign-in/", "/nowhere/", "/static/nowhere.css"):
        for method in ("GET", "POST"):
            answer = browser().generic(method, address, **odd)
            assert answer.status_code < 500
            assert_safe(answer)
