"""Helpers that report people, act as a moderator and sign in with a password."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib.auth.models import Group
from django.test import Client
from django.utils import timezone

from games.accounts.models import User
from games.studies.models import Case
from tests.games.tables.clients import signed_in

PASSWORD = "chart and compass"
QUEUE = "/admin/studies/case/"


def make_moderator(user: User) -> User:
    """Give a user the rights of a moderator."""
    User.objects.filter(pk=user.pk).update(is_staff=True)
    user.groups.add(Group.objects.get(name="moderators"))
    return User.objects.get(pk=user.pk)


def url_of(case: Case | None = None) -> str:
    """Return the page of a case, by default of the only one."""
    return f"{QUEUE}{(case or Case.objects.get()).pk}/change/"


def case_about(moderator: User, person: User) -> Case:
    """Open a case about a person by the button on their profile."""
    answer = signed_in(moderator).post(f"{QUEUE}open/person/{person.pk}/")
    assert answer.status_code == 302
    case = Case.objects.get(kind="person", author=person)
    assert answer["Location"] == url_of(case)
    return case


def in_days(days: int) -> str:
    """Return a day to come, as the form takes it."""
    return (timezone.localdate() + timedelta(days=days)).isoformat()


def act(moderator: User, case: Case, action: str, words: str = "Please be kind.", **fields: Any) -> Any:
    """Send the form of a case."""
    return signed_in(moderator).post(url_of(case), {"act": action, "words": words, **fields})


def act_on(moderator: User, person: User, action: str, words: str = "Please be kind.", **fields: Any) -> None:
    """Act on a person without a report."""
    answer = act(moderator, case_about(moderator, person), action, words, **fields)
    assert answer.status_code == 302, answer.content.decode()


def sign_in(username: str, password: str = PASSWORD, client: Client | None = None) -> tuple[Client, Any]:
    """Send the form for signing in; return the client and the response."""
    browser = client or Client()
    return browser, browser.post("/accounts/sign-in/", {"username": username, "password": password})
