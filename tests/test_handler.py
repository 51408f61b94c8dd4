"""Pins the handler that answers a page in one thread, as it leans on Django's inside."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import override_settings
from django.urls import path

from carto_site.handler import OneHop
from tests.test_headers import answer, scope

seen: list[int] = []


def note_thread(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    def middleware(request: HttpRequest) -> HttpResponse:
        seen.append(threading.get_ident())
        return get_response(request)

    return middleware


def view(request: HttpRequest) -> HttpResponse:
    seen.append(threading.get_ident())
    return HttpResponse(f"{request.META['REMOTE_ADDR']}")


urlpatterns = [path("thread", view)]
HERE = __name__


def protocols() -> dict[str, Any]:
    """What the site's application hands each protocol to."""
    from carto_site.asgi import application

    router: Any = application.application
    found: dict[str, Any] = router.application_mapping
    return found


def test_the_application_uses_it() -> None:
    assert isinstance(protocols()["http"], OneHop)


def test_middleware_and_view_run_in_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    seen.clear()
    with override_settings(MIDDLEWARE=[f"{HERE}.note_thread"] * 3, ROOT_URLCONF=HERE):
        monkeypatch.setitem(protocols(), "http", OneHop())
        status, _ = answer(scope(b"/thread"))
    assert status == 200
    assert len(seen) == 4
    assert len(set(seen)) == 1
    assert seen[0] != threading.get_ident()
