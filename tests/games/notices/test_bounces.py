"""Hard bounces: no more email to the address, and a warning to the user on every page."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.accounts import emails
from games.accounts.models import User
from games.notices.channels.mail import MAIL
from games.notices.models import Delivery
from games.tables.models import Table
from tests.games.notices.mail_server import MailServer, mail_server
from tests.games.notices.telling import MINUTE, all_out, await_seats
from tests.games.tables.clients import signed_in

LINE = 'id="refused-email"'


@pytest.fixture
def server(settings: Any) -> Iterator[MailServer]:
    """Run a mail server that the site uses."""
    with mail_server() as server:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
        settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
        yield server


@pytest.fixture
def refused(people: list[User]) -> User:
    """Return Ann with a hard-bounced address."""
    emails.note_refusal(user=people[0], email=people[0].email)
    return User.objects.get(pk=people[0].pk)


def page(user: User, path: str = "/") -> str:
    return str(signed_in(user).get(path).content.decode())


def test_a_permanent_refusal_stops_mail_and_is_shown(
    server: MailServer, people: list[User], table: Table, clock: Any
) -> None:
    server.refusals = ["550 5.1.1 no such mailbox"]
    await_seats(table, 0)
    all_out(clock)
    ann = User.objects.get(pk=people[0].pk)
    assert ann.email_refused_at == timezone.now()
    for path in ("/", "/tables/", f"/tables/{table.code}/", "/accounts/profile/"):
        assert LINE in page(ann, path)
        assert "ann@example.org" in page(ann, path)
    assert LINE not in page(people[1])
    assert LINE not in Client().get("/").content.decode()
    await_seats(table, 0)
    all_out(clock, 15 * MINUTE)
    assert Delivery.objects.filter(channel="mail").count() == 1
    assert server.letters == []


@pytest.mark.parametrize("refusal", ["450 greylisted", "DATA 554 looks like spam", "554 5.7.1 relay access denied"])
def test_another_refusal_says_nothing_of_the_address(
    server: MailServer, people: list[User], table: Table, clock: Any, refusal: str
) -> None:
    server.refusals = [refusal]
    await_seats(table, 0)
    all_out(clock)
    assert User.objects.get(pk=people[0].pk).email_refused_at is None


def test_email_trust_sends_again(refused: User) -> None:
    assert MAIL.reaches([refused]) == set()
    assert MAIL.hindrance(refused)
    browser = signed_in(refused)
    browser.get("/accounts/email/works/")
    assert LINE in page(refused)
    answer = browser.post("/accounts/email/works/", follow=True)
    assert "We’ll send emails to ann@example.org again." in answer.content.decode()
    assert LINE not in page(refused)
    assert MAIL.reaches([User.objects.get(pk=refused.pk)]) == {refused.pk}


def test_another_address_ends_it_once_it_is_confirmed(refused: User) -> None:
    emails.change_email(user=refused, email="new@example.org")
    refused.refresh_from_db()
    assert refused.email_refused_at
    assert emails.confirm_email(token=emails.confirmation_token(refused))
    refused.refresh_from_db()
    assert (refused.email, refused.email_refused_at) == ("new@example.org", None)


def test_note_refusal_of_a_former_address_is_ignored(people: list[User]) -> None:
    emails.note_refusal(user=people[0], email="old@example.org")
    assert User.objects.get(pk=people[0].pk).email_refused_at is None
