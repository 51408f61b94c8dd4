"""The sign-in page."""

import re

import pytest
from django.conf import settings
from django.contrib.auth.hashers import MD5PasswordHasher
from django.test import Client

from games.accounts import limits
from games.accounts.models import User

pytestmark = pytest.mark.django_db
URL = "/accounts/sign-in/"
GOOD = {"username": "Anne", "password": "correct-horse-9"}


def test_a_stranger_sees_the_form(client: Client) -> None:
    page = client.get(URL)
    assert page.status_code == 200
    assert 'autocomplete="current-password"' in page.content.decode()


@pytest.mark.parametrize("username", ["Anne", "anne", "ANNE"])
def test_any_case_of_the_name_signs_in(client: Client, anne: User, username: str) -> None:
    answer = client.post(URL, GOOD | {"username": username})
    assert (answer.status_code, answer["Location"]) == (303, "/")
    assert client.session["_auth_user_id"] == str(anne.pk)


def test_the_session_key_changes(client: Client, anne: User) -> None:
    client.get("/accounts/password/reset/x/y/")
    before = client.session.session_key
    client.post(URL, GOOD)
    assert client.session.session_key != before


def without_token(content: bytes) -> str:
    return re.sub(r'(csrfmiddlewaretoken" value="|X-CSRFToken": ")\w+', "", content.decode())


def refused(username: str, password: str) -> str:
    page = Client().post(URL, {"username": username, "password": password})
    assert page.status_code == 422
    assert (
        "This username or email address doesn’t match the password. If you used your email address, try your username."
        in page.content.decode()
    )
    return without_token(page.content).replace(username, "")


def test_wrong_name_wrong_password_and_closed_account_are_answered_alike(anne: User) -> None:
    User.objects.create_user("Closed", "correct-horse-9", is_active=False)
    known, unknown, closed = refused("Anne", "wrong"), refused("Zoe", "wrong"), refused("Closed", "correct-horse-9")
    assert known == unknown == closed


@pytest.mark.parametrize("username", ["Anne", "Zoe", "Closed"])
def test_each_try_costs_one_hash(anne: User, username: str, monkeypatch: pytest.MonkeyPatch) -> None:
    User.objects.create_user("Closed", "correct-horse-9", is_active=False)
    hashed: list[str] = []
    encode = MD5PasswordHasher.encode

    def counting(self: MD5PasswordHasher, password: str, salt: str) -> str:
        hashed.append(password)
        return encode(self, password, salt)

    monkeypatch.setattr(MD5PasswordHasher, "encode", counting)
    refused(username, "wrong")
    assert hashed == ["wrong"]


@pytest.mark.parametrize("bad", [{"username": ""}, {"password": ""}, {"username": "x" * 500}, {"password": "x" * 500}])
def test_bad_input_is_shown(client: Client, anne: User, bad: dict[str, str]) -> None:
    page = client.post(URL, GOOD | bad)
    assert page.status_code == 422
    assert "error-summary" in page.content.decode()


@pytest.mark.parametrize("username", ["Anne", "Zoe"])
def test_a_name_is_locked_after_eight_failures_whether_it_exists_or_not(anne: User, username: str) -> None:
    spellings = [username.upper(), username.lower()] * 4
    statuses = [Client().post(URL, {"username": name, "password": "wrong"}).status_code for name in spellings]
    locked = Client().post(URL, {"username": username, "password": "correct-horse-9"})
    assert statuses == [422] * 7 + [429]
    assert locked.status_code == 429
    assert locked["Retry-After"] == "900"


def test_the_owner_is_not_locked_out_from_elsewhere(anne: User) -> None:
    for _ in range(9):
        Client().post(URL, {"username": "Anne", "password": "wrong"})
    assert Client(REMOTE_ADDR="192.0.2.5").post(URL, GOOD).status_code == 303


def test_a_claimed_forwarded_address_does_not_help(anne: User) -> None:
    statuses = [
        Client(HTTP_X_FORWARDED_FOR=f"192.0.2.{i}", HTTP_X_REAL_IP=f"192.0.2.{i}")
        .post(URL, {"username": "Anne", "password": "wrong"})
        .status_code
        for i in range(9)
    ]
    assert statuses[-1] == 429


def test_too_many_tries_from_one_address(anne: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SIGN_IN", limits.Limit("sign-in", 2, limits.SIGN_IN.window))
    statuses = [Client().post(URL, {"username": f"bob{i}", "password": "wrong"}).status_code for i in range(3)]
    assert statuses == [422, 422, 429]


def test_too_many_tries_at_the_admins_door(anne: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SIGN_IN", limits.Limit("sign-in", 2, limits.SIGN_IN.window))
    doors = [Client().post("/admin/login/", {"username": f"bob{i}", "password": "wrong"}) for i in range(3)]
    assert [door.status_code for door in doors] == [422, 422, 429]
    assert Client().post(URL, GOOD).status_code == 429


def test_the_staff_come_in_by_the_admins_door(client: Client) -> None:
    User.objects.create_superuser("Root", GOOD["password"])
    assert client.get("/admin/")["Location"] == "/admin/login/?next=/admin/"
    answer = client.post("/admin/login/?next=/admin/", GOOD | {"username": "Root"})
    assert (answer.status_code, answer["Location"]) == (303, "/admin/")


def test_the_signed_in_are_sent_on(signed_in: Client) -> None:
    assert signed_in.get(URL + "?next=/people/Anne/")["Location"] == "/people/Anne/"


def test_next_is_carried_by_the_form(client: Client, anne: User) -> None:
    page = client.get(URL + "?next=/tables/abc/").content.decode()
    assert '<input type="hidden" name="next" value="/tables/abc/">' in page
    assert client.post(URL, GOOD | {"next": "/tables/abc/"})["Location"] == "/tables/abc/"


EVIL = ["https://evil.example/", "//evil.example", "/\\evil.example", "http:///evil.example", "javascript:alert(1)"]
EVIL += [
    "\\\\evil.example",
    " //evil.example",
    "https:evil.example",
    "http://testserver@evil.example/",
    "\x00//evil.example",
]


@pytest.mark.parametrize("next_url", EVIL)
def test_next_never_leads_away(client: Client, anne: User, next_url: str) -> None:
    page = without_token(client.get(URL, {"next": next_url}).content)
    # The switches of the footer come back to this very page, with all that its address says.
    assert "evil" not in re.sub(rf'name="next" value="{URL}\?next=[^"]*"', "", page)
    assert client.post(URL, GOOD | {"next": next_url})["Location"] == "/"


def test_a_page_that_was_asked_for_before_signing_in_leaves_the_new_session(client: Client, anne: User) -> None:
    """Its response may arrive late, after the one that set the new cookie."""
    name = settings.SESSION_COOKIE_NAME
    client.cookies[name] = "a-key-of-no-session-any-more"
    assert name not in client.get("/").cookies
    client.post(URL, GOOD)
    assert client.get("/accounts/profile/").status_code == 200
    assert client.post("/accounts/sign-out/").cookies[name].value == ""
