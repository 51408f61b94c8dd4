"""The sign-up page."""

import pytest
from django.test import Client
from pytest_django import Settings

from games.accounts import services
from games.accounts.models import User

pytestmark = pytest.mark.django_db
URL = "/accounts/sign-up/"
GOOD = {
    "username": "Bob",
    "display_name": "",
    "email": "",
    "password": "correct-horse-9",
    "repeated": "correct-horse-9",
}


def test_a_stranger_sees_the_form(client: Client) -> None:
    page = client.get(URL)
    assert page.status_code == 200
    assert "no-store" in page["Cache-Control"]
    for autocomplete in ("username", "nickname", "email", "new-password"):
        assert f'autocomplete="{autocomplete}"' in page.content.decode()


def test_signing_up_signs_in(client: Client) -> None:
    answer = client.post(URL, GOOD)
    assert (answer.status_code, answer["Location"]) == (303, "/")
    assert client.session["_auth_user_id"] == str(User.objects.get().pk)
    assert User.objects.get().display_name == "Bob"


def test_names_and_address_are_stored_clean(client: Client) -> None:
    client.post(URL, GOOD | {"display_name": " Ｂob  the Bold ", "email": "Bob@EXAMPLE.ORG"})
    bob = User.objects.get()
    assert (bob.display_name, bob.email, bob.pending_email) == ("Bob the Bold", "", "Bob@example.org")


def test_the_password_is_stored_as_a_hash(client: Client) -> None:
    client.post(URL, GOOD)
    assert "correct-horse" not in User.objects.get().password


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        ({"username": ""}, "required"),
        ({"username": "B b"}, "Use 3 to 20"),
        ({"username": "Bob\x00"}, "Null"),
        ({"display_name": "B\u202eob"}, "Use only visible characters."),
        ({"email": "nowhere"}, "valid email"),
        ({"password": "12345678", "repeated": "12345678"}, "common"),
        ({"password": "short", "repeated": "short"}, "too short"),
        ({"username": "correct-horse-9"}, "too similar"),
        ({"repeated": "correct-horse-8"}, "don’t match"),
        ({"password": "x" * 129, "repeated": "x" * 129}, "128"),
    ],
)
def test_bad_input_is_shown_and_stores_nobody(client: Client, bad: dict[str, str], words: str) -> None:
    page = client.post(URL, GOOD | bad)
    text = page.content.decode()
    assert page.status_code == 422
    assert words in text
    assert "correct-horse" not in text.replace('value="correct-horse-9"', "") or "username" in bad
    assert not User.objects.exists()


def test_a_taken_name_is_refused_in_any_case(client: Client, anne: User) -> None:
    page = client.post(URL, GOOD | {"username": "aNNE"})
    assert page.status_code == 422
    assert "This username is taken." in page.content.decode()


def test_the_loser_of_a_race_for_a_name_is_told(client: Client, anne: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.accounts.forms.SignUpForm.clean_username", lambda form: "anne")
    page = client.post(URL, GOOD)
    assert page.status_code == 422
    assert "This username is taken." in page.content.decode()


def test_the_loser_in_the_database_itself_is_told_too(anne: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.accounts.models.User.full_clean", lambda user: None)
    with pytest.raises(services.ValidationError, match="This username is taken"):
        services.sign_up(username="anne", password="correct-horse-9")


def test_a_known_address_is_answered_like_any_other(client: Client, anne: User) -> None:
    known = client.post(URL, GOOD | {"email": "anne@example.org"})
    other = Client().post(URL, GOOD | {"username": "Cid", "email": "cid@example.org"})
    assert (known.status_code, known["Location"]) == (other.status_code, other["Location"])


def test_too_many_from_one_address(client: Client, settings: Settings) -> None:
    settings.SIGN_UPS_PER_HOUR = 2
    statuses = [Client().post(URL, GOOD | {"username": f"bob{i}"}).status_code for i in range(3)]
    elsewhere = Client(REMOTE_ADDR="192.0.2.9").post(URL, GOOD | {"username": "cid"})
    assert statuses == [303, 303, 429]
    assert elsewhere.status_code == 303


def test_the_signed_in_are_sent_home(signed_in: Client) -> None:
    assert signed_in.get(URL)["Location"] == "/"
    assert signed_in.post(URL, GOOD).status_code == 303
    assert User.objects.count() == 1


def test_next_leads_back_but_never_away(client: Client) -> None:
    assert client.post(URL, GOOD | {"next": "/tables/abc/"})["Location"] == "/tables/abc/"
    assert Client().post(URL, GOOD | {"username": "cid", "next": "//evil.example/"})["Location"] == "/"


@pytest.mark.parametrize("method", ["put", "delete", "patch"])
def test_other_methods_are_refused(client: Client, method: str) -> None:
    assert getattr(client, method)(URL).status_code == 405


def test_a_form_without_its_token_is_refused() -> None:
    assert Client(enforce_csrf_checks=True).post(URL, GOOD).status_code == 403
    assert not User.objects.exists()
