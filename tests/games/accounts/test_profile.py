"""The profile page, the email page and the site's language."""

import pytest
from django.test import Client, override_settings

from games.accounts import limits
from games.accounts.models import User

pytestmark = pytest.mark.django_db
URL = "/accounts/profile/"
EMAIL = "/accounts/email/"
GOOD = {"display_name": "Anne B", "title": "Keeper of Maps", "language": ""}


@pytest.mark.parametrize("url", [URL, EMAIL, "/accounts/password/change/"])
def test_a_stranger_is_sent_to_sign_in_and_back(client: Client, url: str) -> None:
    for answer in (client.get(url), client.post(url, GOOD)):
        assert (answer.status_code, answer["Location"]) == (303, f"/accounts/sign-in/?next={url.replace('/', '%2F')}")


@pytest.mark.parametrize("url", [URL, EMAIL, "/accounts/password/change/"])
def test_htmx_is_told_to_leave_the_page(client: Client, url: str) -> None:
    headers = {"HX-Request": "true", "HX-Current-URL": "http://testserver/tables/abc/?x=1"}
    answer = client.post(url, GOOD, headers=headers)
    assert answer["HX-Redirect"] == "/accounts/sign-in/?next=%2Ftables%2Fabc%2F%3Fx%3D1"


def test_it_shows_what_is(signed_in: Client) -> None:
    page = signed_in.get(URL)
    assert page.status_code == 200
    assert 'value="Anne of the Marsh"' in page.content.decode()
    assert 'href="/accounts/vacation/"' in page.content.decode()


def test_it_stores_names_clean(signed_in: Client, anne: User) -> None:
    answer = signed_in.post(URL, GOOD | {"title": " Ｋeeper  of Maps "})
    anne.refresh_from_db()
    assert answer.status_code == 303
    assert (anne.display_name, anne.title) == ("Anne B", "Keeper of Maps")


def test_an_empty_display_name_is_the_username(signed_in: Client, anne: User) -> None:
    signed_in.post(URL, GOOD | {"display_name": " "})
    anne.refresh_from_db()
    assert anne.display_name == "Anne"


def test_what_is_not_sent_stays(signed_in: Client, anne: User) -> None:
    signed_in.post(URL, GOOD)
    for damaged in ({}, {"csrfmiddlewaretoken": "x"}, {"title": "Keeper"}):
        assert signed_in.post(URL, damaged).status_code == 303
    anne.refresh_from_db()
    assert (anne.display_name, anne.title) == ("Anne B", "Keeper")


def test_how_one_draws_is_chosen_and_stays_until_it_is_sent_anew(signed_in: Client, anne: User) -> None:
    def chosen() -> tuple[bool, bool]:
        anne.refresh_from_db()
        return anne.double_tap, anne.keys_on_map

    assert chosen() == (False, False)
    signed_in.post(URL, GOOD | {"double_tap": "True", "keys_on_map": "True"})
    assert chosen() == (True, True)
    assert signed_in.get(URL).content.decode().count('value="True" selected') == 5
    signed_in.post(URL, GOOD)
    assert chosen() == (True, True)
    signed_in.post(URL, GOOD | {"double_tap": "False"})
    assert chosen() == (False, True)
    assert signed_in.post(URL, GOOD | {"keys_on_map": "perhaps"}).status_code == 422
    signed_in.post(URL, GOOD | {"keys_on_map": ""})
    assert chosen() == (False, False)


def test_nothing_else_can_be_set(signed_in: Client, anne: User) -> None:
    signed_in.post(URL, GOOD | {"is_staff": "on", "username": "root", "email": "x@example.org", "user": "2"})
    anne.refresh_from_db()
    assert (anne.is_staff, anne.username, anne.email) == (False, "Anne", "anne@example.org")


