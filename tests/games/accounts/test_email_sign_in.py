"""Signing in by email address."""

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.test import Client

from games.accounts import limits
from games.accounts.models import User

pytestmark = pytest.mark.django_db
URL = "/accounts/sign-in/"
ADDRESS = "anne@example.org"
PASSWORD = "correct-horse-9"


@pytest.fixture
def ben(anne: User) -> User:
    """Another user with Anne's address."""
    return User.objects.create_user("Ben", "another-horse-8", email="Anne@Example.org")


@pytest.fixture
def hashed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every password that has been hashed."""
    passwords: list[str] = []
    encode = MD5PasswordHasher.encode

    def count(self: MD5PasswordHasher, password: str, salt: str) -> str:
        passwords.append(password)
        return encode(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", count)
    return passwords


def post(username: str, password: str = "wrong", client: Client | None = None, url: str = URL) -> Any:
    return (client or Client()).post(url, {"username": username, "password": password})


def words(page: Any, typed: str) -> str:
    return re.sub(r'(csrfmiddlewaretoken" value="|X-CSRFToken": ")\w+', "", page.content.decode()).replace(typed, "")


@pytest.mark.parametrize("typed", [ADDRESS, "ANNE@example.ORG", " Anne@Example.org "])
def test_any_case_of_the_address_signs_in(client: Client, anne: User, typed: str) -> None:
    answer = post(typed, PASSWORD, client)
    assert (answer.status_code, answer["Location"]) == (303, "/")
    assert client.session["_auth_user_id"] == str(anne.pk)
    assert client.get("/accounts/profile/").status_code == 200


def test_the_form_asks_for_either(client: Client) -> None:
    page = client.get(URL).content.decode()
    assert "Username or email address" in page
    assert re.search(r'<input[^>]*autocomplete="username"', page)
    french = client.get(URL, headers={"Accept-Language": "fr"}).content.decode()
    assert "Nom d’utilisateur ou adresse e-mail" in french


def test_with_one_address_the_account_whose_password_fits(anne: User, ben: User) -> None:
    for user, password in ((anne, PASSWORD), (ben, "another-horse-8")):
        client = Client()
        assert post(ADDRESS, password, client).status_code == 303
        assert client.session["_auth_user_id"] == str(user.pk)


def test_only_confirmed_addresses_of_open_accounts_count(anne: User) -> None:
    User.objects.create_user("Pending", PASSWORD, pending_email="pending@example.org")
    User.objects.create_user("Closed", PASSWORD, email="closed@example.org", is_active=False)
    User.objects.create_user("Guest", PASSWORD, email="guest@example.org", guest=True)
    answers = [post(f"{name}@example.org", PASSWORD) for name in ("pending", "closed", "guest", "nobody")]
    assert {answer.status_code for answer in answers} == {422}


@pytest.mark.parametrize("several", [False, True])
def test_wrong_addresses_cost_and_say_the_same(anne: User, hashed: list[str], several: bool) -> None:
    if several:
        User.objects.create_user("Ben", "another-horse-8", email=ADDRESS)
    hashed.clear()
    known = post(ADDRESS)
    cost = len(hashed)
    unknown = post("zoe@example.org")
    assert len(hashed) == 2 * cost
    assert known.status_code == unknown.status_code == 422
    assert words(known, ADDRESS) == words(unknown, "zoe@example.org")
    assert words(known, ADDRESS) == words(post("Anne"), "Anne")


@pytest.mark.parametrize("typed", [ADDRESS, "zoe@example.org"])
def test_an_address_is_locked_after_eight_failures_whether_known_or_not(anne: User, typed: str) -> None:
    statuses = [post(name).status_code for name in [typed.upper(), typed] * 4]
    assert statuses == [422] * 7 + [429]
    assert post(typed, PASSWORD).status_code == 429


def test_failures_by_address_lock_the_username(anne: User) -> None:
    assert [post(ADDRESS).status_code for _ in range(4)] == [422] * 4
    assert [post("Anne").status_code for _ in range(4)] == [422] * 3 + [429]


def test_failures_by_username_keep_the_address_shut_in_the_usual_words(anne: User, ben: User) -> None:
    for _ in range(8):
        post("Anne")
    refused = post(ADDRESS, PASSWORD)
    assert refused.status_code == 422
    assert words(refused, ADDRESS) == words(post("zoe@example.org"), "zoe@example.org")
    # The other account with that address is not concerned.
    assert post(ADDRESS, "another-horse-8").status_code == 303


def test_the_owner_is_not_locked_out_from_elsewhere(anne: User) -> None:
    for _ in range(9):
        post(ADDRESS)
    assert post(ADDRESS, PASSWORD, Client(REMOTE_ADDR="192.0.2.5")).status_code == 303


def test_signing_in_by_address_forgets_the_failures(anne: User) -> None:
    for _ in range(2):
        assert [post(ADDRESS).status_code for _ in range(7)] == [422] * 7
        assert post(ADDRESS, PASSWORD).status_code == 303
    assert [post("Anne").status_code for _ in range(7)] == [422] * 7


def guess_from_everywhere(typed: str, count: int) -> list[int]:
    return [post(typed, client=Client(REMOTE_ADDR=f"198.51.100.{number}")).status_code for number in range(count)]


def test_guesses_from_many_addresses_count_for_the_name_too(anne: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "GUESSES", replace(limits.GUESSES, times=5))
    monkeypatch.setattr(limits, "MORE_GUESSES", replace(limits.MORE_GUESSES, times=2, window=timedelta(hours=1)))
    home = Client()
    assert post("Anne", PASSWORD, home).status_code == 303
    home.post("/accounts/sign-out/")
    assert guess_from_everywhere(ADDRESS, 9) == [422] * 7 + [429] * 2
    assert guess_from_everywhere("Anne", 1) == [429]
    # A browser that has signed in to the account before is not slowed down, by name or by address.
    assert post(ADDRESS, PASSWORD, home).status_code == 303


def test_the_staff_come_in_by_address(client: Client) -> None:
    User.objects.create_superuser("Root", PASSWORD, email="root@example.org")
    answer = post("root@example.org", PASSWORD, client, "/admin/login/?next=/admin/")
    assert (answer.status_code, answer["Location"]) == (303, "/admin/")


def test_failures_by_address_are_written_for_the_accounts(
    anne: User, ben: User, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.clear()
    post(ADDRESS)
    post("zoe@example.org")
    written = [vars(record)["fields"]["username"] for record in caplog.records if record.name == "carto.security"]
    assert written == ["Anne", "Ben", ""]
    assert "@example.org" not in caplog.text


@pytest.mark.parametrize("typed", ["@", "a@b@c", "anne@", "%@example.org", "_nne@example.org", "é@" + "x" * 250])
def test_odd_addresses_are_wrong_ones(anne: User, typed: str) -> None:
    assert post(typed, PASSWORD).status_code == 422
