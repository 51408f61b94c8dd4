"""Email addresses: entered, confirmed by a link, and their state until then."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.core import mail as outbox
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from games.accounts import emails, limits, services
from games.accounts.models import User

pytestmark = pytest.mark.django_db
URL, RESEND = "/accounts/email/", "/accounts/email/resend/"
NEW = {"email": "new@example.org", "current_password": "correct-horse-9"}
SIGN_UP = {"username": "Bob", "email": "bob@example.org", "password": "correct-horse-9", "repeated": "correct-horse-9"}


def letters(to: str) -> list[str]:
    emails.wait_until_sent()
    return [str(letter.body) for letter in outbox.outbox if letter.to == [to]]


def link_to(address: str) -> str:
    match = re.search(r"http://testserver(/accounts/email/confirm/\S+/)", letters(address)[-1])
    assert match
    return match[1]


def address_of(username: str = "Anne") -> tuple[str, str]:
    user = User.objects.named(username).get()
    return user.email, user.pending_email


def test_a_new_address_counts_once_its_link_is_followed(signed_in: Client, client: Client) -> None:
    assert signed_in.post(URL, NEW)["Location"] == "/accounts/profile/"
    assert address_of() == ("anne@example.org", "new@example.org")
    assert "new@example.org isn’t confirmed yet" in signed_in.get("/accounts/profile/").content.decode()
    link = link_to("new@example.org")
    response = client.get(link)
    assert (response.status_code, address_of()[0]) == (200, "anne@example.org")
    assert "Anne, emails about your account will be sent to new@example.org" in response.content.decode()
    assert (client.post(link)["Location"], address_of()) == ("/", ("new@example.org", ""))
    assert (
        "isn’t confirmed yet. Follow the link in the email we sent you. Until then, we won’t use this address."
        not in signed_in.get("/accounts/profile/").content.decode()
    )


def test_the_old_address_is_told_and_stays_in_force(signed_in: Client, client: Client) -> None:
    signed_in.post(URL, NEW)
    (warning,) = letters("anne@example.org")
    assert "change your password" in warning
    assert "new@example.org" not in warning
    for address, count in (("anne@example.org", 2), ("new@example.org", 1)):
        client.post("/accounts/password/reset/", {"email": address})
        assert len(letters(address)) == count


def test_a_link_works_once_and_two_days(signed_in: Client, client: Client) -> None:
    signed_in.post(URL, NEW)
    link = link_to("new@example.org")
    with time_machine.travel(timezone.now() + emails.GOOD_FOR + timedelta(minutes=1), tick=False):
        assert (client.get(link).status_code, client.post(link).status_code) == (404, 404)
    assert client.post(link).status_code == 303
    assert (client.get(link).status_code, client.post(link).status_code) == (404, 404)
    signed_in.post(URL, NEW | {"email": "anne@example.org"})
    assert client.post(link).status_code == 404
    assert address_of() == ("new@example.org", "anne@example.org")


@pytest.mark.parametrize(
    "change", [{"pending_email": "other@example.org"}, {"email": "x@example.org"}, {"password": "!"}]
)
def test_a_link_is_bound_to_the_person_the_address_and_the_password(
    change: dict[str, str], signed_in: Client, client: Client
) -> None:
    signed_in.post(URL, NEW)
    link = link_to("new@example.org")
    User.objects.update(**change)
    assert (client.get(link).status_code, client.post(link).status_code) == (404, 404)


@pytest.mark.parametrize("token", ["x", "MQ:abc:def", "W10:1a:b"])
def test_a_forged_link_is_useless(client: Client, anne: User, token: str) -> None:
    User.objects.update(pending_email="new@example.org")
    assert client.post(f"/accounts/email/confirm/{token}/").status_code == 404
    assert address_of() == ("anne@example.org", "new@example.org")


def test_a_closed_account_is_not_confirmed(signed_in: Client, client: Client) -> None:
    signed_in.post(URL, NEW)
    User.objects.update(is_active=False)
    assert client.post(link_to("new@example.org")).status_code == 404


def test_the_present_address_or_none_ends_the_waiting(signed_in: Client) -> None:
    signed_in.post(URL, NEW)
    signed_in.post(URL, NEW | {"email": "anne@example.org"})
    assert address_of() == ("anne@example.org", "")
    signed_in.post(URL, NEW)
    signed_in.post(URL, NEW | {"email": ""})
    assert address_of() == ("", "")
    assert (
        ",\n\nSomeone asked to change or remove the email address of your Carto account."
        in letters("anne@example.org")[-1]
    )


def test_who_signs_up_confirms_too(client: Client) -> None:
    page = client.post("/accounts/sign-up/", SIGN_UP, follow=True).content.decode()
    assert "We’ve sent an email to bob@example.org." in page
    assert address_of("Bob") == ("", "bob@example.org")
    Client().post("/accounts/password/reset/", {"email": "bob@example.org"})
    assert len(letters("bob@example.org")) == 1
    assert client.post(link_to("bob@example.org"))["Location"] == "/accounts/profile/"
    assert address_of("Bob") == ("bob@example.org", "")


def test_a_guest_who_makes_an_account_confirms_too(client: Client) -> None:
    client.force_login(services.make_guest(display_name="Heron"))
    client.post("/accounts/keep/", SIGN_UP)
    assert client.post(link_to("bob@example.org")).status_code == 303
    assert address_of("Bob") == ("bob@example.org", "")


def test_the_link_can_be_had_again_so_often(signed_in: Client) -> None:
    assert signed_in.post(RESEND).status_code == 303
    assert letters("new@example.org") == []
    signed_in.post(URL, NEW)
    again = [signed_in.post(RESEND).status_code for _ in range(limits.EMAIL_MAIL.times)]
    assert again == [303] * (limits.EMAIL_MAIL.times - 1) + [429]
    assert len(letters("new@example.org")) == limits.EMAIL_MAIL.times


def test_nobody_is_written_to_by_many_accounts(settings: Settings) -> None:
    settings.SIGN_UPS_PER_HOUR = 100
    for number in range(limits.EMAIL_MAIL.times + 2):
        answer = Client().post("/accounts/sign-up/", SIGN_UP | {"username": f"Bob{number}"})
        assert answer.status_code == 303
    assert len(letters("bob@example.org")) == limits.EMAIL_MAIL.times


def test_letters_bear_the_configured_site_and_the_persons_language(signed_in: Client, settings: Settings) -> None:
    settings.ORIGIN = "https://carto.example"
    signed_in.post(URL, NEW)
    assert "https://carto.example/accounts/email/confirm/" in letters("new@example.org")[0]
