"""Trust in proxy headers for the client's address and scheme, and compression of pages."""

import gzip

import pytest
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.test import RequestFactory, override_settings

from carto_site.middleware import compress_text, trusted_proxy


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


TEXT = "<p>A wide river bends.</p>" * 100


def answer_in(content_type: str, **claims: str) -> HttpResponseBase:
    request = RequestFactory().get("/", **claims)
    return compress_text(lambda _: HttpResponse(TEXT, content_type=content_type))(request)


def test_compress_text_page_is_smaller_and_the_same() -> None:
    answer = answer_in("text/html; charset=utf-8", HTTP_ACCEPT_ENCODING="gzip, deflate")
    assert isinstance(answer, HttpResponse)
    assert (answer["Content-Encoding"], answer["Vary"]) == ("gzip", "Accept-Encoding")
    assert int(answer["Content-Length"]) == len(answer.content) < len(TEXT) / 4
    assert gzip.decompress(answer.content).decode() == TEXT


@pytest.mark.parametrize(("content_type", "accepted"), [("text/html", "identity"), ("image/png", "gzip")])
def test_compress_text_leaves_other_answers(content_type: str, accepted: str) -> None:
    answer = answer_in(content_type, HTTP_ACCEPT_ENCODING=accepted)
    assert isinstance(answer, HttpResponse)
    assert not answer.has_header("Content-Encoding")
    assert answer.content.decode() == TEXT


@override_settings(PROXY_ADDRESSES=frozenset({"127.0.0.1"}))
def test_compress_text_behind_a_proxy_is_not_used() -> None:
    with pytest.raises(MiddlewareNotUsed):
        compress_text(lambda _: HttpResponse())
