"""Signing in by a mailed link."""

import re
from datetime import datetime, timedelta

import pytest
from django.core import mail as outbox
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.accounts import emails, limits, services
from games.accounts.models import User
from games.accounts.personal_data import erase_person
from games.locks import writing

pytestmark = pytest.mark.django_db
URL = "/accounts/sign-in/link/"
ADDRESS = "heron@example.org"


@pytest.fixture
def heron() -> User:
    """A guest with a confirmed address."""
    guest = services.make_guest(display_name="Wandering Heron")
    guest.email = ADDRESS
    guest.save()
    return guest


def letters() -> list[outbox.EmailMessage]:
    emails.wait_until_sent()
    return list(outbox.outbox)


def link_for(email: str, url: str = URL) -> str:
    Client().post(url, {"email": email})
    match = re.search(r"http://testserver(/\S+)", str(letters()[-1].body))
    assert match
    return match[1]


def signed_in_as(client: Client) -> str | None:
    return client.session.get("_auth_user_id")


def test_a_lost_guest_comes_back(client: Client, heron: User) -> None:
    assert f'href="{URL}"' in client.get("/accounts/sign-in/").content.decode()
    link = link_for("Heron@Example.org")
    shown = client.get(link)
    assert (shown.status_code, signed_in_as(client)) == (200, None)
    assert "Sign in as Wandering Heron" in shown.content.decode()
    assert client.post(link)["Location"] == "/"
    assert signed_in_as(client) == str(heron.pk)
    heron.refresh_from_db()
    assert (heron.guest, heron.has_usable_password()) == (True, False)


def test_people_with_an_account_may_sign_in_by_link(client: Client, anne: User) -> None:
    client.post(link_for("anne@example.org"))
    assert signed_in_as(client) == str(anne.pk)


def test_a_link_works_once(client: Client, heron: User) -> None:
    link = link_for(ADDRESS)
    assert client.post(link).status_code == 303
    again = Client()
    assert (again.get(link).status_code, again.post(link).status_code) == (404, 404)
    assert signed_in_as(again) is None


def test_used_link_in_a_browser_that_is_signed_in_says_so(client: Client, heron: User) -> None:
    link = link_for(ADDRESS)
    client.post(link)
    shown = client.get(link).content.decode()
    assert f"signed in as {heron} already" in shown
    assert "Email me a sign-in link" not in shown
    assert "Email me a sign-in link" in Client().get(link).content.decode()


def test_two_links_sign_in_once(client: Client, heron: User) -> None:
    first, second = link_for(ADDRESS), link_for(ADDRESS)
    assert client.post(first).status_code == 303
    assert Client().post(second).status_code == 404


def test_a_link_used_at_the_same_moment_signs_in_nobody(heron: User, monkeypatch: pytest.MonkeyPatch) -> None:
    *_, uid, token = link_for(ADDRESS).strip("/").split("/")
    both_found = emails.find_person(uid, token)
    assert emails.use_link(uid, token) == heron
    true_find, found = emails.find_person, iter([both_found])
    monkeypatch.setattr(emails, "find_person", lambda *link: next(found, None) or true_find(*link))
    assert emails.use_link(uid, token) is None


def test_a_link_works_for_an_hour(client: Client, heron: User, monkeypatch: pytest.MonkeyPatch) -> None:
    link = link_for(ADDRESS)
    later = datetime.now() + timedelta(minutes=61)  # noqa: DTZ005 - what Django's tokens count in
    monkeypatch.setattr("django.contrib.auth.tokens.PasswordResetTokenGenerator._now", lambda generator: later)
    assert (client.get(link).status_code, client.post(link).status_code) == (404, 404)


@pytest.mark.parametrize("change", [{"email": "x@example.org"}, {"password": "!"}, {"is_active": False}])
def test_a_link_ends_with_the_address_the_password_and_the_account(
    change: dict[str, object], client: Client, heron: User
) -> None:
    link = link_for(ADDRESS)
    User.objects.update(**change)
    assert (client.get(link).status_code, client.post(link).status_code) == (404, 404)


@pytest.mark.parametrize("tail", ["x/y", "MQ/abc-def", "OTk5/abc-def", "4pyT/abc-def", "____/a", "LTE/a-b", "OTk5" * 9])
def test_a_forged_link_is_useless(client: Client, heron: User, tail: str) -> None:
    link = URL + (tail if "/" in tail else f"{tail}/a-b") + "/"
    assert (client.get(link).status_code, client.post(link).status_code) == (404, 404)


def test_a_link_for_a_password_does_not_sign_in(client: Client, anne: User) -> None:
    *_, uid, token = link_for("anne@example.org", "/accounts/password/reset/").strip("/").split("/")
    assert client.post(f"{URL}{uid}/{token}/").status_code == 404


def test_a_deleted_guest_does_not_come_back(client: Client, heron: User) -> None:
    link = link_for(ADDRESS)
    with writing():
        erase_person(user=User.objects.lock(heron)[heron.pk])
    assert client.post(link).status_code == 404


def ask(email: str) -> tuple[int, str, int]:
    with CaptureQueriesContext(connection) as queries:
        answer = Client(REMOTE_ADDR="192.0.2.77").post(URL, {"email": email})
    return answer.status_code, answer["Location"], len(queries)


def test_known_unknown_closed_and_staff_are_answered_alike(heron: User) -> None:
    User.objects.create_user("Closed", "correct-horse-9", email="closed@example.org", is_active=False)
    User.objects.create_user("Eve", "correct-horse-9", email="eve@example.org", is_staff=True)
    ask("first@example.org")  # makes the counter's row, which the others share
    addresses = (ADDRESS, "nobody@example.org", "closed@example.org", "eve@example.org")
    assert len({ask(email) for email in addresses}) == 1
    assert [letter.to for letter in letters()] == [[ADDRESS]]


def test_the_answer_says_nothing_about_the_address(client: Client, heron: User) -> None:
    page = client.post(URL, {"email": ADDRESS}, follow=True).content.decode()
    assert "heron" not in page.lower()
    assert "If we know that address" in page


def test_letters_and_questions_are_limited(heron: User) -> None:
    statuses = [Client().post(URL, {"email": ADDRESS}).status_code for _ in range(limits.SIGN_IN_LINK.times + 1)]
    assert statuses == [303] * limits.SIGN_IN_LINK.times + [429]
    assert len(letters()) == limits.RESET_MAIL.times


def test_a_guest_who_has_forgotten_a_password_gets_a_sign_in_link(client: Client, heron: User) -> None:
    link = link_for(ADDRESS, "/accounts/password/reset/")
    assert link.startswith(URL)
    assert client.post(link).status_code == 303


def test_another_guest_may_bring_their_games_along(heron: User) -> None:
    crane = services.make_guest(display_name="Calm Crane")
    browser = Client()
    browser.force_login(crane)
    assert browser.post(link_for(ADDRESS))["Location"].startswith("/tables/bring/")
    assert signed_in_as(browser) == str(heron.pk)
    assert browser.session["left-guest"] == crane.pk


def test_somebody_with_an_account_changes_to_the_guest(signed_in: Client, heron: User) -> None:
    assert signed_in.post(link_for(ADDRESS))["Location"] == "/"
    assert signed_in_as(signed_in) == str(heron.pk)
    assert "left-guest" not in signed_in.session


@pytest.mark.parametrize("email", ["", "nowhere", "a@b\r\nBcc: c@example.org", "x" * 400 + "@example.org"])
def test_bad_input_is_shown(client: Client, email: str) -> None:
    assert client.post(URL, {"email": email}).status_code == 422
    assert letters() == []
