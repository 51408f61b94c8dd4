"""Guests: creation, staying signed in, and turning into accounts."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone, translation

from games.accounts import guests, names, services
from games.accounts.guests import create_account_url, remove_email
from games.accounts.models import User
from games.accounts.services import upgrade_guest
from games.tables.errors import CREATE

pytestmark = pytest.mark.django_db
KEEP = "/accounts/keep/"
GOOD = {
    "username": "Heron",
    "display_name": "Heron of the Reeds",
    "email": "",
    "password": "correct-horse-9",
    "repeated": "correct-horse-9",
}


@pytest.fixture
def heron() -> User:
    """A guest."""
    return services.make_guest(display_name="Wandering Heron")


@pytest.fixture
def browser(heron: User) -> Client:
    """The guest's browser."""
    client = Client()
    client.force_login(heron)
    return client


def come_in(client: Client | None = None, **fields: str) -> tuple[Client, Any]:
    """A browser that becomes a guest by starting a solo game."""
    client = client or Client()
    return client, client.post("/tables/solo/", {"guest": "1", **fields})


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_name_a_guest_may_get_is_a_display_name(language: str) -> None:
    firsts, lasts = guests._NAMES[language]
    words = [f"{first} {last}" for first in firsts for last in lasts]
    assert len(set(words)) == len(words) > 3000
    for name in words:
        names.validate_display_name(name)
    with translation.override(language):
        assert guests.guest_name() in words


def test_a_name_that_is_taken_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = iter(["Calm", "Crane", "Keen", "Kite"])
    monkeypatch.setattr(guests.secrets, "choice", lambda _: next(chosen))
    assert guests.guest_name(("Calm Crane",)) == "Keen Kite"


def test_looking_makes_nobody(client: Client) -> None:
    for path in ("/", "/tables/", "/tables/new/", "/tables/solo/", "/accounts/keep/", "/tables/solo/?guest=1"):
        client.get(path)
    assert not User.objects.exists()


def test_the_first_act_makes_a_guest_who_stays() -> None:
    client, answer = come_in()
    guest = User.objects.get()
    assert answer.status_code == 303
    assert (guest.guest, guest.has_usable_password(), guest.email) == (True, False, "")
    assert guest.username.startswith("guest-")
    assert client.session["_auth_user_id"] == str(guest.pk)
    cookie = client.cookies[settings.SESSION_COOKIE_NAME]
    assert int(cookie["max-age"]) > 179 * 86_400
    come_in(client)
    assert User.objects.count() == 1


def test_who_does_not_ask_to_be_a_guest_is_sent_to_sign_in() -> None:
    assert Client().post("/tables/solo/")["Location"].startswith("/accounts/sign-in/")
    assert not User.objects.exists()


def test_the_session_is_a_new_one() -> None:
    client = Client()
    session = client.session
    session["kept"] = "yes"
    session.save()
    client.cookies[settings.SESSION_COOKIE_NAME] = before = session.session_key
    come_in(client)
    assert client.session.session_key != before
    assert client.session["kept"] == "yes"


def test_another_site_cannot_make_a_guest() -> None:
    client = Client(enforce_csrf_checks=True)
    assert client.post("/tables/solo/", {"guest": "1"}).status_code == 403
    assert not User.objects.exists()


def test_so_many_guests_come_from_one_address(settings: Any) -> None:
    settings.SIGN_UPS_PER_HOUR = 2
    answers = [come_in()[1] for _ in range(3)]
    assert [answer.status_code for answer in answers] == [303, 303, 429]
    assert int(answers[-1]["Retry-After"]) > 0
    assert (
        "Too many guests from your network in the last hour. Sign in with an account instead."
        in answers[-1].content.decode()
    )
    assert User.objects.count() == 2
    assert Client().post("/tables/solo/", {"guest": "1"}, REMOTE_ADDR="192.0.2.7").status_code == 303


def test_guests_of_one_address_share_what_one_person_may_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.tables.errors.CREATE", replace(CREATE, times=2))
    assert [come_in()[1].status_code for _ in range(3)] == [303, 303, 429]


def test_nobody_can_sign_in_as_a_guest(heron: User) -> None:
    for password in ("", "!", heron.password):
        answer = Client().post("/accounts/sign-in/", {"username": heron.username, "password": password})
        assert answer.status_code == 422
        shown = answer.content.decode().split("<main")[1]
        assert "guest" not in shown.replace(heron.username, "")


def test_a_guest_who_comes_back_stays_on(browser: Client, heron: User) -> None:
    start = timezone.now()
    for days in (1.5, 100, 250, 400):
        with time_machine.travel(start + timedelta(days=days), tick=False):
            assert "Sign out" in browser.get("/tables/").content.decode(), days
            heron.refresh_from_db()
            assert heron.last_login == timezone.now()


def test_a_visit_is_noted_once_a_day(browser: Client, django_assert_max_num_queries: Any) -> None:
    browser.get("/people/nobody/")
    with django_assert_max_num_queries(3) as queries:
        browser.get("/people/nobody/")
    assert not [query for query in queries if "UPDATE" in query["sql"]]


def test_a_visit_yet_to_come_is_mended(browser: Client, heron: User) -> None:
    User.objects.filter(pk=heron.pk).update(last_login=timezone.now() + timedelta(days=730))
    browser.get("/")
    heron.refresh_from_db()
    assert heron.last_login is not None
    assert heron.last_login <= timezone.now()


def test_the_way_to_an_account_is_for_guests(heron: User, anne: User) -> None:
    assert create_account_url(heron) == KEEP
    assert create_account_url(heron, back="/tables/x/") == "/accounts/keep/?next=%2Ftables%2Fx%2F"
    assert create_account_url(anne) == ""


