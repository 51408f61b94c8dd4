"""Signed-in sessions: expiry, the list that users see, and signing out of them."""

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from games.accounts.models import User, UserSession
from games.accounts.services import make_guest
from games.accounts.session_store import SessionStore
from tests.games.accounts.test_sign_out import message_on, socket_of

pytestmark = pytest.mark.django_db
URL, END = "/accounts/sessions/", "/accounts/sessions/end/"
FIREFOX = "Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0"
EDGE = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Safari/537.36 Edg/150.0"


def browser(agent: str = "") -> Client:
    """A browser in which Anne has signed in."""
    client = Client(headers={"user-agent": agent})
    sent = {"username": "anne", "password": "correct-horse-9"}
    assert client.post("/accounts/sign-in/", sent).status_code == 303
    return client


def numbers(client: Client) -> list[str]:
    return re.findall(r'name="session" value="(\d+)"', client.get(URL).content.decode())


def is_in(client: Client) -> bool:
    return client.get("/accounts/profile/").status_code == 200


def test_it_lasts_as_long_as_one_keeps_coming(anne: User) -> None:
    client, start = browser(), timezone.now()
    for days in (100, 250, 400):
        with time_machine.travel(start + timedelta(days=days), tick=False):
            assert is_in(client), days
            assert int(client.cookies[settings.SESSION_COOKIE_NAME]["max-age"]) == 180 * 86_400
    with time_machine.travel(start + timedelta(days=581), tick=False):
        assert not is_in(client)


def test_it_is_noted_with_the_sign_in_and_then_once_a_day(anne: User, django_assert_num_queries: Any) -> None:
    client = browser(FIREFOX)
    noted = UserSession.objects.get()
    assert (noted.user, noted.session_id, noted.browser) == (anne, client.session.session_key, "Firefox, Android")
    with django_assert_num_queries(4) as queries:  # session, person, the cards, the bell
        client.get("/cartographers/rules/")
    assert not [query for query in queries if "UPDATE" in query["sql"]]
    with time_machine.travel(noted.seen + timedelta(days=2), tick=False):
        client.get("/cartographers/rules/")
        again = UserSession.objects.get()
        assert (again.seen, again.begun) == (timezone.now(), noted.begun)


def test_the_page_lists_them_and_marks_this_one(anne: User) -> None:
    here, _there = browser(FIREFOX), browser(EDGE)
    page = here.get(URL).content.decode()
    assert page.index("Firefox, Android") < page.index("This session") < page.index("Edge, Windows")
    assert page.count("This session") == 1
    assert len(numbers(here)) == 1
    assert not [session.session_key for session in Session.objects.all() if session.session_key in page]


def test_one_is_ended_and_the_rest_stay(anne: User) -> None:
    here, there, elsewhere = browser(), browser(), browser()
    gone = UserSession.objects.get(session=there.session.session_key)
    assert here.post(END, {"session": gone.pk})["Location"] == URL
    assert [is_in(client) for client in (here, there, elsewhere)] == [True, False, True]
    assert Session.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_sockets_hear_of_an_end(anne: User) -> None:
    here, _there, channel = browser(), browser(), socket_of(anne)
    here.post(END, {"others": "1"})
    assert message_on(channel) == {"type": "session.ended"}


def test_all_others_are_ended_at_once(anne: User) -> None:
    bob = make_guest(display_name="Bob")
    guest = Client()
    guest.force_login(bob)
    guest.get("/")
    here, there, elsewhere = browser(), browser(), browser()
    here.post(END, {"others": "1"})
    assert [is_in(client) for client in (here, there, elsewhere, guest)] == [True, False, False, True]
    assert "Sign out all other sessions" not in here.get(URL).content.decode()


@pytest.mark.parametrize("number", ["", "x", "-1", "999999", "9" * 40, "٣"])
def test_what_is_no_session_ends_nothing(anne: User, number: str) -> None:
    here, _there = browser(), browser()
    assert here.post(END, {"session": number}).status_code == 303
    assert Session.objects.count() == 2


def test_nobody_ends_the_session_of_another_nor_this_one_by_number(anne: User) -> None:
    here = browser()
    guest = Client()
    guest.force_login(make_guest(display_name="Heron"))
    guest.get("/")
    for session in UserSession.objects.all():
        here.post(END, {"session": session.pk})
    assert UserSession.objects.count() == 2


def test_a_new_password_ends_the_others_and_signing_out_this_one(anne: User) -> None:
    here, _there = browser(), browser()
    new = {"current_password": "correct-horse-9", "new_password": "another-horse-9", "repeated": "another-horse-9"}
    here.post("/accounts/password/change/", new)
    assert is_in(here)
    assert [session.session_id for session in UserSession.objects.all()] == [here.session.session_key]
    assert Session.objects.count() == 1
    here.post("/accounts/sign-out/")
    assert not UserSession.objects.exists()


def test_what_no_session_is_called_is_not_looked_for() -> None:
    # PostgreSQL takes no null character; a cookie may hold one.
    assert SessionStore("abcdefgh\x00").session_key is None
    assert SessionStore("abcdefgh0").session_key == "abcdefgh0"
