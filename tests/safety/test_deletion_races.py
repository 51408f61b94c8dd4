"""Requests during account deletion: a polite response, and no data of the user stored.

The account is deleted before the view starts and before each of its transactions, as these are the moments at which a
deletion in another connection can come between. Full runs also delete it before each statement outside a transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.test import Client

from games.accounts.models import User
from games.accounts.services import make_guest
from games.push import sender
from games.tables.log.state import cache
from games.tables.people.personal_data import erase
from tests.games.tables.clients import been_here, text_of
from tests.safety.bodies import PASSWORD, Owner, Sending, owner_of_everything, requests_of, requests_of_guest
from tests.safety.test_access import MOVED, NEVER, PLAYING, SITE

WRITE_NOTHING = frozenset({"/accounts/sign-out/", "/accounts/sessions/end/", "/tables/code/"})
"""What is answered as always, as there is nothing to store any more."""
Rows = dict[tuple[str, Any], Any]
REFERRING = [
    (model, column.attname)
    for model in apps.get_models(include_auto_created=True)
    for column in model._meta.concrete_fields
    if column.related_model is User
]
"""The columns of all tables that refer to a person."""


@pytest.fixture
def owner(people: list[User], settings: Any, monkeypatch: pytest.MonkeyPatch) -> Owner:
    """Return Ann with one of everything; no push message leaves the machine."""
    settings.WEBHOOKS = True
    monkeypatch.setattr(sender, "send_to", lambda *_: (sender.DeviceResult.SENT, None))
    return owner_of_everything(*people[:2])


@dataclass
class Deletion:
    """Delete an account at one numbered moment, counted from when the request has loaded the user."""

    user: User
    moment: int
    everywhere: bool
    depth: int
    seen: int = -1
    happened: bool = False
    under_way: bool = False
    left: Rows = field(default_factory=dict)

    def __call__(self, execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        """Execute a statement, after the deletion if its moment has come."""
        if self._is_moment(sql):
            if self.seen == self.moment:
                self._delete()
            self.seen += 1
        answer = execute(sql, *rest)
        if self.seen < 0 and 'FROM "accounts_user"' in sql:
            self.seen = 0
        return answer

    def _is_moment(self, sql: str) -> bool:
        if self.under_way or self.seen < 0 or len(connection.savepoint_ids) != self.depth:
            return False
        ends = sql.startswith(("RELEASE", "ROLLBACK"))
        return not ends and (self.everywhere or self.seen == 0 or sql.startswith("SAVEPOINT"))

    def _delete(self) -> None:
        self.under_way = self.happened = True
        erase(user=self.user)
        self.left = rows_of(self.user)
        self.under_way = False


def rows_of(user: User) -> Rows:
    """Return the user's row, all rows that refer to it, by table and key, and the user's sessions."""
    rows: Rows = {("accounts_user", row["id"]): row for row in User.objects.filter(pk=user.pk).values()}
    for model, column in REFERRING:
        found = model._base_manager.filter(**{column: user.pk}).values()
        rows |= {(model._meta.db_table, row[model._meta.pk.attname]): row for row in found}
    sessions = (session for session in Session.objects.all() if session.session_data)
    signed_in = (s for s in sessions if s.get_decoded().get("_auth_user_id") == str(user.pk))
    return rows | {("django_session", session.pk): None for session in signed_in}


@contextmanager
def undone() -> Iterator[None]:
    """Roll back the changes made in the block."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
    cache.clear()


def faults(deletion: Deletion, request: Sending, client: Client, polite: bool = True) -> list[str]:
    """Send a request during the deletion, and return everything wrong with the result."""
    answer, found = send_meanwhile(deletion, request, client)
    if not deletion.happened:
        return []
    if polite and deletion.moment == 0 and not is_polite(answer, client):
        found.append("not polite")
    page = client.get("/accounts/profile/")
    if not page.headers.get("Location", "").startswith("/accounts/sign-in/"):
        found.append("still signed in")
    return found


def send_meanwhile(deletion: Deletion, request: Sending, client: Client) -> tuple[Any, list[str]]:
    """Send a request during the deletion; return the response, and errors in it and the rows."""
    client.raise_request_exception = False
    with connection.execute_wrapper(deletion):
        answer = request.send(client)
    if not deletion.happened:
        return answer, []
    found = [f"{answer.status_code}"] if answer.status_code >= 500 else []
    rows = rows_of(deletion.user)
    found += [f"{key} is stored" for key, row in rows.items() if key not in deletion.left or deletion.left[key] != row]
    return answer, found


def is_polite(answer: Any, client: Client) -> bool:
    """True if the response redirects to the home page, which shows that the account was deleted."""
    leads_home = (answer.status_code, answer.headers.get("Location")) == (303, "/")
    return leads_home and "This account has been deleted. You are signed out." in text_of(client.get("/"))


