"""The cookies that the site sets, and their attributes."""

from http.cookies import Morsel
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from games.accounts.models import User
from tests.games.accounts.conftest import PASSWORD

COOKIES = {getattr(settings, name) for name in dir(settings) if name.endswith("_COOKIE_NAME")}


def set_by(client: Client) -> dict[str, Morsel[Any]]:
    """All cookies of a visit in which every cookie is set."""
    cookies: dict[str, Morsel[Any]] = {}
    for address, form in (
        ("/accounts/theme/", {"theme": "dark"}),
        ("/accounts/language/", {"language": "fr"}),
        ("/accounts/time-zone/", {"time_zone": "Europe/Paris"}),
        ("/accounts/sign-in/", {"username": "Anne", "password": PASSWORD}),
        ("/accounts/profile/", {"display_name": "Anne"}),
    ):
        cookies |= client.get("/accounts/sign-in/").cookies | client.post(address, form).cookies
    return cookies


def test_each_is_of_this_host_alone_and_hidden_from_scripts(client: Client, anne: User, settings: Any) -> None:
    settings.SECURE = settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True
    cookies = set_by(client)
    assert len(cookies) == len(COOKIES) - 1  # an invitation's is tried with the tables
    for cookie in cookies.values():
        assert (cookie["path"], cookie["domain"]) == ("/", "")
        assert cookie["secure"]
        assert cookie["httponly"]
        assert cookie["samesite"] == "Lax"


@pytest.mark.django_db
def test_each_is_named_in_the_settings(client: Client, anne: User) -> None:
    assert set(set_by(client)) == COOKIES - {settings.INVITATIONS_COOKIE_NAME}
