"""Resetting a forgotten password, from the request to the sign-in."""

import re
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core import mail as outbox
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from games.accounts import emails, limits, services
from games.accounts.models import User

pytestmark = pytest.mark.django_db
URL = "/accounts/password/reset/"
NEW = {"new_password": "another-horse-9", "repeated": "another-horse-9"}


def letters() -> list[outbox.EmailMessage]:
    emails.wait_until_sent()
    return list(outbox.outbox)


def link_for(email: str) -> str:
    Client().post(URL, {"email": email})
    match = re.search(r"http://testserver(/\S+)", str(letters()[-1].body))
    assert match
    return match[1]


def test_the_whole_way(client: Client, anne: User) -> None:
    assert client.get(URL).status_code == 200
    form = client.get(link_for("ANNE@example.org"), follow=True)
    assert form.status_code == 200
    assert [url for url, _ in form.redirect_chain][-1].endswith("/set/")
    answer = client.post(form.request["PATH_INFO"], NEW)
    assert (answer.status_code, answer["Location"]) == (303, "/accounts/sign-in/")
    assert letters()[0].to == ["anne@example.org"]
    signed_in = client.post("/accounts/sign-in/", {"username": "anne", "password": "another-horse-9"})
    assert signed_in.status_code == 303


def test_a_link_works_once(client: Client, anne: User) -> None:
    link = link_for("anne@example.org")
    form = client.get(link, follow=True)
    client.post(form.request["PATH_INFO"], NEW)
    again = Client().get(link, follow=True)
    assert again.status_code == 404
    assert "This link has expired" in again.content.decode()


def test_a_link_works_for_an_hour(client: Client, anne: User, monkeypatch: pytest.MonkeyPatch) -> None:
    link = link_for("anne@example.org")
    later = datetime.now() + timedelta(minutes=61)  # noqa: DTZ005 - what Django's tokens count in
    monkeypatch.setattr("django.contrib.auth.tokens.PasswordResetTokenGenerator._now", lambda generator: later)
    assert client.get(link, follow=True).status_code == 404


@pytest.mark.parametrize("tail", ["x/y/", "MQ/abc-def/", "MQ/set/", "OTk5/abc-def/", "4pyT/abc-def/", "____/a/"])
def test_a_forged_link_is_useless(client: Client, anne: User, tail: str) -> None:
    assert client.get(URL + tail, follow=True).status_code == 404
    assert client.post(client.get(URL + tail, follow=True).request["PATH_INFO"], NEW).status_code == 404
    anne.refresh_from_db()
    assert anne.check_password("correct-horse-9")


def test_one_persons_link_does_not_open_another(client: Client, anne: User) -> None:
    bob = services.sign_up(username="Bob", password="correct-horse-9")
    client.get(link_for("anne@example.org"), follow=True)
    uid = services.urlsafe_base64_encode(str(bob.pk).encode())
    assert client.get(f"{URL}{uid}/set/").status_code == 404


@pytest.mark.parametrize("bad", [{"new_password": "short", "repeated": "short"}, {"repeated": "other-than-it"}, {}])
def test_a_bad_password_is_refused_and_the_link_still_works(client: Client, anne: User, bad: dict[str, str]) -> None:
    path = client.get(link_for("anne@example.org"), follow=True).request["PATH_INFO"]
    page = client.post(path, NEW | bad if bad else {})
    assert page.status_code == 422
    assert client.post(path, NEW).status_code == 303


def test_all_browsers_are_signed_out(signed_in: Client) -> None:
    other = Client()
    other.post(other.get(link_for("anne@example.org"), follow=True).request["PATH_INFO"], NEW)
    assert signed_in.get("/accounts/profile/").status_code == 303


def test_the_locked_out_come_back_by_mail(client: Client, anne: User) -> None:
    for _ in range(9):
        locked = client.post("/accounts/sign-in/", {"username": "Anne", "password": "wrong"})
    assert locked.status_code == 429
    client.post(client.get(link_for("anne@example.org"), follow=True).request["PATH_INFO"], NEW)
    answer = client.post("/accounts/sign-in/", {"username": "Anne", "password": "another-horse-9"})
    assert answer.status_code == 303


def ask(email: str) -> tuple[int, str, int]:
    with CaptureQueriesContext(
        connection,
    ) as queries:
        answer = Client(REMOTE_ADDR="192.0.2.77").post(URL, {"email": email})
    return answer.status_code, answer["Location"], len(queries)


def test_known_unknown_and_closed_are_answered_alike(anne: User) -> None:
    User.objects.create_user("Closed", "correct-horse-9", email="closed@example.org", is_active=False)
    ask("first@example.org")  # makes the counter's row, which the others share
    answers = {ask(email) for email in ("anne@example.org", "nobody@example.org", "closed@example.org")}
    assert len(answers) == 1
    assert [letter.to for letter in letters()] == [["anne@example.org"]]


