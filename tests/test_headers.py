"""Security headers on every response, from every layer."""

from typing import Any

import pytest
from asgiref.sync import async_to_sync
from asgiref.testing import ApplicationCommunicator
from django.test import override_settings

from carto_site.headers import FALLBACK

REQUIRED = {name.lower(): value for name, value in FALLBACK.items() if name != "Content-Security-Policy"}


def scope(path: bytes, method: str = "GET", extra: list[tuple[bytes, bytes]] | None = None) -> dict[str, Any]:
    return {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "path": path.decode("latin-1"),
        "raw_path": path,
        "query_string": b"",
        "client": ["127.0.0.1", 40000],
        "server": ["127.0.0.1", 80],
        "headers": [(b"host", b"localhost"), *(extra or [])],
    }


async def _answer(scope: dict[str, Any], body: bytes) -> tuple[int, dict[str, str]]:
    from carto_site.asgi import application

    communicator = ApplicationCommunicator(application, scope)
    await communicator.send_input({"type": "http.request", "body": body, "more_body": False})
    start = await communicator.receive_output(timeout=10)
    await communicator.receive_output(timeout=10)
    await communicator.wait(timeout=10)
    return start["status"], {name.decode().lower(): value.decode() for name, value in start["headers"]}


def answer(scope: dict[str, Any], body: bytes = b"") -> tuple[int, dict[str, str]]:
    return async_to_sync(_answer)(scope, body)


def assert_safe(headers: dict[str, str]) -> None:
    assert {name: headers.get(name) for name in REQUIRED} == REQUIRED
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "base-uri 'none'" in policy
    assert "unsafe" not in policy
    assert "*" not in policy
    assert "server" not in headers
    kind = headers.get("content-type", "")
    assert "charset=utf-8" in kind or not kind.startswith("text/")


CASES = {
    "health": (200, scope(b"/healthz"), b""),
    "sign-in of the admin": (200, scope(b"/admin/login/"), b""),
    "redirect": (302, scope(b"/admin/"), b""),
    "missing page": (404, scope(b"/no-such-page"), b""),
    "missing static file": (404, scope(b"/static/no-such.css"), b""),
    "wrong method": (405, scope(b"/healthz", "OPTIONS"), b""),
    "no CSRF token": (403, scope(b"/admin/login/", "POST"), b""),
    "unknown host": (400, scope(b"/healthz") | {"headers": [(b"host", b"elsewhere.example")]}, b""),
    "undecodable query": (400, scope(b"/healthz") | {"query_string": b"\xff"}, b""),
    "long body announced": (413, scope(b"/healthz", "POST", [(b"content-length", b"65537")]), b""),
    "long body": (413, scope(b"/healthz", "POST"), b"x" * 65537),
}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", CASES)
def test_every_kind_of_answer_is_safe(name: str) -> None:
    expected, scope, body = CASES[name]
    status, headers = answer(scope, body)
    assert status == expected
    assert_safe(headers)


@pytest.mark.django_db(transaction=True)
def test_a_failing_view_is_safe_too() -> None:
    with override_settings(ROOT_URLCONF="tests.failing_urls"):
        status, headers = answer(scope(b"/fails"))
    assert status == 500
    assert_safe(headers)


@pytest.mark.django_db(transaction=True)
def test_a_database_that_is_too_busy_asks_to_come_again() -> None:
    with override_settings(ROOT_URLCONF="tests.failing_urls"):
        status, headers = answer(scope(b"/busy"))
    assert status == 503
    assert headers["retry-after"] == "2"
    assert_safe(headers)


@pytest.mark.parametrize(("subdomains", "header"), [(False, "max-age=60"), (True, "max-age=60; includeSubDomains")])
def test_a_refusal_holds_browsers_to_https(subdomains: bool, header: str) -> None:
    with override_settings(SECURE_HSTS_SECONDS=60, SECURE_HSTS_INCLUDE_SUBDOMAINS=subdomains):
        _, headers = answer(*CASES["long body announced"][1:])
    assert headers["strict-transport-security"] == header


def test_without_https_nobody_is_held_to_it() -> None:
    assert "strict-transport-security" not in answer(*CASES["long body announced"][1:])[1]


def test_a_flooded_server_is_safe_too(monkeypatch: pytest.MonkeyPatch) -> None:
    from carto_site.asgi import application

    monkeypatch.setattr(application, "max_requests", 0)
    status, headers = answer(scope(b"/healthz"))
    assert status == 503
    assert headers["retry-after"] == "2"
    assert_safe(headers)
