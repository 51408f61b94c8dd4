"""Limit on concurrent password hashing, without which 40 sign-ins would take gigabytes."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from carto_site import settings as shipped
from games.accounts import passwords
from games.accounts.models import User
from games.accounts.passwords import AT_ONCE, Argon2

WAIT = 30  # seconds that no sound run comes near


class Kettle:
    """Stand-in for Argon2 that blocks until the maximum number of callers are inside."""

    def __init__(self) -> None:
        self.full = threading.Barrier(AT_ONCE)
        self.lock = threading.Lock()
        self.inside = self.most = 0

    def brew(self, *_: object) -> bool:
        with self.lock:
            self.inside += 1
            self.most = max(self.most, self.inside)
        self.full.wait(WAIT)
        with self.lock:
            self.inside -= 1
        self.full.wait(WAIT)
        return True


@pytest.mark.parametrize("act", [lambda: Argon2().encode("p", "s"), lambda: Argon2().verify("p", "e")])
def test_of_forty_at_once_four_are_hashed_at_a_time(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
    kettle = Kettle()
    monkeypatch.setattr(passwords, "PATIENCE", WAIT)
    monkeypatch.setattr(Argon2PasswordHasher, "encode", kettle.brew)
    monkeypatch.setattr(Argon2PasswordHasher, "verify", kettle.brew)
    with ThreadPoolExecutor(40) as people:
        for hashed in [people.submit(act) for _ in range(40)]:
            hashed.result()
    assert kettle.most == AT_ONCE


@contextmanager
def all_places_taken() -> Iterator[None]:
    with ExitStack() as stack:
        for _ in range(AT_ONCE):
            stack.enter_context(passwords._hashing_slot())
        yield


@pytest.mark.django_db
def test_who_would_wait_too_long_is_told_so(anne: User, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.PASSWORD_HASHERS = shipped.PASSWORD_HASHERS
    monkeypatch.setattr(passwords, "PATIENCE", 0)
    client = Client(raise_request_exception=False)
    with all_places_taken():
        answer = client.post(reverse("accounts:sign_in"), {"username": "Anne", "password": "correct-horse-9"})
    assert (answer.status_code, answer["Retry-After"]) == (503, "2")
    assert "Try again in a few seconds." in answer.content.decode()


def test_a_place_is_given_back_when_hashing_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> str:
        raise MemoryError

    monkeypatch.setattr(passwords, "PATIENCE", 0)
    monkeypatch.setattr(Argon2PasswordHasher, "encode", fail)
    for _ in range(AT_ONCE + 1):
        with pytest.raises(MemoryError):
            Argon2().encode("p", "s")


def test_the_site_hashes_in_turn_what_it_hashed_before() -> None:
    assert shipped.PASSWORD_HASHERS[0] == f"{Argon2.__module__}.{Argon2.__qualname__}"
    assert Argon2.algorithm == Argon2PasswordHasher.algorithm
