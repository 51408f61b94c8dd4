"""The site's language: the user's setting, else the choice in this browser, else its preference."""

import pytest
from django.test import Client

from games.accounts.models import User

pytestmark = pytest.mark.django_db
FRENCH = 'lang="fr"'
ENGLISH = 'lang="en"'


def spoken(client: Client, **headers: str) -> str:
    """The attributes of the page's html element, including its language."""
    page = client.get("/cartographers/rules/", headers=headers).content.decode()
    return page[page.index("<html ") + 6 :].split(">")[0]


def test_the_browser_is_asked(client: Client) -> None:
    assert spoken(client) == ENGLISH
    assert spoken(client, accept_language="fr-CA,fr;q=0.9,en;q=0.5") == FRENCH
    assert spoken(client, accept_language="de") == ENGLISH


def test_a_visitor_switches(client: Client) -> None:
    answer = client.post("/accounts/language/", {"language": "fr", "next": "/cartographers/cards/"})
    assert (answer.status_code, answer["Location"]) == (303, "/cartographers/cards/")
    assert spoken(client) == FRENCH
    client.post("/accounts/language/", {"language": "en"})
    assert spoken(client, accept_language="fr") == ENGLISH


def test_the_choice_goes_with_the_person(client: Client) -> None:
    ann = User.objects.create_user("ann", "chart and compass", display_name="Ann")
    client.force_login(ann)
    client.post("/accounts/language/", {"language": "fr"})
    ann.refresh_from_db()
    assert ann.language == "fr"
    elsewhere = Client()
    assert spoken(elsewhere) == ENGLISH
    elsewhere.force_login(ann)
    assert spoken(elsewhere) == FRENCH


def test_every_page_offers_the_other_language(client: Client) -> None:
    page = client.get("/cartographers/rules/?look=2&part=3").content.decode()
    assert 'value="fr" lang="fr">Français</button>' in page
    assert page.count('name="next" value="/cartographers/rules/?look=2&amp;part=3"') == 2


@pytest.mark.parametrize("language", ["", "tlh", "fr\x00", "EN"])
def test_an_unknown_language_changes_nothing(client: Client, language: str) -> None:
    client.post("/accounts/language/", {"language": "fr"})
    assert client.post("/accounts/language/", {"language": language}).status_code == 303
    assert spoken(client) == FRENCH


def test_one_does_not_end_up_elsewhere(client: Client) -> None:
    answer = client.post("/accounts/language/", {"language": "fr", "next": "https://evil.example/"})
    assert answer["Location"] == "/"


def test_one_comes_back_to_what_the_address_held(client: Client) -> None:
    came_from = "http://testserver/tables/?page=2"
    answer = client.post("/accounts/language/", {"language": "fr", "next": "/tables/"}, headers={"referer": came_from})
    assert answer["Location"] == came_from