@pytest.mark.parametrize("bad", [{"display_name": "x\u200by"}, {"title": "x" * 41}, {"language": "xx"}])
def test_bad_input_is_shown_and_stores_nothing(signed_in: Client, anne: User, bad: dict[str, str]) -> None:
    page = signed_in.post(URL, GOOD | bad)
    anne.refresh_from_db()
    assert page.status_code == 422
    assert "error-summary" in page.content.decode()
    assert anne.display_name == "Anne of the Marsh"


def test_names_are_escaped(signed_in: Client) -> None:
    signed_in.post(URL, GOOD | {"display_name": "<b>Anne</b>", "title": '"><script>'})
    for url in (URL, "/people/Anne/"):
        page = signed_in.get(url).content.decode()
        assert "<b>Anne" not in page
        assert "><script>" not in page.replace(" defer", "")


def language_of(client: Client, url: str = "/people/Anne/", **headers: str) -> str:
    answer = client.get(url, headers=headers)
    assert f'<html lang="{answer["Content-Language"]}">' in answer.content.decode()
    return answer["Content-Language"]


def test_the_browser_chooses_the_language_of_strangers(client: Client, anne: User) -> None:
    assert language_of(client) == "en"
    assert language_of(client, accept_language="fr-CA,fr;q=0.9,en;q=0.5") == "fr"


def test_the_language_chosen_wins_over_the_browser(signed_in: Client) -> None:
    assert language_of(signed_in, accept_language="fr") == "fr"
    signed_in.post(URL, GOOD | {"language": "en"})
    assert language_of(signed_in, accept_language="fr") == "en"
    signed_in.post(URL, GOOD | {"language": "fr"})
    assert language_of(signed_in, accept_language="en") == "fr"
    signed_in.post(URL, GOOD | {"language": ""})
    assert language_of(signed_in, accept_language="en") == "en"


def test_a_language_does_not_leak_to_the_next_request(signed_in: Client, anne: User) -> None:
    User.objects.update(language="fr")
    assert language_of(signed_in) == "fr"
    assert language_of(Client()) == "en"


@override_settings(LANGUAGES=[("en", "English")])
def test_a_language_that_the_site_does_not_speak_is_neither_offered_nor_used(signed_in: Client) -> None:
    User.objects.update(language="fr")
    assert language_of(signed_in) == "en"
    assert 'name="language"' not in signed_in.get(URL).content.decode()
    assert signed_in.post(URL, GOOD | {"language": "xx"}).status_code == 303
    assert User.objects.get().language == "fr"  # for when the site speaks it


def test_the_languages_of_the_site_are_offered(signed_in: Client) -> None:
    page = signed_in.get(URL).content.decode()
    assert [code in page for code in ('value="en"', 'value="fr"')] == [True, True]


def test_the_address_changes_with_the_password_only(signed_in: Client, anne: User) -> None:
    wrong = signed_in.post(EMAIL, {"email": "new@example.org", "current_password": "wrong"})
    anne.refresh_from_db()
    assert (wrong.status_code, anne.email) == (422, "anne@example.org")
    right = signed_in.post(EMAIL, {"email": "new@EXAMPLE.org", "current_password": "correct-horse-9"})
    anne.refresh_from_db()
    assert (right.status_code, anne.email, anne.pending_email) == (303, "anne@example.org", "new@example.org")


def test_the_address_can_be_taken_away(signed_in: Client, anne: User) -> None:
    signed_in.post(EMAIL, {"email": "", "current_password": "correct-horse-9"})
    anne.refresh_from_db()
    assert anne.email == ""


def test_a_bad_address_is_refused(signed_in: Client) -> None:
    assert signed_in.post(EMAIL, {"email": "x", "current_password": "correct-horse-9"}).status_code == 422


def test_the_password_cannot_be_guessed_there(signed_in: Client) -> None:
    tries = limits.PASSWORD_CHECK.times
    wrong = {"email": "", "current_password": "wrong"}
    assert {signed_in.post(EMAIL, wrong).status_code for _ in range(tries)} == {422}
    assert signed_in.post(EMAIL, wrong).status_code == 429
    assert signed_in.post("/accounts/password/change/", wrong).status_code == 429
    assert signed_in.get(EMAIL).status_code == 200
