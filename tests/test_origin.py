"""Origins that may open a WebSocket."""

from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.test import override_settings

from carto_site.origin import own_pages_only

HOUSE = {"ALLOWED_HOSTS": ["localhost", "192.168.1.20", "[::1]"], "CSRF_TRUSTED_ORIGINS": [], "SECURE": False}
PUBLIC = {
    "ALLOWED_HOSTS": ["carto.example"],
    "CSRF_TRUSTED_ORIGINS": ["https://carto.example"],
    "PROXY_ADDRESSES": frozenset({"127.0.0.1"}),
    "SECURE": True,
}
BEHIND_NGINX = {**PUBLIC, "CSRF_TRUSTED_ORIGINS": [], "SECURE": False}


def opens(host: str, origin: str | None, **headers: str) -> bool:
    """True if a page from this origin may open a WebSocket at this host."""
    answers: list[str] = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        answers.append("opened")

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        answers.append(message["type"])

    sent = {"host": host, **({} if origin is None else {"origin": origin}), **headers}
    pairs = [(name.replace("_", "-").encode(), value.encode()) for name, value in sent.items()]
    scope = {"type": "websocket", "headers": pairs, "client": ["127.0.0.1", 50_000]}
    async_to_sync(own_pages_only(application))(scope, receive, send)
    assert answers in (["opened"], ["websocket.close"])
    return answers == ["opened"]


@pytest.mark.parametrize("host", ["localhost:8000", "192.168.1.20:8000", "localhost", "[::1]:8001"])
def test_a_page_opens_sockets_where_it_was_served(host: str) -> None:
    with override_settings(**HOUSE):
        assert opens(host, f"http://{host}")


@pytest.mark.parametrize(
    "origin",
    [
        "http://localhost:3000",
        "http://localhost",
        "https://localhost:8000",
        "http://192.168.1.20:8000",
        "http://elsewhere.example:8000",
        "http://127.0.0.1:8000.elsewhere.example",
        "null",
        "",
        None,
    ],
)
def test_a_page_of_another_scheme_host_or_port_does_not(origin: str | None) -> None:
    with override_settings(**HOUSE):
        assert not opens("localhost:8000", origin)


def test_a_name_that_only_leads_here_is_no_host_of_the_site() -> None:
    with override_settings(**HOUSE):
        assert not opens("rebound.example:8000", "http://rebound.example:8000")


@pytest.mark.parametrize(
    ("origin", "may"),
    [("https://carto.example", True), ("http://carto.example", False), ("https://carto.example:8443", False)],
)
def test_a_public_site_has_one_origin(origin: str, may: bool) -> None:
    with override_settings(**PUBLIC):
        assert opens("carto.example", origin, x_forwarded_proto="https") is may
        assert opens("carto.example", origin) is may


def test_only_a_configured_proxy_says_that_the_page_came_by_tls() -> None:
    with override_settings(**BEHIND_NGINX):
        assert opens("carto.example", "https://carto.example", x_forwarded_proto="https")
        assert not opens("carto.example", "http://carto.example", x_forwarded_proto="https")
    with override_settings(**BEHIND_NGINX | {"PROXY_ADDRESSES": frozenset()}):
        assert not opens("carto.example", "https://carto.example", x_forwarded_proto="https")