def test_a_guest_becomes_an_account_and_stays_the_same_person(browser: Client, heron: User) -> None:
    before = browser.session.session_key
    answer = browser.post(KEEP, GOOD | {"email": "heron@EXAMPLE.org", "next": "/tables/"})
    assert (answer.status_code, answer["Location"]) == (303, "/tables/")
    kept = User.objects.get()
    assert (kept.pk, kept.guest, kept.username, kept.display_name) == (heron.pk, False, "Heron", "Heron of the Reeds")
    assert (kept.email, kept.pending_email) == ("", "heron@example.org")
    assert browser.session["_auth_user_id"] == str(heron.pk)
    assert browser.session.session_key != before
    assert int(browser.cookies[settings.SESSION_COOKIE_NAME]["max-age"]) == settings.SESSION_COOKIE_AGE
    assert "Sign out" in browser.get("/tables/").content.decode()
    other = Client()
    assert other.post("/accounts/sign-in/", {"username": "heron", "password": "correct-horse-9"}).status_code == 303


def test_the_form_starts_with_the_guests_name(browser: Client) -> None:
    page = browser.get(KEEP).content.decode()
    assert 'value="Wandering Heron"' in page
    assert 'value="guest-' not in page


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        ({"username": "ANNE"}, "This username is taken."),
        ({"username": ""}, "required"),
        ({"password": "12345678", "repeated": "12345678"}, "common"),
        ({"repeated": "other"}, "don’t match"),
    ],
)
def test_what_is_wrong_changes_nothing(
    bad: dict[str, str], words: str, browser: Client, heron: User, anne: User
) -> None:
    answer = browser.post(KEEP, GOOD | bad)
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert "Wandering Heron" in answer.content.decode().split("<main")[0]
    before = heron.password
    heron.refresh_from_db()
    assert (heron.guest, heron.display_name, heron.password) == (True, "Wandering Heron", before)


def test_a_name_taken_at_the_same_moment_is_refused(
    browser: Client, anne: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.accounts.forms.SignUpForm.clean_username", lambda form: form.cleaned_data["username"])
    monkeypatch.setattr(User, "full_clean", lambda user: None)
    answer = browser.post(KEEP, GOOD | {"username": "Anne"})
    assert answer.status_code == 422
    assert "This username is taken." in answer.content.decode()


def test_accounts_come_from_one_address_as_often_as_by_signing_up(settings: Any, browser: Client) -> None:
    settings.SIGN_UPS_PER_HOUR = 1
    assert Client().post("/accounts/sign-up/", GOOD | {"username": "Bob"}).status_code == 303
    assert browser.post(KEEP, GOOD).status_code == 429


def test_an_account_is_made_once(browser: Client, heron: User) -> None:
    browser.post(KEEP, GOOD)
    assert browser.post(KEEP, GOOD | {"username": "Other"})["Location"] == "/"
    heron.refresh_from_db()
    assert heron.username == "Heron"


def test_signing_up_as_a_guest_keeps_the_guest(browser: Client) -> None:
    assert browser.get("/accounts/sign-up/?next=/tables/")["Location"] == "/accounts/keep/?next=%2Ftables%2F"


def test_a_guest_has_no_password_to_change_and_another_page_for_the_address(browser: Client) -> None:
    assert browser.get("/accounts/password/change/")["Location"] == KEEP
    assert browser.get("/accounts/email/")["Location"] == "/accounts/guest/email/"
    page = browser.get("/accounts/profile/").content.decode()
    assert KEEP in page
    assert "/accounts/password/change/" not in page


def test_a_guest_may_choose_another_name_but_not_none(browser: Client, heron: User) -> None:
    assert browser.post("/accounts/profile/", {"display_name": ""}).status_code == 422
    assert browser.post("/accounts/profile/", {"display_name": "Ｆay", "title": "Scout"}).status_code == 303
    heron.refresh_from_db()
    assert (heron.display_name, heron.title) == ("Fay", "Scout")


def test_guests_are_seen_to_be_guests(client: Client, heron: User, anne: User) -> None:
    page = client.get(f"/people/{heron.username}/").content.decode()
    assert "Guest</span>" in page
    assert f"@{heron.username}" not in page
    assert "Guest</span>" not in client.get("/people/Anne/").content.decode()


def test_signing_out_asks_a_guest_first(browser: Client) -> None:
    response = browser.post("/accounts/sign-out/")
    assert response.status_code == 200
    assert "you lose access to your games permanently" in response.content.decode()
    assert "_auth_user_id" in browser.session
    assert browser.post("/accounts/sign-out/", {"sure": "1"}).status_code == 303
    assert "_auth_user_id" not in browser.session


def test_signing_in_leaves_the_guest_and_says_so(browser: Client, heron: User, anne: User) -> None:
    assert "You’re playing as the guest Wandering Heron." in browser.get("/accounts/sign-in/").content.decode()
    answer = browser.post("/accounts/sign-in/?next=/tables/", {"username": "anne", "password": "correct-horse-9"})
    assert answer["Location"] == "/tables/bring/?next=%2Ftables%2F"
    assert browser.session["_auth_user_id"] == str(anne.pk)
    heron.refresh_from_db()
    assert heron.guest


def test_an_account_made_in_another_tab_is_not_changed_by_forms_for_guests(heron: User) -> None:
    old = User.objects.get(pk=heron.pk)
    account = upgrade_guest(guest=heron, username="heron", password="chart and compass", email="heron@example.org")
    stored = User.objects.filter(pk=account.pk).values()[0]
    with pytest.raises(ValidationError, match="already have an account"):
        upgrade_guest(guest=old, username="egret", password="another chart")
    remove_email(guest=old)
    assert User.objects.filter(pk=account.pk).values()[0] == stored