def all_faults(requests: dict[str, Sending], user: User, everywhere: bool) -> list[str]:
    """Send each request with the deletion at each possible moment."""
    client, wrong = been_here(user), []
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    for route, request in requests.items():
        for moment in count():
            with undone():
                client = Client()
                client.cookies[settings.SESSION_COOKIE_NAME] = session
                deletion = Deletion(user, moment, everywhere, len(connection.savepoint_ids))
                found = faults(deletion, request, client, request.address not in WRITE_NOTHING)
                wrong += [f"{route} at {moment}: {fault}" for fault in found]
            if not deletion.happened:
                assert moment, route
                break
    return wrong


UNSENT = {
    "of nobody who is signed in, or of a guest": {
        "accounts/sign-up/",
        "accounts/sign-in/",
        "accounts/keep/",
        "accounts/password/reset/",
        "accounts/password/reset/<slug:uidb64>/<slug:token>/",
        "accounts/email/confirm/<str:token>/",
        "notices/stop/<str:token>/",
        "tables/bring/",
        *(f"accounts/sign-in/link/{what}" for what in ("", "<slug:uidb64>/<slug:token>/")),
        *(f"accounts/guest/email/{what}" for what in ("", "<str:token>/")),
    },
    "the deletion itself": {"accounts/delete/"},
    "of members of staff, in a module of their own": {
        f"staff/second-factor/{what}/" for what in ("add", "confirm", "recovery-codes", "remove", "code", "recovery")
    },
    "of a game with others, in which nobody can be deleted": {
        *(f"tables/<slug:code>/{what}" for what in ("resign/", "back/", "end/", "vote/", "seat/", "list/")),
        *("tables/<slug:code>/pace/", "tables/<slug:code>/pace/answer/", "notices/tables/<slug:code>/nudge/"),
    },
    "under the lock of a game on one device, which the deletion takes as well": {
        f"tables/<slug:code>/device/{what}/" for what in ("cover", "take", "here", "pins", "seat", "claim/<str:token>")
    },
    "by the same way as placements and plays": {
        *(f"tables/<slug:code>/turns/<int:turn>/{what}" for what in ("choice", "take-back", "skill", "close")),
        *(f"tables/<slug:code>/turns/<int:turn>/{what}" for what in ("discard", "give", "chest", "undo")),
        "tables/<slug:code>/lesson/leave",
    },
    "of reviews, which are stored without a user": {
        *("tables/<slug:code>/review/", "people/<slug:username>/insights/"),
    },
    "of the owner of a closed account, who isn't signed in": {"accounts/closed/", "accounts/closed/delete/"},
    "of a drill, which stores nothing": {"cartographers/drills/places/<str:token>/"},
    "to where pages have moved": set(MOVED),
    "from pages before an update, which are refused": {"cartographers/sets/own/<slug:key>/"},
    "by the same way as games with own sets": {
        f"cartographers/sets/{page}/"
        for page in ("try/<slug:link>", "followed/<slug:key>", "boxes/<slug:key>", "<slug:key>")
    },
}
"""Forms of the site that are not sent here, by the reason."""


def test_every_form_of_the_site_is_sent(owner: Owner) -> None:
    forms = {route for route, (_, post) in (SITE | PLAYING).items() if post != NEVER}
    assert forms == {*requests_of(owner), *(route for routes in UNSENT.values() for route in routes)}


def test_every_body_is_accepted(owner: Owner) -> None:
    refused = []
    for route, request in requests_of(owner).items():
        with undone():
            answer = request.send(been_here(owner.user))
        if answer.status_code not in (200, 303):
            refused.append(f"{route}: {answer.status_code}")
    assert refused == []


def test_requests_of_a_player_deleted_meanwhile_are_polite_and_store_nothing(owner: Owner, full: bool) -> None:
    assert all_faults(requests_of(owner), owner.user, full) == []


def test_requests_of_a_guest_deleted_meanwhile_are_polite_and_store_nothing(people: list[User], full: bool) -> None:
    guest = make_guest(display_name="Heron")
    assert all_faults(requests_of_guest(guest, people[1]), guest, full) == []


def test_signing_in_to_an_account_deleted_meanwhile_signs_nobody_in(owner: Owner, full: bool) -> None:
    request = Sending("/accounts/sign-in/", {"username": "ann", "password": PASSWORD})
    wrong = []
    for moment in count():
        with undone():
            deletion = Deletion(owner.user, moment, full, len(connection.savepoint_ids))
            wrong += [f"{moment}: {fault}" for fault in faults(deletion, request, Client(), polite=False)]
        if not deletion.happened:
            break
    assert moment > 1
    assert wrong == []
