"""Recovery email address of a guest: offered, confirmed by a link, and removed."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.core import mail as outbox
from django.test import Client, RequestFactory
from django.utils import timezone

from games.accounts import emails, guests, limits, services
from games.accounts.models import User
from games.accounts.personal_data import erase_person, profile_data
from games.locks import writing

pytestmark = pytest.mark.django_db
URL, PROFILE = "/accounts/guest/email/", "/accounts/profile/"
ADDRESS = "heron@example.org"


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


def letters(to: str) -> list[str]:
    emails.wait_until_sent()
    return [str(letter.body) for letter in outbox.outbox if letter.to == [to]]


def link_to(address: str) -> str:
    match = re.search(r"http://testserver(/accounts/\S+/)", letters(address)[-1])
    assert match
    return match[1]


def address_of(user: User) -> tuple[str, str]:
    user.refresh_from_db()
    return user.email, user.pending_email


def test_the_address_is_stored_once_its_link_was_opened(browser: Client, heron: User) -> None:
    answer = browser.post(URL, {"email": "heron@EXAMPLE.org", "next": "/tables/"})
    assert (answer.status_code, answer["Location"]) == (303, "/tables/")
    assert address_of(heron) == ("", "")
    link, phone = link_to(ADDRESS), Client()
    shown = phone.get(link).content.decode()
    assert ("Wandering Heron" in shown, ADDRESS in shown, address_of(heron)) == (True, True, ("", ""))
    assert phone.post(link)["Location"] == "/"
    assert phone.session["_auth_user_id"] == str(heron.pk)
    assert address_of(heron) == (ADDRESS, "")
    assert profile_data(heron)["email"] == ADDRESS
    assert browser.get(PROFILE).status_code == 200


def test_a_link_works_once_and_two_days(browser: Client, heron: User, client: Client) -> None:
    browser.post(URL, {"email": ADDRESS})
    browser.post(URL, {"email": "other@example.org"})
    link = link_to(ADDRESS)
    with time_machine.travel(timezone.now() + guests.GOOD_FOR + timedelta(minutes=1), tick=False):
        assert (client.get(link).status_code, client.post(link).status_code) == (404, 404)
    assert client.post(link).status_code == 303
    for used_up in (link, link_to("other@example.org")):
        assert (Client().get(used_up).status_code, Client().post(used_up).status_code) == (404, 404)


def test_a_link_is_used_up_when_the_guest_makes_an_account(browser: Client, heron: User, client: Client) -> None:
    browser.post(URL, {"email": ADDRESS})
    services.upgrade_guest(guest=heron, username="Heron", password="correct-horse-9")
    assert client.post(link_to(ADDRESS)).status_code == 404
    assert address_of(heron) == ("", "")


def test_a_deleted_guest_is_not_confirmed(browser: Client, heron: User, client: Client) -> None:
    browser.post(URL, {"email": ADDRESS})
    with writing():
        erase_person(user=User.objects.lock(heron)[heron.pk])
    assert client.post(link_to(ADDRESS)).status_code == 404
    assert not User.objects.exclude(email="").exists()


@pytest.mark.parametrize("token", ["x", "MQ:abc:def", "W10:1a:b"])
def test_a_forged_link_is_useless(client: Client, heron: User, token: str) -> None:
    assert (client.get(f"{URL}{token}/").status_code, client.post(f"{URL}{token}/").status_code) == (404, 404)


def test_known_and_unknown_addresses_are_answered_alike(browser: Client, anne: User) -> None:
    pages = [
        browser.post(URL, {"email": email}, follow=True).content.decode().replace(email, "")
        for email in ("anne@example.org", ADDRESS)
    ]
    bodies = [re.sub(r'value="[^"]*"|"X-CSRFToken": "[^"]*"', "", page) for page in pages]
    assert bodies[0] == bodies[1]
    assert "We’ve sent a link to" in bodies[0]


def test_the_letter_to_a_known_address_signs_in_there_and_the_games_come_along(
    browser: Client, heron: User, anne: User
) -> None:
    browser.post(URL, {"email": "anne@example.org"})
    assert "which you already use on Carto" in letters("anne@example.org")[-1]
    link = link_to("anne@example.org")
    assert "Sign in as Anne of the Marsh" in browser.get(link).content.decode()
    assert browser.post(link)["Location"].startswith("/tables/bring/")
    assert browser.session["_auth_user_id"] == str(anne.pk)
    assert browser.session["left-guest"] == heron.pk
    assert address_of(heron) == ("", "")


def test_nobody_is_written_to_by_many_guests() -> None:
    for end in range(limits.EMAIL_MAIL.times + 2):
        client = Client(REMOTE_ADDR=f"192.0.2.{end + 1}")
        client.force_login(services.make_guest(display_name="Heron"))
        client.post(URL, {"email": ADDRESS})
    assert len(letters(ADDRESS)) == limits.EMAIL_MAIL.times


def test_guests_of_one_network_count_together() -> None:
    answers = []
    for number in range(limits.GUEST_EMAIL.times + 1):
        client = Client()
        client.force_login(services.make_guest(display_name="Heron"))
        answers.append(client.post(URL, {"email": f"heron{number}@example.org"}).status_code)
    assert answers == [303] * limits.GUEST_EMAIL.times + [429]


@pytest.mark.parametrize("path", ["/accounts/password/reset/", "/accounts/sign-in/link/"])
def test_guests_and_other_link_forms_do_not_use_up_each_others_limits(path: str) -> None:
    for number in range(limits.RESET.times + 1):
        response = Client().post(path, {"email": f"heron{number}@example.org"})
    assert response.status_code == 429
    client = Client()
    client.force_login(services.make_guest(display_name="Heron"))
    assert client.post(URL, {"email": ADDRESS}).status_code == 303
    assert len(letters(ADDRESS)) == 1


def test_links_of_guests_do_not_use_up_the_limits_of_other_forms() -> None:
    for number in range(limits.GUEST_EMAIL.times + 1):
        client = Client()
        client.force_login(services.make_guest(display_name="Heron"))
        client.post(URL, {"email": f"heron{number}@example.org"})
    for path in ("/accounts/password/reset/", "/accounts/sign-in/link/"):
        assert Client().post(path, {"email": ADDRESS}).status_code == 303


def offer_to(client: Client, user: User) -> guests.EmailOffer | None:
    request = RequestFactory().get("/")
    request.user, request.session = user, client.session
    return guests.build_offer(request, back="/tables/")


def test_the_offer_is_made_until_it_is_answered(browser: Client, heron: User, anne: User) -> None:
    assert offer_to(browser, heron) == guests.EmailOffer(URL, "/tables/")
    assert offer_to(browser, anne) is None
    assert browser.post(URL, {"dismiss": "1", "email": "half an addr", "next": "/tables/"})["Location"] == "/tables/"
    assert offer_to(browser, heron) is None
    assert browser.get(URL).status_code == 200


def test_the_offer_is_not_made_once_a_link_was_sent_or_the_address_is_known(browser: Client, heron: User) -> None:
    browser.post(URL, {"email": ADDRESS})
    assert offer_to(browser, heron) is None
    heron.email = ADDRESS
    assert offer_to(Client(), heron) is None


def test_a_bad_address_is_shown_again_with_the_way_back(browser: Client) -> None:
    answer = browser.post(URL, {"email": "nowhere", "next": "/tables/"})
    assert answer.status_code == 422
    assert 'name="next" value="/tables/"' in answer.content.decode()


def test_people_with_an_account_change_their_address_elsewhere(signed_in: Client) -> None:
    assert signed_in.get(URL)["Location"] == "/accounts/email/"


def test_removing_the_address_ends_its_links_and_other_sessions(browser: Client, heron: User) -> None:
    browser.get(PROFILE)
    browser.post(URL, {"email": ADDRESS})
    link, phone = link_to(ADDRESS), Client()
    phone.post(link)
    assert ADDRESS in browser.get(URL).content.decode()
    assert browser.post(URL, {"remove": "1"})["Location"] == PROFILE
    assert address_of(heron) == ("", "")
    assert browser.get(PROFILE).status_code == 200
    assert phone.get(PROFILE).status_code == 303
    assert Client().post(link).status_code == 404


def test_a_guest_with_an_address_signs_out_without_a_question(browser: Client, heron: User) -> None:
    User.objects.update(email=ADDRESS)
    assert browser.post("/accounts/sign-out/").status_code == 303
    assert "_auth_user_id" not in browser.session


@pytest.mark.parametrize(
    ("typed", "stored"),
    [(ADDRESS, (ADDRESS, "")), ("new@example.org", (ADDRESS, "new@example.org")), ("", ("", ""))],
)
def test_the_address_stays_when_a_guest_makes_an_account(
    typed: str, stored: tuple[str, str], browser: Client, heron: User
) -> None:
    User.objects.update(email=ADDRESS)
    assert f'value="{ADDRESS}"' in browser.get("/accounts/keep/").content.decode()
    password = {"password": "correct-horse-9", "repeated": "correct-horse-9"}
    assert browser.post("/accounts/keep/", {"username": "Heron", "email": typed, **password}).status_code == 303
    assert address_of(heron) == stored