def test_the_answer_says_nothing_about_the_address(client: Client, anne: User) -> None:
    page = client.post(URL, {"email": "anne@example.org"}, follow=True).content.decode()
    assert "anne" not in page
    assert (
        "If an account has this address, an email with a link is on its way. The link "
        "works once and expires after 1 hour." in page
    )


def test_everybody_at_an_address_gets_a_letter(anne: User) -> None:
    User.objects.create_user("Bob", "correct-horse-9", email="anne@example.org")
    services.sign_up(username="Cas", password="correct-horse-9", email="anne@example.org")  # not confirmed
    Client().post(URL, {"email": "anne@example.org"})
    assert [re.findall("Hello (.+),", str(letter.body)) for letter in letters()] == [["Anne"], ["Bob"]]


def test_the_letter_is_written_in_the_readers_language_and_bears_the_configured_site(
    anne: User, settings: Settings
) -> None:
    settings.ORIGIN = "https://carto.example"
    Client().post(URL, {"email": "anne@example.org"})
    assert "https://carto.example/accounts/password/reset/" in str(letters()[0].body)


def test_one_address_gets_three_letters_an_hour_and_the_answers_stay_alike(anne: User) -> None:
    answers = {Client().post(URL, {"email": "anne@example.org"}).status_code for _ in range(5)}
    assert answers == {303}
    assert len(letters()) == limits.RESET_MAIL.times


def test_one_account_gets_three_letters_an_hour_however_its_address_is_written(
    anne: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "RESET_MAIL", replace(limits.RESET_MAIL, times=99))
    for email in ("anne@example.org", "ANNE@example.org"):
        for end in range(1, 4):
            Client(REMOTE_ADDR=f"192.0.2.{end}").post(URL, {"email": email})
    assert len(letters()) == limits.RESET_ACCOUNT.times


def test_who_set_a_password_by_mail_comes_in_while_others_guess(
    client: Client, anne: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "GUESSES", replace(limits.GUESSES, times=0))
    monkeypatch.setattr(limits, "MORE_GUESSES", replace(limits.MORE_GUESSES, times=0))
    good = {"username": "Anne", "password": "another-horse-9"}
    client.post(client.get(link_for("anne@example.org"), follow=True).request["PATH_INFO"], NEW)
    assert Client().post("/accounts/sign-in/", good).status_code == 429
    assert client.post("/accounts/sign-in/", good).status_code == 303


def test_too_many_questions_from_one_client(client: Client) -> None:
    statuses = [client.post(URL, {"email": f"a{i}@example.org"}).status_code for i in range(limits.RESET.times + 1)]
    assert statuses == [303] * limits.RESET.times + [429]


@pytest.mark.parametrize("email", ["", "nowhere", "a@b\r\nBcc: c@example.org", "x" * 400 + "@example.org"])
def test_bad_input_is_shown(client: Client, email: str) -> None:
    assert client.post(URL, {"email": email}).status_code == 422
    assert letters() == []


def test_a_mail_server_that_fails_is_not_heard_of(client: Client, anne: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object) -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr("django.core.mail.EmailMessage.send", fail)
    assert client.post(URL, {"email": "anne@example.org"}).status_code == 303
    assert letters() == []


def test_nothing_is_kept_of_a_link_that_is_not_good(client: Client, anne: User) -> None:
    for tail in ("MQ/abc-def/", "MQ/set/", f"{services.urlsafe_base64_encode(str(anne.pk).encode())}/abc-def/"):
        client.get(URL + tail)
    assert not Session.objects.exists()
    assert settings.SESSION_COOKIE_NAME not in client.cookies


def test_a_closed_account_is_not_opened_by_a_link(client: Client, anne: User) -> None:
    link = link_for("anne@example.org")
    User.objects.update(is_active=False)
    assert client.get(link, follow=True).status_code == 404


def test_who_is_signed_in_there_is_signed_out_with_the_old_password(signed_in: Client) -> None:
    signed_in.get("/")
    path = signed_in.get(link_for("anne@example.org"), follow=True).request["PATH_INFO"]
    assert signed_in.post(path, NEW)["Location"] == "/accounts/sign-in/"
    assert signed_in.get("/accounts/profile/").status_code == 303


def test_another_person_who_is_signed_in_there_stays(anne: User) -> None:
    guest = Client()
    guest.force_login(services.make_guest(display_name="Heron"))
    guest.post(guest.get(link_for("anne@example.org"), follow=True).request["PATH_INFO"], NEW)
    assert guest.get("/accounts/profile/").status_code == 200
