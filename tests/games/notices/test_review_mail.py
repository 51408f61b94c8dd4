"""Emails to curators about components that were submitted for review, returned or published."""

from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.core import mail
from django.core.mail import EmailMessage
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from games.accounts import emails
from games.accounts.models import User
from games.catalog.drafts import discard_draft
from games.catalog.models import Change, EntryState
from games.catalog.publication import publish, send_back
from games.catalog.site_cards import load_published
from games.notices.delivery import LADDER
from games.notices.task_worker import work
from tests.games.notices.mail_server import mail_server
from tests.games.notices.reviewing import curator, submitted

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("clock")]


@pytest.fixture
def ada() -> User:
    """The author of every draft here."""
    load_published()
    return curator("ada")


@pytest.fixture
def ben() -> User:
    """A reviewer."""
    return curator("ben")


def write_notices() -> None:
    """Delete the tasks that write site notifications."""
    DBTaskResult.objects.filter(task_path__contains="write_review_notice").delete()


def sent() -> dict[str, EmailMessage]:
    """Run the tasks that are due; return the new emails by the local part of their recipients."""
    before = len(mail.outbox)
    work()
    new = mail.outbox[before:]
    assert len({letter.to[0] for letter in new}) == len(new)
    return {letter.to[0].partition("@")[0]: letter for letter in new}


def test_submission_is_mailed_to_reviewers_but_not_to_its_author(ada: User, ben: User) -> None:
    author_only = curator("cas")
    author_only.groups.clear()
    author_only.user_permissions.add(Permission.objects.get(codename="change_catalogentry"))
    User.objects.create_user("dan", "chart and compass", email="dan@example.org")
    entry = submitted(ada, "Please look at the names.")
    letters = sent()
    assert list(letters) == ["ben"]
    assert letters["ben"].subject == "Submitted for review: Riverside (explore card)"
    assert str(letters["ben"].body).startswith("Please look at the names.\n\nada submitted Riverside (explore card)")
    assert f"http://127.0.0.1:8000{reverse('admin:catalog_catalogentry_change', args=[entry.pk])}\n" in str(
        letters["ben"].body
    )


def test_return_is_mailed_to_its_author_with_the_words_on_top(ada: User, ben: User) -> None:
    entry = submitted(ada)
    sent()
    send_back(entry=entry, by=ben, words="Too <long> & wide.\nShorten it.")
    letters = sent()
    assert list(letters) == ["ada"]
    assert letters["ada"].subject == "Changes requested: Riverside (explore card)"
    assert str(letters["ada"].body).startswith("Too <long> & wide.\nShorten it.\n\nben requested changes to Riverside")
    assert letters["ada"].extra_headers["Auto-Submitted"] == "auto-generated"


def test_publication_is_mailed_to_its_author(ada: User, ben: User) -> None:
    entry = submitted(ada)
    sent()
    publish(entry=entry, saves=entry.saves, by=ben, words="Lovely.")
    letters = sent()
    assert list(letters) == ["ada"]
    assert letters["ada"].subject == "Published: Riverside (explore card)"
    assert str(letters["ada"].body).startswith("Lovely.\n\nben published Riverside (explore card).")


def test_authors_are_not_mailed_what_they_did_themselves(ada: User) -> None:
    ada.user_permissions.add(Permission.objects.get(codename="publish_alone"))
    entry = submitted(User.objects.get(pk=ada.pk))
    publish(entry=entry, saves=entry.saves, by=User.objects.get(pk=ada.pk), words="Mine.")
    assert sent() == {}


def test_mail_is_in_the_language_of_its_reader(ada: User, ben: User) -> None:
    User.objects.filter(pk=ada.pk).update(language="fr")
    entry = submitted(ada)
    assert sent()["ben"].subject.startswith("Submitted for review")
    send_back(entry=entry, by=ben, words="Too long.")
    letter = sent()["ada"]
    assert letter.subject == "Modifications demandées : Riverside (carte Exploration)"
    assert "ben a demandé des modifications : Riverside (carte Exploration)." in str(letter.body)


@pytest.mark.parametrize("unreachable", ["unconfirmed", "refused", "inactive", "no server"])
def test_nobody_is_mailed_without_an_address_that_takes_it(
    unreachable: str, ada: User, ben: User, settings: Any
) -> None:
    match unreachable:
        case "unconfirmed":
            User.objects.filter(pk=ben.pk).update(email="", pending_email="ben@example.org")
        case "refused":
            User.objects.filter(pk=ben.pk).update(email_refused_at=timezone.now())
        case "inactive":
            User.objects.filter(pk=ben.pk).update(is_active=False)
        case "no server":
            settings.EMAIL_HOST = ""
    submitted(ada)
    assert not DBTaskResult.objects.filter(task_path__contains="mail").exists()


def test_address_that_refuses_mail_meanwhile_gets_none(ada: User, ben: User) -> None:
    submitted(ada)
    emails.note_refusal(user=ben, email=ben.email)
    assert sent() == {}


def test_submission_that_was_reviewed_or_deleted_meanwhile_is_not_mailed(ada: User, ben: User) -> None:
    curator("cas")
    entry = submitted(ada)
    send_back(entry=entry, by=ben, words="Too long.")
    assert list(sent()) == ["ada"]
    discard_draft(entry=submitted(ada), by=ada)
    assert sent() == {}


def test_nothing_is_mailed_of_what_was_rolled_back(ada: User, ben: User) -> None:
    with transaction.atomic():
        submitted(ada)
        transaction.set_rollback(True)
    assert sent() == {}


def test_mail_is_sent_once_the_mail_server_is_back_and_publishing_does_not_wait(
    ada: User, ben: User, clock: Any, settings: Any
) -> None:
    entry = submitted(ada)
    sent()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
    assert publish(entry=entry, saves=entry.saves, by=ben, words="Lovely.").state == EntryState.PUBLISHED
    work()
    with mail_server() as server:
        settings.EMAIL_PORT = server.port
        work()
        assert server.letters == []
        clock.shift(LADDER[0])
        work()
        (letter,) = server.letters
    assert letter["To"] == "ada@example.org"
    change = Change.objects.latest("pk")
    assert letter["Message-ID"].startswith(f"<review-{change.pk}-{ada.pk}@")


def test_mail_is_given_up_after_the_last_try(ada: User, ben: User, clock: Any, settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
    submitted(ada)
    write_notices()
    for wait in LADDER:
        assert work() == 1
        clock.shift(wait)
    assert [work(), work()] == [1, 0]


def test_permanent_refusal_of_an_address_is_noted(ada: User, ben: User, settings: Any) -> None:
    with mail_server() as server:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
        settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
        server.refusals = ["550 5.1.1 no such mailbox"]
        submitted(ada)
        write_notices()
        assert [work(), work()] == [1, 0]
    ben.refresh_from_db()
    assert ben.email_refused_at is not None
