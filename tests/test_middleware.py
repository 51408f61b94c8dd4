"""Trust in proxy headers for the client's address and scheme."""

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory, override_settings

from carto_site.middleware import trusted_proxy


def seen_by_views(peer: str, **claims: str) -> HttpRequest:
    request = RequestFactory().get("/", REMOTE_ADDR=peer, **claims)
    trusted_proxy(lambda _: HttpResponse())(request)
    return request


@override_settings(PROXY_ADDRESSES=frozenset({"127.0.0.1"}))
def test_a_configured_proxy_names_the_client() -> None:
    request = seen_by_views("127.0.0.1", HTTP_X_REAL_IP="203.0.113.7", HTTP_X_FORWARDED_FOR="198.51.100.1")
    assert request.META["REMOTE_ADDR"] == "203.0.113.7"


@pytest.mark.parametrize("proxies", [frozenset(), frozenset({"192.0.2.1"})])
def test_nobody_else_does(proxies: frozenset[str]) -> None:
    with override_settings(PROXY_ADDRESSES=proxies, SECURE_PROXY_SSL_HEADER=("HTTP_X_FORWARDED_PROTO", "https")):
        request = seen_by_views(
            "127.0.0.1", HTTP_X_REAL_IP="203.0.113.7", HTTP_X_FORWARDED_FOR="1.2.3.4", HTTP_X_FORWARDED_PROTO="https"
        )
        assert request.META["REMOTE_ADDR"] == "127.0.0.1"
        assert not request.is_secure()


@override_settings(PROXY_ADDRESSES=frozenset({"127.0.0.1"}))
def test_a_proxy_that_names_nobody_is_the_client_itself() -> None:
    assert seen_by_views("127.0.0.1").META["REMOTE_ADDR"] == "127.0.0.1"
