"""Account writes wait in the queue of writers, or they would fail under load on SQLite."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

import pytest
from django.db import OperationalError, connection, transaction
from django.test import Client
from django.utils import timezone

from games import locks
from games.accounts import limits, services
from games.accounts.models import Theme, User
from tests.games.accounts.conftest import PASSWORD

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("connection.vendor != 'sqlite'", reason="only on SQLite do writers wait in line"),
]
SIGN_IN = {"username": "Anne", "password": PASSWORD}
ANOTHER = {"new_password": "another-horse-9", "repeated": "another-horse-9"}


@contextmanager
def writes() -> Iterator[list[tuple[str, bool]]]:
    """Each writing statement, and whether its writer had acquired the lock."""
    statements: list[tuple[str, bool]] = []

    def watch(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith(("INSERT", "UPDATE", "DELETE", "REPLACE")):
            statements.append((sql, locks._mutex._is_owned()))  # type: ignore[attr-defined]
        return execute(sql, params, many, context)

    with connection.execute_wrapper(watch):
        yield statements


def sign_in(client: Client) -> None:
    client.post("/accounts/sign-in/", SIGN_IN)


def sign_in_and_out(client: Client) -> None:
    client.post("/accounts/sign-in/", SIGN_IN | {"password": "wrong"})
    sign_in(client)
    client.post("/accounts/sign-out/")


def sign_up(client: Client) -> None:
    client.post("/accounts/sign-up/", {"username": "Zoe", "password": PASSWORD, "repeated": PASSWORD})


def change(client: Client) -> None:
    sign_in(client)
    client.post("/accounts/profile/", {"title": "Cartographer"})
    client.post("/accounts/email/", {"email": "", "current_password": PASSWORD})
    client.post("/accounts/password/change/", ANOTHER | {"current_password": PASSWORD})
    services.choose_theme(user=User.objects.get(), theme=Theme.DARK)
    services.choose_language(user=User.objects.get(), language="fr")


def forget(client: Client) -> None:
    client.post("/accounts/password/reset/", {"email": "anne@example.org"})
    services.reset_password(user=User.objects.get(), password="another-horse-9")


def be_a_guest(client: Client) -> None:
    guest = services.make_guest(display_name="Grey Heron", command_id=uuid4())
    services.note_visit(guest=guest, now=timezone.now())
    client.force_login(guest)
    client.post("/accounts/keep/", {"username": "Zoe", "password": PASSWORD, "repeated": PASSWORD})


@pytest.mark.parametrize("act", [sign_in_and_out, sign_up, change, forget, be_a_guest])
def test_every_write_waits_in_line(client: Client, anne: User, act: Callable[[Client], None]) -> None:
    with writes() as statements:
        act(client)
    assert len(statements) > 2
    assert [sql for sql, in_line in statements if not in_line] == []


def test_a_write_past_the_line_is_seen() -> None:
    with writes() as statements:
        User.objects.update(title="Nobody")
    assert [in_line for _, in_line in statements] == [False]


def test_nobody_waits_for_a_password_to_be_hashed(anne: User, monkeypatch: pytest.MonkeyPatch) -> None:
    held: list[bool] = []
    guest = services.make_guest(display_name="Grey Heron")

    def encode(hasher: object, password: str, salt: str) -> str:
        held.append(locks._mutex._is_owned())  # type: ignore[attr-defined]
        return f"md5${salt}$0"

    monkeypatch.setattr("django.contrib.auth.hashers.MD5PasswordHasher.encode", encode)
    services.sign_up(username="Zoe", password=PASSWORD)
    services.upgrade_guest(guest=guest, username="Bob", password=PASSWORD)
    services.change_password(user=anne, password=PASSWORD)
    assert held == [False, False, False]


def test_who_writes_already_does_not_wait_behind_who_waits_for_that(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locks, "PATIENCE", 0)
    with ThreadPoolExecutor(1) as other:
        other.submit(locks._mutex.acquire).result()
        with pytest.raises(OperationalError):
            limits.count_limited_use(limits.SIGN_IN, "key")
        with transaction.atomic():
            limits.count_limited_use(limits.SIGN_IN, "key")
        other.submit(locks._mutex.release).result()
