"""Passwords guessed from many addresses, and the account's owner meanwhile."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core import signing
from django.test import Client
from django.utils import timezone

from games.accounts import limits
from games.accounts.models import RateLimit, User
from tests.games.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db
URL = "/accounts/sign-in/"
GOOD = {"username": "Anne", "password": PASSWORD}
LOOKED_AT = 7


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Allow 5 guesses, then 2 more per hour."""
    monkeypatch.setattr(limits, "GUESSES", replace(limits.GUESSES, times=5))
    monkeypatch.setattr(limits, "MORE_GUESSES", replace(limits.MORE_GUESSES, times=2, window=timedelta(hours=1)))


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every password that is hashed, that is, actually checked."""
    hashed: list[str] = []
    encode = MD5PasswordHasher.encode

    def counting(self: MD5PasswordHasher, password: str, salt: str) -> str:
        hashed.append(password)
        return encode(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", counting)
    return hashed


def addresses() -> Iterator[str]:
    return (f"198.51.{high}.{low}" for high in range(100, 110) for low in range(1, 250))


def guess(username: str = "Anne", count: int = 12, url: str = URL) -> list[int]:
    """Guess a password, each time from another IP address; return the status codes."""
    wrong = {"username": username, "password": "wrong"}
    places = [Client(REMOTE_ADDR=place) for place, _ in zip(addresses(), range(count), strict=False)]
    return [place.post(url, wrong).status_code for place in places]


@pytest.mark.parametrize("username", ["Anne", "Zoe"])
def test_guesses_from_many_addresses_are_looked_at_slowly(anne: User, username: str, looked_at: list[str]) -> None:
    assert guess(username) == [422] * LOOKED_AT + [429] * 5
    assert len(looked_at) == LOOKED_AT


def test_so_they_are_at_the_admins_door_and_in_any_spelling(anne: User, looked_at: list[str]) -> None:
    spellings = ["Anne", "ANNE", " anne", "Anne\u00a0"]
    for place, number in zip(addresses(), range(12), strict=False):
        name = spellings[number % len(spellings)]
        Client(REMOTE_ADDR=place).post("/admin/login/", {"username": name, "password": "wrong"})
    assert len(looked_at) == LOOKED_AT
    assert guess(count=1) == [429]


def test_after_a_wait_some_more_are_looked_at(anne: User) -> None:
    guess()
    RateLimit.objects.filter(scope="more-guesses").update(started=timezone.now() - timedelta(hours=1))
    assert guess(count=4) == [422] * 2 + [429] * 2


def test_the_owner_in_a_new_browser_waits_for_that_only(anne: User) -> None:
    guess(count=LOOKED_AT)
    answer = Client().post(URL, GOOD)
    assert answer.status_code == 429
    assert 3000 < int(answer["Retry-After"]) <= 3600  # not until tomorrow
    RateLimit.objects.filter(scope="more-guesses").update(started=timezone.now() - timedelta(hours=1))
    assert Client().post(URL, GOOD).status_code == 303


def familiar_browser() -> Client:
    """A browser in which Anne has signed in before, at an address of her own."""
    client = Client(REMOTE_ADDR="192.0.2.1")
    client.post(URL, GOOD)
    client.post("/accounts/sign-out/")
    return client


def test_the_owner_comes_in_by_a_browser_used_before(anne: User) -> None:
    browser = familiar_browser()
    guess()
    assert browser.post(URL, GOOD).status_code == 303


def test_a_browser_is_familiar_with_its_own_accounts_only(anne: User) -> None:
    User.objects.create_user("Bob", PASSWORD)
    browser = familiar_browser()
    guess("Bob", LOOKED_AT)
    assert browser.post(URL, GOOD | {"username": "Bob"}).status_code == 429


@pytest.mark.parametrize("mark", ["", "forged", "e30:1:forged"])
def test_a_forged_mark_is_none(anne: User, mark: str) -> None:
    guess()
    browser = Client()
    browser.cookies[settings.FAMILIAR_COOKIE_NAME] = mark
    assert browser.post(URL, GOOD).status_code == 429


def test_with_a_stolen_mark_guesses_are_few_too(
    anne: User, looked_at: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "FAMILIAR_GUESSES", replace(limits.FAMILIAR_GUESSES, times=4))
    mark = familiar_browser().cookies[settings.FAMILIAR_COOKIE_NAME].value
    looked_at.clear()
    for place, _ in zip(addresses(), range(6), strict=False):
        browser = Client(REMOTE_ADDR=place)
        browser.cookies[settings.FAMILIAR_COOKIE_NAME] = mark
        browser.post(URL, GOOD | {"password": "wrong"})
    assert looked_at == ["wrong"] * 4


def test_the_mark_tells_nobodys_name_and_is_hidden_from_scripts(anne: User) -> None:
    mark = familiar_browser().cookies[settings.FAMILIAR_COOKIE_NAME]
    assert "anne" not in str(signing.loads(mark.value, salt="games.accounts.known_browsers")).lower()
    assert (bool(mark["httponly"]), mark["samesite"]) == (True, "Lax")


def test_a_browser_that_signed_up_or_signed_in_as_staff_is_familiar(client: Client) -> None:
    client.post("/accounts/sign-up/", GOOD | {"repeated": PASSWORD})
    User.objects.create_superuser("Root", PASSWORD)
    staff = Client()
    staff.post("/admin/login/", GOOD | {"username": "Root"})
    assert settings.FAMILIAR_COOKIE_NAME in client.cookies
    assert settings.FAMILIAR_COOKIE_NAME in staff.cookies


@pytest.fixture
def _many(_few: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Allow more guesses for a name than any of the following tests makes."""
    monkeypatch.setattr(limits, "GUESSES", replace(limits.GUESSES, times=30))


@pytest.mark.usefixtures("_many")
def test_the_addresses_of_one_network_count_as_one(anne: User) -> None:
    wrong: dict[str, Any] = GOOD | {"password": "wrong"}
    statuses = [Client(REMOTE_ADDR=f"2001:db8:1:2::{end:x}").post(URL, wrong).status_code for end in range(1, 10)]
    assert statuses == [422] * 7 + [429] * 2
    assert Client(REMOTE_ADDR="2001:db8:1:3::1").post(URL, GOOD).status_code == 303


@pytest.mark.usefixtures("_many")
def test_who_keeps_trying_does_not_keep_the_owner_out(anne: User, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = GOOD | {"password": "wrong"}
    now = timezone.now()
    for _ in range(8):
        Client().post(URL, wrong)
    monkeypatch.setattr("axes.handlers.proxy.now", lambda: now + timedelta(minutes=10))
    assert Client().post(URL, wrong).status_code == 429
    monkeypatch.setattr("axes.handlers.proxy.now", lambda: now + timedelta(minutes=16))
    assert Client().post(URL, GOOD).status_code == 303


def test_the_admins_own_page_for_a_new_password_is_ours(client: Client) -> None:
    client.force_login(User.objects.create_superuser("Root", PASSWORD))
    assert client.get("/admin/password_change/")["Location"] == "/accounts/password/change/"
