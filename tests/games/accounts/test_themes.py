"""The site's theme: available to everyone, stored in the account or the browser."""

import re

import pytest
from django.test import Client

from games.accounts.models import Theme, User

pytestmark = pytest.mark.django_db
URL = "/accounts/theme/"


def shown(client: Client) -> tuple[str, str]:
    """The theme and the colour schemes that a page names."""
    page = client.get("/people/Anne/").content.decode()
    theme = re.search(r'<html lang="en"(?: data-theme="(\w+)")?>', page)
    scheme = re.search(r'<meta name="color-scheme" content="([^"]+)">', page)
    assert theme
    assert scheme
    assert page.count('aria-pressed="true"') == 1
    return theme[1] or "", scheme[1]


@pytest.mark.parametrize(
    ("theme", "expected"),
    [
        (Theme.AUTO, ("", "light dark")),
        (Theme.PAPER, ("paper", "light")),
        (Theme.LIGHT, ("light", "light")),
        (Theme.DARK, ("dark", "dark")),
        (Theme.CONTRAST, ("contrast", "light dark")),
    ],
)
def test_a_stranger_chooses_for_the_browser(
    client: Client, anne: User, theme: Theme, expected: tuple[str, str]
) -> None:
    client.post(URL, {"theme": "dark"})
    answer = client.post(URL, {"theme": theme, "next": "/tables/"})
    assert (answer.status_code, answer["Location"]) == (303, "/tables/")
    assert answer.cookies["carto-theme"]["httponly"]
    assert shown(client) == expected
    assert shown(Client()) == ("", "light dark")


def test_an_account_keeps_its_theme_everywhere(signed_in: Client, anne: User) -> None:
    assert "carto-theme" not in signed_in.post(URL, {"theme": "dark"}).cookies
    anne.refresh_from_db()
    assert anne.theme == "dark"
    elsewhere = Client()
    elsewhere.force_login(anne)
    assert shown(elsewhere) == ("dark", "dark")


def test_the_browsers_choice_holds_until_the_account_has_one(client: Client, anne: User) -> None:
    client.post(URL, {"theme": "light"})
    client.force_login(anne)
    assert shown(client) == ("light", "light")
    client.post(URL, {"theme": "auto"})
    assert shown(client) == ("", "light dark")


def test_the_profile_has_it_too(signed_in: Client, anne: User) -> None:
    signed_in.post("/accounts/profile/", {"display_name": "Anne", "theme": "contrast"})
    anne.refresh_from_db()
    assert anne.theme == "contrast"
    assert re.search(r'<option value="contrast"\s+selected', signed_in.get("/accounts/profile/").content.decode())


@pytest.mark.parametrize("theme", ["", "sepia", "x" * 500])
def test_what_is_no_theme_changes_nothing(client: Client, anne: User, theme: str) -> None:
    client.post(URL, {"theme": "dark"})
    answer = client.post(URL, {"theme": theme, "next": "//elsewhere.example"})
    assert (answer.status_code, answer["Location"]) == (303, "/")
    client.cookies["carto-theme"] = theme or "dark"
    assert shown(client)[0] in {"dark", ""}


def test_a_cookie_that_is_no_theme_is_passed_over(client: Client, anne: User) -> None:
    client.cookies["carto-theme"] = "sepia"
    assert shown(client) == ("", "light dark")


def test_a_missing_page_has_the_theme(client: Client) -> None:
    client.post(URL, {"theme": "dark"})
    assert 'data-theme="dark"' in client.get("/nowhere/").content.decode()


def test_it_leads_back_with_what_the_address_held(client: Client) -> None:
    here = {"referer": "http://testserver/tables/?page=2"}
    assert client.post(URL, {"theme": "dark", "next": "/tables/"}, headers=here)["Location"] == here["referer"]
    elsewhere = {"referer": "http://elsewhere.example/"}
    assert client.post(URL, {"theme": "dark", "next": "/tables/"}, headers=elsewhere)["Location"] == "/tables/"


def test_it_is_a_post(client: Client) -> None:
    answer = client.get(URL, {"theme": "dark"}, headers={"referer": f"http://testserver{URL}"})
    assert (answer.status_code, answer["Location"]) == (303, "/")
    assert not answer.cookies
