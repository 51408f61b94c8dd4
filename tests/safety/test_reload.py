"""Reloads: every URL that a page can have supports GET, for reloads and the switches in the footer."""

from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import path
from django.views.decorators.http import require_POST

from carto_site.urls import urlpatterns as site_urls
from games.accounts.models import User
from games.accounts.views import theme
from games.tables.models import Status
from tests.safety.site import Site, patterns, site

ROLES = ("host", "staff")


def addresses(here: Site, role: str) -> list[str]:
    """Return the site's URLs, and the admin's without a record."""
    routes = [route for route in patterns() if "?P<" not in route and not (route.startswith("admin/") and "<" in route)]
    return [here.url(route, role) for route in routes]


def is_dead_end(here: Site, role: str, address: str) -> bool:
    """True if a page can have this URL, even as a CSRF error, but GET is not supported."""
    stands = is_page(undone(without_token(here, role).post, address, {}))
    return stands and undone(here.client(role).get, address).status_code >= 405


def without_token(here: Site, role: str) -> Client:
    client = here.client(role)
    client.handler.enforce_csrf_checks = True
    return client


def is_page(answer: Any) -> bool:
    return answer.status_code not in {301, 302, 303} and answer.get("Content-Type", "").startswith("text/html")


def undone(send: Any, *arguments: Any) -> Any:
    """Return the response, and roll back its changes."""
    with transaction.atomic():
        answer = send(*arguments)
        transaction.set_rollback(True)
    return answer


@pytest.mark.parametrize("role", ROLES)
def test_no_page_stands_at_a_dead_end(role: str, people: list[User]) -> None:
    here = site(people, Status.PLAYING)
    assert [address for address in addresses(here, role) if is_dead_end(here, role, address)] == []


class _WithADeadEnd:
    """URL configuration with a route that accepts only POST."""

    urlpatterns = [*site_urls, path("dead-end/", require_POST(theme))]


def test_a_dead_end_is_found(people: list[User], settings: Any) -> None:
    settings.ROOT_URLCONF = _WithADeadEnd
    assert is_dead_end(site(people, Status.PLAYING), "nobody", "/dead-end/")


def test_a_guest_who_reloads_is_asked_again(people: list[User]) -> None:
    client: Client = site(people, Status.PLAYING).client("guest")
    answer = client.get("/accounts/sign-out/")
    assert answer.status_code == 200
    assert 'name="sure"' in answer.content.decode()
    assert "_auth_user_id" in client.session
