"""Forms submitted with an outdated CSRF token."""

import re
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from games.accounts.models import User

pytestmark = pytest.mark.django_db
SIGN_IN, SIGN_UP, KEEP = "/accounts/sign-in/", "/accounts/sign-up/", "/accounts/keep/"
PASSWORD = "correct-horse-9"
NEW = {
    "username": "Zoe",
    "display_name": "Zoé M",
    "email": "zoe@example.org",
    "password": "x-horse-77",
    "repeated": "y",
}


@pytest.fixture
def tab() -> Client:
    return Client(enforce_csrf_checks=True)


def token(page: Any) -> str:
    found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.content.decode())
    assert found
    return found[1]


def send(tab: Client, url: str, stale: str, **fields: str) -> Any:
    return tab.post(url, {"csrfmiddlewaretoken": stale, **fields})


def sign_in(tab: Client, url: str = SIGN_IN) -> None:
    answer = send(tab, url, token(tab.get(url)), username="Anne", password=PASSWORD)
    assert answer.status_code == 303


def become_guest(tab: Client) -> User:
    answer = send(tab, "/tables/solo/", token(tab.get("/")), guest="1")
    assert answer.status_code == 303
    return User.objects.get(guest=True)


@pytest.mark.parametrize("url", [SIGN_IN, SIGN_UP, KEEP])
@pytest.mark.parametrize(
    ("next_url", "led"),
    [("/people/Anne/?x=1", "/people/Anne/?x=1"), ("//evil.example/", "/"), ("https://evil.example/", "/"), ("", "/")],
)
def test_stale_form_after_sign_in_elsewhere_leads_on(
    tab: Client, anne: User, url: str, next_url: str, led: str
) -> None:
    stale = token(tab.get(SIGN_UP))
    sign_in(tab)
    answer = send(tab, url, stale, **NEW, next=next_url)
    assert (answer.status_code, answer["Location"]) == (303, led)
    assert list(User.objects.all()) == [anne]
    assert tab.session["_auth_user_id"] == str(anne.pk)


def test_stale_form_never_signs_in_somebody_else(tab: Client, anne: User) -> None:
    User.objects.create_user("Ben", PASSWORD)
    stale = token(tab.get(SIGN_IN))
    sign_in(tab)
    send(tab, SIGN_IN, stale, username="Ben", password=PASSWORD)
    assert tab.session["_auth_user_id"] == str(anne.pk)


@pytest.mark.parametrize("url", [SIGN_IN, SIGN_UP, "/accounts/password/reset/"])
@pytest.mark.parametrize("cookie_gone", [False, True])
def test_stale_form_of_a_stranger_is_shown_again(tab: Client, anne: User, url: str, cookie_gone: bool) -> None:
    stale = token(tab.get(url))
    sign_in(tab)
    send(tab, "/accounts/sign-out/", token(tab.get("/accounts/profile/")))
    if cookie_gone:
        del tab.cookies[settings.CSRF_COOKIE_NAME]
    fields = NEW | {"username": "Anne", "password": PASSWORD, "email": "anne@example.org"}
    answer = send(tab, url, stale, **fields, next="/people/Anne/")
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "out of date" in page
    assert 'value="anne@example.org"' in page or 'value="Anne"' in page
    assert PASSWORD not in page
    assert "_auth_user_id" not in tab.session
    assert not User.objects.exclude(pk=anne.pk).exists()
    if url == SIGN_IN:
        again = send(tab, url, token(answer), username="Anne", password=PASSWORD, next="/people/Anne/")
        assert (again.status_code, again["Location"]) == (303, "/people/Anne/")


def test_stale_sign_in_of_a_guest_is_shown_again(tab: Client, anne: User) -> None:
    stale = token(tab.get(SIGN_IN))
    guest = become_guest(tab)
    answer = send(tab, SIGN_IN, stale, username="Anne", password=PASSWORD)
    assert answer.status_code == 422
    assert 'value="Anne"' in answer.content.decode()
    assert tab.session["_auth_user_id"] == str(guest.pk)


def test_stale_keep_form_of_a_guest_is_shown_again(tab: Client) -> None:
    become_guest(tab)
    answer = send(tab, KEEP, "a" * 64, **NEW)
    assert answer.status_code == 422
    assert 'value="Zoe"' in answer.content.decode()
    assert User.objects.get().guest


def test_stale_password_change_changes_nothing(tab: Client, anne: User) -> None:
    sign_in(tab)
    fields = {"current_password": PASSWORD, "new_password": "another-horse-8", "repeated": "another-horse-8"}
    answer = send(tab, "/accounts/password/change/", "a" * 64, **fields)
    assert answer.status_code == 422
    assert "another-horse-8" not in answer.content.decode()
    anne.refresh_from_db()
    assert anne.check_password(PASSWORD)


def test_stale_email_form_changes_nothing(tab: Client, anne: User) -> None:
    sign_in(tab)
    answer = send(tab, "/accounts/email/", "a" * 64, email="new@example.org", current_password=PASSWORD)
    assert answer.status_code == 422
    assert 'value="new@example.org"' in answer.content.decode()
    anne.refresh_from_db()
    assert not anne.pending_email


def test_stale_password_form_of_a_stranger_leads_to_sign_in(tab: Client) -> None:
    answer = send(tab, "/accounts/password/change/", "a" * 64, new_password="another-horse-8")
    assert (answer.status_code, answer["Location"]) == (303, f"{SIGN_IN}?next=%2Faccounts%2Fpassword%2Fchange%2F")


def test_stale_staff_sign_in_is_shown_again(tab: Client, anne: User) -> None:
    answer = send(tab, "/admin/login/", "a" * 64, username="Anne", password=PASSWORD)
    assert answer.status_code == 422
    assert 'value="Anne"' in answer.content.decode()
    assert "_auth_user_id" not in tab.session


@pytest.mark.parametrize("url", [SIGN_IN, SIGN_UP, KEEP, "/accounts/password/change/"])
def test_another_origin_and_a_missing_token_stay_refused(tab: Client, anne: User, url: str) -> None:
    sign_in(tab)
    forged = {"csrfmiddlewaretoken": "a" * 64, "next": "/people/Anne/"}
    assert tab.post(url, forged, headers={"Origin": "https://evil.example"}).status_code == 403
    assert tab.post(url, {"next": "/people/Anne/"}).status_code == 403


def test_other_stale_forms_stay_refused(tab: Client, anne: User) -> None:
    sign_in(tab)
    assert send(tab, "/accounts/sign-out/", "a" * 64).status_code == 403
    assert send(tab, "/accounts/delete/", "a" * 64, current_password=PASSWORD).status_code == 403
    assert User.objects.get() == anne
